#if Tool
    import FMDB
    import Foundation

    /// Gathers lines until they are statements. Each byte is looked at once, however long a statement or a line is.
    struct StatementReader {
        private var bytes: [UInt8] = []
        private var start = 0
        private var index = 0
        /// The token in which the lines end.
        private var open: SQLScanner.Token?
        /// Whether something beside blanks and comments was found.
        private var hasBegun = false

        /// What has not been taken.
        var text: String { String(decoding: bytes[start...], as: UTF8.self) }

        /// Whether a statement or a comment has begun, and has not ended.
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

        /// Takes the next statement, which ends with a semicolon outside of texts, comments and triggers.
        ///
        /// - Returns: nil if none is complete.
        mutating func next() -> String? {
            while look() {
                let statement = String(decoding: bytes[start..<index], as: UTF8.self)
                // The first semicolons of a trigger do not end it.
                guard FMDatabase.isComplete(statement) else { continue }
                (start, hasBegun) = (index, false)
                return statement
            }
            // A comment behind the last one is no statement.
            if !isPending { discard() }
            return nil
        }

        /// Looks for the next semicolon behind the beginning of a statement.
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
                    // There is more of it in the lines to come.
                    if open != nil { return false }
                }
                // SQLite reads nothing behind a byte 0, so that the statement has no end.
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
