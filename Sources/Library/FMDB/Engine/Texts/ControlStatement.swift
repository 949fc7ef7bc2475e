/// A statement that begins or ends transactions or savepoints, parsed from its SQL.
///
/// See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html) and
/// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
enum ControlStatement: Equatable {
    case begin, commit, rollback
    case savePoint(String)
    case release(String)
    case rollbackTo(String)

    /// Parses the first statement of an SQL string. Returns nil for any other statement. Every compiled statement
    /// passes here, so only the first token of most statements is read.
    init?(_ sql: String) {
        guard let statement = sql.withSQLScanner({ ControlStatement(&$0) }) else { return nil }
        self = statement
    }

    private init?(_ scanner: inout SQLScanner) {
        guard let first = scanner.nextStatement() else { return nil }
        if scanner.isKeyword(first, "BEGIN") {
            self = .begin
        } else if scanner.isKeyword(first, "COMMIT") || scanner.isKeyword(first, "END") {
            self = .commit
        } else if scanner.isKeyword(first, "SAVEPOINT") {
            self = .savePoint(scanner.nextInStatement().map(scanner.name) ?? "")
        } else if scanner.isKeyword(first, "RELEASE") {
            self = .release(ControlStatement.savePoint(&scanner))
        } else if scanner.isKeyword(first, "ROLLBACK") {
            self = .rollback
            while let part = scanner.nextInStatement() {
                guard scanner.isKeyword(part, "TO") else { continue }
                self = .rollbackTo(ControlStatement.savePoint(&scanner))
                break
            }
        } else {
            return nil
        }
    }

    /// Returns the name after `RELEASE` or `TO`, with or without the keyword `SAVEPOINT`.
    private static func savePoint(_ scanner: inout SQLScanner) -> String {
        guard let part = scanner.nextInStatement() else { return "" }
        let name = scanner.isKeyword(part, "SAVEPOINT") ? scanner.nextInStatement() : nil
        return scanner.name(of: name ?? part)
    }

    /// Whether a script may contain a statement of this kind. This is also true if one of its keywords occurs
    /// elsewhere, for example in a literal.
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

/// What a statement does with a savepoint. See [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
enum SavePointStep: String {
    case start = "SAVEPOINT"
    case release = "RELEASE SAVEPOINT"
    case rollback = "ROLLBACK TRANSACTION TO SAVEPOINT"

    func text(_ name: String) -> String { "\(rawValue) \(FMSQL.quoted(text: name))" }
}
