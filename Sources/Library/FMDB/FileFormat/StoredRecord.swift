/// A stored value, with the bytes of TEXT in the database's encoding.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
}

/// The bytes of a record, assembled from its pages.
struct Payload {
    var bytes: [UInt8]
    /// The number of bytes in the cell itself.
    let localLength: Int
    /// The expected number of bytes.
    let length: Int
    /// The overflow pages.
    var pages: [UInt32] = []
    /// The range of bytes on the last overflow page if that page contains only zeros. Such a page may have been overwritten.
    var zeros: Range<Int>?

    init(_ local: [UInt8], length: Int) {
        bytes = local
        localLength = local.count
        self.length = length
    }

    var isWhole: Bool { bytes.count == length }

    /// Removes the bytes of the last overflow page. All overflow pages are full, except the last of a complete record.
    mutating func dropLastPage() {
        guard !pages.isEmpty else { return }
        bytes.removeLast((bytes.count - localLength) / pages.count)
        pages.removeLast()
    }
}

/// A row or an index entry. A TEXT or BLOB value that extends onto a lost page has only its bytes before that page. See [Record
/// Format](https://sqlite.org/fileformat2.html#record_format).
struct StoredRecord: Equatable {
    /// The values. A value that cannot be read is NULL.
    private(set) var values: [StoredValue] = []
    /// Whether every value is intact, as far as that can be detected.
    private(set) var isWhole = true
    /// Whether a blob has zeros that may have been written over its last page.
    private(set) var hasDoubtfulZeros = false

    /// The maximum number of columns in SQLite.
    static let mostValues = 32767

    /// A record that is completely lost.
    static let empty = StoredRecord()

    private init() { isWhole = false }

    /// - Returns: nil if the lengths in the record contradict each other.
    init?(_ payload: Payload) {
        let bytes = payload.bytes
        guard let header = bytes.variableNumber(at: 0, before: bytes.count), header.value <= UInt64(bytes.count),
            header.value >= UInt64(header.length)
        else { return nil }
        var place = header.length
        var content = Int(header.value)
        isWhole = payload.isWhole
        while place < Int(header.value) {
            guard values.count < StoredRecord.mostValues,
                let type = bytes.variableNumber(at: place, before: Int(header.value)),
                let length = StoredRecord.length(of: type.value), length <= payload.length - content
            else { return nil }
            values.append(read(payload, type.value, content..<content + length))
            place += type.length
            content += length
        }
        guard content == payload.length else { return nil }
    }

    private mutating func read(_ payload: Payload, _ type: UInt64, _ place: Range<Int>) -> StoredValue {
        let isBlob = type >= 12 && type & 1 == 0
        guard place.upperBound <= payload.bytes.count else {
            return beginning(of: type, in: payload.bytes, place.lowerBound, payload.bytes.count)
        }
        if let zeros = payload.zeros, zeros.overlaps(place) {
            if !isBlob { return beginning(of: type, in: payload.bytes, place.lowerBound, zeros.lowerBound) }
            // Zeros that belong to the blob rarely begin exactly at a page boundary, so such zeros are doubtful.
            let before = payload.bytes[
                max(place.lowerBound, zeros.lowerBound - 8)..<max(place.lowerBound, zeros.lowerBound)]
            if before.isEmpty || before.contains(where: { $0 != 0 }) { hasDoubtfulZeros = true }
        }
        switch type {
        case 0: return .null
        case 7:
            let bits = payload.bytes.signed(at: place.lowerBound, length: 8) ?? 0
            return .real(Double(bitPattern: UInt64(bitPattern: bits)))
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 1...6: return .integer(payload.bytes.signed(at: place.lowerBound, length: place.count) ?? 0)
        default: return isBlob ? .blob(Array(payload.bytes[place])) : .text(Array(payload.bytes[place]))
        }
    }

    /// Returns the available start of a value whose end is lost. Returns NULL if nothing is left, or the value is a number.
    private mutating func beginning(of type: UInt64, in bytes: [UInt8], _ start: Int, _ end: Int) -> StoredValue {
        isWhole = false
        guard type >= 12, start < end else { return .null }
        return type & 1 == 0 ? .blob(Array(bytes[start..<end])) : .text(Array(bytes[start..<end]))
    }

    /// Returns the length of a value in bytes, or nil for an unknown serial type.
    private static func length(of type: UInt64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 10, 11: nil
        default: type <= UInt64(Int32.max) * 2 ? Int((type - 12) / 2) : nil
        }
    }
}
