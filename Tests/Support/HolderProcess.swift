#if os(Linux)
    /// Another process that uses a database: the executable `FMDBLockHolder`, on which the test target has to depend.
    ///
    ///     let holder = try HolderProcess(path: folder.file())
    ///     #expect(try holder.answer(to: "BEGIN IMMEDIATE") == "ok")
    ///
    /// It is killed when the value is released.
    public final class HolderProcess {
        private let process: ChildProcess

        /// Starts the process, which opens the database at a path.
        ///
        /// - Parameter environment: what its environment has besides that of this process.
        public init(path: String, environment: [String: String] = [:]) throws {
            process = try ChildProcess("FMDBLockHolder", [path], environment: environment)
        }

        /// The number of the process.
        public var processID: Int32 { process.processID }

        /// Sends a command and waits for the answer: "ok", or "error", the code and the message; nil if the process ends
        /// meanwhile. Not to be called after `kill()`.
        public func answer(to command: String) throws -> String? {
            try process.write(command)
            return process.readLine()
        }

        /// Kills the process as a crash would, and waits until it is gone.
        public func kill() { process.kill() }
    }
#endif
