#if Tool
    import FMDB
    import Foundation

    /// A file that is written under a temporary name and renamed when it is complete. Pipes and devices are written directly.
    final class OutputFile {
        let path: String
        /// The temporary path, or nil for a pipe or device.
        private let partial: String?
        private let replaces: Bool
        private let descriptor: Int32
        let sink: ByteSink
        private var isOpen = true

        /// - Parameter replaces: whether an existing file at the path is replaced when the new file is complete.
        init(_ path: String, replaces: Bool) throws {
            (self.path, self.replaces) = (path, replaces)
            if OutputFile.isSpecial(path) {
                partial = nil
                descriptor = open(path, O_WRONLY | O_CLOEXEC)
            } else {
                try OutputFile.expectNone(path, replaces: replaces)
                let made = OutputFile.makePartial(path)
                (partial, descriptor) = (made.path, made.descriptor)
            }
            guard descriptor >= 0 else {
                throw ToolError(.cannotCreate, "\"\(path)\" cannot be created: \(systemMessage(errno))")
            }
            sink = ByteSink(descriptor, name: "\"\(path)\"")
        }

        deinit { discard() }

        /// - Parameter replaces: whether the file may exist, because it is replaced.
        static func expectNone(_ path: String, replaces: Bool) throws {
            guard !replaces, FileManager.default.fileExists(atPath: path) else { return }
            throw ToolError(.cannotCreate, "\"\(path)\" exists already. Replace it with --replace.")
        }

        static func isSpecial(_ path: String) -> Bool {
            var facts = stat()
            return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFDIR
        }

        /// Creates a temporary file. Tries several names, because a name may be taken by another user's link or by the file of a killed
        /// process with the same ID.
        private static func makePartial(_ path: String) -> (path: String, descriptor: Int32) {
            var (partial, descriptor): (String, Int32) = ("", -1)
            for attempt in 0..<100 {
                partial = "\(path).\(getpid())\(attempt == 0 ? "" : "-\(attempt)").partial"
                descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
                guard descriptor < 0, errno == EEXIST else { break }
            }
            return (partial, descriptor)
        }

        /// Flushes the buffer and syncs the file to disk.
        func write() throws {
            try sink.flush()
            // Pipes and devices cannot be synced.
            guard fsync(descriptor) == 0 || partial == nil else {
                throw ToolError(.ioError, "\"\(path)\" cannot be written: \(systemMessage(errno))")
            }
        }

        /// Writes the file to disk and renames it to its path.
        ///
        /// - Parameter keeps: whether the temporary file stays if the renaming fails.
        func publish(keeps: Bool = false) throws {
            guard isOpen else { return }
            try write()
            if let partial, !take(partial) {
                let number = errno
                let reason = systemMessage(number)
                guard keeps else {
                    discard()
                    throw ToolError(
                        number == EEXIST ? .cannotCreate : .ioError, "\"\(path)\" cannot be written: \(reason)")
                }
                end()
                throw ToolError(.ioError, "\"\(path)\" cannot be written: \(reason). Its content is in \"\(partial)\".")
            }
            end()
        }

        /// Renames the file to its path, unless a file has appeared there that must not be replaced.
        private func take(_ partial: String) -> Bool {
            if !replaces {
                if link(partial, path) == 0 { return unlink(partial) == 0 }
                // If the file system does not support hard links, the file is renamed.
                guard errno != EEXIST else { return false }
            }
            return rename(partial, path) == 0
        }

        func discard() {
            guard isOpen else { return }
            end()
            if let partial { unlink(partial) }
        }

        private func end() {
            isOpen = false
            close(descriptor)
        }
    }
#endif
