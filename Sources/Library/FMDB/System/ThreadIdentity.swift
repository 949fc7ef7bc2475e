import Foundation

/// The identity of a thread.
struct ThreadIdentity: Hashable, Sendable {
    /// The number of the thread. Never 0.
    let number: UInt

    static var current: ThreadIdentity {
        #if canImport(Darwin)
            ThreadIdentity(number: UInt(bitPattern: pthread_self()))
        #else
            ThreadIdentity(number: UInt(pthread_self()))
        #endif
    }
}

extension ThreadIdentity: CustomStringConvertible {
    var description: String { "thread 0x" + String(number, radix: 16) }
}
