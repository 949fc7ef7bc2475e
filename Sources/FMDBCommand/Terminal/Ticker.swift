#if Tool
    import Dispatch
    import Foundation

    // SAFETY: the progress is used under the lock alone.
    /// Shows how far a call has come that does not tell it: by what can be seen from outside, the size of a file for example.
    final class Ticker: @unchecked Sendable {
        private let lock = NSLock()
        private let progress: Progress
        private let timer = DispatchSource.makeTimerSource(queue: .global())

        /// - Parameter fraction: the share that is done; nil if nobody knows. Called on another thread.
        init(_ title: String, isQuiet: Bool = false, fraction: @escaping @Sendable () -> Double? = { nil }) {
            progress = Progress(title, isQuiet: isQuiet)
            timer.schedule(deadline: .now() + 0.3, repeating: 0.1)
            timer.setEventHandler { [weak self] in
                guard let self else { return }
                let share = fraction()
                lock.withLock { self.progress.update(share) }
            }
            timer.resume()
        }

        deinit { timer.cancel() }

        func end() {
            timer.cancel()
            lock.withLock { progress.end() }
        }

        var duration: Duration { lock.withLock { progress.duration } }
    }

    /// The size of a file in bytes; nil if it is not there.
    func fileSize(_ path: String) -> Int64? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
    }
#endif
