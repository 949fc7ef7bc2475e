#if Tool
    import FMDB
    import Foundation

    /// A value encoded as text without loss, for keys and page cursors. JSON numbers would lose digits.
    struct ExactValue: Codable, Equatable {
        let value: FMValue

        init(_ value: FMValue) { self.value = value }

        /// Decodes a value, or returns nil if the text is not in this encoding.
        init?(text: String) {
            let rest = String(text.dropFirst())
            let found: FMValue? =
                switch text.first {
                case "n" where rest.isEmpty: .some(.null)
                case "i": Int64(rest).map { .integer($0) }
                case "r": UInt64(rest, radix: 16).map { .real(Double(bitPattern: $0)) }
                case "t": .text(rest)
                case "b": Data(base64Encoded: rest).map { .blob($0) }
                default: nil
                }
            guard let found else { return nil }
            value = found
        }

        var text: String {
            switch value {
            case .null: "n"
            case .integer(let integer): "i\(integer)"
            case .real(let real): "r" + String(real.bitPattern, radix: 16)
            case .text(let text): "t" + text
            case .blob(let data): "b" + data.base64EncodedString()
            }
        }

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let value = ExactValue(text: text) else { throw StudioError(.badRequest, "this is not a value") }
            self = value
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
#endif
