/// Writes one frame.
package struct WireWriter {
    private var bytes: [UInt8]

    /// - Parameters:
    ///   - type: the type of the request or reply.
    ///   - schema: the version of the body.
    package init(type: UInt8, schema: UInt8 = 0) {
        bytes = [0, 0, 0, 0, type, schema, 0, 0]
    }

    /// The frame with its length.
    package var frame: [UInt8] {
        var frame = self
        frame.pad()
        let words = UInt32(truncatingIfNeeded: frame.bytes.count / 8 - 1)
        for index in 0..<4 { frame.bytes[index] = UInt8(truncatingIfNeeded: words >> (8 * index)) }
        return frame.bytes
    }

    package mutating func add(byte: UInt8) { bytes.append(byte) }

    package mutating func add(half: UInt32) { add(half, bytes: 4) }

    package mutating func add(word: UInt64) { add(word, bytes: 8) }

    package mutating func add(text: String) throws(WireError) {
        guard !text.utf8.contains(0) else { throw .nulInText }
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        pad()
    }

    package mutating func add(blob: [UInt8]) {
        add(word: UInt64(blob.count))
        bytes.append(contentsOf: blob)
        pad()
    }

    /// Appends zeros up to the end of the word.
    package mutating func pad() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }

    private mutating func add(_ value: some FixedWidthInteger, bytes count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
