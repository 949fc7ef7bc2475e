import FMDB
import FMDBSQLiteC

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// The VFS through which SQLite uses the disk of the current thread's simulated process. Threads of no simulation use SQLite's own VFS.
    enum SimulationVFS {
        static let name = "fmdb-simulation"

        // SAFETY: changed by `install()` and `remove()` alone, between which a simulation runs.
        /// What was the default before.
        nonisolated(unsafe) private static var former: UnsafeMutablePointer<sqlite3_vfs>?

        // SAFETY: filled in once, before SQLite has it; it is never changed nor freed.
        nonisolated(unsafe) private static let vfs: UnsafeMutablePointer<sqlite3_vfs> = {
            let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
            // The methods that load extensions remain those of SQLite's own VFS.
            vfs.initialize(to: TestFileSystem.base.pointee)
            vfs.pointee.iVersion = 2
            vfs.pointee.pNext = nil
            vfs.pointee.zName = UnsafePointer(strdup(name))
            vfs.pointee.szOsFile = max(Int32(MemoryLayout<SimulationHandle>.stride), vfs.pointee.szOsFile)
            addFileMethods(to: &vfs.pointee)
            addOtherMethods(to: &vfs.pointee)
            return vfs
        }()

        /// Makes this VFS SQLite's default. SQLite then takes a new seed for its random numbers from the thread that first needs one.
        static func install() {
            guard former == nil else { fatalError("a simulation is already running") }
            former = sqlite3_vfs_find(nil)
            guard sqlite3_vfs_register(vfs, 1) == SQLITE_OK else {
                fatalError("SQLite cannot register the VFS \(name)")
            }
            sqlite3_randomness(0, nil)
        }

        /// Makes SQLite take a new seed for its random numbers, as at the start of a program.
        static func forgetRandomNumbers() { sqlite3_randomness(0, nil) }

        /// Makes the VFS the default again that was it before.
        static func remove() {
            sqlite3_vfs_unregister(vfs)
            sqlite3_vfs_register(former, 1)
            sqlite3_randomness(0, nil)
            former = nil
        }

        private static func perform(
            _ files: ProcessFiles, _ operation: FMTestDisk.Operation, _ path: UnsafePointer<CChar>?,
            _ body: (String) throws -> Void
        ) -> Int32 {
            guard let path else { return SQLITE_MISUSE }
            do {
                let path = String(cString: path)
                try files.begin(operation, path)
                try body(path)
                return SQLITE_OK
            } catch {
                return files.isAlive ? SystemFailure(error).code(operation) : SQLITE_IOERR
            }
        }
    }

    // MARK: - Files

    extension SimulationVFS {
        private static func addFileMethods(to vfs: inout sqlite3_vfs) {
            vfs.xOpen = { _, path, handle, flags, outFlags in
                handle.map { SimulationVFS.open($0, path, flags, outFlags) } ?? SQLITE_MISUSE
            }
            vfs.xDelete = { _, path, syncsFolder in
                guard let files = currentFiles else { return base.pointee.xDelete(base, path, syncsFolder) }
                return SimulationVFS.perform(files, .delete, path) { path in
                    try files.delete(path, syncsFolder: syncsFolder != 0)
                }
            }
            vfs.xAccess = { _, path, flags, result in
                guard let files = currentFiles else { return base.pointee.xAccess(base, path, flags, result) }
                result?.pointee = 0
                return SimulationVFS.perform(files, .access, path) { path in
                    guard let inode = try? files.kernel.inode(at: path) else { return }
                    // SQLite's own VFS treats an empty file as missing.
                    let isThere = flags != SQLITE_ACCESS_EXISTS || inode.folder != nil || !inode.bytes.isEmpty
                    result?.pointee = isThere ? 1 : 0
                }
            }
            vfs.xFullPathname = { _, path, size, result in
                guard let files = currentFiles else {
                    return base.pointee.xFullPathname(base, path, size, result)
                }
                try? files.step()
                guard let path, let result, let full = try? SimulatedKernel.normalized(String(cString: path)),
                    full.utf8.count < Int(size)
                else { return SQLITE_CANTOPEN }
                strcpy(result, full)
                return SQLITE_OK
            }
        }

        private static func open(
            _ handle: SimulationHandle.Pointer, _ path: UnsafePointer<CChar>?, _ flags: Int32,
            _ outFlags: UnsafeMutablePointer<Int32>?
        ) -> Int32 {
            guard let files = currentFiles else {
                return base.pointee.xOpen(base, path, handle, flags, outFlags)
            }
            // If the open fails while `pMethods` is set, SQLite closes the file, so it is cleared first.
            handle.pointee.pMethods = nil
            let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_MASTER_JOURNAL
            let mode = SimulatedFile.Mode(
                creates: flags & SQLITE_OPEN_CREATE != 0, isExclusive: flags & SQLITE_OPEN_EXCLUSIVE != 0,
                isReadOnly: flags & SQLITE_OPEN_READONLY != 0,
                deletesOnClose: flags & SQLITE_OPEN_DELETEONCLOSE != 0,
                isDatabase: flags & SQLITE_OPEN_MAIN_DB != 0, isJournal: flags & journals != 0)
            do {
                SimulationHandle.fill(handle, try SimulatedFile(files, path.map { String(cString: $0) }, mode))
                outFlags?.pointee = flags
                return SQLITE_OK
            } catch {
                return files.isAlive ? SQLITE_CANTOPEN : SQLITE_IOERR
            }
        }
    }

    // MARK: - Time and random numbers

    extension SimulationVFS {
        private static func addOtherMethods(to vfs: inout sqlite3_vfs) {
            vfs.xRandomness = { _, count, bytes in
                guard let thread = Simulated.thread, let bytes else {
                    return base.pointee.xRandomness(base, count, bytes)
                }
                for index in 0..<Int(count) { bytes[index] = CChar(truncatingIfNeeded: thread.nextRandom()) }
                return count
            }
            vfs.xSleep = { _, microseconds in
                guard let files = currentFiles else { return base.pointee.xSleep(base, microseconds) }
                files.kernel.sleep(.microseconds(Int64(microseconds)))
                return microseconds
            }
            // SQLite calls this instead of `xCurrentTime`.
            vfs.xCurrentTimeInt64 = { _, time in
                guard let files = currentFiles else { return base.pointee.xCurrentTimeInt64(base, time) }
                time?.pointee = 210_866_760_000_000 + Int64(files.kernel.now() / .milliseconds(1))
                return SQLITE_OK
            }
            vfs.xGetLastError = { _, _, _ in errno }
        }
    }

    private var base: UnsafeMutablePointer<sqlite3_vfs> { TestFileSystem.base }
    private var currentFiles: ProcessFiles? { Simulated.process?.files as? ProcessFiles }
#endif
