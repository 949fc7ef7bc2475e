import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Suspends the task that checks a database for external changes, and wakes it when the database file changes.
final class WatchSignal: @unchecked Sendable {
    /// The state of the file watch.
    enum State {
        /// Changes are not reported: the task must poll.
        case blind
        case quiet
        case changed
        case over
    }

    private let lock = SystemLock()
    private var hasChanged = false
    private var isOver = false
    /// Whether the time limit of the current wait has passed.
    private var isTimeUp = false
    private var waiter: CheckedContinuation<Void, Never>?
    #if os(Linux)
        private var watch: FileWatch?
        /// Whether the kernel has refused to watch a file.
        private var wasRefused = false

        deinit {
            watch?.cancel()
        }
    #endif

    /// Starts to watch a file, unless a file is watched already.
    ///
    /// - Parameters:
    ///   - path: the canonical absolute path of the file.
    ///   - refusal: an `errno` to fail with, for tests.
    ///   - refused: called with the `errno` the first time that the kernel refuses the watch.
    /// - Returns: whether this call began to watch the file.
    func begin(_ path: String, refusal: Int32? = nil, refused: (Int32) -> Void) -> Bool {
        #if os(Linux)
            guard lock.withLock({ watch == nil && !isOver }) else { return false }
            let watched: FileWatch?
            do throws(FileWatchError) {
                watched = try FileEvents.shared.watch(path, refusal: refusal) { [weak self] in
                    self?.wake { $0.hasChanged = true }
                } lost: { [weak self] in
                    self?.wake {
                        $0.watch = nil
                        $0.hasChanged = true
                    }
                }
            } catch {
                let isFirst = lock.withLock {
                    defer { wasRefused = true }
                    return !wasRefused
                }
                if isFirst { refused(error.errorNumber) }
                return false
            }
            guard let made = watched else { return false }
            let isKept = lock.withLock {
                if !isOver { watch = made }
                return !isOver
            }
            if !isKept { made.cancel() }
            return isKept
        #else
            return false
        #endif
    }

    /// Ends all waits, now and later.
    func end() {
        #if os(Linux)
            let watch = lock.withLock { self.watch.take() }
            watch?.cancel()
        #endif
        wake { $0.isOver = true }
    }

    /// Returns the state, and resets a reported change.
    func poll() -> State {
        lock.withLock {
            defer { hasChanged = false }
            if isOver { return .over }
            #if os(Linux)
                return watch == nil ? .blind : hasChanged ? .changed : .quiet
            #else
                return .blind
            #endif
        }
    }

    /// Waits until the file changes, ``end()`` is called or the time limit passes.
    ///
    /// - Parameter limit: the maximum duration; nil for no limit.
    func wait(_ limit: Duration? = nil) async {
        lock.withLock { isTimeUp = false }
        // The limit may pass before the waiting task suspends, so the timer sets a flag that is checked below.
        let timer = limit.map { limit in
            Task { [weak self] in
                try await Task.sleep(for: limit)
                self?.wake { $0.isTimeUp = true }
            }
        }
        defer { timer?.cancel() }
        await withCheckedContinuation { continuation in
            let isDue = lock.withLock {
                if hasChanged || isOver || isTimeUp { return true }
                waiter = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
    }

    private func wake(_ change: (WatchSignal) -> Void) {
        let waiter = lock.withLock {
            change(self)
            return self.waiter.take()
        }
        waiter?.resume()
    }
}
