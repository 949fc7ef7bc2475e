#if Tool
    import FMDB
    import Foundation

    /// A file that gets its name when it is whole. A pipe or device is written directly.
    final class OutputFile {
        let path: String
        /// The name until the file is whole; nil if it has its name already.
        private let partial: String?
        private let replaces: Bool
        private let descriptor: Int32
        let sink: ByteSink
        private var isOpen = true

        /// - Parameter replaces: whether a file of that name is replaced in the end.
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
                throw ToolError(.cannotCreate, "\"\(path)\" cannot be made: \(systemMessage(errno))")
            }
            sink = ByteSink(descriptor, name: "\"\(path)\"")
        }

        deinit { discard() }

        /// - Parameter replaces: whether it may be there, and is replaced.
        static func expectNone(_ path: String, replaces: Bool) throws {
            guard !replaces, FileManager.default.fileExists(atPath: path) else { return }
            throw ToolError(.cannotCreate, "\"\(path)\" is there already. Replace it with --replace.")
        }

        static func isSpecial(_ path: String) -> Bool {
            var facts = stat()
            return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFDIR
        }

        /// Makes a temporary file. A name may be taken, by a link of another user or a killed process with the same number.
        private static func makePartial(_ path: String) -> (path: String, descriptor: Int32) {
            var (partial, descriptor): (String, Int32) = ("", -1)
            for attempt in 0..<100 {
                partial = "\(path).\(getpid())\(attempt == 0 ? "" : "-\(attempt)").partial"
                descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
                guard descriptor < 0, errno == EEXIST else { break }
            }
            return (partial, descriptor)
        }

        /// Writes to disk what there is.
        func write() throws {
            try sink.flush()
            // Pipes and devices have no disk.
            guard fsync(descriptor) == 0 || partial == nil else {
                throw ToolError(.ioError, "\"\(path)\" cannot be written: \(systemMessage(errno))")
            }
        }

        /// Writes the file to disk, and gives it its name.
        ///
        /// - Parameter keeps: whether the file is left under another name if it cannot get its own.
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
                throw ToolError(.ioError, "\"\(path)\" cannot be written: \(reason). It is \"\(partial)\" now.")
            }
            end()
        }

        /// Gives the file its name, unless another file has got it meanwhile that must not be replaced.
        private func take(_ partial: String) -> Bool {
            if !replaces {
                if link(partial, path) == 0 { return unlink(partial) == 0 }
                // Not every file system has links.
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
