#if Checked
    import FMDB
    import SwiftSyntax

    /// The SQL that replaces an interpolation into a String at a place where only a value can be.
    ///
    /// Such a place is inside single quotes, or after a comparison operator, `LIMIT`, `OFFSET` or `IN`. No name or literal may touch the
    /// interpolation.
    struct ValueHole {
        /// The replacement.
        let text: String
        /// Whether the value is all or part of a string literal. A parameter could replace such a literal.
        private(set) var isQuotedValue = false

        init?(behind before: [UInt8], next: StringLiteralSegmentListSyntax.Element?) {
            switch ValueHole.opening(in: before) {
            case UInt8(ascii: "'"):
                text = "1"
                isQuotedValue = !ValueHole.isOfSchema(before) && ValueHole.isValue(in: "'", before, next)
            case UInt8(ascii: "\""):
                guard ValueHole.isValue(in: "\"", before, next) else { return nil }
                text = "1"
                isQuotedValue = !ValueHole.isOfSchema(before)
            case nil:
                guard !ValueHole.touches(next), let text = ValueHole.text(behind: before) else { return nil }
                self.text = text
            default: return nil
            }
        }

        /// Returns the first byte of a string literal, a name or a comment that is still open at the end, or nil.
        private static func opening(in text: [UInt8]) -> UInt8? {
            text.withUnsafeBufferPointer { bytes in
                var scanner = SQLScanner(bytes)
                var last: SQLScanner.Token?
                while let token = scanner.next() { last = token }
                guard let last, last.kind == .lineComment || last.form == .unclosed else { return nil }
                return text[last.range.lowerBound]
            }
        }

        /// The verbs of statements in which the interpolation is not replaced with `?`. SQLite does not allow parameters in SQL that it
        /// stores in the schema.
        private static let withoutParameters: Set<String> = ["CREATE", "ALTER", "ATTACH", "DROP"]

        /// Whether the SQL queries the schema. Such queries use names, not values of the program.
        private static func isOfSchema(_ before: [UInt8]) -> Bool {
            before.sqlWords.contains {
                withoutParameters.contains($0) || $0.hasPrefix("SQLITE_") || $0.hasPrefix("PRAGMA")
            }
        }

        /// Whether the open quote can only begin a string literal and not a name, as in `LIKE "%…"`.
        private static func isValue(
            in quote: Unicode.Scalar, _ before: [UInt8], _ next: StringLiteralSegmentListSyntax.Element?
        ) -> Bool {
            guard let open = before.lastIndex(of: UInt8(ascii: quote)) else { return false }
            if case .stringSegment(let segment)? = next,
                ["\".", "\\\"."].contains(where: segment.content.text.hasPrefix)
            {
                return false
            }
            let rest = before[..<open].reversed().drop { $0 <= 0x20 }
            guard let last = rest.first else { return false }
            if "=<>".utf8.contains(last) { return true }
            let words = before[..<open].sqlWords
            if last.isInSQLWord { return words.last.map { ["LIKE", "GLOB", "MATCH"].contains($0) } ?? false }
            let list = words.lastIndex { $0 == "VALUES" || $0 == "IN" }
            return "(,".utf8.contains(last) && list.map { !words[$0...].contains("SELECT") } ?? false
        }

        private static func text(behind before: [UInt8]) -> String? {
            let verbs = before.split(separator: UInt8(ascii: ";")).compactMap(\.sqlWords.first)
            let rest = before.reversed().drop { $0 <= 0x20 }
            guard let verb = verbs.last, let last = rest.first, withoutParameters.isDisjoint(with: verbs) else {
                return nil
            }
            // A PRAGMA that sets a value is not compiled, so any value may replace the interpolation.
            if verb == "PRAGMA" { return last == UInt8(ascii: "=") ? "?" : nil }
            if "=<>".utf8.contains(last) { return "?" }
            let isApart = rest.count < before.count
            if last.isInSQLWord {
                guard isApart, let word = before.sqlWords.last else { return nil }
                if word == "IN" { return "(?)" }
                return word == "LIMIT" || word == "OFFSET" ? "?" : nil
            }
            guard last == UInt8(ascii: "("), before.sqlWords.last == "IN" else { return nil }
            return rest.dropFirst().first { $0 > 0x20 }?.isInSQLWord == true ? "?" : nil
        }

        /// Whether the characters after the interpolation belong to the value.
        private static func touches(_ next: StringLiteralSegmentListSyntax.Element?) -> Bool {
            guard let next else { return false }
            guard case .stringSegment(let segment) = next else { return true }
            guard let byte = segment.content.text.utf8.first else { return false }
            return byte > 0x20 && !");,\\".utf8.contains(byte)
        }
    }

    extension Collection<UInt8> {
        /// The words of a part of SQL, in upper case.
        var sqlWords: [String] {
            split { !$0.isInSQLWord }.map { String(decoding: Array($0), as: UTF8.self).uppercased() }
        }
    }

    extension UInt8 {
        var isInSQLWord: Bool {
            switch self | 0x20 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): true
            default: self == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self >= 0x80
            }
        }
    }
#endif
