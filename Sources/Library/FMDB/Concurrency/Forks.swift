import Foundation

// SAFETY: the list is read and written under its own lock alone, which is held while the process is forked.
/// Keeps the objects that all connections share usable in a child process.
///
/// Of the threads of a process only the one that calls `fork` is in the child. A lock that another one has at that moment stays locked
/// there for ever, and what it guards may be half written. So the locks of objects that the child uses are held during the fork. The child
/// refuses the parent's queues, pools and connections before it takes any of their locks; see ``ForkStamp``.
///
/// The Swift runtime has such locks, too: it takes them where code uses a generic type or a conformance for the first time. So
/// all that runs in the child between `fork` and its return runs once before.
final class Forks: @unchecked Sendable {
    /// The number of forks between the start of the program and this process.
    static let count = AtomicWord(0)

    private static let shared: Forks = {
        // See [`pthread_atfork`](https://pubs.opengroup.org/onlinepubs/9699919799/functions/pthread_atfork.html).
        pthread_atfork({ Forks.shared.begin() }, { Forks.shared.end() }, { Forks.shared.becomeChild() })
        return Forks()
    }()

    private let lock = NSLock()
    private var held: [(lock: NSLock, reset: () -> Void)] = []

    /// Has a lock held whenever the process is forked.
    ///
    /// - Parameters:
    ///   - lock: its holder must not wait for another lock held here, unless it is the outermost one.
    ///   - isOutermost: whether it is taken before all others.
    ///   - reset: is called in the child, under the lock, to forget what has remained with the parent; and once at the
    ///     beginning, when there is nothing to forget.
    static func hold(_ lock: NSLock, isOutermost: Bool = false, inChild reset: @escaping () -> Void = {}) {
        shared.lock.withLock {
            shared.held.insert((lock, reset), at: isOutermost ? 0 : shared.held.count)
        }
        shared.begin()
        reset()
        shared.end()
    }

    private func begin() {
        lock.lock()
        for one in held { one.lock.lock() }
    }

    private func end() {
        for one in held { one.lock.unlock() }
        lock.unlock()
    }

    /// In the child, where no other thread is left.
    private func becomeChild() {
        Forks.count.value += 1
        for one in held { one.reset() }
        end()
    }
}

/// Tells an object of this process from one that was there before the process was forked.
package struct ForkStamp: Sendable {
    private let forks: UInt

    package init() { forks = Forks.count.value }

    /// Whether the object belongs to the parent of this process.
    package var isInherited: Bool { forks != Forks.count.value }
}

extension NSLock {
    /// Runs a body under the lock of an object that a child process may use. Returns nil in a child process where the lock is not free: a
    /// thread that is not there may have it.
    package func withLock<Value>(ifKept stamp: ForkStamp, _ body: () -> Value) -> Value? {
        guard stamp.isInherited else { return withLock(body) }
        guard `try`() else { return nil }
        defer { unlock() }
        return body()
    }
}

extension FMError {
    /// A use in a child process.
    static func forked(_ sql: String?) -> FMError {
        FMError(
            .misuse, "the connection was opened before fork(), and must not be used in the child process", sql: sql,
            stage: .other)
    }

    /// A file that a child process must not open, or attach.
    static func openAtFork(_ sql: String?) -> FMError {
        FMError(
            .misuse,
            "the file was open when this process was made by fork(), where SQLite's locks do not hold; use the database in a process that has called exec()",
            sql: sql, stage: .open)
    }
}
