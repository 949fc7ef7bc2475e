import Foundation
import FMDBSQLiteC

/// How Swift values are made of SQLite's, for columns and function arguments alike.
package enum ValueCoding {
    /// A value in its own storage class, without any conversion.
    ///
    /// - Parameter cell: an `sqlite3_value*`.
    /// - Returns: nil for text that is not valid UTF-8, and where SQLite has no memory for the value.
    static func value(_ cell: OpaquePointer?) -> FMValue? {
        switch sqlite3_value_type(cell) {
        case SQLITE_INTEGER: .integer(sqlite3_value_int64(cell))
        case SQLITE_FLOAT: .real(sqlite3_value_double(cell))
        case SQLITE_TEXT: string(sqlite3_value_text(cell), sqlite3_value_bytes(cell)).map { .text($0) }
        case SQLITE_BLOB: data(sqlite3_value_blob(cell), sqlite3_value_bytes(cell)).map { .blob($0) }
        default: .null
        }
    }

    /// Text, embedded NUL characters included; nil for no pointer and for bytes that are not valid UTF-8.
    ///
    /// Both ways of making a String repair bad bytes. Whether they did is found out afterwards by comparing, which
    /// costs a tenth of a validating initialiser (measured for 60 bytes: 322 ns against 126). Up to 15 bytes fit into
    /// the String itself, and filling them in is twice as fast as decoding.
    static func string(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> String? {
        guard let bytes else { return nil }
        let length = Int(count)
        var text =
            length <= 15
            ? String(unsafeUninitializedCapacity: length) { target in
                if let start = target.baseAddress { memcpy(start, bytes, length) }
                return length
            }
            : String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
        if isASCII(bytes, length) { return text }
        let isUnchanged = text.withUTF8 { made in
            made.count == length && made.baseAddress.map { memcmp($0, bytes, length) == 0 } ?? true
        }
        return isUnchanged ? text : nil
    }

    /// Whether no byte has its highest bit set. Such text, the commonest, is valid in any case.
    @inline(__always)
    package static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let start = UnsafeRawPointer(bytes)
        var bits: UInt64 = 0
        if count >= 8 {
            // The last eight bytes may overlap the ones before.
            for offset in stride(from: 0, to: count &- 8, by: 8) {
                bits |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            }
            bits |= start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else {
            for offset in 0..<count { bits |= UInt64(bytes[offset]) }
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// - Returns: nil for bytes without a pointer: SQLite had no memory for them.
    static func data(_ bytes: UnsafeRawPointer?, _ count: Int32) -> Data? {
        guard let bytes, count > 0 else { return count > 0 ? nil : Data() }
        return Data(bytes: bytes, count: Int(count))
    }
}

/// What a cell holds in a storage class, and nil if it is of another one.
extension FMCell {
    @usableFromInline
    var isNull: Bool { sqlite3_value_type(raw) == SQLITE_NULL }

    var integer: Int64? {
        @inline(__always) get { sqlite3_value_type(raw) == SQLITE_INTEGER ? sqlite3_value_int64(raw) : nil }
    }

    var real: Double? {
        @inline(__always) get { sqlite3_value_type(raw) == SQLITE_FLOAT ? sqlite3_value_double(raw) : nil }
    }

    /// Also nil for text that is not valid UTF-8.
    var text: String? {
        @inline(__always) get {
            guard sqlite3_value_type(raw) == SQLITE_TEXT else { return nil }
            return ValueCoding.string(sqlite3_value_text(raw), sqlite3_value_bytes(raw))
        }
    }

    /// Text, with other characters for the bytes that are not valid UTF-8.
    var repairedText: String? {
        guard let bytes = sqlite3_value_text(raw) else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(raw))), as: UTF8.self)
    }

    var data: Data? {
        @inline(__always) get {
            guard sqlite3_value_type(raw) == SQLITE_BLOB else { return nil }
            return ValueCoding.data(sqlite3_value_blob(raw), sqlite3_value_bytes(raw))
        }
    }

    /// The value in its own storage class; nil for text that is not valid UTF-8, and where SQLite has no memory for it.
    var value: FMValue? { ValueCoding.value(raw) }

    /// The value, with its bytes where SQLite has them.
    ///
    /// See [`sqlite3_value_text`](https://sqlite.org/c3ref/value_blob.html).
    var borrowed: BorrowedValue {
        switch sqlite3_value_type(raw) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(raw))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(raw))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(raw)
            return .text(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(raw))))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(raw)
            return .blob(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(raw))))
        default: return .null
        }
    }
}
