import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// The error of a system call.
    struct SystemFailure: Error {
        /// The value of `errno`.
        let number: Int32

        init(_ number: Int32) { self.number = number }

        /// The error of a closure that calls the kernel alone.
        init(_ error: any Error) { number = (error as? SystemFailure)?.number ?? EIO }
    }

    /// What happens at an operation on a simulated disk.
    enum SimulatedFault: Hashable, Sendable {
        case fullDisk
        case ioError
        case slow(Duration)
    }

    // SAFETY: of the threads of a simulation one runs at a time.
    /// The disk of a simulation, and the descriptors and locks of its processes. `ProcessFiles` is what a process sees of it.
    final class SimulatedKernel: @unchecked Sendable {
        struct Descriptor {
            let process: Int32
            let path: String
            let inode: SimulatedInode
            let flags: Int32

            var reads: Bool { flags & O_ACCMODE != O_WRONLY }
            var writes: Bool { flags & O_ACCMODE != O_RDONLY }
        }

        private struct Process {
            weak var files: ProcessFiles?
        }

        let root: SimulatedInode
        /// The wall clock: the time since 1970.
        let now: () -> Duration
        /// Lets simulated time pass, for SQLite's pauses and slow operations.
        var sleep: (Duration) -> Void = { _ in }
        /// Chooses what happens at an operation of a process on a path. Default: nothing.
        var fault: (FMTestDisk.Operation, _ process: Int32, _ path: String) -> SimulatedFault? = { _, _, _ in nil }

        private var processes: [Process] = []
        private var descriptors: [Int32: Descriptor] = [:]
        // Far above the descriptors of the real process, so that none is mistaken for the other.
        private var nextDescriptor: Int32 = 1_000_000
        private var nextInode: UInt64 = 2

        init(now: @escaping () -> Duration) {
            self.now = now
            root = SimulatedInode(1, 0o755, isFolder: true, at: now())
        }

        func newInode(_ mode: mode_t, isFolder: Bool = false) -> SimulatedInode {
            defer { nextInode += 1 }
            return SimulatedInode(nextInode, mode, isFolder: isFolder, at: now())
        }

        /// Starts a process. A number must not be used twice.
        func start(_ process: Int32) -> ProcessFiles {
            let files = ProcessFiles(self, process)
            processes.removeAll { $0.files == nil }
            processes.append(Process(files: files))
            return files
        }

        var openCount: Int { descriptors.count }

        /// The paths of the files that a process has open.
        func openPaths(of process: Int32) -> [String] {
            descriptors.values.filter { $0.process == process }.map(\.path).sorted()
        }

        // MARK: Descriptors

        func open(_ path: String, _ flags: Int32, _ mode: mode_t, by process: Int32) throws(SystemFailure) -> Int32 {
            let inode = try flags & O_CREAT != 0 ? created(path, flags, mode) : self.inode(at: path)
            let descriptor = Descriptor(process: process, path: path, inode: inode, flags: flags)
            guard inode.folder == nil || !descriptor.writes else { throw SystemFailure(EISDIR) }
            guard inode.folder != nil || flags & O_DIRECTORY == 0 else { throw SystemFailure(ENOTDIR) }
            if flags & O_TRUNC != 0, descriptor.writes { inode.truncate(to: 0, at: now()) }
            return add(descriptor)
        }

        /// Opens a new file that has no name.
        func openTemporary(by process: Int32) -> Int32 {
            add(Descriptor(process: process, path: "", inode: newInode(0o600), flags: O_RDWR))
        }

        private func add(_ descriptor: Descriptor) -> Int32 {
            defer { nextDescriptor += 1 }
            descriptors[nextDescriptor] = descriptor
            return nextDescriptor
        }

        func descriptor(_ number: Int32) throws(SystemFailure) -> Descriptor {
            guard let descriptor = descriptors[number] else { throw SystemFailure(EBADF) }
            return descriptor
        }

        /// Closes a descriptor. As POSIX requires, that drops all locks of the process on the file.
        func close(_ number: Int32) throws(SystemFailure) {
            let descriptor = try descriptor(number)
            descriptors[number] = nil
            descriptor.inode.locks.drop(descriptor.process, at: now())
        }

        func closeAll(of process: Int32) {
            for (number, descriptor) in descriptors where descriptor.process == process { try? close(number) }
        }

        // MARK: Content

        func read(
            _ number: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64
        ) throws(SystemFailure) -> Int {
            let descriptor = try descriptor(number)
            guard descriptor.reads else { throw SystemFailure(EBADF) }
            guard offset >= 0 else { throw SystemFailure(EINVAL) }
            guard descriptor.inode.folder == nil else { throw SystemFailure(EISDIR) }
            return descriptor.inode.bytes.withUnsafeBytes { bytes in
                let found = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Int(offset)).prefix(buffer.count))
                buffer.copyMemory(from: found)
                return found.count
            }
        }

        func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) throws(SystemFailure) {
            try written(number, offset).write(bytes, at: Int(offset), at: now())
        }

        func truncate(_ number: Int32, to size: Int64) throws(SystemFailure) {
            try written(number, size).truncate(to: Int(size), at: now())
        }

        private func written(_ number: Int32, _ offset: Int64) throws(SystemFailure) -> SimulatedInode {
            let descriptor = try descriptor(number)
            guard descriptor.writes else { throw SystemFailure(EBADF) }
            guard offset >= 0 else { throw SystemFailure(EINVAL) }
            return descriptor.inode
        }

        // MARK: Locks

        /// Sets, or with nil removes, a lock of the descriptor's process.
        ///
        /// - Throws: `EAGAIN` for the lock of another process.
        func lock(_ number: Int32, _ bytes: ClosedRange<Int64>, exclusive: Bool?) throws(SystemFailure) {
            let descriptor = try descriptor(number)
            if let exclusive, exclusive ? !descriptor.writes : !descriptor.reads { throw SystemFailure(EBADF) }
            guard descriptor.inode.locks.set(descriptor.process, bytes, exclusive: exclusive, at: now()) else {
                throw SystemFailure(EAGAIN)
            }
        }

        /// Returns a lock that prevents the descriptor's process from an exclusive lock, or nil if there is none.
        func blocker(of number: Int32, _ bytes: ClosedRange<Int64>) throws(SystemFailure) -> ByteRangeLocks.Held? {
            let descriptor = try descriptor(number)
            return descriptor.inode.locks.blocker(of: descriptor.process, bytes, exclusive: true)
        }

        var locks: String {
            // A process with a lock has a descriptor.
            let inodes = Dictionary(descriptors.values.map { ($0.inode.number, $0.inode) }) { inode, _ in inode }
            let lines = inodes.sorted { $0.key < $1.key }.flatMap { $0.value.locks.lines(ofInode: $0.key) }
            return lines.enumerated().map { "\($0 + 1): \($1)\n" }.joined()
        }

        /// Forgets all files, descriptors and processes.
        func clear() {
            (descriptors, processes) = ([:], [])
            root.folder = SimulatedFolder()
        }

        // MARK: Power

        /// Cuts the power. All processes end. Each file and each name has a state that a disk may have if what was not synced was lost.
        func cutPower(_ damage: FMTestDisk.Damage) {
            killAll()
            var choice = DamageChoice(damage)
            settle(root, &choice)
            count(root)
        }

        /// Ends all processes. A disk that is no longer used must end so, or connections that were not closed keep it.
        func killAll() {
            for process in processes { process.files?.kill() }
            for process in Set(descriptors.values.map(\.process)) { closeAll(of: process) }
        }

        private func settle(_ inode: SimulatedInode, _ choice: inout DamageChoice) {
            inode.links = 0
            inode.regions = []
            inode.damage(&choice)
            for child in inode.folder?.all ?? [] { settle(child, &choice) }
            inode.folder?.damage(&choice)
        }

        private func count(_ inode: SimulatedInode) {
            for (_, child) in inode.folder?.entries ?? [:] {
                child.links += 1
                count(child)
            }
        }
    }
#endif
