#if Checked
    import FMDB
    import Foundation

    struct CompilerRun {
        /// What the compiler wrote to standard error.
        private(set) var messages = ""
        /// The reason that the compiler did not complete, or nil if it did. Errors in the sources are not a reason.
        private(set) var failure: String?

        #if os(Linux) || os(macOS)
            /// Runs the compiler, and waits until it ends.
            ///
            /// The output goes to files, because a process that the compiler starts may keep a pipe open forever.
            ///
            /// - Parameters:
            ///   - deadline: the time at which the compiler is killed.
            ///   - line: a closure that is called with each line of the standard output.
            init(
                _ arguments: [String], in folder: String, until deadline: Date, _ line: (UnsafeRawBufferPointer) -> Void
            ) {
                guard deadline > Date() else {
                    failure = Self.isLate
                    return
                }
                let (output, errors) = ("\(folder)/output", "\(folder)/errors")
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", Self.script, "sh"] + arguments
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = Self.file(output)
                process.standardError = Self.file(errors)
                guard let child = RunningCompiler.shared.start(process, until: deadline) else {
                    failure = "swiftc cannot be started"
                    return
                }
                child.wait()
                RunningCompiler.shared.ended(child)
                let (written, told) = (Self.contents(output), Self.contents(errors))
                messages = String(decoding: told, as: UTF8.self)
                written.withUnsafeBytes { Self.lines(of: $0, line) }
                let isTooMuch = max(written.count, told.count) >= Self.limit
                failure = child.reason ?? (isTooMuch ? "it wrote too much" : Self.failure(of: process))
            }

            private static let limit = 1 << 30
            #if os(macOS)
                private static let program = "/usr/bin/xcrun \"$@\""
            #else
                private static let program = "\"$@\""
            #endif
            /// The shell counts in units of 512 bytes.
            private static let script = "ulimit -f \(limit / 512) 2>/dev/null; exec \(program)"

            fileprivate static let isLate = "it took too long"

            private static func file(_ path: String) -> FileHandle? {
                FileManager.default.createFile(atPath: path, contents: nil) ? FileHandle(forWritingAtPath: path) : nil
            }

            private static func contents(_ path: String) -> Data {
                (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)) ?? Data()
            }

            private static func lines(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
                guard let base = text.baseAddress else { return }
                var start = 0
                while start < text.count {
                    let found = memchr(base + start, 10, text.count - start)
                    let end = found.map { UnsafeRawPointer($0) - base } ?? text.count
                    body(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                    start = end + 1
                }
            }

            private static func failure(of process: Process) -> String? {
                if process.terminationReason == .uncaughtSignal {
                    return "swiftc crashed with signal \(process.terminationStatus)"
                }
                return process.terminationStatus == 127 ? "there is no swiftc in the PATH" : nil
            }
        #else
            init(
                _ arguments: [String], in folder: String, until deadline: Date, _ line: (UnsafeRawBufferPointer) -> Void
            ) {
                failure = "there is no compiler on this system"
            }
        #endif
    }

    /// The compiler processes that are running. They end when this program ends.
    package final class RunningCompiler: Sendable {
        package static let shared = RunningCompiler()
        /// The queue of the timers for the deadlines. It is not the global queue, because all threads of that may be waiting.
        private static let clock = DispatchQueue(label: "fmdb-check.compiler")
        private let children = Locked<(isOver: Bool, list: [Child], folders: Set<String>)>((false, [], []))

        /// Ends all compilers and removes their files, because the program is about to end. No compiler starts after that.
        package func endForGood() {
            let (list, folders) = children.withLock { state in
                state.isOver = true
                return (state.list, state.folders)
            }
            for child in list {
                child.end("the program was interrupted")
                child.reap()
            }
            for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
        }

        /// Creates a folder, runs the body, and removes the folder.
        func withFolder<Value>(_ body: (String) -> Value) throws -> Value {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fmdb-check-\(UUID())").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            children.withLock { _ = $0.folders.insert(folder) }
            defer {
                try? FileManager.default.removeItem(atPath: folder)
                children.withLock { _ = $0.folders.remove(folder) }
            }
            return body(folder)
        }

        #if os(Linux) || os(macOS)
            // SAFETY: the process is terminated, and its state is read, only under the lock.
            final class Child: @unchecked Sendable {
                private let process: Process
                private let state = Locked<String?>(nil)

                init(_ process: Process) { self.process = process }

                var reason: String? { state.withLock { $0 } }

                /// Waits for the process to end. Another thread reads its output meanwhile.
                func reap() { waitpid(process.processIdentifier, nil, 0) }

                func end(_ reason: String) {
                    state.withLock { state in
                        if state == nil { state = reason }
                        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                    }
                    endRest()
                }

                /// Waits for the process to end, then kills its child processes, because Foundation waits for them too.
                func wait() {
                    var information = siginfo_t()
                    while waitid(P_PID, id_t(process.processIdentifier), &information, WEXITED | WNOWAIT) == -1,
                        errno == EINTR
                    {}
                    endRest()
                    process.waitUntilExit()
                }

                /// Kills the process group, which has the compiler's process id and outlives it.
                private func endRest() { kill(-process.processIdentifier, SIGKILL) }
            }

            fileprivate func start(_ process: Process, until deadline: Date) -> Child? {
                let child = Child(process)
                let isStarted = children.withLock { state in
                    guard !state.isOver, (try? process.run()) != nil else { return false }
                    state.list.append(child)
                    return true
                }
                guard isStarted else { return nil }
                Self.clock.asyncAfter(deadline: .now() + max(0, deadline.timeIntervalSinceNow)) {
                    [weak child] in child?.end(CompilerRun.isLate)
                }
                return child
            }

            fileprivate func ended(_ child: Child) { children.withLock { $0.list.removeAll { $0 === child } } }
        #else
            final class Child: Sendable {
                func end(_ reason: String) {}
                func reap() {}
            }
        #endif
    }
#endif
