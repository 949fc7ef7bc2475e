import FMDB

#if os(Linux)
    /// Another process that a test starts, and that is killed when the value is released.
    ///
    /// Foundation's `Process` is not for tests with thousands of open files that start processes on many threads at once:
    /// on Linux it reads beyond the end of its list of them, and learns of a process's end only when the processes that
    /// were started meanwhile have ended too.
    public final class ChildProcess {
        /// The number of the process.
        public let processID: Int32
        /// Is written to; the process reads it as its standard input.
        private let input: Int32
        /// Is read from; the process writes to it as its standard output.
        private let output: Int32
        private var rest: [UInt8] = []
        private static let starting = NSLock()
        private var status: Int32?

        /// Starts an executable.
        ///
        /// - Parameters:
        ///   - path: the path of the executable; a name alone is that of one beside the tests.
        ///   - arguments: its arguments.
        public init(_ path: String, _ arguments: [String]) throws {
            let path = path.contains("/") ? path : try ChildProcess.folder() + path
            // Nobody else starts a process between the making of a pipe and the word that it is to be closed there.
            ChildProcess.starting.lock()
            defer { ChildProcess.starting.unlock() }
            let (fromInput, toInput) = try ChildProcess.pipe()
            let (fromOutput, toOutput) = try ChildProcess.pipe()
            defer {
                close(fromInput)
                close(toOutput)
            }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, fromInput, 0)
            posix_spawn_file_actions_adddup2(&actions, toOutput, 1)
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            defer { words.forEach { free($0) } }
            var processID: pid_t = 0
            let code = posix_spawn(&processID, path, &actions, nil, &words, environ)
            guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
            (self.processID, input, output) = (processID, toInput, fromOutput)
        }

        deinit {
            kill()
            close(input)
            close(output)
        }

        /// Writes a line to the process.
        public func write(_ line: String) throws {
            var bytes = Array((line + "\n").utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { FMDB.write(input, $0.baseAddress, $0.count) }
                guard count > 0 else { throw POSIXError(.EPIPE) }
                bytes = bytes.dropFirst(count)
            }
        }

        /// Waits for a line that the process writes.
        ///
        /// - Returns: the line without its end; nil at the end of what the process writes. A last line without an end is left out.
        public func readLine() -> String? {
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest.removeSubrange(...end) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                var bytes = [UInt8](repeating: 0, count: 65536)
                let count = read(output, &bytes, bytes.count)
                guard count > 0 else { return nil }
                rest += bytes[..<count]
            }
        }

        /// Kills the process as a crash would, and waits until it is gone.
        public func kill() {
            guard status == nil else { return }
            _ = FMDB.kill(processID, SIGKILL)
            wait()
        }

        /// Waits for the end of the process.
        ///
        /// - Returns: 0 if it has succeeded.
        @discardableResult
        public func wait() -> Int32 {
            if let status { return status }
            var ended: Int32 = -1
            while waitpid(processID, &ended, 0) == -1, errno == EINTR {}
            status = ended
            return ended
        }

        /// Both ends are closed in other processes that are started later.
        private static func pipe() throws -> (read: Int32, write: Int32) {
            var ends: [Int32] = [-1, -1]
            guard FMDB.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }

        /// The folder of the tests and of the executables that are built with them, with a slash at its end.
        private static func folder() throws -> String {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return String(own[...(own.lastIndex(of: "/") ?? own.startIndex)])
        }
    }
#endif
