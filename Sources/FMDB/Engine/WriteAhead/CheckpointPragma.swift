import SQLiteC

/// An SQL text that runs a checkpoint, or says when commits do: the library does it in SQLite's place, so that it passes
/// the ``CheckpointGate``.
///
/// See [PRAGMA wal_checkpoint](https://sqlite.org/pragma.html#pragma_wal_checkpoint) and
/// [PRAGMA wal_autocheckpoint](https://sqlite.org/pragma.html#pragma_wal_autocheckpoint).
struct CheckpointPragma {
    enum Action {
        case checkpoint(mode: Int32)
        /// nil to ask only.
        case limit(Int32?)
    }

    let action: Action
    /// The name of a database; nil for all.
    let schema: String?
    /// The length of the statement in bytes, with the semicolon.
    let length: Int

    /// Reads the first statement of a text.
    ///
    /// - Returns: nil for any other statement, and for one that SQLite will refuse.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard CheckpointPragma.isPossible(text) else { return nil }
        var words = SQLWords(text.prefix { $0 != 0 })
        var first = words.next()
        // SQLite sets the limit while it compiles, also what is only to be explained.
        let isExplained = first?.isKeyword("EXPLAIN") == true
        if isExplained { first = words.next() }
        guard first?.isKeyword("PRAGMA") == true, var name = words.next() else { return nil }
        var schema: String?
        var word = words.next()
        if word?.isSymbol(".") == true {
            schema = name.text
            guard let second = words.next() else { return nil }
            name = second
            word = words.next()
        }
        guard name.isName, let kind = CheckpointPragma.kind(of: name), kind == .limit || !isExplained else {
            return nil
        }
        var value: String?
        if let opening = word, opening.isSymbol("=") || opening.isSymbol("(") {
            if opening.isSymbol("=") { CheckpointPragma.skipSecondSign(&words) }
            guard let read = CheckpointPragma.value(&words, next: &word) else { return nil }
            value = read
            if opening.isSymbol("(") {
                guard word?.isSymbol(")") == true else { return nil }
                word = words.next()
            }
        }
        guard word == nil else { return nil }
        words.skipEnd()
        self.schema = schema
        length = words.place
        action =
            kind == .checkpoint
            ? .checkpoint(mode: CheckpointPragma.mode(value)) : .limit(value.map(CheckpointPragma.number))
    }

    /// `==` is the same as `=`.
    private static func skipSecondSign(_ words: inout SQLWords) {
        var rest = words
        guard rest.next()?.isSymbol("=") == true, rest.place == words.place + 1 else { return }
        words = rest
    }

    /// A look at the first letter, before any word is read.
    private static func isPossible(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text
        where !SQLWords.isSpace(byte) && byte != UInt8(ascii: ";") && byte != SQLWords.verticalTab {
            return byte | 0x20 == UInt8(ascii: "p") || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "/")
                || byte == UInt8(ascii: "-") || byte == 0xEF
        }
        return false
    }

    private enum Kind { case checkpoint, limit }

    private static func kind(of name: SQLWords.Word) -> Kind? {
        switch name.text.asKeyword {
        case "WAL_CHECKPOINT": .checkpoint
        case "WAL_AUTOCHECKPOINT": .limit
        default: nil
        }
    }

    /// - Parameter next: gets the word behind the value.
    private static func value(_ words: inout SQLWords, next: inout SQLWords.Word?) -> String? {
        guard var word = words.next() else { return nil }
        let isNegative = word.isSymbol("-")
        if isNegative || word.isSymbol("+") {
            // A sign stands before a number only.
            guard let number = words.next(), !number.isQuoted,
                number.isSymbol(".") || number.text.utf8.first.map(isDigit) ?? false
            else { return nil }
            word = number
        }
        // Otherwise a parameter, which is no value here.
        guard word.isQuoted || word.text.utf8.first != UInt8(ascii: "$") else { return nil }
        var end = words.place
        next = words.next()
        // A decimal number comes in parts, with nothing between them: only what stands before its point counts.
        if !word.isQuoted, word.isSymbol(".") || word.text.utf8.first.map(isDigit) ?? false {
            if word.isSymbol(".") {
                guard isFraction(next, words, from: end) else { return nil }
                word = SQLWords.Word(text: "0", isQuoted: false)
                next = words.next()
            } else if next?.isSymbol(".") == true, word.text.utf8.allSatisfy(isDigit) {
                guard words.place == end + 1 else { return nil }
                end += 1
                next = words.next()
                if isFraction(next, words, from: end) { next = words.next() }
            }
            guard isNumber(word.text) else { return nil }
        }
        guard word.isName, word.isQuoted || !reserved.contains(word.text.asKeyword) else { return nil }
        return (isNegative ? "-" : "") + word.text
    }

    /// The keywords that are no value. See [SQLite Keywords](https://sqlite.org/lang_keywords.html).
    private static let reserved: Set<String> = [
        "ADD", "ALL", "ALTER", "AND", "AS", "AUTOINCREMENT", "BETWEEN", "CASE", "CHECK", "COLLATE", "COMMIT",
        "CONSTRAINT", "CREATE", "DEFERRABLE", "DISTINCT", "DROP", "ELSE", "ESCAPE", "EXCEPT", "EXISTS",
        "FOREIGN", "FROM", "GROUP", "HAVING", "IN", "INDEX", "INSERT", "INTERSECT", "INTO", "IS", "ISNULL",
        "JOIN", "LIMIT", "NOT", "NOTHING", "NOTNULL", "NULL", "OR", "ORDER", "PRIMARY", "REFERENCES",
        "RETURNING", "SELECT", "SET", "TABLE", "THEN", "TO", "TRANSACTION", "UNION", "UNIQUE", "UPDATE",
        "USING", "VALUES", "WHEN", "WHERE",
    ]

    /// Whether a word that was read last is the fraction of a number that ends at a place.
    private static func isFraction(_ word: SQLWords.Word?, _ words: SQLWords, from place: Int) -> Bool {
        guard let word, word.text.utf8.first.map(isDigit) ?? false, isNumber("0." + word.text) else { return false }
        return words.place == place + word.text.utf8.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isHexadecimal(_ text: String) -> Bool { text.lowercased().hasPrefix("0x") }

    private static func isNumber(_ text: String) -> Bool {
        if isHexadecimal(text) { return text.count > 2 && text.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit } }
        return text.utf8.allSatisfy(isDigit) || Double(text) != nil
    }

    /// Any other word means a passive one.
    private static func mode(_ word: String?) -> Int32 {
        switch word?.asKeyword {
        case "FULL": SQLITE_CHECKPOINT_FULL
        case "RESTART": SQLITE_CHECKPOINT_RESTART
        case "TRUNCATE": SQLITE_CHECKPOINT_TRUNCATE
        case "NOOP" where sqlite3_libversion_number() >= 3_051_000: CheckpointPragma.noop
        default: SQLITE_CHECKPOINT_PASSIVE
        }
    }

    /// Counts the frames and moves none: `SQLITE_CHECKPOINT_NOOP`, since 3.51.
    static let noop: Int32 = -1

    /// A number as SQLite reads it: the digits at the start, 0 for what is none or too large.
    private static func number(_ text: String) -> Int32 {
        if isHexadecimal(text) { return Int32(text.dropFirst(2), radix: 16) ?? 0 }
        let digits = text.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: "-") }
        return Int32(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    /// Whether a script may hold such a statement.
    static func isMentioned(in script: String) -> Bool {
        var script = script
        return script.withUTF8 { bytes in
            // Nearly all scripts are done with after this look at their bytes.
            for start in bytes.indices.dropLast(9) where bytes[start] | 0x20 == UInt8(ascii: "w") {
                if word(bytes[start...].prefix(14), isStartOf: "wal_checkpoint") { return true }
                if word(bytes[start...].prefix(18), isStartOf: "wal_autocheckpoint") { return true }
            }
            return false
        }
    }

    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isStartOf word: StaticString) -> Bool {
        bytes.count == word.utf8CodeUnitCount
            && bytes.enumerated().allSatisfy { $1 | 0x20 == word.utf8Start[$0] | 0x20 }
    }
}
