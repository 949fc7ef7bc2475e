/// What a statement does to transactions and save points, as its text tells.
///
/// See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html) and
/// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
enum ControlStatement: Equatable {
    case begin, commit, rollback
    case savePoint(String)
    case release(String)
    case rollbackTo(String)

    /// The first statement of a text; nil if it is of another kind.
    init?(_ sql: String) {
        guard ControlStatement.isPossible(sql) else { return nil }
        var words = SQLWords(sql)
        guard let first = words.next() else { return nil }
        switch first.keyword {
        case "BEGIN": self = .begin
        case "COMMIT", "END": self = .commit
        case "SAVEPOINT": self = .savePoint(words.next()?.text ?? "")
        case "RELEASE": self = .release(words.nextSavePoint())
        case "ROLLBACK":
            self = .rollback
            while let word = words.next() {
                guard word.isKeyword("TO") else { continue }
                self = .rollbackTo(words.nextSavePoint())
                break
            }
        default: return nil
        }
    }

    /// Whether the first letters allow it. Every statement that is compiled is asked, so the commonest answer is quick.
    private static func isPossible(_ sql: String) -> Bool {
        var first: UInt8?
        for byte in sql.utf8 {
            let letter = byte | 0x20
            if let first {
                return switch (first, letter) {
                case (UInt8(ascii: "b"), UInt8(ascii: "e")), (UInt8(ascii: "c"), UInt8(ascii: "o")),
                    (UInt8(ascii: "e"), UInt8(ascii: "n")), (UInt8(ascii: "r"), UInt8(ascii: "e")),
                    (UInt8(ascii: "r"), UInt8(ascii: "o")), (UInt8(ascii: "s"), UInt8(ascii: "a")):
                    true
                default: false
                }
            }
            if SQLWords.isSpace(byte) || byte == SQLWords.verticalTab { continue }
            switch letter {
            case UInt8(ascii: "b"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "r"), UInt8(ascii: "s"):
                first = letter
            default:
                // A comment, an empty statement, or a byte order mark.
                return byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ";")
                    || byte == 0xEF
            }
        }
        return false
    }

    /// Whether a script may contain such a statement. May be true of a script that only contains such a word, in a literal for example.
    static func mayOccur(in script: String) -> Bool {
        var word: [UInt8] = []
        for byte in script.utf8 {
            let letter = byte | 0x20
            if letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") {
                if word.count < 10 { word.append(letter) }
                continue
            }
            if words.contains(word) { return true }
            word.removeAll(keepingCapacity: true)
        }
        return words.contains(word)
    }

    private static let words = Set(
        ["begin", "commit", "end", "rollback", "savepoint", "release"].map { Array($0.utf8) })
}
