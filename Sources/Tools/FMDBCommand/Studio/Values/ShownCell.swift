#if Tool
    import FMDB
    import Foundation

    /// A value for display on the page. A long value is represented by its beginning and its length. In an encoded string, the first letter
    /// is the storage class.
    enum ShownCell: Encodable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        /// The beginning of a TEXT value, and the length of the value in bytes.
        case longText(String, Int)
        /// The first bytes of a blob as hexadecimal digits, and the length of the blob.
        case blob(String, Int)

        static let longestText = 500
        static let firstBytes = 16

        init(_ value: FMValue) {
            switch value {
            case .null: self = .null
            case .integer(let integer): self = .integer(integer)
            case .real(let real): self = .real(real)
            case .text(let text): self = ShownCell(text: text)
            case .blob(let data): self = ShownCell(firstBytes: data, count: data.count)
            }
        }

        /// - Parameter count: the length of the whole value in bytes; `text` may be its beginning.
        init(text: String, count: Int? = nil) {
            let bytes = text.utf8.count
            guard bytes > ShownCell.longestText || count ?? bytes > bytes else {
                self = .text(text)
                return
            }
            // Do not cut within a multibyte character.
            var start = text.utf8.prefix(ShownCell.longestText)
            while let last = start.last, last & 0xC0 == 0x80, start.count > ShownCell.longestText - 4 {
                start = start.dropLast()
            }
            if let last = start.last, last >= 0xC0 { start = start.dropLast() }
            self = .longText(String(decoding: start, as: UTF8.self), count ?? bytes)
        }

        init(firstBytes data: Data, count: Int) {
            self = .blob(data.prefix(ShownCell.firstBytes).hexadecimal(), count)
        }

        private struct Part: Encodable {
            /// The beginning of a TEXT value.
            var t: String?
            /// The beginning of a blob.
            var b: String?
            let n: Int
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .integer(let integer): try container.encode("i\(integer)")
            case .real(let real): try container.encode("r\(real)")
            case .text(let text): try container.encode("t" + text)
            case .longText(let start, let count): try container.encode(Part(t: start, n: count))
            case .blob(let start, let count): try container.encode(Part(b: start, n: count))
            }
        }
    }
#endif
