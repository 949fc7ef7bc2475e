#if Tool
    import FMDB
    import Foundation

    /// A buffered writer for a file or pipe.
    final class ByteSink {
        private let file: Int32
        private let name: String
        private var buffer: [UInt8] = []
        private static let limit = 1 << 16
        /// The number of bytes that were flushed.
        private(set) var count = 0

        /// - Parameter name: the name for errors.
        init(_ file: Int32, name: String) {
            self.file = file
            self.name = name
            buffer.reserveCapacity(ByteSink.limit + 4096)
        }

        static func standardOutput() -> ByteSink { ByteSink(STDOUT_FILENO, name: "the output") }

        func write(_ text: String) throws { try append { $0.append(contentsOf: text.utf8) } }
        func write(_ bytes: some Collection<UInt8>) throws { try append { $0.append(contentsOf: bytes) } }

        @inline(__always)
        func append(_ body: (inout [UInt8]) -> Void) throws {
            body(&buffer)
            if buffer.count >= ByteSink.limit { try flush() }
        }

        /// - Throws: ``ToolError``. It has no message if the reader of the pipe has closed it.
        func flush() throws {
            count += buffer.count
            defer { buffer.removeAll(keepingCapacity: true) }
            try buffer.withUnsafeBytes { try writeAll($0, to: file, name: name) }
        }
    }
#endif
