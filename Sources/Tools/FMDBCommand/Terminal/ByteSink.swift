#if Tool
    import FMDB
    import Foundation

    /// Bytes on their way to a file or pipe, gathered in memory.
    final class ByteSink {
        private let file: Int32
        private let name: String
        private var buffer: [UInt8] = []
        private static let limit = 1 << 16
        /// How many bytes have been written, those in memory included.
        private(set) var count = 0

        /// - Parameter name: what it is called in errors.
        init(_ file: Int32, name: String) {
            self.file = file
            self.name = name
            buffer.reserveCapacity(ByteSink.limit + 4096)
        }

        static func standardOutput() -> ByteSink { ByteSink(STDOUT_FILENO, name: "the output") }

        func write(_ text: String) throws {
            buffer.append(contentsOf: text.utf8)
            try flushIfLarge()
        }

        func write(_ bytes: some Collection<UInt8>) throws {
            buffer.append(contentsOf: bytes)
            try flushIfLarge()
        }

        func write(byte: UInt8) throws {
            buffer.append(byte)
            try flushIfLarge()
        }

        /// Lets a body append to the bytes.
        func append(_ body: (inout [UInt8]) -> Void) throws {
            body(&buffer)
            try flushIfLarge()
        }

        @inline(__always)
        private func flushIfLarge() throws {
            if buffer.count >= ByteSink.limit { try flush() }
        }

        /// - Throws: ``ToolError``, without a message if nobody reads any more.
        func flush() throws {
            count += buffer.count
            defer { buffer.removeAll(keepingCapacity: true) }
            try buffer.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let written = Foundation.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                    if written < 0 {
                        let number = errno
                        if number == EINTR { continue }
                        if number == EPIPE { throw ToolError(.brokenPipe) }
                        throw ToolError(.ioError, "\(name) cannot be written: \(systemMessage(number))")
                    }
                    done += written
                }
            }
        }
    }

    func printJSON(_ value: some Encodable) throws {
        let sink = ByteSink.standardOutput()
        try sink.write(try value.sortedJSON(isPretty: true))
        try sink.write("\n")
        try sink.flush()
    }

    func printLines(_ lines: [String]) throws {
        let sink = ByteSink.standardOutput()
        for line in lines { try sink.write(line + "\n") }
        try sink.flush()
    }
#endif
