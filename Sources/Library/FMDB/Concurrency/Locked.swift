import Foundation

// SAFETY: `stored` is read and written only while `lock` is held.
/// A value that several threads share. Every access holds the lock:
///
///     let seen = Locked<Set<Int>>([])
///     seen.withLock { $0.insert(1) }
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock: SystemLock
    private var stored: Value

    package init(_ value: Value) { (lock, stored) = (SystemLock(), value) }

    /// - Parameter isQuiet: whether a simulation does not notice the lock.
    package init(_ value: Value, isQuiet: Bool) { (lock, stored) = (SystemLock(isQuiet: isQuiet), value) }

    package var value: Value { withLock { $0 } }

    /// Runs a body that reads or changes the value under the lock. The body must not use the same object again.
    @discardableResult
    package func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
        lock.lock()
        defer { lock.unlock() }
        return try body(&stored)
    }
}
