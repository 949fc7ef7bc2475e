import FMDBSQLiteC

extension Connection {
    /// The file of the main database that is no longer where SQLite opened it; nil if all are. It costs one `stat`, unless
    /// something has changed in the folder lately.
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

    /// The same of a transaction that has begun after a look that has found nothing. A log that SQLite has opened since has come into
    /// the folder, or left it, since.
    var displacedPartSinceBegin: MovedFiles.Part? {
        if let places = writeAhead.places, let folder = places.folder, places.isSettled(folder) { return nil }
        return displacedPart
    }

    /// Whether a client's statement would begin a transaction of which nothing would be found again.
    func refusesToBegin(_ statement: FMStatement) -> Bool {
        statement.mayBeginTransaction && handle != nil && !isAbandoned && isDisplacedOutsideTransaction
    }

    var isDisplacedOutsideTransaction: Bool { activity.file != nil && !isTransactionOpen && displacedPart != nil }

    /// SQLite has opened its log or journal since the last look.
    ///
    /// - Returns: what is missing already.
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
