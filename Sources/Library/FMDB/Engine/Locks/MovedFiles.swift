import Foundation
import FMDBSQLiteC

/// Where the files of a connection were when SQLite opened them.
///
/// SQLite does not notice that a log was deleted or replaced. What is committed then goes to a file that has no path, and is lost to
/// connections that are opened later. Only the last connection may delete a log, when it closes. See
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

    /// What `stat` says of a folder. Each name that comes or goes in it changes the time.
    struct Folder: Equatable {
        let file: FileIdentity
        let changed: Int64

        /// A change that follows another one within this time may leave the same time.
        var resolution: Duration { changed % 1_000_000_000 == 0 ? .seconds(3) : .milliseconds(100) }
    }

    let files: [(part: Part, path: String, file: FileIdentity)]
    /// As `stat` wants it: each transaction asks.
    private let folderPath: UnsafeMutablePointer<CChar>?
    /// The folder as it was when all files were in their places, where a later change cannot leave it so.
    private var settled: Folder?
    /// The folder as it was last, and since when.
    private var seen: (folder: Folder, since: UInt)?

    init(_ files: [(part: Part, path: String, file: FileIdentity)], in folder: String) {
        self.files = files
        folderPath = strdup(folder)
    }

    deinit { free(folderPath) }

    var folder: Folder? {
        var facts = stat()
        guard let folderPath, stat(folderPath, &facts) == 0 else { return nil }
        return Folder(file: FileIdentity(facts), changed: facts.changed)
    }

    /// Whether nothing has come or gone in the folder since all files were in their places.
    func isSettled(_ folder: Folder) -> Bool { folder == settled }

    /// All files are in their places, and were looked at after the folder.
    func settle(_ folder: Folder) {
        let now = CoarseTime.now
        guard let seen, seen.folder == folder else { return seen = (folder, now) }
        if CoarseTime.age(of: seen.since, at: now) > folder.resolution { settled = folder }
    }
}

extension stat {
    /// When the file was changed last, in nanoseconds since 1970: the time that no call can set back.
    var changed: Int64 {
        #if canImport(Darwin)
            let time = st_ctimespec
        #else
            let time = st_ctim
        #endif
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension OpenFile {
    /// Whether a log or a journal is the one that was marked, and not another one that SQLite has opened since; nil where the file
    /// system has no marks.
    ///
    /// The mark is `SQLITE_FCNTL_PERSIST_WAL`, which SQLite itself asks the file of the database for, and no other one.
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

    /// Whether the file at a path can be this one, by its size. Other processes may write to it meanwhile.
    func isAsLong(as path: String) -> Bool {
        (0..<10).contains { _ in
            var facts = stat()
            guard stat(path, &facts) == 0 else { return false }
            return knownSize.map { Int64(facts.st_size) == $0 } ?? true
        }
    }
}

extension FMError {
    /// A file of the database is no longer where it was opened.
    static func moved(_ part: MovedFiles.Part, at path: String? = nil, _ sql: String? = nil) -> FMError {
        let fate =
            part == .database
            ? "moved or deleted since it was opened"
            : "deleted, moved or replaced since it was opened; close all connections to the file, and open it anew"
        return FMError(
            .readOnlyMoved, "the \(part.rawValue) has been \(fate)", sql: sql, stage: .other,
            reason: path.map {
                $0.withoutKeyParameters + (part == .database ? ": close the database or queue, and open it again" : "")
            })
    }
}
