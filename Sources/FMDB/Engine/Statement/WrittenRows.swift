/// What a statement without parameters writes, as far as its text tells.
struct WrittenRows {
    /// As it is written, with its schema.
    private(set) var place = ""
    private(set) var table = ""
    /// The columns that get values; nil for all.
    private(set) var columns: [String]?
    /// The values that stand in the text, nil for what is computed; no row of those that a query gives.
    private(set) var rows: [[String?]] = []
    /// The rows that are deleted or changed, as they stand behind `FROM`; nil if there are none, or if functions, which may be the app's,
    /// or queries choose them.
    private(set) var source: String?
    let isDeletion: Bool
    /// Whether the text names another schema than `main`.
    private(set) var isOfOtherSchema = false

    private var tokens: ArraySlice<(kind: StatementScanner.Kind, text: Substring)> = []

    /// - Returns: nil for a statement of another kind.
    init?(_ sql: String) {
        let verb = StatementVerb(of: sql)
        isDeletion = verb == .delete || verb == .drop
        var scanner = StatementScanner(sql)
        while let token = scanner.next(), token.text != ";" {
            if token.kind != .blank { tokens.append(token) }
        }
        switch verb {
        case .insert: readInsertion()
        case .update: readUpdate()
        case .delete: readDeletion("FROM")
        case .drop: readDeletion("TABLE")
        default: return nil
        }
        if table.isEmpty { return nil }
    }

    // MARK: Statements

    private mutating func readInsertion() {
        skip(to: ["INTO"])
        readTable(behind: ["INTO"])
        if tokens.first?.text == "(" { columns = list().map { $0.first.map(WrittenRows.name) ?? "" } }
        while word == "VALUES" || tokens.first?.text == "," {
            tokens.removeFirst()
            rows.append(list().map(WrittenRows.value))
        }
    }

    private mutating func readUpdate() {
        skip(to: ["UPDATE"])
        readTable(behind: ["UPDATE", "OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE"])
        let alias = skip(to: ["SET"])
        var (names, values): ([String], [String?]) = ([], [])
        repeat {
            tokens = tokens.dropFirst()
            let parts = skip(to: [",", "FROM", "WHERE", "ORDER", "LIMIT", "RETURNING"])
            guard parts.count > 2, parts[1].text == "=" else { continue }
            names.append(WrittenRows.name(parts[0]))
            values.append(WrittenRows.value(Array(parts.dropFirst(2))))
        } while tokens.first?.text == ","
        (columns, rows) = (names, [values])
        if word != "FROM" { readSource(alias) }
    }

    private mutating func readDeletion(_ keyword: String) {
        skip(to: [keyword])
        readTable(behind: [keyword, "IF", "EXISTS"])
        readSource([])
    }

    private mutating func readSource(_ alias: [Token]) {
        let rest = alias + skip(to: ["RETURNING"])
        guard !WrittenRows.callsFunctions(rest) else { return }
        source = ([place] + rest.map { String($0.text) }).joined(separator: " ")
    }

    private static func callsFunctions(_ tokens: [Token]) -> Bool {
        zip([("", "")] + tokens.map { (word($0), $0.text) }, tokens).contains { before, token in
            ["SELECT", "LIKE", "GLOB", "REGEXP", "MATCH"].contains(word(token)) || token.text.hasPrefix("->")
                || token.text == "(" && !["", "IN", "AND", "OR", "NOT", "WHERE"].contains(before.0)
        }
    }

    // MARK: Parts

    private typealias Token = (kind: StatementScanner.Kind, text: Substring)

    private static func word(_ token: Token) -> String { token.kind == .word ? String(token.text).asKeyword : "" }
    private var word: String { tokens.first.map(WrittenRows.word) ?? "" }

    /// Without its quotation marks.
    private static func name(_ token: Token) -> String {
        var words = SQLWords(String(token.text))
        return words.next()?.text ?? ""
    }

    /// - Returns: nil for what is not a literal.
    private static func value(_ tokens: [Token]) -> String? {
        let isLiteral = tokens.allSatisfy { $0.kind == .literal || word($0) == "NULL" || $0.text == "-" }
        return isLiteral && !tokens.isEmpty ? tokens.map(\.text).joined() : nil
    }

    private mutating func readTable(behind words: Set<String>) {
        while words.contains(word) { tokens.removeFirst() }
        guard let first = tokens.popFirst() else { return }
        (table, place) = (WrittenRows.name(first), String(first.text))
        guard tokens.first?.text == ".", let second = tokens.dropFirst().first else { return }
        tokens = tokens.dropFirst(2)
        isOfOtherSchema = table.asKeyword != "MAIN"
        (table, place) = (WrittenRows.name(second), "\(place).\(second.text)")
    }

    /// - Parameter ends: words and signs that stand outside of parentheses.
    @discardableResult
    private mutating func skip(to ends: Set<String>) -> [Token] {
        var (skipped, depth): ([Token], Int) = ([], 0)
        while let token = tokens.first {
            if depth == 0, ends.contains(WrittenRows.word(token)) || ends.contains(String(token.text)) { break }
            depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
            if depth < 0 { break }
            skipped.append(token)
            tokens.removeFirst()
        }
        return skipped
    }

    /// What stands in parentheses, between commas.
    private mutating func list() -> [[Token]] {
        guard tokens.popFirst()?.text == "(" else { return [] }
        var parts = [skip(to: [","])]
        while tokens.popFirst()?.text == "," { parts.append(skip(to: [","])) }
        return parts
    }
}
