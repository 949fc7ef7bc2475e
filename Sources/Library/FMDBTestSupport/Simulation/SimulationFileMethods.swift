import FMDB
import FMDBSQLiteC

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// The `sqlite3_file` of a simulated file.
    struct SimulationHandle {
        private var head = sqlite3_file()
        private var file: Unmanaged<SimulatedFile>?

        typealias Pointer = UnsafeMutablePointer<sqlite3_file>

        // SAFETY: filled in once, before any file has it; it is never changed nor freed.
        nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
            let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            methods.initialize(to: fileMethods())
            return UnsafePointer(methods)
        }()

        private static func own(_ handle: Pointer) -> UnsafeMutablePointer<SimulationHandle> {
            UnsafeMutableRawPointer(handle).assumingMemoryBound(to: SimulationHandle.self)
        }

        static func fill(_ handle: Pointer, _ file: SimulatedFile) {
            own(handle).pointee.file = .passRetained(file)
            handle.pointee.pMethods = methods
        }

        fileprivate static func file(_ handle: Pointer?) -> SimulatedFile? {
            handle.flatMap { own($0).pointee.file?.takeUnretainedValue() }
        }

        fileprivate static func close(_ handle: Pointer?) -> Int32 {
            guard let handle, let file = file(handle) else { return SQLITE_MISUSE }
            try? file.files.step()
            file.close()
            own(handle).pointee.file?.release()
            own(handle).pointee.file = nil
            handle.pointee.pMethods = nil
            return SQLITE_OK
        }

        /// Performs an operation on a file.
        ///
        /// - Parameters:
        ///   - operation: the kind of operation, which may fail. Nil for one that cannot.
        ///   - body: the operation. It returns a result code.
        fileprivate static func perform(
            _ handle: Pointer?, _ operation: FMTestDisk.Operation?, _ point: SimulatedPoint = .file,
            _ body: (SimulatedFile) throws -> Int32
        ) -> Int32 {
            guard let file = file(handle) else { return SQLITE_MISUSE }
            do {
                // A failing write has an effect, so it begins by itself.
                if let operation, operation != .write {
                    try file.files.begin(operation, file.path, point)
                } else if operation == nil {
                    try file.files.step(point)
                }
                return try body(file)
            } catch {
                let error = SystemFailure(error)
                file.lastError = error.number
                return file.files.isAlive ? error.code(operation) : SQLITE_IOERR
            }
        }

        fileprivate static func perform(
            _ handle: Pointer?, _ operation: FMTestDisk.Operation?, _ point: SimulatedPoint = .file,
            _ body: (SimulatedFile) throws -> Void
        ) -> Int32 {
            perform(handle, operation, point) { file -> Int32 in
                try body(file)
                return SQLITE_OK
            }
        }
    }

    extension SystemFailure {
        /// The result code that SQLite's own VFS returns if an operation fails with this error.
        func code(_ operation: FMTestDisk.Operation?) -> Int32 {
            switch (operation, number) {
            case (_, EAGAIN): SQLITE_BUSY
            case (.write, ENOSPC): SQLITE_FULL
            case (.read, EIO): SQLITE_IOERR | 33 << 8
            case (.mapMemory, ENOSPC): SQLITE_IOERR | 19 << 8
            case (.delete, ENOENT): SQLITE_IOERR | 23 << 8
            default: operation?.code ?? SQLITE_IOERR
            }
        }
    }

    // MARK: - The methods

    private func fileMethods() -> sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 3
        methods.xClose = { SimulationHandle.close($0) }
        methods.xRead = { handle, bytes, count, offset in
            SimulationHandle.perform(handle, .read) { file -> Int32 in
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
                return try file.read(buffer, offset) ? SQLITE_OK : SQLITE_IOERR | 2 << 8
            }
        }
        methods.xWrite = { handle, bytes, count, offset in
            SimulationHandle.perform(handle, .write) { file in
                try file.files.write(file.descriptor, UnsafeRawBufferPointer(start: bytes, count: Int(count)), offset)
            }
        }
        methods.xTruncate = { handle, size in
            SimulationHandle.perform(handle, .truncate) { file in try file.kernel.truncate(file.descriptor, to: size) }
        }
        methods.xSync = { handle, _ in
            SimulationHandle.perform(handle, .sync) { file in try file.sync() }
        }
        methods.xFileSize = { handle, size in
            SimulationHandle.perform(handle, .size) { file in size?.pointee = try file.size() }
        }
        methods.xFileControl = { SimulationHandle.control($0, $1, $2) }
        methods.xSectorSize = { _ in 4096 }
        methods.xDeviceCharacteristics = { handle in
            SimulationHandle.file(handle)?.isPowersafe == true ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0
        }
        addLocks(to: &methods)
        addSharedMemory(to: &methods)
        return methods
    }

    private func addLocks(to methods: inout sqlite3_io_methods) {
        methods.xLock = { handle, level in
            SimulationHandle.perform(handle, .lock) { file in try file.lock(to: LockLevel(rawValue: level) ?? .none) }
        }
        methods.xUnlock = { handle, level in
            SimulationHandle.perform(handle, nil) { file in try file.unlock(to: LockLevel(rawValue: level) ?? .none) }
        }
        methods.xCheckReservedLock = { handle, result in
            SimulationHandle.perform(handle, .lock) { file in result?.pointee = try file.isReserved() ? 1 : 0 }
        }
    }

    private func addSharedMemory(to methods: inout sqlite3_io_methods) {
        // No file is memory-mapped, so that all access uses these methods.
        methods.xFetch = { _, _, _, memory in
            memory?.pointee = nil
            return SQLITE_OK
        }
        methods.xUnfetch = { _, _, _ in SQLITE_OK }
        methods.xShmMap = { handle, region, size, extend, memory in
            memory?.pointee = nil
            guard size == MemoryRegion.size else { return SQLITE_IOERR }
            return SimulationHandle.perform(handle, .mapMemory, .sharedMemory) { file in
                memory?.pointee = try file.mapMemory(Int(region), creates: extend != 0)
            }
        }
        methods.xShmLock = { handle, offset, count, flags in
            let slots = Int(offset)..<Int(offset + count)
            guard flags & SQLITE_SHM_LOCK != 0 else {
                return SimulationHandle.perform(handle, nil, .sharedMemory) { file in try file.unlockMemory(slots) }
            }
            return SimulationHandle.perform(handle, .lockMemory, .sharedMemory) { file in
                try file.lockMemory(slots, exclusive: flags & SQLITE_SHM_EXCLUSIVE != 0)
            }
        }
        methods.xShmBarrier = { handle in
            _ = SimulationHandle.perform(handle, nil, .sharedMemory) { _ in }
        }
        methods.xShmUnmap = { handle, deletes in
            try? SimulationHandle.file(handle)?.files.step(.sharedMemory)
            SimulationHandle.file(handle)?.leaveMemory(deletes: deletes != 0)
            return SQLITE_OK
        }
    }

    // MARK: - Controls

    extension SimulationHandle {
        fileprivate static func control(
            _ handle: Pointer?, _ operation: Int32, _ argument: UnsafeMutableRawPointer?
        ) -> Int32 {
            perform(handle, nil) { file -> Int32 in
                guard let argument else { return SQLITE_NOTFOUND }
                let number = argument.assumingMemoryBound(to: Int32.self)
                switch operation {
                case SQLITE_FCNTL_LOCKSTATE: number.pointee = file.level.rawValue
                case SQLITE_FCNTL_LAST_ERRNO: number.pointee = file.lastError
                case SQLITE_FCNTL_HAS_MOVED: number.pointee = file.hasMoved ? 1 : 0
                // Files do not grow in chunks: that changes lengths alone.
                case SQLITE_FCNTL_CHUNK_SIZE, SQLITE_FCNTL_SIZE_HINT: break
                case SQLITE_FCNTL_PERSIST_WAL: exchange(number, &file.persistsLog)
                case SQLITE_FCNTL_POWERSAFE_OVERWRITE: exchange(number, &file.isPowersafe)
                case SQLITE_FCNTL_VFSNAME:
                    // The caller frees the name. It is that of the VFS whose behaviour this is.
                    guard let name = sqlite3_malloc(5) else { return SQLITE_NOMEM }
                    name.copyMemory(from: "unix", byteCount: 5)
                    argument.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self).pointee =
                        name.assumingMemoryBound(to: CChar.self)
                default: return SQLITE_NOTFOUND
                }
                return SQLITE_OK
            }
        }

        /// Sets a setting to a number, unless that is negative, and returns the setting in its place.
        private static func exchange(_ number: UnsafeMutablePointer<Int32>, _ setting: inout Bool) {
            if number.pointee >= 0 { setting = number.pointee != 0 }
            number.pointee = setting ? 1 : 0
        }
    }
#endif
