import Foundation

extension FMDatabaseLender {
    /// Keeps every connection from taking locks, until ``resume()``.
    ///
    /// iOS ends an app that it suspends while the app holds the lock of a file in a shared container (exception code
    /// `0xDEAD10CC`). Call this when the app is about to be suspended:
    /// - A statement that runs is stopped, as by [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html), and so is a
    ///   wait for a lock.
    /// - Every further statement that would take a lock is refused with the code `.interrupt`: one that writes or begins an
    ///   immediate or exclusive transaction, and outside of [WAL mode](https://sqlite.org/wal.html) one that reads, too.
    /// - A transaction in which such a statement is refused is rolled back as a whole, and the call that began it throws, even
    ///   if its block passes over the error.
    /// - No connection is opened, and no checkpoint begins.
    ///
    /// What only reads in WAL mode may begin, and the readers of a pool go on with what they are at; a `COMMIT` that the block has reached ends its transaction. A block that
    /// computes without using its database keeps its transaction until the next statement.
    ///
    /// Any thread may call it; it does not wait. To call it again changes nothing.
    public final func suspend() { suspension.begin() }

    /// Ends what ``suspend()`` began. Any thread may call it.
    public final func resume() { suspension.end() }

    /// Whether ``suspend()`` is in force. Any thread may ask.
    public final var isSuspended: Bool { suspension.isOn }

    /// Post it to suspend each queue and pool that
    /// ``Configuration/observesSuspensionNotifications`` has listen. Any thread may post it.
    public static let suspendNotification = Notification.Name("FMDatabase.suspend")

    /// Post it to resume each queue and pool that
    /// ``Configuration/observesSuspensionNotifications`` has listen. Any thread may post it.
    public static let resumeNotification = Notification.Name("FMDatabase.resume")
}

// SAFETY: the observers are set once, before anybody else has the object.
/// Suspends and resumes what it was made for when the notifications say so.
final class SuspensionNotices: @unchecked Sendable {
    private var observers: [any NSObjectProtocol] = []

    init(_ suspension: Suspension) {
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: FMDatabaseLender.suspendNotification, object: nil, queue: nil) { _ in
                suspension.begin()
            },
            center.addObserver(forName: FMDatabaseLender.resumeNotification, object: nil, queue: nil) { _ in
                suspension.end()
            },
        ]
    }

    deinit {
        observers.forEach(NotificationCenter.default.removeObserver)
    }
}
