#if Tool
    import FMDB
    import Foundation

    /// Gathers lines until they are statements. Each byte is looked at once, however long a statement or a line is.
    struct StatementReader {
        /// What a byte stands in.
        private enum Place {
            case statement
            /// Up to this byte.
            case quotes(UInt8)
            case lineComment, comment
        }

        private var bytes: [UInt8] = []
        /// Where the statement begins.
        private var start = 0
        /// What was looked at.
        private var index = 0
        private var place = Place.statement
        /// Whether something beside blanks and comments was found.
        private var hasBegun = false

        /// What has not been taken.
        var text: String { String(decoding: bytes[start...], as: UTF8.self) }

        /// Whether a statement or a comment has begun, and has not ended.
        var isPending: Bool {
            if case .comment = place { return true }
            return hasBegun
        }

        mutating func add(_ line: String) {
            if start > 0 {
                bytes.removeFirst(start)
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
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                guard look(at: byte), hasBegun else { continue }
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

        /// - Returns: whether a byte is a semicolon that may end a statement.
        private mutating func look(at byte: UInt8) -> Bool {
            let follower = index < bytes.count ? bytes[index] : 0
            switch place {
            case .quotes(let end): if byte == end { place = .statement }
            case .lineComment: if byte == UInt8(ascii: "\n") { place = .statement }
            case .comment:
                if byte == UInt8(ascii: "*"), follower == UInt8(ascii: "/") {
                    index += 1
                    place = .statement
                }
            case .statement:
                switch byte {
                case UInt8(ascii: ";"): return true
                case UInt8(ascii: " "), 9...13: break
                case UInt8(ascii: "-") where follower == byte: place = .lineComment
                case UInt8(ascii: "/") where follower == UInt8(ascii: "*"):
                    index += 1
                    place = .comment
                default:
                    hasBegun = true
                    if [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")].contains(byte) {
                        place = .quotes(byte)
                    }
                    if byte == UInt8(ascii: "[") { place = .quotes(UInt8(ascii: "]")) }
                }
            }
            return false
        }

        /// Takes what is left at the end of the input.
        mutating func rest() -> String? {
            defer { discard() }
            return isPending ? text : nil
        }
    }
#endif
