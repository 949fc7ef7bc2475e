import FMDBSQLiteC

extension Connection {
    /// The file of the main database that is no longer where SQLite opened it; nil if none has moved. This costs one
    /// `stat`, unless the folder changed recently.
    var displacedPart: MovedFiles.Part? {
        guard activity.file != nil, let log = logFile, let isKnown = log.isMarked else {
            return hasMoved ? .database : nil
        }
        guard isKnown, let places = writeAhead.places else { return hasMoved ? .database : rememberPlaces(of: log) }
        let folder = places.folder
        if let folder, places.isSettled(folder) { return nil }
        if hasMoved { return .database }
        for (part, path, file) in places.files where FileIdentity(path: path) != file { return part }
        if let folder { places.settle(folder) }
        return nil
    }

    /// The same as ``displacedPart``, but cheaper. Use it in a transaction that began after a check had found all files
    /// in place. If SQLite had opened a new WAL since then, the folder would have changed, too.
    var displacedPartSinceBegin: MovedFiles.Part? {
        if let places = writeAhead.places, let folder = places.folder, places.isSettled(folder) { return nil }
        return displacedPart
    }

    /// Whether a client's statement would begin a transaction whose changes would be lost, because a file has moved.
    func refusesToBegin(_ statement: FMStatement) -> Bool {
        statement.mayBeginTransaction && handle != nil && !isAbandoned && isDisplacedOutsideTransaction
    }

    var isDisplacedOutsideTransaction: Bool { activity.file != nil && !isTransactionOpen && displacedPart != nil }

    /// Records where the files are. Called when SQLite has opened a WAL or a journal since the last check.
    ///
    /// - Returns: the part that is already missing, or nil.
    private func rememberPlaces(of log: OpenFile) -> MovedFiles.Part? {
        let part = log.file == writeAhead.journal ? MovedFiles.Part.journal : .log
        let isSystems = fileSystemName == "unix"
        var files: [(part: MovedFiles.Part, path: String, file: FileIdentity)] = []
        for part in part == .log ? [part, .index] : [part] {
            let path = activity.path + part.suffix
            if let file = FileIdentity(path: path), part == .index || !isSystems || log.isAsLong(as: path) {
                files.append((part, path, file))
            } else if isSystems, part != .index || mustHaveIndex {
                return part
            }
        }
        writeAhead.places = MovedFiles(files, in: PathParts(activity.path).folder)
        log.mark()
        return nil
    }

    /// Whether the WAL index must be a file. In exclusive locking mode it may be in memory, and a read-only connection
    /// may have none.
    private var mustHaveIndex: Bool { !isReadOnly && (try? ask("PRAGMA main.locking_mode")) == "normal" }

    /// See [`SQLITE_FCNTL_VFSNAME`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    private var fileSystemName: String? {
        var name: UnsafeMutablePointer<CChar>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFSNAME, &name) == SQLITE_OK else { return nil }
        defer { sqlite3_free(name) }
        return name.map { String(cString: $0) }
    }
}
