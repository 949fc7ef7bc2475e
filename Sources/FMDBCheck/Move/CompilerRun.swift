#if Checked
    import Foundation

    /// One run of Swift's compiler.
    struct CompilerRun {
        /// What it has written to the standard error.
        private(set) var messages = ""
        /// Why it did not come to its end; nil if it did. Errors in the sources are no reason.
        private(set) var failure: String?

        #if os(Linux) || os(macOS)
            /// Runs the compiler, and waits for its end.
            ///
            /// - Parameters:
            ///   - arguments: the program and its arguments.
            ///   - deadline: when it is ended.
            ///   - limit: how many bytes it may write.
            ///   - line: called with each line of the standard output.
            init(
                _ arguments: [String], until deadline: Date, limit: Int = 1 << 30,
                _ line: (UnsafeRawBufferPointer) -> Void
            ) {
                guard deadline > Date() else {
                    failure = Self.isLate
                    return
                }
                let process = Process()
                let (output, errors) = (Pipe(), Pipe())
                #if os(macOS)
                    process.executableURL = URL(fileURLWithPath: "/usr/bin/xcrun")
                #else
                    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                #endif
                process.arguments = arguments
                (process.standardInput, process.standardOutput, process.standardError) = (
                    FileHandle.nullDevice, output, errors
                )
                guard let child = RunningCompiler.shared.start(process, until: deadline) else {
                    failure = "swiftc cannot be started"
                    return
                }
                defer { RunningCompiler.shared.ended(child) }
                let told = Self.reading(errors.fileHandleForReading, of: child)
                var rest = LineReader()
                var count = 0
                while case let part = output.fileHandleForReading.availableData, !part.isEmpty {
                    count += part.count
                    if count > limit { child.end("it wrote too much") }
                    rest.add(part, line)
                }
                messages = told()
                process.waitUntilExit()
                failure = child.reason ?? Self.failure(of: process)
            }

            fileprivate static let isLate = "it took too long"

            /// Reads on another thread.
            ///
            /// - Returns: what waits for the end of the text.
            private static func reading(_ file: FileHandle, of child: RunningCompiler.Child) -> () -> String {
                let bytes = Locked(Data())
                let end = DispatchSemaphore(value: 0)
                Thread {
                    while case let part = file.availableData, !part.isEmpty {
                        bytes.withLock { $0.append(part) }
                        if bytes.withLock({ $0.count }) > 64 << 20 { child.end("it wrote too much") }
                    }
                    end.signal()
                }.start()
                return {
                    end.wait()
                    return bytes.withLock { String(decoding: $0, as: UTF8.self) }
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
                _ arguments: [String], until deadline: Date, limit: Int = 0, _ line: (UnsafeRawBufferPointer) -> Void
            ) {
                failure = "there is no compiler on this system"
            }
        #endif
    }

    #if os(Linux) || os(macOS)
        /// Makes lines of parts.
        private struct LineReader {
            private var rest = Data()

            mutating func add(_ part: Data, _ body: (UnsafeRawBufferPointer) -> Void) {
                rest += part
                var used = 0
                rest.withUnsafeBytes { bytes in
                    while let base = bytes.baseAddress, used < bytes.count,
                        let end = memchr(base + used, 10, bytes.count - used)
                    {
                        let next = UnsafeRawPointer(end) - base
                        body(UnsafeRawBufferPointer(rebasing: bytes[used..<next]))
                        used = next + 1
                    }
                }
                rest = Data(rest.dropFirst(used))
            }
        }
    #endif

    /// The compiler that runs, so that the end of this program is its end, too.
    package final class RunningCompiler: Sendable {
        package static let shared = RunningCompiler()
        /// A thread of its own: those of the global queue may all be waiting.
        private static let clock = DispatchQueue(label: "fmdb-check.compiler")
        private let children = Locked<(isOver: Bool, list: [Child], folders: Set<String>)>((false, [], []))

        /// Whether the program is about to end.
        package var isOver: Bool { children.withLock { $0.isOver } }

        /// Ends it, removes its files, and starts no other. The program ends next.
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

        /// Makes a folder that is removed at the end of the body.
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
            // SAFETY: the process is told to end, and its state read, under the lock alone.
            final class Child: @unchecked Sendable {
                private let process: Process
                private let state = Locked<String?>(nil)

                init(_ process: Process) { self.process = process }

                var reason: String? { state.withLock { $0 } }

                /// Waits for its end beside the thread that reads what it writes.
                func reap() { waitpid(process.processIdentifier, nil, 0) }

                func end(_ reason: String) {
                    state.withLock { state in
                        if state == nil { state = reason }
                        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                    }
                }
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
