// `os` is Apple's module. On Linux, `make test-apple-locks` provides a substitute.
#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// An atomic number, without a lock if the platform supports it (measured: 1 ns).
final class AtomicWord: Sendable {
    #if canImport(os)
        // The oldest supported Apple systems lack `Synchronization`. An uncontended unfair lock costs little more.
        private let storage: OSAllocatedUnfairLock<UInt>

        init(_ value: UInt) { storage = OSAllocatedUnfairLock(initialState: value) }

        var value: UInt {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }

        /// Sets the number if it is the expected one. Returns the previous number.
        func exchange(expected: UInt, for new: UInt) -> UInt {
            storage.withLock { value in
                let old = value
                if old == expected { value = new }
                return old
            }
        }

        /// Stores the number before any later read of this thread.
        func setFirst(_ new: UInt) { value = new }
    #else
        private let storage: Atomic<UInt>

        init(_ value: UInt) { storage = Atomic(value) }

        var value: UInt {
            get { atomically { storage.load(ordering: .acquiring) } }
            set { atomically { storage.store(newValue, ordering: .releasing) } }
        }

        /// Sets the number if it is the expected one. Returns the previous number.
        func exchange(expected: UInt, for new: UInt) -> UInt {
            atomically {
                storage.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing).original
            }
        }

        /// Stores the number so that other threads see it before this thread makes its next read. A plain store could still be in the CPU's
        /// store buffer at that time.
        func setFirst(_ new: UInt) { _ = atomically { storage.exchange(new, ordering: .sequentiallyConsistent) } }
    #endif
}

// SAFETY: each number is atomic if the platform supports it, else read and written under the lock; the memory lives as long as the
// table.
/// A table of atomic numbers. Threads that use different rows do not slow each other down.
///
/// All accesses to a table are sequentially consistent.
final class AtomicTable: @unchecked Sendable {
    /// The number of columns. A row takes the space of two cache lines, so that threads on different rows do not share a line.
    static let width = 16

    #if canImport(os)
        private let storage: OSAllocatedUnfairLock<[UInt]>

        init(rows: Int) { storage = OSAllocatedUnfairLock(initialState: Array(repeating: 0, count: rows * Self.width)) }

        subscript(row: Int, column: Int) -> UInt {
            get { storage.withLock { $0[row * Self.width + column] } }
            set { storage.withLock { $0[row * Self.width + column] = newValue } }
        }

        /// Sets a number if it is the expected one. Returns whether it was set.
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
            get { atomically { storage[row * Self.width + column].load(ordering: .sequentiallyConsistent) } }
            set { atomically { storage[row * Self.width + column].store(newValue, ordering: .sequentiallyConsistent) } }
        }

        /// Sets a number if it is the expected one. Returns whether it was set.
        func exchange(_ row: Int, _ column: Int, expected: UInt, for new: UInt) -> Bool {
            atomically {
                storage[row * Self.width + column].compareExchange(
                    expected: expected, desired: new, ordering: .sequentiallyConsistent
                ).exchanged
            }
        }
    #endif
}

/// Performs an atomic operation. Before it, a simulation may run another thread.
@inline(__always)
private func atomically<Value>(_ operation: () -> Value) -> Value {
    #if DEBUG
        Simulated.thread?.step(.atomic)
    #endif
    return operation()
}
