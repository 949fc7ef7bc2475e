import Foundation

// SAFETY: `stored` is read and written only while `lock` is held.
/// A value that several threads share. Every access holds the lock:
///
///     let seen = Locked<Set<Int>>([])
///     seen.withLock { $0.insert(1) }
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    package init(_ value: Value) { stored = value }

    package var value: Value { withLock { $0 } }

    /// Reads or changes the value; no other thread sees it in between. The body must not come back to the same box.
    @discardableResult
    package func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
        lock.lock()
        defer { lock.unlock() }
        return try body(&stored)
    }
}
