#if Tool
    /// Measures how many terminal columns a string takes, and escapes characters that must not reach a terminal.
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
            [.nonspacingMark, .enclosingMark, .format, .control].contains(scalar.properties.generalCategory)
        }

        /// Whether a character is East Asian wide or an emoji. See [UAX #11](https://www.unicode.org/reports/tr11/).
        private static func isWide(_ value: UInt32) -> Bool {
            switch value {
            case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
                0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
                0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
                true
            default: false
            }
        }

        /// Returns the text as one line, with control characters escaped.
        static func printable(_ text: String) -> String {
            guard text.unicodeScalars.contains(where: isHarmful) else { return text }
            let named: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r", "\t": "\\t"]
            return text.unicodeScalars.map { scalar in
                isHarmful(scalar) ? named[scalar] ?? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }.joined()
        }

        private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }

        /// Returns the width of a string with styles. Styles take no columns.
        static func ofStyled(_ text: String) -> Int { of(text.replacing(/\u{1B}\[[0-9]+m/, with: "")) }

        /// Cuts a string to a width, with an ellipsis. Styles take no columns, and a cut resets them.
        static func cut(_ text: String, to columns: Int) -> String {
            guard columns > 0 else { return "" }
            let scalars = text.unicodeScalars
            var (width, end, isStyle, hasStyle) = (0, scalars.startIndex, false, false)
            for index in scalars.indices {
                if scalars[index] == "\u{1B}" { (isStyle, hasStyle) = (true, true) }
                if !isStyle { width += of(scalars[index]) }
                if width > columns { return String(scalars[..<end]) + "…" + (hasStyle ? "\u{1B}[0m" : "") }
                if scalars[index] == "m" { isStyle = false }
                // The ellipsis takes one column.
                if width < columns { end = scalars.index(after: index) }
            }
            return text
        }

        /// Pads a string with blanks to a width. Numbers are right-aligned.
        static func padded(_ text: String, to columns: Int, isNumber: Bool = false) -> String {
            let blanks = String(repeating: " ", count: max(0, columns - of(text)))
            return isNumber ? blanks + text : text + blanks
        }
    }

    extension Sequence where Element: Hashable {
        var unique: [Element] {
            var seen: Set<Element> = []
            return filter { seen.insert($0).inserted }
        }
    }

    /// Breaks a string at blanks into lines of a width.
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
