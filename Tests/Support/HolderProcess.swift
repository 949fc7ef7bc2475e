import FMDB

#if os(Linux)
    /// Another process that uses a database: the executable `LockHolder`, on which the test target has to depend.
    ///
    ///     let holder = try HolderProcess(path: folder.file())
    ///     #expect(try holder.answer(to: "BEGIN IMMEDIATE") == "ok")
    ///
    /// It is killed when the value is released.
    public final class HolderProcess {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        private var rest = Data()

        /// Starts the process, which opens the database at a path.
        public init(path: String) throws {
            process.executableURL = try HolderProcess.executable()
            process.arguments = [path]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        deinit {
            kill()
        }

        /// The number of the process.
        public var processID: Int32 { process.processIdentifier }

        /// Sends a command and waits for the answer: "ok", or "error", the code and the message; nil if the process ends
        /// meanwhile. Not to be called after `kill()`.
        public func answer(to command: String) throws -> String? {
            try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest = Data(rest[(end + 1)...]) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { return nil }
                rest += more
            }
        }

        /// Kills the process as a crash would, and waits until it is gone.
        public func kill() {
            _ = FMDB.kill(processID, SIGKILL)
            process.waitUntilExit()
        }

        /// The executable lies beside the test bundle.
        private static func executable() throws -> URL {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("LockHolder")
        }
    }
#endif
