#if Tool
    import Foundation

    /// Values that CSV or JSON has no syntax for. CSV uses unquoted fields: x'00ff' for bytes, 9e999 for infinity, and CAST(x'ff' AS
    /// TEXT) for text that is not UTF-8. JSON uses {"base64": "AP8="} for bytes, {"base64text": "/w=="} for such text, and the number
    /// 9e999.
    enum Notation {
        case bytes([UInt8])
        case text([UInt8])
        case real(Double)

        static let infinity = "9e999"
        static let (textStart, textEnd) = ("CAST(x'", "' AS TEXT)")
        static let (jsonBytes, jsonText) = ("{\"base64\":\"", "{\"base64text\":\"")

        /// - Parameter plain: an unquoted CSV field.
        /// - Returns: the value, or nil for an ordinary field.
        init?(plain bytes: UnsafeRawBufferPointer) {
            switch bytes.first {
            case UInt8(ascii: "x"):
                guard let value = Notation.inner(bytes, "x'", "'").flatMap(Notation.unhexed) else { return nil }
                self = .bytes(value)
            case UInt8(ascii: "C"):
                guard let value = Notation.inner(bytes, Notation.textStart, Notation.textEnd).flatMap(Notation.unhexed)
                else { return nil }
                self = .text(value)
            default: self.init(number: bytes)
            }
        }

        /// - Parameter number: a JSON number, or bytes that may be one.
        init?(number bytes: UnsafeRawBufferPointer) {
            guard 5...6 ~= bytes.count else { return nil }
            let isNegative = bytes.first == UInt8(ascii: "-")
            guard bytes.dropFirst(isNegative ? 1 : 0).elementsEqual(Notation.infinity.utf8) else { return nil }
            self = .real(isNegative ? -.infinity : .infinity)
        }

        /// - Parameter object: a JSON object, with or without whitespace.
        init?(object bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= Notation.jsonBytes.utf8.count + 2, bytes.prefix(64).contains(UInt8(ascii: "6")) else {
                return nil
            }
            func data(_ start: String) -> [UInt8]? {
                // Whitespace has no meaning in base64. JSON writers may escape a slash with a backslash.
                let bare = bytes.filter { $0 > 0x20 && $0 != UInt8(ascii: "\\") }
                guard bare.starts(with: start.utf8), bare.suffix(2).elementsEqual("\"}".utf8) else { return nil }
                return Data(base64Encoded: Data(bare[start.utf8.count..<(bare.count - 2)])).map(Array.init)
            }
            if let value = data(Notation.jsonBytes) {
                self = .bytes(value)
            } else if let value = data(Notation.jsonText) {
                self = .text(value)
            } else {
                return nil
            }
        }

        private static func inner(
            _ bytes: UnsafeRawBufferPointer, _ start: String, _ end: String
        ) -> Slice<UnsafeRawBufferPointer>? {
            guard bytes.count >= start.utf8.count + end.utf8.count, bytes.starts(with: start.utf8),
                bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
            else { return nil }
            return bytes[start.utf8.count..<(bytes.count - end.utf8.count)]
        }

        /// Decodes pairs of lowercase hexadecimal digits, or returns nil.
        static func unhexed(_ digits: some Collection<UInt8>) -> [UInt8]? {
            guard digits.count.isMultiple(of: 2) else { return nil }
            var values: [UInt8] = []
            for byte in digits {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(byte - UInt8(ascii: "0"))
                case UInt8(ascii: "a")...UInt8(ascii: "f"): values.append(byte - UInt8(ascii: "a") + 10)
                default: return nil
                }
            }
            return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        }
    }

    /// Decides which CSV fields need quotation marks.
    enum FieldMarks {
        /// Whether the field needs quotation marks because a reader would split it or misread its bytes.
        static func mustHold(_ bytes: UnsafeRawBufferPointer, delimiter: UInt8, isFirstLine: Bool) -> Bool {
            bytes.contains { $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13 }
                || isFirstLine
                    && (InputEncoding.mark(of: bytes) != nil
                        || bytes.contains(where: DelimitedReader.Options.candidates.contains))
        }

        /// Whether the field needs quotation marks because it would be read as another value: NULL, a number, or a notation of
        /// ``Notation``.
        static func mustTell(_ bytes: UnsafeRawBufferPointer, null: [UInt8]?) -> Bool {
            guard !bytes.isEmpty, !bytes.elementsEqual(null ?? []) else { return true }
            return switch NumberText(bytes) {
            case .integer, .real: true
            case .rounded, .none: Notation(plain: bytes) != nil
            }
        }
    }
#endif
