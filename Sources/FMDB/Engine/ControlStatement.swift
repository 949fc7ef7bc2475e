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
        guard let first = words.next(), !first.isQuoted else { return nil }
        switch first.text.uppercased() {
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
            if SQLWords.isSpace(byte) { continue }
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

    /// Whether a script may contain such a statement. It may also be told of one that only has a word of it.
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

/// The words of the first statement of a text.
struct SQLWords {
    struct Word {
        let text: String
        let isQuoted: Bool

        func isKeyword(_ keyword: String) -> Bool { !isQuoted && text.uppercased() == keyword }
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ sql: String) {
        bytes = Array(sql.utf8)
        skip(semicolons: true)
    }

    /// See [the tokenizer's spaces](https://sqlite.org/lang_comment.html).
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D && byte != 0x0B }

    /// The next word, without its quotation marks; nil at the end of the statement.
    mutating func next() -> Word? {
        skip(semicolons: false)
        guard place < bytes.count, bytes[place] != UInt8(ascii: ";") else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return quoted(until: bytes[place])
        case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"))
        default:
            let start = place
            while place < bytes.count, isPart(bytes[place]) { place += 1 }
            if place == start { place += 1 }
            return Word(text: String(decoding: bytes[start..<place], as: UTF8.self), isQuoted: false)
        }
    }

    /// The name behind `RELEASE` or `TO`, where `SAVEPOINT` may precede it.
    mutating func nextSavePoint() -> String {
        guard let word = next() else { return "" }
        guard word.isKeyword("SAVEPOINT"), let name = next() else { return word.text }
        return name.text
    }

    private func isPart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    /// A mark within the name is doubled.
    private mutating func quoted(until mark: UInt8) -> Word {
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            if bytes[place] == mark {
                place += 1
                guard mark != UInt8(ascii: "]"), place < bytes.count, bytes[place] == mark else { break }
            }
            text.append(bytes[place])
            place += 1
        }
        return Word(text: String(decoding: text, as: UTF8.self), isQuoted: true)
    }

    private mutating func skip(semicolons: Bool) {
        while place < bytes.count {
            let rest = bytes[place...]
            if SQLWords.isSpace(bytes[place]) || semicolons && bytes[place] == UInt8(ascii: ";") {
                place += 1
            } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                place += 3
            } else if rest.starts(with: "--".utf8) {
                place = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if rest.starts(with: "/*".utf8) {
                place += 2
                while place < bytes.count, !bytes[place...].starts(with: "*/".utf8) { place += 1 }
                place = min(place + 2, bytes.count)
            } else {
                return
            }
        }
    }
}
