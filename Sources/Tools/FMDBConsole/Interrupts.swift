#if Tool || Checked || Node
    import Dispatch
    import FMDB
    import Foundation

    // SAFETY: all mutable state is read and written only under the lock.
    /// Handles Ctrl-C, SIGTERM and SIGHUP. The first signal cancels the running work, which then ends cleanly. The third one ends the
    /// process at once.
    package final class Interrupts: @unchecked Sendable {
        package static let shared = Interrupts()

        private let lock = NSLock()
        private var sources: [any DispatchSourceSignal] = []
        private var timer: (any DispatchSourceTimer)?
        private var actions: [Int: @Sendable () -> Void] = [:]
        private var nextAction = 0
        private var signals: [Int32] = []
        /// Whether the process continues after Ctrl-C, as `fmdb shell` does.
        private var isForgiving = false
        private var terminal: termios?

        private init() {}

        /// Ignores SIGPIPE and SIGXFSZ. A write to a closed pipe or beyond the file size limit then fails with an error. The process does
        /// not end, and can remove its temporary files.
        package static func letWritesFail() { for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) } }

        /// Starts to handle signals.
        ///
        /// - Parameter survives: whether Ctrl-C ends only the running work, and not the process.
        package func listen(survives: Bool = false) {
            lock.withLock {
                isForgiving = survives
                guard sources.isEmpty else { return }
                // If SIGHUP is already ignored, as under nohup, it stays ignored.
                let hangUp = signal(SIGHUP, SIG_IGN)
                let isDetached = unsafeBitCast(hangUp, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
                let registered = DispatchGroup()
                sources = (isDetached ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]).map { number in
                    signal(number, SIG_IGN)
                    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                    source.setEventHandler { [self] in came(number) }
                    registered.enter()
                    source.setRegistrationHandler { registered.leave() }
                    source.resume()
                    return source
                }
                // A signal before the registration would be lost.
                registered.wait()
            }
        }

        private func came(_ number: Int32) {
            let mustEnd = lock.withLock {
                signals.append(number)
                guard !isForgiving || number != SIGINT else { return false }
                return signals.count >= 3
            }
            if mustEnd {
                if var settings = lock.withLock({ terminal }) { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
                _exit(128 + number)
            }
            act()
            // The timer repeats the actions, because a statement that begins after the first one must be cancelled too.
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + 0.02, repeating: 0.02)
            timer.setEventHandler { [self] in act() }
            lock.withLock {
                self.timer?.cancel()
                self.timer = timer
            }
            timer.resume()
        }

        private func act() {
            for action in lock.withLock({ signals.isEmpty ? [] : Array(actions.values) }) { action() }
        }

        /// Clears the record of Ctrl-C. SIGTERM and SIGHUP stay recorded, because they end the process and not only a statement.
        package func reset() {
            lock.withLock {
                signals.removeAll { $0 == SIGINT }
                timer?.cancel()
                timer = nil
            }
        }

        /// Stores the terminal settings to restore if the process ends at once; nil for none.
        package func keep(_ settings: termios?) { lock.withLock { terminal = settings } }

        package var mustEnd: Bool { lock.withLock { signals.contains { $0 != SIGINT } } }

        package func waitForSignal() {
            let semaphore = DispatchSemaphore(value: 0)
            _ = try? during({ semaphore.signal() }) { semaphore.wait() }
        }

        /// The exit code for the first signal, or nil if there was none.
        package var outcome: Outcome? { lock.withLock { signals.first }.map(Outcome.init(signal:)) }

        package func check() throws {
            if let outcome { throw ToolError(outcome) }
        }

        /// Runs work that a signal cancels.
        ///
        /// - Parameter action: called on another thread when a signal arrives, and then repeatedly until the work has ended.
        package func during<Value>(
            _ action: @escaping @Sendable () -> Void, _ body: () throws -> Value
        ) throws -> Value {
            let number = lock.withLock {
                nextAction += 1
                actions[nextAction] = action
                return nextAction
            }
            defer { _ = lock.withLock { actions.removeValue(forKey: number) } }
            try check()
            return try body()
        }
    }

    /// Runs asynchronous work and waits for it. A signal cancels its task.
    package func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Locked<Result<Value, any Error>?>(nil)
        let semaphore = DispatchSemaphore(value: 0)
        let task = Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            semaphore.signal()
        }
        return try Interrupts.shared.during({ task.cancel() }) {
            semaphore.wait()
            guard let result = outcome.value else { throw CancellationError() }
            return try result.get()
        }
    }

    /// The connections that a library call opens, which a signal interrupts too.
    package final class OpenedConnections: Sendable {
        private let actions = Locked<[@Sendable () -> Void]>([])

        package init() {}

        package func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

        /// Runs work that a signal ends by interrupting the connections.
        package func during<Value>(_ body: () throws -> Value) throws -> Value {
            try Interrupts.shared.during({ [actions] in for action in actions.value { action() } }, body)
        }
    }
#endif
