#if Tool || Checked || Node
    import FMDB

    /// Writes all bytes to a file descriptor.
    ///
    /// - Throws: ``ToolError``. It has no message if the reader of the pipe has closed it.
    package func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32, name: String) throws {
        var done = 0
        while done < bytes.count {
            let written = write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if written < 0 {
                let number = errno
                if number == EINTR { continue }
                if number == EPIPE { throw ToolError(.brokenPipe) }
                throw ToolError(.ioError, "\(name) cannot be written: \(systemMessage(number))")
            }
            done += written
        }
    }

    package func printText(_ text: some Collection<UInt8>) throws {
        try Array(text).withUnsafeBytes { try writeAll($0, to: STDOUT_FILENO, name: "the output") }
    }

    /// Prints a value as JSON.
    ///
    /// - Parameter isPretty: whether to indent the output for people; otherwise it is one line.
    package func printJSON(_ value: some Encodable, isPretty: Bool = true) throws {
        try printText(try value.sortedJSON(isPretty: isPretty) + [10])
    }

    package func printLines(_ lines: [String]) throws { try printText(lines.map { $0 + "\n" }.joined().utf8) }

    /// Prints a note for people to the standard error, separate from the output that scripts read.
    package func printNote(_ text: String) {
        // Ignore errors: there is no place left to report them.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Opens /dev/null for each of the file descriptors 0, 1 and 2 that is closed. Otherwise the next opened file would get the descriptor,
    /// and notes could be written into an export. Standard input is opened for writing and standard output for reading, so using them still
    /// fails.
    package func openMissingFiles() {
        for (file, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
        where fcntl(file, F_GETFD) < 0 {
            let null = open("/dev/null", mode)
            guard null >= 0, null != file else { continue }
            dup2(null, file)
            close(null)
        }
    }
#endif
