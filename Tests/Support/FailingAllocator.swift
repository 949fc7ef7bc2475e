import FMDB
import FMDBSQLiteC

#if os(Linux)
    /// SQLite's memory, of which an allocation fails. It is that of the whole process, so it is for a program of its own.
    ///
    /// See [Memory Allocation Routines](https://sqlite.org/c3ref/mem_methods.html).
    public enum FailingAllocator {
        private struct State {
            var target = 0
            var isSticky = false
            var count = 0
            var failures = 0
            var outstanding = 0
        }

        private static let state = Locked(State())

        // SAFETY: filled in once by `install`, before SQLite is used; it is never changed afterwards.
        nonisolated(unsafe) private static var base = sqlite3_mem_methods()

        /// Has SQLite allocate through this. It must not have been used before.
        ///
        /// - Returns: false if it has.
        public static func install() -> Bool {
            guard fmdb_get_allocator(&base) == SQLITE_OK else { return false }
            var own = base
            own.xMalloc = { size in
                guard FailingAllocator.isGranted(1) else { return nil }
                return FailingAllocator.counted(FailingAllocator.base.xMalloc(size))
            }
            own.xRealloc = { memory, size in
                FailingAllocator.isGranted(1) ? FailingAllocator.base.xRealloc(memory, size) : nil
            }
            own.xFree = { memory in
                FailingAllocator.state.withLock { $0.outstanding -= memory == nil ? 0 : 1 }
                FailingAllocator.base.xFree(memory)
            }
            return fmdb_set_allocator(&own) == SQLITE_OK
        }

        /// Starts counting anew, and chooses the allocation that fails.
        ///
        /// - Parameters:
        ///   - number: counted from 1. With 0 none fails.
        ///   - isSticky: whether the later ones fail too.
        public static func fail(at number: Int, isSticky: Bool) {
            state.withLock { state in
                state = State(target: number, isSticky: isSticky, outstanding: state.outstanding)
            }
        }

        /// How many allocations failed.
        public static var failures: Int { state.value.failures }

        /// How many there are that were not freed.
        public static var outstanding: Int { state.value.outstanding }

        private static func isGranted(_ count: Int) -> Bool {
            state.withLock { state in
                state.count += count
                let fails =
                    state.target > 0 && (state.isSticky ? state.count >= state.target : state.count == state.target)
                if fails { state.failures += 1 }
                return !fails
            }
        }

        private static func counted(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if memory != nil { state.withLock { $0.outstanding += 1 } }
            return memory
        }
    }
#endif
