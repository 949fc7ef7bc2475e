#if Tool
    enum FieldKind: UInt8 {
        /// The record has no such member.
        case absent
        /// An unquoted field.
        case plain
        /// A quoted field, or a JSON string.
        case text
        case null
        case number
        case isTrue
        case isFalse
        /// A JSON array or object.
        case nested
    }

    struct RecordField {
        var offset = 0
        var count = 0
        var kind = FieldKind.absent
        /// Whether the bytes are in ``Record/scratch``, because the input has escapes.
        var isUnescaped = false
    }

    /// The fields of one record. They are valid until the next record is read.
    final class Record {
        // A pointer, not an array. At each change an array checks whether it is uniquely referenced, which takes as long as reading a
        // field.
        private(set) var storage = UnsafeMutablePointer<RecordField>.allocate(capacity: 64)
        private(set) var capacity = 64
        var count = 0
        /// The start of the input buffer. Field offsets are relative to it.
        var base: UnsafePointer<UInt8>
        /// The bytes of fields whose escapes were decoded.
        var scratch: [UInt8] = []
        /// The line number at which the record begins.
        var line = 0
        var raw: UnsafeRawBufferPointer

        init() {
            base = Record.nothing
            raw = UnsafeRawBufferPointer(start: nil, count: 0)
        }

        deinit { storage.deallocate() }

        // SAFETY: one byte that is never written nor freed.
        nonisolated(unsafe) private static let nothing: UnsafePointer<UInt8> = {
            let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
            byte.initialize(to: 0)
            return UnsafePointer(byte)
        }()

        var fields: UnsafeBufferPointer<RecordField> { UnsafeBufferPointer(start: storage, count: count) }

        func grow() {
            let larger = UnsafeMutablePointer<RecordField>.allocate(capacity: 2 * capacity)
            larger.update(from: storage, count: capacity)
            storage.deallocate()
            (storage, capacity) = (larger, 2 * capacity)
        }

        func append(_ field: RecordField) {
            if count == capacity { grow() }
            storage[count] = field
            count += 1
        }

        func set(_ field: RecordField, at index: Int) { storage[index] = field }

        /// Clears the record and sets all fields to absent.
        func begin(width: Int) {
            count = 0
            scratch.removeAll(keepingCapacity: true)
            for _ in 0..<width { append(RecordField()) }
        }

        @inline(__always)
        func withBytes<Value>(of field: RecordField, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value
        {
            guard field.isUnescaped else {
                return try body(UnsafeRawBufferPointer(start: base + field.offset, count: field.count))
            }
            return try scratch.withUnsafeBytes { bytes in
                try body(UnsafeRawBufferPointer(rebasing: bytes[field.offset..<(field.offset + field.count)]))
            }
        }
    }

    enum RecordStep {
        case record
        /// A record that cannot be used, with the reason.
        case bad(String)
        case end
    }

    protocol RecordReader: AnyObject {
        var record: Record { get }
        /// The column names. A record may add more.
        var columns: [String] { get }
        var buffer: RecordBuffer { get }
        /// The header, or empty. It is also written before the records that are set aside.
        var head: [UInt8] { get }

        func next() throws -> RecordStep

        func goBack() throws
    }
#endif
