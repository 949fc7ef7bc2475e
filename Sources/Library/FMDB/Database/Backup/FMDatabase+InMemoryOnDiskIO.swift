extension FMDatabase {
    /// Replaces the content of a database in memory with that of a file. It waits for locks on the file for at most
    /// ``maxBusyRetryTimeInterval``. See [`sqlite3_backup_init`](https://sqlite.org/c3ref/backup_finish.html).
    ///
    /// - Parameter filePath: the path of a database file; an empty file is a database without tables.
    /// - Returns: false if this database is not open or not in memory, if the path names no file ("", ":memory:"), or if the file cannot be
    ///   read. The reason is logged.
    @discardableResult
    public func read(fromFile filePath: String!) -> Bool {
        copy(with: filePath, flags: Constants.readOnlyFlags) { file, memory throws(FMError) in
            try file.copyMain(to: memory)
        }
    }

    /// Writes the content of a database in memory to a file, and replaces the file's content. It does not wait for locks. See
    /// [`sqlite3_backup_init`](https://sqlite.org/c3ref/backup_finish.html).
    ///
    /// - Parameter filePath: the path of a database file, which is created if it is missing.
    /// - Returns: false if this database is not open or not in memory, if the path names no file ("", ":memory:"), or if the file cannot be
    ///   written. The reason is logged.
    @discardableResult
    public func write(toFile filePath: String!) -> Bool {
        copy(with: filePath, flags: Constants.defaultOpenFlags) { file, memory throws(FMError) in
            try memory.copyMain(to: file)
        }
    }

    private func copy(
        with filePath: String!, flags: Int32, _ body: (_ file: Connection, _ memory: Connection) throws(FMError) -> Void
    ) -> Bool {
        report { () throws(FMError) in
            let memory = try opened()
            guard databasePath == nil, let filePath else {
                throw .misuse("read(fromFile:) and write(toFile:) need a database in memory and a path")
            }
            try FMDatabase.expectFile(at: filePath)
            let file = try Connection(path: filePath, flags: flags, vfs: nil, interruption: Interruption())
            defer { _ = file.close() }
            file.setBusyInterval(maxBusyRetryTimeInterval)
            try body(file, memory)
        }
    }

    /// Throws for paths that SQLite opens as a database without a file: its content would be lost at closing.
    static func expectFile(at path: String) throws(FMError) {
        guard !path.isEmpty, path != ":memory:" else { throw .misuse("\"\(path)\" is not the path of a file") }
        guard !path.utf8.contains(0) else { throw .misuse("the path contains a NUL character") }
    }
}
