import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Lets the task that checks a database sleep until its file has changed.
final class WatchSignal: @unchecked Sendable {
    /// What is known of changes of the file.
    enum State {
        /// Changes are not reported: the task must poll.
        case blind
        case quiet
        case changed
        case over
    }

    private let lock = NSLock()
    private var hasChanged = false
    private var isOver = false
    /// Whether the time of the present wait is up.
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

    /// Has changes of a file reported, if they are not already.
    ///
    /// - Parameters:
    ///   - path: the file by its one absolute path.
    ///   - refusal: the number of the error with which the kernel is to refuse it, for tests.
    ///   - refused: is called the first time that the kernel refuses it, with the number of the error.
    /// - Returns: whether they are reported from now on.
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

    /// Nothing more will be waited for.
    func end() {
        #if os(Linux)
            let watch = lock.withLock { self.watch.take() }
            watch?.cancel()
        #endif
        wake { $0.isOver = true }
    }

    /// What has happened since the last call.
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

    /// Waits for a change.
    ///
    /// - Parameter limit: how long; nil for ever.
    func wait(_ limit: Duration? = nil) async {
        lock.withLock { isTimeUp = false }
        // It may be up before the task waits.
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
