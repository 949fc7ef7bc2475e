#if Tool
    import FMDB
    import Foundation

    /// Joins lines into statements. It scans each byte once, however long a statement or a line is.
    struct StatementReader {
        private var bytes: [UInt8] = []
        private var start = 0
        private var index = 0
        /// The unclosed token at the end of the lines, or nil.
        private var open: SQLScanner.Token?
        /// Whether the current statement has a token other than whitespace and comments.
        private var hasBegun = false

        /// The text that ``next()`` has not returned yet.
        var text: String { String(decoding: bytes[start...], as: UTF8.self) }

        /// Whether a statement or comment has begun and not ended.
        var isPending: Bool { hasBegun || open != nil }

        mutating func add(_ line: String) {
            if start > 0 {
                bytes.removeFirst(start)
                open = open?.moved(by: -start)
                (index, start) = (index - start, 0)
            }
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }

        mutating func discard() { self = StatementReader() }

        /// Removes and returns the next statement. It ends with a semicolon outside of literals, comments and triggers.
        ///
        /// - Returns: the statement, or nil if none is complete.
        mutating func next() -> String? {
            while look() {
                let statement = String(decoding: bytes[start..<index], as: UTF8.self)
                // The semicolons inside a trigger do not end the statement.
                guard FMDatabase.isComplete(statement) else { continue }
                (start, hasBegun) = (index, false)
                return statement
            }
            // A comment after the last statement is not a statement.
            if !isPending { discard() }
            return nil
        }

        /// Finds the next semicolon after the start of a statement.
        private mutating func look() -> Bool {
            var (place, open, hasBegun) = (index, open, hasBegun)
            let isFound: Bool = bytes.withUnsafeBufferPointer { bytes in
                var scanner = SQLScanner(bytes, at: place)
                defer { place = scanner.position }
                while let token = open.map({ scanner.resume($0) }) ?? scanner.next() {
                    open = token.form == .unclosed ? token : nil
                    switch token.kind {
                    case .blank, .lineComment, .blockComment: break
                    case .semicolon: if hasBegun { return true }
                    default: hasBegun = true
                    }
                    // The token continues in the next lines.
                    if open != nil { return false }
                }
                // SQLite's tokenizer stops at a NUL, so no semicolon after it can end the statement.
                hasBegun = hasBegun || scanner.position < bytes.count
                return false
            }
            (index, self.open, self.hasBegun) = (place, open, hasBegun)
            return isFound
        }

        mutating func rest() -> String? {
            defer { discard() }
            return isPending ? text : nil
        }
    }
#endif
