#if Tool
    /// Finds values of JSON in bytes. See [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259).
    struct JSONScanner {
        enum Problem: Error {
            /// The bytes end within a value.
            case incomplete
            case bad(String)
        }

        let base: UnsafePointer<UInt8>
        let end: Int
        /// Whether no more bytes come.
        let isLast: Bool
        var place: Int

        static let deepest = 500

        @inline(__always)
        mutating func skipSpace() {
            while place < end {
                let byte = base[place]
                guard byte == 0x20 || byte == 10 || byte == 13 || byte == 9 else { return }
                place &+= 1
            }
        }

        /// The byte here, behind blanks.
        mutating func peek() throws(Problem) -> UInt8 {
            skipSpace()
            guard place < end else { throw isLast ? .bad("it ends too early") : .incomplete }
            return base[place]
        }

        mutating func expect(_ byte: UInt8) throws(Problem) {
            guard try peek() == byte else { throw unexpected("\(Character(Unicode.Scalar(byte)))") }
            place += 1
        }

        private func unexpected(_ wanted: String) -> Problem { .bad("there is no \(wanted) where one must be") }

        /// A text, whose bytes are between the quotation marks.
        mutating func text() throws(Problem) -> RecordField {
            try expect(UInt8(ascii: "\""))
            let start = place
            var hasEscapes = false
            while place < end {
                let byte = base[place]
                if byte == UInt8(ascii: "\"") {
                    defer { place += 1 }
                    return RecordField(offset: start, count: place - start, kind: .text, isUnescaped: hasEscapes)
                }
                guard byte >= 0x20 else { throw .bad("there is a control character in a text") }
                guard byte == UInt8(ascii: "\\") else {
                    place += 1
                    continue
                }
                hasEscapes = true
                try skipEscape()
            }
            throw isLast ? .bad("a text has no end") : .incomplete
        }

        private mutating func skipEscape() throws(Problem) {
            guard place + 1 < end else { throw isLast ? .bad("a text has no end") : .incomplete }
            let code = base[place + 1]
            place += 2
            switch code {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                break
            case UInt8(ascii: "u"):
                for _ in 0..<4 {
                    guard place < end else { throw isLast ? .bad("a text has no end") : .incomplete }
                    guard Character(Unicode.Scalar(base[place])).isHexDigit else {
                        throw .bad("a text has an unknown escape")
                    }
                    place += 1
                }
            default: throw .bad("a text has an unknown escape")
            }
        }

        /// Finds a value. Of the values within only the form is checked.
        mutating func value(depth: Int = 0) throws(Problem) -> RecordField {
            let first = try peek()
            let start = place
            switch first {
            case UInt8(ascii: "\""): return try text()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < JSONScanner.deepest else {
                    throw .bad("values are nested more than \(JSONScanner.deepest) deep")
                }
                try container(isObject: first == UInt8(ascii: "{"), depth: depth)
                return RecordField(offset: start, count: place - start, kind: .nested)
            case UInt8(ascii: "t"): return try word("true", .isTrue)
            case UInt8(ascii: "f"): return try word("false", .isFalse)
            case UInt8(ascii: "n"): return try word("null", .null)
            default: return try number()
            }
        }

        private mutating func container(isObject: Bool, depth: Int) throws(Problem) {
            place += 1
            let close = UInt8(ascii: isObject ? "}" : "]")
            if try peek() == close {
                place += 1
                return
            }
            while true {
                if isObject {
                    _ = try text()
                    try expect(UInt8(ascii: ":"))
                }
                _ = try value(depth: depth + 1)
                let next = try peek()
                place += 1
                if next == close { return }
                guard next == UInt8(ascii: ",") else { throw unexpected("comma") }
            }
        }

        private mutating func word(_ word: StaticString, _ kind: FieldKind) throws(Problem) -> RecordField {
            let start = place
            for index in 0..<word.utf8CodeUnitCount {
                guard place < end else { throw isLast ? .bad("it ends too early") : .incomplete }
                guard base[place] == word.utf8Start[index] else { throw unexpected("value") }
                place += 1
            }
            return RecordField(offset: start, count: place - start, kind: kind)
        }

        private mutating func number() throws(Problem) -> RecordField {
            let start = place
            if place < end, base[place] == UInt8(ascii: "-") { place += 1 }
            let first = place
            let digits = skipDigits()
            if digits == 0 { throw place >= end && !isLast ? .incomplete : unexpected("value") }
            if digits > 1, base[first] == UInt8(ascii: "0") { throw .bad("a number begins with a zero") }
            if place < end, base[place] == UInt8(ascii: ".") {
                place += 1
                if skipDigits() == 0, place < end || isLast { throw unexpected("digit") }
            }
            if place < end, base[place] | 0x20 == UInt8(ascii: "e") {
                place += 1
                if place < end, base[place] == UInt8(ascii: "+") || base[place] == UInt8(ascii: "-") { place += 1 }
                if skipDigits() == 0, place < end || isLast { throw unexpected("digit") }
            }
            guard place < end || isLast else { throw .incomplete }
            return RecordField(offset: start, count: place - start, kind: .number)
        }

        private mutating func skipDigits() -> Int {
            let start = place
            while place < end, base[place] >= UInt8(ascii: "0"), base[place] <= UInt8(ascii: "9") { place += 1 }
            return place - start
        }
    }

    extension JSONScanner {
        /// Appends a text without its escapes.
        ///
        /// - Returns: false for an escape that JSON does not have.
        static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) -> Bool {
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                guard byte == UInt8(ascii: "\\") else {
                    text.append(byte)
                    continue
                }
                guard index < bytes.count else { return false }
                let code = bytes[index]
                index += 1
                switch code {
                case UInt8(ascii: "n"): text.append(10)
                case UInt8(ascii: "t"): text.append(9)
                case UInt8(ascii: "r"): text.append(13)
                case UInt8(ascii: "b"): text.append(8)
                case UInt8(ascii: "f"): text.append(12)
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(code)
                case UInt8(ascii: "u"):
                    guard let scalar = scalar(bytes, &index) else { return false }
                    text.append(contentsOf: Array(String(Character(scalar)).utf8))
                default: return false
                }
            }
            return true
        }

        /// A character by its number, or by two numbers above U+FFFF. One half alone becomes U+FFFD.
        private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
            guard let first = unit(bytes, index) else { return nil }
            index += 4
            guard 0xD800...0xDBFF ~= first, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u"), let second = unit(bytes, index + 2), 0xDC00...0xDFFF ~= second
            else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
            index += 6
            return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        }

        private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32? {
            guard index + 4 <= bytes.count else { return nil }
            var result: UInt32 = 0
            for byte in bytes[index..<(index + 4)] {
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
                result = result << 4 | UInt32(digit)
            }
            return result
        }
    }
#endif
