import FMDB

#if os(Linux)
    /// Another process that has a database open. It holds a lock or changes rows while a test checks how the test's own process
    /// reacts.
    ///
    ///     let other = try FMTestProcess(path: folder.file("app.db"))
    ///     try other.hold(.write)
    ///     #expect(throws: FMError.self) { try queue.withTransaction { … } }   // .busy
    ///     try other.release()
    ///
    /// The process runs the test executable again, but runs no tests. It is killed when the object is released, and an open
    /// transaction is then rolled back as after a crash. It is also killed if it does not answer for 10 minutes. One thread at
    /// a time may use the object. Linux only.
    public final class FMTestProcess {
        /// A lock on a database. See [Locking And Concurrency](https://sqlite.org/lockingv3.html).
        public enum Lock: String, CaseIterable, Sendable {
            /// The lock of a reader.
            case shared
            /// The lock of a writer: others can read but cannot write.
            case write
            /// The lock of a writer during a commit: with a rollback journal, others cannot read either.
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

        /// Starts the process. It opens the database and creates the file if it is missing.
        ///
        /// - Parameter path: the path of the database.
        /// - Throws: `FMError` with `.cantOpen` if the process cannot be started, or cannot open the database.
        public init(path: String) throws(FMError) {
            #if DEBUG
                Simulated.refuse("FMTestProcess starts a real process: use FMSimulation.Run.process(_:)")
            #endif
            do {
                process = try ChildProcess(environment: [TestProcessMain.variable: path])
            } catch {
                throw FMError(.cantOpen, "the process cannot be started: \(error.localizedDescription)")
            }
            try expectDone()
        }

        /// The process ID.
        public var processID: Int32 { process.processID }

        /// Runs statements in the process and waits until they end. The process waits for a lock for at most 2 seconds.
        ///
        /// - Parameter sql: one or more statements, separated by semicolons. Their rows are discarded.
        /// - Throws: `FMError` with the code and the message of the process's SQLite, or `.abort` if the process has ended.
        public func execute(_ sql: String) throws(FMError) {
            do {
                // Base64 keeps SQL with several lines on one line.
                try process.write(Data(sql.utf8).base64EncodedString())
            } catch {
                throw ended
            }
            try expectDone()
        }

        /// Begins a transaction that holds a lock.
        ///
        /// - Throws: `FMError`, as ``execute(_:)`` does; `.error` if the process is already in a transaction.
        public func hold(_ lock: Lock) throws(FMError) {
            try execute(lock.statements)
        }

        /// Commits the transaction.
        ///
        /// - Throws: `FMError`, as ``execute(_:)`` does; `.error` if the process is not in a transaction.
        public func release() throws(FMError) {
            try execute("COMMIT")
        }

        /// Kills the process with SIGKILL, and waits for its end.
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
        /// The environment variable that makes the executable run as a test process. Its value is the path of the database.
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
            // `print` would buffer lines, because standard output is not a terminal.
            FileHandle.standardOutput.write(Data((answer.replacingOccurrences(of: "\n", with: " ") + "\n").utf8))
        }
    }
#endif

/// The function that runs when the executable is loaded, before its `main`.
@_cdecl("fmdb_test_support_loaded")
func testSupportLoaded() {
    #if os(Linux)
        guard let path = getenv(TestProcessMain.variable) else { return }
        let database = String(cString: path)
        // Child processes must not inherit the variable.
        unsetenv(TestProcessMain.variable)
        TestProcessMain.run(database)
    #endif
}
