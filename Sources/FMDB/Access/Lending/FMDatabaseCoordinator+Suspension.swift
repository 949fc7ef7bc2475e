import Foundation

extension FMDatabaseCoordinator {
    /// Keeps the connections from taking locks for which iOS ends an app, until ``resume()``.
    ///
    /// iOS ends an app that it suspends while the app holds the lock of a file in a shared container (exception code
    /// `0xDEAD10CC`). Call this when the app is about to be suspended:
    /// - Blocks in progress are stopped, as by [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html), those that only
    ///   read, too, and so are waits for a lock. Only the readers of a pool that writes go on.
    /// - Every further statement that would take a lock is refused with the code `.interrupt`: one that writes or begins an
    ///   immediate or exclusive transaction, and one that reads, unless it is in [WAL mode](https://sqlite.org/wal.html).
    /// - A transaction in which a statement is refused is rolled back as a whole, even if its block passes over the error: a
    ///   throwing verb throws, FMDB's `inTransaction` sets ``lastTransactionError``, and after a `beginTransaction()` of the
    ///   block's own every further statement of the block fails.
    /// - No connection is opened, and no checkpoint begins.
    ///
    /// A `COMMIT` that a block has reached commits, or if it is interrupted rolls back and throws. A block that computes without
    /// using its database keeps its transaction, and the lock, until the next statement. It does not hold for closing, for
    /// exports and `write(toFile:)`, for C functions, and for a database that nobody lends: close that.
    ///
    /// Any thread may call it; it does not wait. After it `withDatabase { _ in }` of a queue returns when the block in progress
    /// has let go of its lock. To call it again before ``resume()`` changes nothing.
    public final func suspend() { suspension.begin() }

    /// Ends what ``suspend()`` began. Any thread may call it.
    public final func resume() { suspension.end() }

    /// Whether ``suspend()`` is in force. Any thread may ask.
    public final var isSuspended: Bool { suspension.isOn }

    /// Suspends each queue and pool whose ``Configuration/observesSuspensionNotifications`` is true. Any thread may post it.
    public static let suspendNotification = Notification.Name("FMDatabase.suspend")

    /// Resumes each queue and pool whose ``Configuration/observesSuspensionNotifications`` is true. Any thread may post it.
    public static let resumeNotification = Notification.Name("FMDatabase.resume")
}

/// Suspends and resumes what it was made for when the notifications say so.
final class SuspensionNotices {
    private let observers: [any NSObjectProtocol]

    init(_ suspension: Suspension) {
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
