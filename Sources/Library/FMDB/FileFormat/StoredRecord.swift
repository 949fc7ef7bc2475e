/// A value as it is stored, with the bytes of a text in the encoding of its database.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
}

/// The bytes of a record, put together from the pages on which they lie.
struct Payload {
    var bytes: [UInt8]
    /// How many of them lie in the cell.
    let localLength: Int
    /// How many there should be.
    let length: Int
    /// The pages beside that of the cell.
    var pages: [UInt32] = []
    /// The part that lies on a last page of zeros only. Whether that page was overwritten cannot be seen.
    var zeros: Range<Int>?

    init(_ local: [UInt8], length: Int) {
        bytes = local
        localLength = local.count
        self.length = length
    }

    var isWhole: Bool { bytes.count == length }

    /// Forgets what the last of the other pages holds. All of them but the last of a whole record are full.
    mutating func dropLastPage() {
        guard !pages.isEmpty else { return }
        bytes.removeLast((bytes.count - localLength) / pages.count)
        pages.removeLast()
    }
}

/// A row, or an entry of an index. Of a text or blob that lies in part on lost pages, it has what is before them. See
/// [Record Format](https://sqlite.org/fileformat2.html#record_format).
struct StoredRecord: Equatable {
    /// What cannot be read is NULL.
    private(set) var values: [StoredValue] = []
    /// Whether every value is as it was stored, as far as that can be seen.
    private(set) var isWhole = true
    /// Whether a blob has zeros that may have been written over its last page.
    private(set) var hasDoubtfulZeros = false

    /// SQLite has no tables with more columns.
    static let mostValues = 32767

    /// A record of which nothing is left.
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
            // The zeros of a blob hardly ever begin just where a page does.
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

    /// What is left of a value that ends elsewhere; NULL if that is nothing, or a part of a number.
    private mutating func beginning(of type: UInt64, in bytes: [UInt8], _ start: Int, _ end: Int) -> StoredValue {
        isWhole = false
        guard type >= 12, start < end else { return .null }
        return type & 1 == 0 ? .blob(Array(bytes[start..<end])) : .text(Array(bytes[start..<end]))
    }

    /// The length of a value, in bytes; nil for a type that there is not.
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
