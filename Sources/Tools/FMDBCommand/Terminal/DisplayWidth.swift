#if Tool
    /// How many columns of a terminal a text takes, and which characters must not reach it.
    enum DisplayWidth {
        static func of(_ text: String) -> Int {
            var width = 0
            for scalar in text.unicodeScalars { width += of(scalar) }
            return width
        }

        static func of(_ scalar: Unicode.Scalar) -> Int {
            let value = scalar.value
            if value < 0x300 { return value >= 0x20 && value != 0x7F ? 1 : 0 }
            if isMark(scalar) { return 0 }
            return isWide(value) ? 2 : 1
        }

        private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control: true
            default: false
            }
        }

        /// See [UAX #11](https://www.unicode.org/reports/tr11/): East Asian wide characters, and emoji.
        private static func isWide(_ value: UInt32) -> Bool {
            switch value {
            case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
                0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
                0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
                true
            default: false
            }
        }

        /// A text on one line, with control characters escaped.
        static func printable(_ text: String) -> String {
            guard text.unicodeScalars.contains(where: isHarmful) else { return text }
            var result = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\n": result.append(contentsOf: "\\n".unicodeScalars)
                case "\r": result.append(contentsOf: "\\r".unicodeScalars)
                case "\t": result.append(contentsOf: "\\t".unicodeScalars)
                case _ where isHarmful(scalar):
                    result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
                default: result.append(scalar)
                }
            }
            return String(result)
        }

        private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }

        /// A text in so many columns: cut with an ellipsis.
        static func cut(_ text: String, to columns: Int) -> String {
            guard of(text) > columns else { return text }
            guard columns > 0 else { return "" }
            var result = String.UnicodeScalarView()
            var width = 0
            for scalar in text.unicodeScalars {
                let own = of(scalar)
                guard width + own <= columns - 1 else { break }
                width += own
                result.append(scalar)
            }
            result.append("…")
            return String(result)
        }

        /// The columns of a text with styles, which take none.
        static func ofStyled(_ text: String) -> Int { of(text.replacing(/\u{1B}\[[0-9]+m/, with: "")) }

        /// A text with styles in so many columns. Styles take none, and end with it.
        static func cutStyled(_ text: String, to columns: Int) -> String {
            var result = String.UnicodeScalarView()
            var (width, isStyle, hasStyle) = (0, false, false)
            for scalar in text.unicodeScalars {
                if scalar == "\u{1B}" { (isStyle, hasStyle) = (true, true) }
                if !isStyle { width += of(scalar) }
                // The last character may still fit.
                if width > columns { return cutStyled(String(result), to: columns, hasStyle) }
                result.append(scalar)
                if isStyle, scalar == "m" { isStyle = false }
            }
            return text
        }

        /// Makes room for the ellipsis.
        private static func cutStyled(_ text: String, to columns: Int, _ hasStyle: Bool) -> String {
            var result = text.unicodeScalars
            while let last = result.popLast(), of(last) == 0 {}
            return String(result) + "…" + (hasStyle ? "\u{1B}[0m" : "")
        }

        /// A text with blanks up to so many columns.
        static func padded(_ text: String, to columns: Int, isNumber: Bool = false) -> String {
            let blanks = String(repeating: " ", count: max(0, columns - of(text)))
            return isNumber ? blanks + text : text + blanks
        }
    }

    extension Sequence where Element: Hashable {
        /// Each element once, in the order of the first ones.
        var unique: [Element] {
            var seen: Set<Element> = []
            return filter { seen.insert($0).inserted }
        }
    }

    /// A text in lines of so many columns, broken at blanks.
    func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in DisplayWidth.printable(text).split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > max(20, width) {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
#endif
