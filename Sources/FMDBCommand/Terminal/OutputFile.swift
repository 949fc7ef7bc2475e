#if Tool
    import Foundation

    /// A file that appears under its name when it is whole, or not at all.
    final class OutputFile {
        let path: String
        private let partial: String
        private let descriptor: Int32
        let sink: ByteSink
        private var isOpen = true

        /// - Parameter replaces: whether a file of that name is replaced in the end.
        init(_ path: String, replaces: Bool) throws {
            if !replaces, FileManager.default.fileExists(atPath: path) {
                throw ToolError(.cannotCreate, "\"\(path)\" is there already. Replace it with --replace.")
            }
            self.path = path
            partial = "\(path).\(getpid()).partial"
            descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                throw ToolError(.cannotCreate, "\"\(path)\" cannot be made: \(systemMessage(errno))")
            }
            sink = ByteSink(descriptor, name: "\"\(path)\"")
        }

        deinit { discard() }

        /// Writes the file to disk, and gives it its name.
        func publish() throws {
            try sink.flush()
            guard isOpen, fsync(descriptor) == 0, rename(partial, path) == 0 else {
                let reason = systemMessage(errno)
                discard()
                throw ToolError(.ioError, "\"\(path)\" cannot be written: \(reason)")
            }
            isOpen = false
            close(descriptor)
        }

        /// Leaves no file.
        func discard() {
            guard isOpen else { return }
            isOpen = false
            close(descriptor)
            unlink(partial)
        }
    }
#endif
