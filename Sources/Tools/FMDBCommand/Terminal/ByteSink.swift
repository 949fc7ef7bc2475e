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

        func write(_ text: String) throws { try append { $0.append(contentsOf: text.utf8) } }
        func write(_ bytes: some Collection<UInt8>) throws { try append { $0.append(contentsOf: bytes) } }

        @inline(__always)
        func append(_ body: (inout [UInt8]) -> Void) throws {
            body(&buffer)
            if buffer.count >= ByteSink.limit { try flush() }
        }

        /// - Throws: ``ToolError``, without a message if nobody reads any more.
        func flush() throws {
            count += buffer.count
            defer { buffer.removeAll(keepingCapacity: true) }
            try buffer.withUnsafeBytes { try writeAll($0, to: file, name: name) }
        }
    }
#endif
