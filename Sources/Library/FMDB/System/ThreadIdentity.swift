import Foundation

/// The identity of a thread.
struct ThreadIdentity: Hashable, Sendable {
    /// The number of the thread. Never 0.
    let number: UInt

    init(number: UInt) { self.number = number }

    /// Creates the identity of a task that has no thread yet, from an object that exists as long as the identity is used.
    init(of object: AnyObject) {
        #if DEBUG
            if let thread = Simulated.thread {
                number = thread.newNumber() << 2
                return
            }
        #endif
        number = UInt(bitPattern: ObjectIdentifier(object))
    }

    static var current: ThreadIdentity {
        #if DEBUG
            // The two lowest bits are zero, as in an address.
            if let thread = Simulated.thread { return ThreadIdentity(number: thread.number << 2) }
        #endif
        #if canImport(Darwin)
            return ThreadIdentity(number: UInt(bitPattern: pthread_self()))
        #else
            return ThreadIdentity(number: UInt(pthread_self()))
        #endif
    }
}

extension ThreadIdentity: CustomStringConvertible {
    var description: String { "thread 0x" + String(number, radix: 16) }
}
