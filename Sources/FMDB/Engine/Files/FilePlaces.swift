import Foundation
import FMDBSQLiteC

/// Where the files of a connection were when SQLite opened them.
///
/// SQLite does not notice a deleted log, nor another one in its place: what is committed then goes to a file that no path leads to,
/// and a connection that is opened later knows nothing of it. As long as a connection has a log open, nobody deletes it by the rules:
/// the last connection does so at its end. See
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
struct FilePlaces {
    /// A file of a database.
    enum Part: String {
        case database = "database file"
        case log = "write-ahead log"
        case index = "index of the write-ahead log"
        case journal = "rollback journal"

        fileprivate var suffix: String {
            switch self {
            case .database: ""
            case .log: "-wal"
            case .index: "-shm"
            case .journal: "-journal"
            }
        }
    }

    /// What `stat` says of a folder. Each name that comes or goes in it changes the time.
    fileprivate struct Folder: Equatable {
        let file: FileIdentity
        let changed: Int64

        init?(_ path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            (file, changed) = (FileIdentity(facts), facts.changed)
        }

        /// A change that follows another one within this time may leave the same time.
        var resolution: Duration { changed % 1_000_000_000 == 0 ? .seconds(3) : .milliseconds(100) }
    }

    fileprivate var files: [(part: Part, file: FileIdentity)] = []
    fileprivate var folderPath = ""
    /// The folder as it was when all files were in their places, where a later change cannot leave it so.
    private var settled: Folder?
    /// The folder as it was last, and since when.
    private var seen: (folder: Folder, since: UInt)?

    /// Whether nothing has come or gone in the folder since all files were in their places.
    fileprivate func isSettled(_ folder: Folder) -> Bool { folder == settled }

    /// All files are in their places, and were looked at after the folder.
    fileprivate mutating func settle(_ folder: Folder) {
        let now = CoarseTime.now
        guard let seen, seen.folder == folder else { return seen = (folder, now) }
        if CoarseTime.age(of: seen.since, at: now) > folder.resolution { settled = folder }
    }
}

extension Connection {
    /// The file of the main database that is no longer where SQLite opened it; nil if all are. It costs one `stat`, unless
    /// something has changed in the folder lately.
    var displacedPart: FilePlaces.Part? {
        guard activity.file != nil, let log = logFile, let isKnown = log.isMarked else {
            return hasMoved ? .database : nil
        }
        guard isKnown else { return hasMoved ? .database : rememberPlaces(of: log) }
        let folder = FilePlaces.Folder(writeAhead.places.folderPath)
        if let folder, writeAhead.places.isSettled(folder) { return nil }
        if hasMoved { return .database }
        for (part, file) in writeAhead.places.files where FileIdentity(path: activity.path + part.suffix) != file {
            return part
        }
        if let folder { writeAhead.places.settle(folder) }
        return nil
    }

    /// Whether a client's statement would begin a transaction of which nothing would be found again.
    func refusesToBegin(_ statement: FMStatement) -> Bool {
        statement.mayBeginTransaction && handle != nil && !isAbandoned && isDisplacedOutsideTransaction
    }

    var isDisplacedOutsideTransaction: Bool { activity.file != nil && !isTransactionOpen && displacedPart != nil }

    /// SQLite has opened its log or journal since the last look.
    ///
    /// - Returns: what is missing already.
    private func rememberPlaces(of log: OpenFile) -> FilePlaces.Part? {
        let part = log.file == writeAhead.journal ? FilePlaces.Part.journal : .log
        let isSystems = fileSystemName == "unix"
        var places = FilePlaces()
        places.folderPath = PathParts(activity.path).folder
        for part in part == .log ? [part, .index] : [part] {
            let path = activity.path + part.suffix
            if let file = FileIdentity(path: path), part == .index || !isSystems || log.isAsLong(as: path) {
                places.files.append((part, file))
            } else if isSystems, part != .index || mustHaveIndex {
                return part
            }
        }
        writeAhead.places = places
        log.mark()
        return nil
    }

    /// In exclusive locking mode the index may lie in memory; and a connection that can only read may do without.
    private var mustHaveIndex: Bool { !isReadOnly && (try? ask("PRAGMA main.locking_mode")) == "normal" }

    /// See [`SQLITE_FCNTL_VFSNAME`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    private var fileSystemName: String? {
        var name: UnsafeMutablePointer<CChar>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFSNAME, &name) == SQLITE_OK else { return nil }
        defer { sqlite3_free(name) }
        return name.map { String(cString: $0) }
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
    fileprivate var isMarked: Bool? {
        var mark: Int32 = -1
        guard methods.pointee.xFileControl?(file, SQLITE_FCNTL_PERSIST_WAL, &mark) == SQLITE_OK, mark >= 0 else {
            return nil
        }
        return mark != 0
    }

    fileprivate func mark() {
        var mark: Int32 = 1
        _ = methods.pointee.xFileControl?(file, SQLITE_FCNTL_PERSIST_WAL, &mark)
    }

    /// Whether the file at a path can be this one, by its size. Other processes may write to it meanwhile.
    fileprivate func isAsLong(as path: String) -> Bool {
        (0..<10).contains { _ in
            var facts = stat()
            guard stat(path, &facts) == 0 else { return false }
            return knownSize.map { Int64(facts.st_size) == $0 } ?? true
        }
    }
}

extension FMError {
    /// A file of the database is no longer where it was opened.
    static func moved(_ part: FilePlaces.Part, _ sql: String? = nil) -> FMError {
        let fate =
            part == .database
            ? "moved or deleted since it was opened"
            : "deleted, moved or replaced since it was opened; close all connections to the file, and open it anew"
        return FMError(.readOnlyMoved, "the \(part.rawValue) has been \(fate)", sql: sql, stage: .other)
    }
}
