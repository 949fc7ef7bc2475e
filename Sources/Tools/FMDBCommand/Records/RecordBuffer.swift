#if Tool
    /// A part of the input, in which one record after the other is found. It is as large as the largest record needs.
    final class RecordBuffer {
        let source: ByteSource
        private(set) var base: UnsafeMutablePointer<UInt8>
        private var capacity: Int
        var position = 0
        private(set) var end = 0
        private(set) var isAtEnd = false
        /// Whether all bytes are kept, to be read once more.
        private var isKept = false

        private let chunk: Int

        /// - Parameter chunk: how many bytes are read at once, at least.
        init(_ source: ByteSource, chunk: Int = 1 << 20) {
            self.source = source
            self.chunk = chunk
            capacity = 2 * chunk
            base = .allocate(capacity: capacity + 1)
            base[0] = 0
        }

        deinit { base.deallocate() }

        /// The share of the input that is done; nil for a pipe.
        var fraction: Double? {
            guard let size = source.size, size > 0 else { return nil }
            return Double(source.position - Int64(end - position)) / Double(size)
        }

        /// Reads more. Places in the buffer move: what was at ``position`` still is.
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
            // So a number at the very end has no digit behind it.
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

        /// Reads the start of the input, up to a number of bytes, which can be read twice.
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
