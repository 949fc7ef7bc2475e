/// The words of the first statement of a text.
struct SQLWords {
    struct Word {
        let text: String
        let isQuoted: Bool

        func isKeyword(_ keyword: String) -> Bool { self.keyword == keyword }
        /// In capitals; empty for what is quoted, and what has other letters than SQLite's keywords.
        var keyword: String { isQuoted ? "" : text.asKeyword }
        func isSymbol(_ symbol: Character) -> Bool { !isQuoted && text == String(symbol) }
        /// Whether it is no symbol.
        var isName: Bool { isQuoted || text.utf8.first.map(SQLWords.isPart) ?? false }
    }

    private let bytes: [UInt8]
    /// How many bytes have been read.
    private(set) var place = 0

    init(_ sql: String) {
        self.init(sql.utf8)
    }

    init(_ sql: some Sequence<UInt8>) {
        bytes = Array(sql)
        skip(semicolons: true)
    }

    /// The first word of a text in capitals; nil if there is none, or a quoted one.
    static func first(of sql: String) -> String? {
        // It nearly always stands at the start, and a long text need not be copied for it.
        let start = 64
        var words = SQLWords(sql.utf8.prefix(start))
        var word = words.next()
        if word == nil || words.place >= start {
            words = SQLWords(sql)
            word = words.next()
        }
        return word.flatMap { $0.isQuoted ? nil : $0.keyword }
    }

    /// Whether a statement makes a table of FTS3, FTS4 or FTS5.
    static func makesFullTextTable(_ sql: String) -> Bool {
        ShadowTables.module(of: sql).map { ["fts3", "fts4", "fts5"].contains($0) } ?? false
    }

    /// See [the tokenizer's spaces](https://sqlite.org/lang_comment.html).
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D && byte != verticalTab }

    /// It is a space behind another one only; elsewhere SQLite refuses it.
    static let verticalTab: UInt8 = 0x0B

    /// The next word, without its quotation marks, or symbol; nil at the end of the statement.
    mutating func next() -> Word? {
        skip(semicolons: false)
        guard place < bytes.count, bytes[place] != UInt8(ascii: ";") else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return quoted(until: bytes[place])
        case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"))
        case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: ":"): return variable()
        default:
            let start = place
            while place < bytes.count, SQLWords.isPart(bytes[place]) { place += 1 }
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

    fileprivate static func isPart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    /// The name of a parameter, which may have `::` in it and anything in parentheses behind it.
    ///
    /// See [SQL Parameters](https://sqlite.org/lang_expr.html#varparam).
    private mutating func variable() -> Word {
        let start = place
        place += 1
        while place < bytes.count {
            if SQLWords.isPart(bytes[place]) {
                place += 1
            } else if bytes[place...].starts(with: "::".utf8) {
                place += 2
            } else {
                break
            }
        }
        let hasName = bytes[(start + 1)..<place].contains(where: SQLWords.isPart)
        if hasName, place < bytes.count, bytes[place] == UInt8(ascii: "(") {
            while place < bytes.count, bytes[place] != UInt8(ascii: ")"), !SQLWords.isSpaceInName(bytes[place]) {
                place += 1
            }
            if place < bytes.count, bytes[place] == UInt8(ascii: ")") { place += 1 }
        }
        return Word(text: String(decoding: bytes[start..<place], as: UTF8.self), isQuoted: false)
    }

    /// To `sqlite3Isspace` the vertical tab is one.
    private static func isSpaceInName(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }

    /// A mark within the name is doubled. What is not closed is no name; SQLite refuses it.
    private mutating func quoted(until mark: UInt8) -> Word {
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            if bytes[place] == mark {
                place += 1
                guard mark != UInt8(ascii: "]"), place < bytes.count, bytes[place] == mark else {
                    return Word(text: String(decoding: text, as: UTF8.self), isQuoted: true)
                }
            }
            text.append(bytes[place])
            place += 1
        }
        return Word(text: "", isQuoted: false)
    }

    private mutating func skip(semicolons: Bool) {
        while place < bytes.count {
            let rest = bytes[place...]
            if SQLWords.isSpace(bytes[place]) {
                place += 1
                while place < bytes.count, bytes[place] == SQLWords.verticalTab { place += 1 }
            } else if semicolons, bytes[place] == UInt8(ascii: ";") {
                place += 1
            } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                place += 3
            } else if rest.starts(with: "--".utf8) {
                place = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if rest.starts(with: "/*".utf8), rest.count > 2 {
                // With nothing behind it, it is no comment to SQLite.
                place += 2
                while place < bytes.count, !bytes[place...].starts(with: "*/".utf8) { place += 1 }
                place = min(place + 2, bytes.count)
            } else {
                return
            }
        }
    }
}
