#if Tool
    import FMDB
    import Foundation

    /// Gathers lines until they are statements.
    struct StatementReader {
        private(set) var text = ""

        /// Whether a statement has begun, and has not ended.
        var isPending: Bool { StatementReader.hasMore(than: text[...]) }

        /// Whether there is something beside blanks and comments.
        private static func hasMore(than text: Substring) -> Bool {
            var rest = text.drop(while: \.isWhitespace)
            while !rest.isEmpty {
                if rest.hasPrefix("--") {
                    rest = rest.drop { !$0.isNewline }
                } else if rest.hasPrefix("/*") {
                    // One that is not closed goes on with the next line.
                    guard let end = rest.range(of: "*/") else { return true }
                    rest = rest[end.upperBound...]
                } else {
                    return true
                }
                rest = rest.drop(while: \.isWhitespace)
            }
            return false
        }

        mutating func add(_ line: String) { text += line + "\n" }

        mutating func discard() { text = "" }

        /// Takes the next statement, which ends with a semicolon outside of texts, comments and triggers.
        ///
        /// - Returns: nil if none is complete.
        mutating func next() -> String? {
            guard text.utf8.contains(UInt8(ascii: ";")), FMDatabase.isComplete(text) || hasCompleteStart else {
                return nil
            }
            var index = text.utf8.startIndex
            while let end = text.utf8[index...].firstIndex(of: UInt8(ascii: ";")) {
                index = text.utf8.index(after: end)
                guard FMDatabase.isComplete(String(text[..<index])) else { continue }
                let statement = String(text[..<index])
                text = String(text[index...])
                // A comment behind the last one is no statement.
                if !isPending { text = "" }
                return statement
            }
            return nil
        }

        private var hasCompleteStart: Bool {
            guard let end = text.utf8.lastIndex(of: UInt8(ascii: ";")) else { return false }
            return FMDatabase.isComplete(String(text[...end]))
        }

        /// Takes what is left at the end of the input.
        mutating func rest() -> String? {
            defer { text = "" }
            return isPending ? text : nil
        }
    }
#endif
