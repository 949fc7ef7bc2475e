import FMDB

#if os(Linux)
    /// Another process that has a database open: it holds a lock, or changes rows, while a test looks what the own process
    /// makes of it.
    ///
    ///     let other = try FMTestProcess(path: folder.file("app.db"))
    ///     try other.hold(.write)
    ///     #expect(throws: FMError.self) { try queue.withTransaction { … } }   // .busy
    ///     try other.release()
    ///
    /// It is the executable of the tests once more, which does this alone and none of the tests. It is killed when the
    /// object is released; an open transaction is rolled back then, as after a crash. It is killed, too, when it has not
    /// answered for 10 minutes. One thread at a time may use it. Linux only.
    public final class FMTestProcess {
        /// A lock on a database. See [Locking And Concurrency](https://sqlite.org/lockingv3.html).
        public enum Lock: String, CaseIterable, Sendable {
            /// That of a reader.
            case shared
            /// That of a writer: others can read, and cannot write.
            case write
            /// That of a writer who is about to commit: with a rollback journal others cannot read either.
            case exclusive

            fileprivate var statements: String {
                switch self {
                case .shared: "BEGIN; SELECT count(*) FROM sqlite_master"
                case .write: "BEGIN IMMEDIATE"
                case .exclusive: "BEGIN EXCLUSIVE"
                }
            }
        }

        private let process: ChildProcess

        /// Starts the process, which opens the database, and creates the file if it is missing.
        ///
        /// - Parameter path: the path of the database.
        /// - Throws: `FMError` with `.cantOpen` if the process cannot be started, or cannot open the database.
        public init(path: String) throws(FMError) {
            do {
                process = try ChildProcess(environment: [TestProcessMain.variable: path])
            } catch {
                throw FMError(.cantOpen, "the process cannot be started: \(error.localizedDescription)")
            }
            try expectDone()
        }

        /// The number of the process.
        public var processID: Int32 { process.processID }

        /// Runs statements in the process and waits for their end. A lock is waited for at most 2 seconds.
        ///
        /// - Parameter sql: one statement or several, separated by semicolons. Rows that they return are dropped.
        /// - Throws: `FMError` with the code and the message of the process's SQLite, or `.abort` if the process has ended.
        public func execute(_ sql: String) throws(FMError) {
            do {
                // A text may have several lines.
                try process.write(Data(sql.utf8).base64EncodedString())
            } catch {
                throw ended
            }
            try expectDone()
        }

        /// Begins a transaction that has a lock.
        ///
        /// - Throws: `FMError` as ``execute(_:)``; `.error` if the process is in a transaction already.
        public func hold(_ lock: Lock) throws(FMError) {
            try execute(lock.statements)
        }

        /// Commits the transaction.
        ///
        /// - Throws: `FMError` as ``execute(_:)``; `.error` if the process is in no transaction.
        public func release() throws(FMError) {
            try execute("COMMIT")
        }

        /// Kills the process as a crash would, and waits until it is gone.
        public func kill() { process.kill() }

        private var ended: FMError { FMError(.abort, "the process \(processID) has ended") }

        private func expectDone() throws(FMError) {
            guard let answer = process.readLine() else { throw ended }
            guard answer != TestProcessMain.done else { return }
            let parts = answer.split(separator: " ", maxSplits: 1)
            throw FMError(
                FMResultCode(rawValue: parts.first.flatMap { Int32($0) } ?? 1), parts.last.map(String.init) ?? "")
        }
    }

    enum TestProcessMain {
        /// The name of the variable of the environment that tells a process to be one, and the path of its database.
        static let variable = "FMDB_TEST_PROCESS"
        static let done = "done"

        static func run(_ path: String) -> Never {
            let database = FMDatabase(path: path)
            database.logsErrors = false
            say(database.open() ? nil : database.lastError())
            while let line = readLine() {
                let sql = String(decoding: Data(base64Encoded: line) ?? Data(), as: UTF8.self)
                say(database.executeStatements(sql) ? nil : database.lastError())
            }
            database.close()
            exit(0)
        }

        private static func say(_ error: (any Error)?) {
            let answer =
                error.map { "\(($0 as? FMError)?.extendedCode.rawValue ?? 1) \($0.localizedDescription)" } ?? done
            // Not print: it keeps lines back while nobody at a terminal reads them.
            FileHandle.standardOutput.write(Data((answer.replacingOccurrences(of: "\n", with: " ") + "\n").utf8))
        }
    }
#endif

/// Called when the program is loaded, before its `main`.
@_cdecl("fmdb_test_support_loaded")
func testSupportLoaded() {
    #if os(Linux)
        guard let path = getenv(TestProcessMain.variable) else { return }
        let database = String(cString: path)
        // Not for processes that this one may start.
        unsetenv(TestProcessMain.variable)
        TestProcessMain.run(database)
    #endif
}
