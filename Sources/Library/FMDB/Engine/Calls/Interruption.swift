import Foundation
import FMDBSQLiteC

// SAFETY: the pointer is read and written only under the lock, which is also held during `sqlite3_interrupt`.
/// Lets other threads interrupt the running statements of a connection.
final class Interruption: @unchecked Sendable {
    private let lock = SystemLock()
    private var handle: OpaquePointer?
    private var exemptions = 0

    /// Sets the connection to interrupt.
    func arm(_ handle: OpaquePointer) {
        lock.withLock { self.handle = handle }
    }

    /// Clears the connection. Call it before the connection closes.
    func retire() {
        lock.withLock { handle = nil }
    }

    /// Interrupts all running statements of the connection.
    ///
    /// - Returns: false if there is no open connection.
    func interrupt() -> Bool {
        lock.withLock {
            guard let handle else { return false }
            if exemptions == 0 { sqlite3_interrupt(handle) }
            return true
        }
    }

    /// Runs a body during which `interrupt()` has no effect.
    func withoutEffect<Value>(_ body: () -> Value) -> Value {
        lock.withLock { exemptions += 1 }
        defer { lock.withLock { exemptions -= 1 } }
        return body()
    }
}
