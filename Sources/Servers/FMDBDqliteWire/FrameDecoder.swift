/// A frame without its header.
package struct WireFrame: Hashable, Sendable {
    package let type: UInt8
    package let schema: UInt8
    package let body: ArraySlice<UInt8>

    package init(type: UInt8, schema: UInt8 = 0, body: ArraySlice<UInt8>) {
        (self.type, self.schema, self.body) = (type, schema, body)
    }
}

/// Collects received bytes and splits them into frames. It allocates memory only for received bytes, never for an announced length.
package struct FrameDecoder {
    private var bytes: [UInt8] = []
    private var start = 0
    private let limit: Int

    /// - Parameter limit: the maximum size of a frame in bytes, including its header.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Whether an incomplete frame has been received.
    package var isWithinFrame: Bool { start < bytes.count }

    package mutating func add(_ chunk: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: chunk)
    }

    /// Returns the next frame, or nil if it is not complete. After an error, no further frame can be found.
    package mutating func next() throws(WireError) -> WireFrame? {
        var header = WireReader(bytes[start...])
        guard header.remaining >= 8 else { return nil }
        let size = (Int(try header.half()) + 1) * 8
        guard size <= limit else { throw .frameTooLarge(bytes: size, limit: limit) }
        let type = try header.byte()
        let schema = try header.byte()
        guard bytes.count - start >= size else { return nil }
        defer { start += size }
        return WireFrame(type: type, schema: schema, body: bytes[start + 8..<start + size])
    }
}
