#if Node && os(Linux)
    import Dispatch
    import Foundation
    import Synchronization

    /// Handles SIGTERM and SIGINT. The first signal requests an orderly end. The second ends the process at once.
    final class StopSignal: Sendable {
        private let requested = Mutex(false)
        private let semaphore = DispatchSemaphore(value: 0)

        /// Starts listening. Call it before other threads are created, because they inherit the blocked signals.
        convenience init() {
            self.init(listens: true)
        }

        private init(listens: Bool) {
            guard listens else { return }
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGTERM)
            sigaddset(&signals, SIGINT)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            // A closed output pipe must not end the node.
            signal(SIGPIPE, SIG_IGN)
            Thread.detachNewThread { [self, signals] in
                var signals = signals
                var number: Int32 = 0
                guard sigwait(&signals, &number) == 0 else { return }
                requested.withLock { $0 = true }
                semaphore.signal()
                guard sigwait(&signals, &number) == 0 else { return }
                _exit(128 + number)
            }
        }

        /// An instance that never receives a signal.
        static let never = StopSignal(listens: false)

        var isRequested: Bool { requested.withLock { $0 } }

        /// Waits for the first signal.
        ///
        /// - Returns: whether the signal has arrived.
        @discardableResult
        func wait(_ time: Duration? = nil) -> Bool {
            let until = time.map { DispatchTime.now() + $0 / .seconds(1) } ?? .distantFuture
            guard semaphore.wait(timeout: until) == .success else { return false }
            // Later waits see the signal too.
            semaphore.signal()
            return true
        }
    }
#endif
