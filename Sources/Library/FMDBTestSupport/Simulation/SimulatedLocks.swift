import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// The lock of a connection on a database file. The raw values are SQLite's.
    enum LockLevel: Int32, Comparable {
        case none, shared, reserved, pending, exclusive

        static func < (one: LockLevel, other: LockLevel) -> Bool { one.rawValue < other.rawValue }
    }

    /// What one process knows of its own locks on a file.
    ///
    /// The kernel's locks belong to the process, so SQLite counts those of its connections itself. It cannot see that the kernel dropped one.
    final class SimulatedLocks {
        /// The highest level of the connections.
        fileprivate(set) var level = LockLevel.none
        /// The number of connections that have at least a shared lock.
        fileprivate var holders = 0
        /// The number of open files of SQLite.
        fileprivate var users = 0
        /// The descriptors of closed connections. Closing one would drop the locks of the others.
        fileprivate var unclosed: [(descriptor: Int32, isReadOnly: Bool)] = []
        var memory: SimulatedMemory?
        private var isEntered = false
        private var waiting = 0

        /// Makes other threads of the process wait, as a mutex does, while system calls are made that belong together.
        func enter() {
            while isEntered {
                guard let thread = Simulated.thread else { return }
                waiting += 1
                _ = thread.park(on: self, for: .lock, until: nil)
                waiting -= 1
            }
            isEntered = true
        }

        func leave() {
            isEntered = false
            if waiting > 0 { Simulated.thread?.wake(self) }
        }

        /// Returns a descriptor that a closed connection left.
        func reused(isReadOnly: Bool) -> Int32? {
            unclosed.firstIndex { $0.isReadOnly == isReadOnly }.map { unclosed.remove(at: $0).descriptor }
        }

        fileprivate func closeUnclosed(_ kernel: SimulatedKernel) {
            for (descriptor, _) in unclosed { try? kernel.close(descriptor) }
            unclosed = []
        }
    }

    /// The bytes that SQLite locks in a database file. See [`os.h`](https://sqlite.org/src/file?name=src/os.h).
    private enum LockBytes {
        static let pending: ClosedRange<Int64> = 0x4000_0000...0x4000_0000
        static let reserved: ClosedRange<Int64> = 0x4000_0001...0x4000_0001
        static let shared: ClosedRange<Int64> = 0x4000_0002...0x4000_01FF
    }

    extension SimulatedFile {
        /// Finds, or creates, the process's list of locks for the file.
        func joinLocks(_ inode: UInt64) {
            let locks = files.fileLocks[inode] ?? SimulatedLocks()
            files.fileLocks[inode] = locks
            locks.users += 1
            self.locks = locks
        }

        func closeDescriptor() {
            try? unlock(to: .none)
            guard let locks else { return _ = try? kernel.close(descriptor) }
            if locks.holders > 0 {
                locks.unclosed.append((descriptor, isReadOnly))
            } else {
                try? kernel.close(descriptor)
            }
            locks.users -= 1
            guard locks.users == 0 else { return }
            locks.closeUnclosed(kernel)
            files.fileLocks[inode] = nil
        }

        /// Raises the lock.
        ///
        /// - Throws: `EAGAIN` if another connection, of this process or another, prevents it.
        func lock(to wanted: LockLevel) throws(SystemFailure) {
            guard let locks, level < wanted else { return }
            locks.enter()
            defer { locks.leave() }
            if level != locks.level, locks.level >= .pending || wanted > .shared { throw SystemFailure(EAGAIN) }
            if wanted == .shared {
                if locks.level == .none { try lockShared() }
                locks.holders += 1
            } else if wanted == .reserved {
                try kernel.lock(descriptor, LockBytes.reserved, exclusive: true)
            } else {
                try lockExclusive(locks)
            }
            // A shared lock does not lower the reserved lock of another connection.
            locks.level = max(locks.level, wanted)
            level = wanted
        }

        private func lockShared() throws(SystemFailure) {
            // A writer that waits has this byte, so that no reader comes in.
            try kernel.lock(descriptor, LockBytes.pending, exclusive: false)
            defer { try? kernel.lock(descriptor, LockBytes.pending, exclusive: nil) }
            try files.step()
            try kernel.lock(descriptor, LockBytes.shared, exclusive: false)
            try files.step()
        }

        /// A connection that fails here keeps its pending lock, as in SQLite.
        private func lockExclusive(_ locks: SimulatedLocks) throws(SystemFailure) {
            if level == .reserved {
                try kernel.lock(descriptor, LockBytes.pending, exclusive: true)
                (level, locks.level) = (.pending, .pending)
                try files.step()
            }
            guard locks.holders == 1 else { throw SystemFailure(EAGAIN) }
            try kernel.lock(descriptor, LockBytes.shared, exclusive: true)
        }

        func unlock(to wanted: LockLevel) throws(SystemFailure) {
            guard let locks, level > wanted else { return }
            locks.enter()
            defer { locks.leave() }
            if level > .shared {
                if wanted == .shared {
                    try kernel.lock(descriptor, LockBytes.shared, exclusive: false)
                    try files.step()
                }
                try kernel.lock(
                    descriptor, LockBytes.pending.lowerBound...LockBytes.reserved.upperBound, exclusive: nil)
                locks.level = .shared
            }
            if wanted == .none {
                locks.holders -= 1
                if locks.holders == 0 {
                    try? kernel.lock(descriptor, 0...Int64.max, exclusive: nil)
                    locks.level = .none
                    locks.closeUnclosed(kernel)
                }
            }
            level = wanted
        }

        func isReserved() throws(SystemFailure) -> Bool {
            guard let locks else { return false }
            if locks.level > .shared { return true }
            return try kernel.blocker(of: descriptor, LockBytes.reserved) != nil
        }
    }
#endif
