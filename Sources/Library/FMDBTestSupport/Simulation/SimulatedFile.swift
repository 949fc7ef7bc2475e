import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// A file that SQLite has opened in a simulated process. `SimulationVFS` calls it; what is thrown becomes a result code there.
    final class SimulatedFile {
        let files: ProcessFiles
        /// The path, or an empty text for a temporary file.
        let path: String
        let descriptor: Int32
        let isReadOnly: Bool
        let inode: UInt64
        // MARK: Locks: see SimulatedLocks
        /// The process's locks on the file, or nil for a file that SQLite does not lock.
        var locks: SimulatedLocks?
        var level = LockLevel.none
        // MARK: Shared memory: see SimulatedMemory
        var memory: SimulatedMemory?
        var sharedSlots: Set<Int> = []
        var exclusiveSlots: Set<Int> = []
        // MARK: Settings
        var persistsLog = false
        var isPowersafe = true
        var lastError: Int32 = 0
        /// Whether the next sync also syncs the folder.
        private var syncsFolder: Bool

        var kernel: SimulatedKernel { files.kernel }

        struct Mode {
            var creates = false
            var isExclusive = false
            var isReadOnly = false
            var deletesOnClose = false
            var isDatabase = false
            var isJournal = false
        }

        init(_ files: ProcessFiles, _ path: String?, _ mode: Mode) throws(SystemFailure) {
            try files.begin(.open, path ?? "")
            let kernel = files.kernel
            if let path {
                let former =
                    mode.isDatabase ? (try? kernel.inode(at: path).number).flatMap { files.fileLocks[$0] } : nil
                let flags = mode.isReadOnly ? O_RDONLY : O_RDWR
                let creation = (mode.creates ? O_CREAT : 0) | (mode.isExclusive ? O_EXCL : 0)
                descriptor =
                    if let reused = former?.reused(isReadOnly: mode.isReadOnly) { reused } else {
                        try kernel.open(path, flags | creation, 0o644, by: files.process)
                    }
                if mode.deletesOnClose { try? kernel.unlink(path) }
            } else {
                descriptor = kernel.openTemporary(by: files.process)
            }
            (self.files, self.path, isReadOnly) = (files, path ?? "", mode.isReadOnly)
            syncsFolder = mode.creates && mode.isJournal
            inode = try kernel.descriptor(descriptor).inode.number
            if mode.isDatabase { joinLocks(inode) }
        }

        // MARK: Content

        /// Reads bytes, and fills the rest with zeros.
        ///
        /// - Returns: whether the file has all of the bytes.
        func read(_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64) throws(SystemFailure) -> Bool {
            let count = try kernel.read(descriptor, buffer, offset)
            if count < buffer.count, let start = buffer.baseAddress { memset(start + count, 0, buffer.count - count) }
            return count == buffer.count
        }

        func size() throws(SystemFailure) -> Int64 {
            let size = Int64(try kernel.descriptor(descriptor).inode.bytes.count)
            // SQLite's own VFS treats a file of one byte as empty.
            return size == 1 ? 0 : size
        }

        /// Syncs the file, and its folder with the first sync of a journal.
        func sync() throws(SystemFailure) {
            try kernel.descriptor(descriptor).inode.sync()
            guard syncsFolder else { return }
            try files.step()
            try files.syncFolder(of: path)
            syncsFolder = false
        }

        var hasMoved: Bool { locks != nil && (try? kernel.inode(at: path).number) != inode }

        func close() {
            leaveMemory(deletes: false)
            closeDescriptor()
        }
    }

    extension ProcessFiles {
        func syncFolder(of path: String) throws(SystemFailure) {
            try kernel.inode(at: path + "/..").sync()
        }

        /// Deletes a file for SQLite.
        func delete(_ path: String, syncsFolder: Bool) throws(SystemFailure) {
            try kernel.unlink(path)
            guard syncsFolder else { return }
            try step()
            try syncFolder(of: path)
        }
    }
#endif
