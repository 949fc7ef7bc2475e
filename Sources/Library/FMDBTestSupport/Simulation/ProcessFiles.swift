import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    // SAFETY: of the threads of a simulation one runs at a time.
    /// The simulated disk as one process sees it: by system calls here, and by SQLite through `SimulationVFS`.
    final class ProcessFiles: SimulatedFiles, @unchecked Sendable {
        private(set) var kernel: SimulatedKernel
        let process: Int32
        private(set) var isAlive = true
        /// The locks of SQLite's connections on each file, by inode. SQLite has one such list in a process.
        var fileLocks: [UInt64: SimulatedLocks] = [:]

        init(_ kernel: SimulatedKernel, _ process: Int32) { (self.kernel, self.process) = (kernel, process) }

        /// Ends the process as `SIGKILL` does: its descriptors and locks are gone at once. Its threads still run; every later call fails.
        func kill() {
            isAlive = false
            for locks in fileLocks.values { locks.memory?.detach() }
            kernel.closeAll(of: process)
            // Connections of the process may never be closed. They must not keep the disk.
            kernel = SimulatedKernel { .zero }
        }

        /// Lets the simulation run other threads.
        ///
        /// - Throws: `EIO` if the process was killed.
        func step(_ point: SimulatedPoint = .file) throws(SystemFailure) {
            Simulated.thread?.step(point)
            guard isAlive else { throw SystemFailure(EIO) }
        }

        /// Begins an operation that may fail.
        func begin(
            _ operation: FMTestDisk.Operation, _ path: String, _ point: SimulatedPoint = .file
        ) throws(SystemFailure) {
            try step(point)
            switch kernel.fault(operation, process, path) {
            case nil: break
            case .fullDisk: throw SystemFailure(ENOSPC)
            case .ioError: throw SystemFailure(EIO)
            case .slow(let duration): kernel.sleep(duration)
            }
            guard isAlive else { throw SystemFailure(EIO) }
        }

        /// Writes bytes. A write that fails writes its first half, as on a full disk.
        func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) throws(SystemFailure) {
            do {
                try begin(.write, path(descriptor))
            } catch {
                let half = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
                if isAlive { try kernel.write(descriptor, half, offset) }
                throw error
            }
            try kernel.write(descriptor, bytes, offset)
        }

        func path(_ descriptor: Int32) -> String { (try? kernel.descriptor(descriptor).path) ?? "" }

        private func answer<Value>(
            _ failed: Value, _ operation: FMTestDisk.Operation?, _ path: String,
            _ call: () throws -> Value
        ) -> Value {
            do {
                if let operation { try begin(operation, path) } else { try step() }
                return try call()
            } catch {
                errno = SystemFailure(error).number
                return failed
            }
        }

        private func succeeds(
            _ operation: FMTestDisk.Operation?, _ path: String = "", _ call: () throws -> Void
        ) -> Int32 {
            answer(-1, operation, path) {
                try call()
                return 0
            }
        }
    }

    // MARK: - System calls

    extension ProcessFiles {
        func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
            answer(-1, .open, path) { try kernel.open(path, flags, mode, by: process) }
        }

        func close(_ descriptor: Int32) -> Int32 { succeeds(nil) { try kernel.close(descriptor) } }

        func pread(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int {
            answer(-1, .read, path(descriptor)) { try kernel.read(descriptor, buffer, offset) }
        }

        func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int {
            do {
                try write(descriptor, bytes, offset)
                return bytes.count
            } catch {
                errno = error.number
                return -1
            }
        }

        func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 {
            succeeds(.truncate, path(descriptor)) { try kernel.truncate(descriptor, to: size) }
        }

        func fsync(_ descriptor: Int32) -> Int32 {
            succeeds(.sync, path(descriptor)) { try kernel.descriptor(descriptor).inode.sync() }
        }

        // A simulated disk keeps no permissions.
        func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 {
            succeeds(nil) { _ = try kernel.descriptor(descriptor) }
        }

        func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32 {
            succeeds(nil) { try kernel.descriptor(descriptor).inode.fill(&facts) }
        }
        func stat(_ path: String, _ facts: inout stat) -> Int32 {
            succeeds(nil) { try kernel.inode(at: path).fill(&facts) }
        }

        // There are no symbolic links.
        func lstat(_ path: String, _ facts: inout stat) -> Int32 { stat(path, &facts) }

        // A process may do all with each file that is there.
        func access(_ path: String, _ mode: Int32) -> Int32 {
            succeeds(.access, path) { _ = try kernel.inode(at: path) }
        }
        func rename(_ path: String, _ target: String) -> Int32 { succeeds(nil) { try kernel.rename(path, target) } }
        func link(_ path: String, _ target: String) -> Int32 { succeeds(nil) { try kernel.link(path, target) } }
        func unlink(_ path: String) -> Int32 { succeeds(.delete, path) { try kernel.unlink(path) } }
        func mkdir(_ path: String, _ mode: mode_t) -> Int32 { succeeds(nil) { try kernel.makeFolder(path, mode) } }
        func rmdir(_ path: String) -> Int32 { succeeds(nil) { try kernel.removeFolder(path) } }

        func realpath(_ path: String) -> String? {
            answer(nil, nil, path) {
                _ = try kernel.inode(at: path)
                return try SimulatedKernel.normalized(path)
            }
        }

        func names(in folder: String) -> [String]? {
            answer(nil, nil, folder) {
                guard let folder = try kernel.inode(at: folder).folder else { throw SystemFailure(ENOTDIR) }
                return folder.names
            }
        }

        var locks: String { answer("", nil, "") { kernel.locks } }
    }
#endif
