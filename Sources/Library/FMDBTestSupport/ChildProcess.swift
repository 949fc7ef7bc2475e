import FMDB

#if os(Linux)
    /// A child process of a test. It is killed when the object is released.
    ///
    /// On Linux, Foundation's `Process` is unsuitable for tests that have thousands of open files and start processes on many
    /// threads at once. It reads beyond the end of its list of open files. It also detects the end of a process only after all
    /// processes started in the meantime have ended.
    package final class ChildProcess {
        package let processID: Int32
        /// The process's standard input and output.
        private let socket: Int32
        private var rest: [UInt8] = []
        private var status: Int32?

        /// Starts an executable.
        ///
        /// - Parameters:
        ///   - path: the path of the executable. A name without a slash refers to the folder of the test executable.
        ///   - arguments: the arguments.
        ///   - environment: variables to add to the environment of this process.
        package convenience init(
            _ path: String, _ arguments: [String], environment: [String: String] = [:]
        ) throws {
            try self.init(
                executable: path.contains("/") ? path : ChildProcess.folder() + path, arguments, environment)
        }

        /// Starts this process's executable again, with the same arguments.
        convenience init(environment: [String: String]) throws {
            try self.init(executable: "/proc/self/exe", Array(CommandLine.arguments.dropFirst()), environment)
        }

        private init(executable path: String, _ arguments: [String], _ environment: [String: String]) throws {
            #if DEBUG
                Simulated.refuse("another process runs outside the simulation")
            #endif
            let (own, other) = try ChildProcess.sockets()
            defer { close(other) }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, other, 0)
            posix_spawn_file_actions_adddup2(&actions, other, 1)
            var attributes = posix_spawnattr_t()
            ChildProcess.unblockSignals(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            var variables =
                ProcessInfo.processInfo.environment.merging(environment) { $1 }
                .map { strdup("\($0)=\($1)") } + [nil]
            defer { (words + variables).forEach { free($0) } }
            var processID: pid_t = 0
            let code = posix_spawn(&processID, path, &actions, &attributes, &words, &variables)
            guard code == 0 else {
                close(own)
                throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            }
            (self.processID, socket) = (processID, own)
        }

        deinit {
            kill()
            close(socket)
        }

        package func write(_ line: String) throws {
            var bytes = Array((line + "\n").utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { throw POSIXError(.EPIPE) }
                bytes = bytes.dropFirst(count)
            }
        }

        /// Clears the signal mask of the child. A child inherits the mask of the thread that starts it, and Dispatch's threads
        /// block most signals.
        private static func unblockSignals(_ attributes: inout posix_spawnattr_t) {
            posix_spawnattr_init(&attributes)
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        }

        /// Waits for a line of the process's output. If the process writes nothing within the timeout, it is killed.
        ///
        /// - Parameter seconds: the timeout in seconds.
        /// - Returns: the line without the newline, or nil at the end of the output. A last line without a newline is dropped.
        package func readLine(within seconds: Double = 600) -> String? {
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest.removeSubrange(...end) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                guard waitForBytes(seconds) else { kill(); return nil }
                var bytes = [UInt8](repeating: 0, count: 65536)
                let count = read(socket, &bytes, bytes.count)
                if count == -1, errno == EINTR { continue }
                guard count > 0 else { return nil }
                rest += bytes[..<count]
            }
        }

        private func waitForBytes(_ seconds: Double) -> Bool {
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            while true {
                let count = poll(&waiting, 1, Int32(clamping: Int(seconds * 1000)))
                if count != -1 || errno != EINTR { return count == 1 }
            }
        }

        /// Kills the process with SIGKILL, and waits for its end.
        package func kill() {
            guard status == nil else { return }
            _ = FMDB.kill(processID, SIGKILL)
            wait()
        }

        /// Waits for the end of the process.
        ///
        /// - Returns: the status from `waitpid`, which is 0 for success.
        @discardableResult
        package func wait() -> Int32 {
            if let status { return status }
            var ended: Int32 = -1
            while waitpid(processID, &ended, 0) == -1, errno == EINTR {}
            status = ended
            return ended
        }

        /// Returns two connected sockets. Both have close-on-exec set. Unlike a write to a pipe, a write to a socket can
        /// suppress SIGPIPE.
        private static func sockets() throws -> (own: Int32, other: Int32) {
            let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            return (ends[0], ends[1])
        }

        /// Returns the folder of the test executable and of the executables built with it, with a trailing slash.
        private static func folder() throws -> String {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return String(own[...(own.lastIndex(of: "/") ?? own.startIndex)])
        }
    }
#endif
