import Foundation
import FMDBSQLiteC

// SAFETY: the pointer is read and written under the lock alone, and the lock is held while SQLite is told.
/// The part of a connection by which another thread stops the statement that is running.
final class Interruption: @unchecked Sendable {
    private let lock = NSLock()
    private var handle: OpaquePointer?
    private var exemptions = 0

    /// Points at an open connection.
    func arm(_ handle: OpaquePointer) {
        lock.withLock { self.handle = handle }
    }

    /// Forgets the connection; to be called before it closes.
    func retire() {
        lock.withLock { handle = nil }
    }

    /// Interrupts what runs at this moment.
    ///
    /// - Returns: false if there is no open connection.
    func interrupt() -> Bool {
        lock.withLock {
            guard let handle else { return false }
            if exemptions == 0 { sqlite3_interrupt(handle) }
            return true
        }
    }

    /// Interrupts nothing that runs during a body.
    func withoutEffect<Value>(_ body: () -> Value) -> Value {
        lock.withLock { exemptions += 1 }
        defer { lock.withLock { exemptions -= 1 } }
        return body()
    }
}
