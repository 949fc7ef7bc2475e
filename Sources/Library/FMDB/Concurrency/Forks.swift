import Foundation

// SAFETY: the list is read and written only under its own lock, which is held while the process forks.
/// Keeps the objects that all connections share usable in a forked child process.
///
/// Only the thread that calls `fork` exists in the child. A lock that another thread holds at that moment stays locked there, and its data
/// may be half written. So the locks of objects that the child uses are held during the fork. The child refuses the parent's queues, pools
/// and connections before it takes any of their locks; see ``ForkStamp``.
///
/// The Swift runtime also has such locks, which it takes when code first uses a generic type or a conformance. So all code that runs in the
/// child before `fork` returns is run once before the first fork.
final class Forks: @unchecked Sendable {
    /// The number of forks that lead from the first process of the program to this one.
    static let count = AtomicWord(0)

    private static let shared: Forks = {
        // See [`pthread_atfork`](https://pubs.opengroup.org/onlinepubs/9699919799/functions/pthread_atfork.html).
        pthread_atfork({ Forks.shared.begin() }, { Forks.shared.end() }, { Forks.shared.becomeChild() })
        return Forks()
    }()

    private let lock = SystemLock(isQuiet: true)
    private var held: [(lock: SystemLock, reset: () -> Void)] = []

    /// Registers a lock to be held whenever the process forks.
    ///
    /// - Parameters:
    ///   - lock: the lock. Its holder must not wait for another registered lock, unless this lock is the outermost.
    ///   - isOutermost: whether the lock is taken before all others.
    ///   - reset: called in the child, under the lock, to clear what belongs to the parent. Also called once now, before there is any data.
    static func hold(_ lock: SystemLock, isOutermost: Bool = false, inChild reset: @escaping () -> Void = {}) {
        #if DEBUG
            if Simulated.thread != nil { return reset() }
        #endif
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

    /// Resets the registered objects in the child, which has only this thread.
    private func becomeChild() {
        Forks.count.value += 1
        for one in held { one.reset() }
        end()
    }
}

/// Distinguishes objects created in this process from objects created before it was forked.
package struct ForkStamp: Sendable {
    private let forks: UInt

    package init() { forks = Forks.count.value }

    /// Whether the object belongs to the parent of this process.
    package var isInherited: Bool {
        #if DEBUG
            // A process of a simulation cannot fork. Asking is no step of it.
            if Simulated.thread != nil { return false }
        #endif
        return forks != Forks.count.value
    }
}

extension SystemLock {
    /// Runs a body under the lock of an object that a forked child may use. In a child, the lock may be held for ever, by a thread that
    /// exists only in the parent. Returns nil there without running the body if the lock is not free.
    package func withLock<Value>(ifKept stamp: ForkStamp, _ body: () -> Value) -> Value? {
        guard stamp.isInherited else { return withLock(body) }
        guard `try`() else { return nil }
        defer { unlock() }
        return body()
    }
}

extension FMError {
    /// The error for using a parent's connection in a forked child.
    static func forked(_ sql: String?) -> FMError {
        FMError(
            .misuse, "the connection was opened before fork(), and must not be used in the child process", sql: sql,
            stage: .other)
    }

    /// The error for opening or attaching, in a forked child, a file that was open in the parent.
    static func openAtFork(_ sql: String?) -> FMError {
        FMError(
            .misuse,
            "the file was open when fork() created this process, in which SQLite's locks do not work; use it in a process that has called exec()",
            sql: sql, stage: .open)
    }
}
