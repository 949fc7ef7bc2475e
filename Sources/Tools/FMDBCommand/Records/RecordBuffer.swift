#if Tool
    /// A window of the input in which records are found one after the other. It grows to the size of the largest record.
    final class RecordBuffer {
        let source: ByteSource
        private(set) var base: UnsafeMutablePointer<UInt8>
        private var capacity: Int
        var position = 0
        private(set) var end = 0
        private(set) var isAtEnd = false
        /// Whether the bytes before ``position`` are kept, because they will be read again.
        private var isKept = false

        private let chunk: Int

        /// - Parameter chunk: the minimum number of bytes for each read.
        init(_ source: ByteSource, chunk: Int = 1 << 20) {
            self.source = source
            self.chunk = chunk
            capacity = 2 * chunk
            base = .allocate(capacity: capacity + 1)
            base[0] = 0
        }

        deinit { base.deallocate() }

        /// The fraction of the input that has been read, or nil for a pipe.
        var fraction: Double? {
            guard let size = source.size, size > 0 else { return nil }
            return Double(source.position - Int64(end - position)) / Double(size)
        }

        /// Reads more input. Bytes in the buffer may move, and ``position`` moves with them.
        ///
        /// - Returns: false at the end of the input.
        func more() throws -> Bool {
            guard !isAtEnd else { return false }
            if position > 0, !isKept {
                base.update(from: base + position, count: end - position)
                end -= position
                position = 0
            }
            if capacity - end < chunk { grow() }
            let count = try source.read(into: UnsafeMutableRawBufferPointer(start: base + end, count: capacity - end))
            end += count
            // Scanning a number stops at the zero byte after the end, so it needs no bounds check.
            base[end] = 0
            isAtEnd = count == 0
            return count > 0
        }

        private func grow() {
            capacity = max(2 * capacity, end + chunk)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 1)
            larger.update(from: base, count: end)
            base.deallocate()
            base = larger
        }

        /// Reads at least `limit` bytes of the input, or all of it if it is shorter, and keeps them. They can then be read again.
        func keepStart(_ limit: Int) throws {
            isKept = true
            while end < limit, try more() {}
        }

        func goBack() throws {
            position = 0
            isKept = false
            guard source.size != nil else { return }
            try source.rewind()
            (end, isAtEnd) = (0, false)
        }
    }
#endif
