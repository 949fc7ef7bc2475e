#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct DatabaseOptions: ParsableArguments {
        @Option(help: ArgumentHelp("How long to wait for locks of other connections.", valueName: "seconds"))
        var timeout = 5.0

        #if SQLCipher
            @Option(
                help: ArgumentHelp("Read the key from the first line of a file.", valueName: "file"),
                completion: .file())
            var keyFile: String?

            @Option(help: ArgumentHelp("Read the key from an environment variable.", valueName: "name"))
            var keyVariable: String?

            @Flag(help: "Prompt for the key on the terminal.") var askKey = false
        #endif

        func validate() throws { try DatabaseOptions.expectTimeout(timeout) }

        static func expectTimeout(_ seconds: Double) throws {
            guard (0...86_400).contains(seconds) else {
                throw ValidationError("--timeout must be from 0 to 86400 seconds.")
            }
        }

        /// The flags of [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html), with SQLITE_OPEN_NOMUTEX (0x8000): one thread uses a
        /// connection, and interrupting it needs no mutex.
        enum Access: Int32 {
            case read = 0x8001
            case write = 0x8002
            case create = 0x8006
        }

        /// Opens a database and reads from it, so that a file that is not a database fails at once.
        ///
        /// - Parameter offersCreate: whether the verb has --create. The error for a missing file then suggests it.
        func open(_ path: String, for access: Access, offersCreate: Bool = false) throws -> FMDatabase {
            try DatabaseOptions.expectFile(path, mayBeMissing: access == .create, offersCreate: offersCreate)
            try InputFiles(databases: [path]).expectNoStandardOutput()
            let db = FMDatabase(path: path)
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = timeout
            guard db.open(withFlags: access.rawValue) else { throw DatabaseOptions.cannotOpen(path, db.lastError()) }
            if let key = try key() { try db.unlock(key: key) }
            try Interrupts.shared.during(db.interrupter) {
                do {
                    _ = try db.value("SELECT count(*) FROM sqlite_master", as: Int.self)
                } catch let error as FMError where error.resultCode.primary == .cantOpen {
                    throw DatabaseOptions.cannotOpen(path, error)
                } catch let error as FMError where error.extendedCode == .readOnlyRollback {
                    throw UnfinishedTransaction(path: path)
                }
            }
            return db
        }

        /// Returns the key of an encrypted database, or nil without one.
        func key() throws -> Data? {
            #if SQLCipher
                return try KeySource(file: keyFile, variable: keyVariable, asks: askKey).key()
            #else
                return nil
            #endif
        }

        /// Returns a closure that sets the key, for library calls that open files themselves.
        func keySetter() throws -> (@Sendable (FMDatabase) throws -> Void)? {
            guard let key = try key() else { return nil }
            return { db in _ = db.setKeyWith(key) }
        }

        /// Returns a closure that prepares each connection that the library opens: signals interrupt it, and it gets the key.
        func preparing(_ opened: OpenedConnections) throws -> @Sendable (FMDatabase) throws -> Void {
            let setKey = try keySetter()
            return { db in
                opened.add(db.interrupter)
                try setKey?(db)
            }
        }

        func copying(
            _ opened: OpenedConnections, replaces: Bool, _ check: CopyCheck
        ) throws -> FMDatabase.BackupOptions {
            var result = FMDatabase.BackupOptions()
            result.overwrites = replaces
            result.verification = check.verification
            result.busyTimeout = .seconds(timeout)
            result.configure = try preparing(opened)
            return result
        }

        static func expectFile(_ path: String, mayBeMissing: Bool = false, offersCreate: Bool = false) throws {
            guard FileManager.default.fileExists(atPath: path) else {
                guard !mayBeMissing else { return }
                let offer = offersCreate ? ". Create a new database with --create." : ""
                throw ToolError(.noInput, "there is no file \"\(path)\"\(offer)")
            }
            guard !isFolder(path) else { throw ToolError(.noInput, "\"\(path)\" is a folder, not a database") }
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw ToolError(.notPermitted, "this user has no permission to read \"\(path)\"")
            }
        }

        /// Rolls back a transaction that SQLite could not roll back, for example because the disk was full. SQLite does this when the file
        /// is next opened for writing. Until then a user without write permission could not read the file.
        static func undoUnfinished(_ path: String) {
            guard FileSize.of(path + "-journal") ?? 0 > 0 else { return }
            let db = FMDatabase(path: path)
            db.logsErrors = false
            guard db.open(withFlags: Access.write.rawValue) else { return }
            _ = try? db.value("SELECT count(*) FROM sqlite_master", as: Int.self)
            db.close()
        }

        func expectApart(_ input: String, _ output: String) throws {
            try InputFiles(
                databases: isFolder(input) ? [] : [input], files: inputs, folders: isFolder(input) ? [input] : []
            )
            .expectNone(output)
            // The input must not be a file that SQLite keeps next to the output, such as its write-ahead log.
            if !isFolder(output) { try InputFiles(databases: [output]).expectNone(input) }
        }

        /// The files that are read in addition to the database.
        var inputs: [String] {
            #if SQLCipher
                return keyFile.map { [$0] } ?? []
            #else
                return []
            #endif
        }

        private static func cannotOpen(_ path: String, _ error: any Error) -> ToolError {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let error = ToolError(error, file: path)
            guard error.outcome == .noInput else { return error }
            guard FileManager.default.fileExists(atPath: folder) else {
                return ToolError(.cannotCreate, "\"\(path)\" cannot be created: there is no folder \"\(folder)\"")
            }
            let isThere = FileManager.default.fileExists(atPath: path)
            return ToolError(
                isThere ? .notPermitted : .cannotCreate,
                "\"\(path)\" cannot be opened; to read a database in WAL mode, its folder must be writable too"
            )
        }
    }

    // Formats and readers do not depend on the command line, so Tests/Fuzz can compile them without it.
    extension ChartKind: ExpressibleByArgument {}
    extension InputEncoding: ExpressibleByArgument {}
    extension OutputFormat: ExpressibleByArgument {}
#endif
