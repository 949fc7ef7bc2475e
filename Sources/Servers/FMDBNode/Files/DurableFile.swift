#if Node && os(Linux)
    import FMDB

    /// Writes files atomically: after a power failure a file is complete or absent.
    enum DurableFile {
        static func write(_ data: Data, to path: String) throws {
            let temporary = path + ".new"
            try data.write(to: URL(fileURLWithPath: temporary))
            try move(temporary, to: path)
        }

        /// Syncs a file to disk, renames it, and syncs its folder.
        static func move(_ temporary: String, to path: String) throws {
            try sync(temporary)
            guard rename(temporary, path) == 0 else { throw lastError }
            try sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        }

        private static func sync(_ path: String) throws {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw lastError }
            defer { close(file) }
            guard fsync(file) == 0 else { throw lastError }
        }

        private static var lastError: NSError {
            let number = errno
            return NSError(
                domain: NSPOSIXErrorDomain, code: Int(number),
                userInfo: [NSLocalizedDescriptionKey: systemMessage(number)])
        }
    }
#endif
