import Foundation
import FMDBSQLiteC

/// The paths and identities of a connection's files when SQLite opened them.
///
/// SQLite does not notice that a write-ahead log was deleted or replaced. Later commits go to a file without a path, and connections opened
/// later do not see them. Only the last connection may delete the log, when it closes. See
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
final class MovedFiles {
    enum Part: String {
        case database = "database file"
        case log = "write-ahead log"
        case index = "index of the write-ahead log"
        case journal = "rollback journal"

        var suffix: String {
            switch self {
            case .database: ""
            case .log: "-wal"
            case .index: "-shm"
            case .journal: "-journal"
            }
        }
    }

    /// The identity and change time of a folder, from `stat`. Adding or removing a name changes the time.
    struct Folder: Equatable {
        let file: FileIdentity
        let changed: Int64

        /// The granularity of the change time: two changes within this duration may have the same time.
        var resolution: Duration { changed % 1_000_000_000 == 0 ? .seconds(3) : .milliseconds(100) }
    }

    let files: [(part: Part, path: String, file: FileIdentity)]
    /// The path as a C string, converted once because each transaction calls `stat`.
    private let folderPath: UnsafeMutablePointer<CChar>?
    /// The state of the folder when all files were in place. This state had already lasted longer than ``Folder/resolution``, so any later
    /// change has another change time.
    private var settled: Folder?
    /// The last seen state of the folder, and the ``CoarseTime`` at which it was first seen.
    private var seen: (folder: Folder, since: UInt)?

    init(_ files: [(part: Part, path: String, file: FileIdentity)], in folder: String) {
        self.files = files
        folderPath = strdup(folder)
    }

    deinit { free(folderPath) }

    var folder: Folder? {
        var facts = stat()
        guard let folderPath, SystemFiles.stat(folderPath, &facts) == 0 else { return nil }
        return Folder(file: FileIdentity(facts), changed: facts.changed)
    }

    /// Whether no name was added or removed in the folder since all files were found in place.
    func isSettled(_ folder: Folder) -> Bool { folder == settled }

    /// Records that all files were found in place after the folder's state was read.
    func settle(_ folder: Folder) {
        let now = CoarseTime.now
        guard let seen, seen.folder == folder else { return seen = (folder, now) }
        if CoarseTime.age(of: seen.since, at: now) > folder.resolution { settled = folder }
    }
}

extension OpenFile {
    /// Whether this is the log or journal that `mark()` marked, and not one that SQLite opened later. nil if the VFS does not support the
    /// mark.
    ///
    /// The mark is the `SQLITE_FCNTL_PERSIST_WAL` flag. SQLite itself uses this flag of the database file, and never that of a log or
    /// journal.
    var isMarked: Bool? {
        var mark: Int32 = -1
        guard methods.pointee.xFileControl?(file, SQLITE_FCNTL_PERSIST_WAL, &mark) == SQLITE_OK, mark >= 0 else {
            return nil
        }
        return mark != 0
    }

    func mark() {
        var mark: Int32 = 1
        _ = methods.pointee.xFileControl?(file, SQLITE_FCNTL_PERSIST_WAL, &mark)
    }

    /// Whether the file at a path has the size of this one. It tries several times, because other processes may write meanwhile.
    func isAsLong(as path: String) -> Bool {
        (0..<10).contains { _ in
            var facts = stat()
            guard SystemFiles.stat(path, &facts) == 0 else { return false }
            return knownSize.map { Int64(facts.st_size) == $0 } ?? true
        }
    }
}

extension FMError {
    /// The error for a database, WAL or journal file that is no longer where it was opened.
    static func moved(_ part: MovedFiles.Part, at path: String? = nil, _ sql: String? = nil) -> FMError {
        let fate =
            part == .database
            ? "moved or deleted since it was opened"
            : "deleted, moved or replaced since it was opened; close all connections to the file, and open it again"
        return FMError(
            .readOnlyMoved, "the \(part.rawValue) has been \(fate)", sql: sql, stage: .other,
            reason: path.map {
                $0.withoutKeyParameters + (part == .database ? ": close the database or queue, and open it again" : "")
            })
    }
}
