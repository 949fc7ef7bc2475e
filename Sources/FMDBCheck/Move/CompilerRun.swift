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
                _ arguments: [String], until deadline: Date, limit: Int = 4 << 30, _ line: (UnsafeRawBufferPointer) -> Void
            ) {
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
                let bytes = Locked(Data())
                let read = DispatchGroup()
                read.enter()
                Thread {
                    while case let part = errors.fileHandleForReading.availableData, !part.isEmpty {
                        let count = bytes.withLock { $0.append(part); return $0.count }
                        if count > 64 << 20 { child.end("it wrote too much") }
                    }
                    read.leave()
                }.start()
                var rest = LineReader()
                var count = 0
                while case let part = output.fileHandleForReading.availableData, !part.isEmpty {
                    count += part.count
                    if count > limit { child.end("it wrote too much") }
                    rest.add(part, line)
                }
                read.wait()
                process.waitUntilExit()
                messages = bytes.withLock { String(decoding: $0, as: UTF8.self) }
                failure = child.reason
                if failure == nil, process.terminationReason == .uncaughtSignal {
                    failure = "swiftc crashed with signal \(process.terminationStatus)"
                } else if failure == nil, process.terminationStatus == 127 {
                    failure = "there is no swiftc in the PATH"
                }
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
        private let children = Locked<(isOver: Bool, list: [Child], folders: Set<String>)>((false, [], []))

        /// Ends it, removes its files, and starts no other.
        package func endForGood() {
            let (list, folders) = children.withLock { state in
                state.isOver = true
                return (state.list, state.folders)
            }
            for child in list { child.end("the program was interrupted") }
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
                DispatchQueue.global().asyncAfter(deadline: .now() + max(0, deadline.timeIntervalSinceNow)) {
                    [weak child] in child?.end("it took too long")
                }
                return child
            }

            fileprivate func ended(_ child: Child) { children.withLock { $0.list.removeAll { $0 === child } } }
        #else
            final class Child: Sendable {
                func end(_ reason: String) {}
            }
        #endif
    }
#endif
