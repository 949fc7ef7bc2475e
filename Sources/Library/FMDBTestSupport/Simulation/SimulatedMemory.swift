import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDBTestSupportC

    /// 32 KiB of a WAL index. The processes map it at addresses of their own, so that a killed one can lose it.
    final class MemoryRegion {
        static let size = 32768

        private let file: Int32

        init() throws(SystemFailure) {
            file = fmdb_new_memory()
            guard file >= 0 else { throw SystemFailure(errno) }
            guard ftruncate(file, off_t(MemoryRegion.size)) == 0 else { throw SystemFailure(errno) }
        }

        deinit { close(file) }

        func map() throws(SystemFailure) -> UnsafeMutableRawPointer {
            let memory = mmap(nil, MemoryRegion.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            guard let memory, memory != MAP_FAILED else { throw SystemFailure(errno) }
            return memory
        }

        /// Replaces a mapping with a copy that no other process sees.
        static func detach(_ memory: UnsafeMutableRawPointer) {
            let copy = Data(bytes: memory, count: size)
            guard mmap(memory, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANON, -1, 0) == memory else {
                fatalError("the memory of a killed process cannot be detached: \(String(cString: strerror(errno)))")
            }
            copy.copyBytes(to: memory.assumingMemoryBound(to: UInt8.self), count: size)
        }
    }

    /// The WAL index of a database in one process.
    final class SimulatedMemory {
        /// Bytes that SQLite locks in a WAL index. See [WAL-mode File Format](https://sqlite.org/walformat.html).
        private enum LockBytes {
            static let first: Int64 = 120
            /// The lock that each process has while it uses the index: the "dead man switch".
            static let inUse: ClosedRange<Int64> = 128...128
        }

        // A killed process does not close its files. So nothing here refers to the disk itself, which would stay with them.
        private let files: ProcessFiles
        private let descriptor: Int32
        private var mapped: [UnsafeMutableRawPointer] = []
        /// The locks of the process's connections: the number of shared ones, or −1 for an exclusive one.
        private var slots = [Int](repeating: 0, count: 8)
        fileprivate var users = 0

        /// Opens the index, and empties it if no process uses it.
        fileprivate init(_ files: ProcessFiles, _ path: String, _ mode: mode_t) throws(SystemFailure) {
            self.files = files
            let kernel = files.kernel
            let descriptor = try kernel.open(path, O_RDWR | O_CREAT, mode, by: files.process)
            do throws(SystemFailure) {
                try files.step(.sharedMemory)
                let holder = try kernel.blocker(of: descriptor, LockBytes.inUse)
                // Another process is about to empty it.
                if holder?.isExclusive == true { throw SystemFailure(EAGAIN) }
                if holder == nil {
                    try files.step(.sharedMemory)
                    try kernel.lock(descriptor, LockBytes.inUse, exclusive: true)
                    try files.step(.sharedMemory)
                    try kernel.truncate(descriptor, to: 3)
                    try kernel.descriptor(descriptor).inode.regions = []
                }
                try files.step(.sharedMemory)
                try kernel.lock(descriptor, LockBytes.inUse, exclusive: false)
            } catch {
                try? kernel.close(descriptor)
                throw error
            }
            self.descriptor = descriptor
        }

        deinit {
            for memory in mapped { munmap(memory, MemoryRegion.size) }
        }

        fileprivate func close() {
            try? files.kernel.close(descriptor)
        }

        /// Leaves a killed process a copy, so that its threads change nothing that others see.
        func detach() {
            for memory in mapped { MemoryRegion.detach(memory) }
        }

        /// - Returns: nil if the region does not exist and is not to be created.
        fileprivate func map(_ index: Int, creates: Bool) throws(SystemFailure) -> UnsafeMutableRawPointer? {
            let inode = try files.kernel.descriptor(descriptor).inode
            let end = (index + 1) * MemoryRegion.size
            if inode.bytes.count < end {
                guard creates else { return nil }
                try files.kernel.truncate(descriptor, to: Int64(end))
            }
            while inode.regions.count <= index { inode.regions.append(try MemoryRegion()) }
            while mapped.count <= index {
                mapped.append(try inode.regions[mapped.count].map())
            }
            return mapped[index]
        }

        fileprivate func lock(_ wanted: Range<Int>, exclusive: Bool, except own: Set<Int>) throws(SystemFailure) {
            for slot in wanted where !own.contains(slot) {
                guard exclusive ? slots[slot] == 0 : slots[slot] >= 0 else { throw SystemFailure(EAGAIN) }
            }
            if exclusive || slots[wanted.lowerBound] == 0 {
                try files.kernel.lock(descriptor, bytes(wanted), exclusive: exclusive)
            }
            for slot in wanted { slots[slot] = exclusive ? -1 : slots[slot] + 1 }
        }

        fileprivate func unlock(_ range: Range<Int>) throws(SystemFailure) {
            if slots[range.lowerBound] > 1 { return slots[range.lowerBound] -= 1 }
            try files.kernel.lock(descriptor, bytes(range), exclusive: nil)
            for slot in range { slots[slot] = 0 }
        }

        private func bytes(_ slots: Range<Int>) -> ClosedRange<Int64> {
            LockBytes.first + Int64(slots.lowerBound)...LockBytes.first + Int64(slots.upperBound - 1)
        }
    }

    extension SimulatedFile {
        func mapMemory(_ index: Int, creates: Bool) throws(SystemFailure) -> UnsafeMutableRawPointer? {
            try joinMemory().map(index, creates: creates)
        }

        private func joinMemory() throws(SystemFailure) -> SimulatedMemory {
            if let memory { return memory }
            guard let locks else { throw SystemFailure(EINVAL) }
            locks.enter()
            defer { locks.leave() }
            let memory =
                if let there = locks.memory { there } else {
                    try SimulatedMemory(files, path + "-shm", kernel.descriptor(descriptor).inode.mode)
                }
            memory.users += 1
            (locks.memory, self.memory) = (memory, memory)
            return memory
        }

        func lockMemory(_ slots: Range<Int>, exclusive: Bool) throws(SystemFailure) {
            guard let memory else { throw SystemFailure(EINVAL) }
            if !exclusive, sharedSlots.contains(slots.lowerBound) { return }
            try memory.lock(slots, exclusive: exclusive, except: exclusiveSlots)
            if exclusive { exclusiveSlots.formUnion(slots) } else { sharedSlots.formUnion(slots) }
        }

        func unlockMemory(_ slots: Range<Int>) throws(SystemFailure) {
            guard let memory, slots.contains(where: { sharedSlots.contains($0) || exclusiveSlots.contains($0) }) else {
                return
            }
            try memory.unlock(slots)
            sharedSlots.subtract(slots)
            exclusiveSlots.subtract(slots)
        }

        /// Ends the use of the WAL index. The last connection of a process closes the index.
        func leaveMemory(deletes: Bool) {
            guard let memory else { return }
            self.memory = nil
            memory.users -= 1
            guard memory.users == 0 else { return }
            locks?.memory = nil
            if deletes, files.isAlive { try? kernel.unlink(path + "-shm") }
            memory.close()
        }
    }
#endif
