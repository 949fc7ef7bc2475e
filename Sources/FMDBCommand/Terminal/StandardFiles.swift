#if Tool
    import Foundation

    /// The files 0, 1 and 2.
    enum StandardFiles {
        /// Puts something in the place of those that are closed: the next file that is opened would take it, and notes would be written into
        /// an export. Input and output that are asked for are errors still.
        static func fill() {
            for (file, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
            where fcntl(file, F_GETFD) < 0 {
                let null = open("/dev/null", mode)
                guard null >= 0, null != file else { continue }
                dup2(null, file)
                close(null)
            }
        }
    }
#endif
