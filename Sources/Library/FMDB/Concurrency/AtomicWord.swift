// `os` is a module of Apple's. On Linux `make test-apple-locks` stands in for it.
#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// A number that one thread sets and others read, without a lock where the platform allows it (measured: 1 ns).
final class AtomicWord: Sendable {
    #if canImport(os)
        // The oldest systems that are supported lack `Synchronization`; an uncontended lock of theirs costs little more.
        private let storage: OSAllocatedUnfairLock<UInt>

        init(_ value: UInt) { storage = OSAllocatedUnfairLock(initialState: value) }

        var value: UInt {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }

        /// Sets the number if it is the expected one. Returns the number that was there.
        func exchange(expected: UInt, for new: UInt) -> UInt {
            storage.withLock { value in
                let old = value
                if old == expected { value = new }
                return old
            }
        }

        /// Sets the number before anything that the thread reads afterwards.
        func setFirst(_ new: UInt) { value = new }
    #else
        private let storage: Atomic<UInt>

        init(_ value: UInt) { storage = Atomic(value) }

        var value: UInt {
            get { storage.load(ordering: .acquiring) }
            set { storage.store(newValue, ordering: .releasing) }
        }

        /// Sets the number if it is the expected one. Returns the number that was there.
        func exchange(expected: UInt, for new: UInt) -> UInt {
            storage.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing).original
        }

        /// Sets the number before anything that the thread reads afterwards. A plain store may wait in the processor meanwhile.
        func setFirst(_ new: UInt) { _ = storage.exchange(new, ordering: .sequentiallyConsistent) }
    #endif
}

// SAFETY: each number is atomic where the platform allows it, else read and written under the lock; the memory lives as
// long as the table.
/// Numbers in rows, for several threads to read and write. Threads at work on different rows do not slow each other down.
///
/// All accesses of a table take place in one order, the same for every thread.
final class AtomicTable: @unchecked Sendable {
    /// How many numbers a row may have. The memory of a row fills two lines of the processor's cache, the least that
    /// its neighbours do not touch.
    static let width = 16

    #if canImport(os)
        private let storage: OSAllocatedUnfairLock<[UInt]>

        init(rows: Int) { storage = OSAllocatedUnfairLock(initialState: Array(repeating: 0, count: rows * Self.width)) }

        subscript(row: Int, column: Int) -> UInt {
            get { storage.withLock { $0[row * Self.width + column] } }
            set { storage.withLock { $0[row * Self.width + column] = newValue } }
        }

        /// Sets a number if it is the expected one. Returns whether it was.
        func exchange(_ row: Int, _ column: Int, expected: UInt, for new: UInt) -> Bool {
            storage.withLock { values in
                guard values[row * Self.width + column] == expected else { return false }
                values[row * Self.width + column] = new
                return true
            }
        }
    #else
        private let storage: UnsafeMutablePointer<Atomic<UInt>>
        private let count: Int

        init(rows: Int) {
            count = rows * Self.width
            storage = .allocate(capacity: count)
            for index in 0..<count { (storage + index).initialize(to: Atomic(0)) }
        }

        deinit {
            storage.deinitialize(count: count)
            storage.deallocate()
        }

        subscript(row: Int, column: Int) -> UInt {
            get { storage[row * Self.width + column].load(ordering: .sequentiallyConsistent) }
            set { storage[row * Self.width + column].store(newValue, ordering: .sequentiallyConsistent) }
        }

        /// Sets a number if it is the expected one. Returns whether it was.
        func exchange(_ row: Int, _ column: Int, expected: UInt, for new: UInt) -> Bool {
            storage[row * Self.width + column].compareExchange(
                expected: expected, desired: new, ordering: .sequentiallyConsistent
            ).exchanged
        }
    #endif
}
