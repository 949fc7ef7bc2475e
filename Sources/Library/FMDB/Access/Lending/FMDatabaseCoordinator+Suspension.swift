import Foundation

extension FMDatabaseCoordinator {
    /// Prevents the connections from holding locks, until ``resume()``.
    ///
    /// iOS terminates an app that it suspends while the app holds a lock on a file in a shared container (exception
    /// code `0xDEAD10CC`). Call this when the app is about to be suspended:
    /// - Running statements are interrupted, as by [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html),
    ///   including those that only read, and waits for locks end. Only the readers of a pool continue, unless the pool
    ///   was opened read-only.
    /// - Later statements that would take a lock fail with `.interrupt`: those that write or begin an immediate or
    ///   exclusive transaction and, except in [WAL mode](https://sqlite.org/wal.html), those that read.
    /// - A transaction in which a statement is refused is rolled back, even if its block ignores the error. The modern
    ///   calls throw, and FMDB's `inTransaction` sets ``lastTransactionError``. After the block's own
    ///   `beginTransaction()` all its later statements fail.
    /// - No connection is opened, and no checkpoint starts.
    ///
    /// A `COMMIT` in progress completes, or is interrupted, rolls back and throws. A block that computes without using
    /// its database keeps its transaction and its lock until its next statement. Not covered are: closing, exports and
    /// `write(toFile:)`, C functions, and an ``FMDatabase`` outside queues and pools, which you must close.
    ///
    /// Any thread may call it; it does not wait. To wait until a queue's running block has released its lock, call
    /// `withDatabase { _ in }` afterwards. Calling it again before ``resume()`` has no effect.
    public final func suspend() { suspension.begin() }

    /// Ends the suspension. Any thread may call it.
    public final func resume() { suspension.end() }

    /// Whether the queue or pool is suspended. Any thread may read it.
    public final var isSuspended: Bool { suspension.isOn }

    /// Suspends each queue and pool whose ``Configuration/observesSuspensionNotifications`` is true. Any thread may post it.
    public static let suspendNotification = Notification.Name("FMDatabase.suspend")

    /// Resumes each queue and pool whose ``Configuration/observesSuspensionNotifications`` is true. Any thread may post it.
    public static let resumeNotification = Notification.Name("FMDatabase.resume")
}

/// Suspends and resumes a queue or pool on notifications.
final class SuspensionNotices {
    private let observers: [any NSObjectProtocol]

    init(_ suspension: Suspension) {
        #if DEBUG
            Simulated.refuse("observesSuspensionNotifications listens to the whole process")
        #endif
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: FMDatabaseCoordinator.suspendNotification, object: nil, queue: nil) { _ in
                suspension.begin()
            },
            center.addObserver(forName: FMDatabaseCoordinator.resumeNotification, object: nil, queue: nil) { _ in
                suspension.end()
            },
        ]
    }

    deinit {
        observers.forEach(NotificationCenter.default.removeObserver)
    }
}
