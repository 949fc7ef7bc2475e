#if Tool
    /// Finds JSON values in bytes. See [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259).
    struct JSONScanner {
        enum Problem: Error {
            /// The bytes end within a value, and the input may have more.
            case incomplete
            case bad(String)
        }

        let base: UnsafePointer<UInt8>
        let end: Int
        /// Whether these bytes are the last ones of the input.
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

        /// Skips whitespace, and returns the next byte without consuming it.
        mutating func peek() throws(Problem) -> UInt8 {
            skipSpace()
            guard place < end else { throw isLast ? .bad("it ends too early") : .incomplete }
            return base[place]
        }

        mutating func expect(_ byte: UInt8) throws(Problem) {
            guard try peek() == byte else { throw unexpected("\(Character(Unicode.Scalar(byte)))") }
            place += 1
        }

        private func unexpected(_ wanted: String) -> Problem { .bad("expected \(wanted)") }

        /// Reads a string. The field's range excludes the quotation marks.
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
                guard byte >= 0x20 else { throw .bad("a string has a control character") }
                guard byte == UInt8(ascii: "\\") else {
                    place += 1
                    continue
                }
                hasEscapes = true
                try skipEscape()
            }
            throw isLast ? .bad("a string has no end") : .incomplete
        }

        private mutating func skipEscape() throws(Problem) {
            guard place + 1 < end else { throw isLast ? .bad("a string has no end") : .incomplete }
            let code = base[place + 1]
            place += 2
            guard "\"\\/bfnrtu".utf8.contains(code) else { throw .bad("a string has an unknown escape") }
            for _ in 0..<(code == UInt8(ascii: "u") ? 4 : 0) {
                guard place < end else { throw isLast ? .bad("a string has no end") : .incomplete }
                guard Character(Unicode.Scalar(base[place])).isHexDigit else {
                    throw .bad("a string has an unknown escape")
                }
                place += 1
            }
        }

        /// Finds a value. Nested values are only checked for valid syntax.
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
        private static let controls: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8,
            UInt8(ascii: "f"): 12,
        ]

        /// Appends a string that the scanner has found, with its escapes decoded. An unpaired surrogate becomes U+FFFD.
        static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
            var index = 0
            while index < bytes.count {
                guard bytes[index] == UInt8(ascii: "\\") else {
                    text.append(bytes[index])
                    index += 1
                    continue
                }
                // A character above U+FFFF has two escapes, so consecutive escapes are decoded together.
                var units: [UInt16] = []
                while index + 5 < bytes.count, bytes[index...].starts(with: "\\u".utf8) {
                    let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
                    units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
                    index += 6
                }
                guard units.isEmpty else {
                    text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
                    continue
                }
                text.append(controls[bytes[index + 1]] ?? bytes[index + 1])
                index += 2
            }
        }
    }
#endif
