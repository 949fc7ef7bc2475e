/// The rows that a statement without parameters writes, as far as its SQL shows.
struct WrittenRows {
    /// The table as written in the SQL, with its schema.
    private(set) var place = ""
    private(set) var table = ""
    /// The columns that get values; nil for all.
    private(set) var columns: [String]?
    /// The literal values in the SQL, row by row, nil for an expression; empty if a query returns the rows.
    private(set) var rows: [[String?]] = []
    /// The deleted or updated rows: the SQL from the table's name on, as it would follow FROM. nil for an INSERT, and
    /// if the SQL contains a query or a function, which may be the app's.
    private(set) var source: String?
    let isDeletion: Bool
    /// Whether the SQL names a schema other than `main`.
    private(set) var isOfOtherSchema = false

    private var tokens: ArraySlice<SQLToken> = []

    /// - Returns: nil for a statement of another kind.
    init?(_ sql: String) {
        let verb = StatementVerb(of: sql)
        isDeletion = verb == .delete || verb == .drop
        tokens = SQLToken.firstStatement(of: sql)
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
        if tokens.first?.isSign("(") == true { columns = list().map { $0.first?.name ?? "" } }
        while word == "VALUES" || tokens.first?.isSign(",") == true {
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
            guard parts.count > 2, parts[1].isEqualSign else { continue }
            names.append(parts[0].name)
            values.append(WrittenRows.value(Array(parts.dropFirst(2))))
        } while tokens.first?.isSign(",") == true
        (columns, rows) = (names, [values])
        if word != "FROM" { readSource(alias) }
    }

    private mutating func readDeletion(_ keyword: String) {
        skip(to: [keyword])
        readTable(behind: [keyword, "IF", "EXISTS"])
        readSource([])
    }

    private mutating func readSource(_ alias: [SQLToken]) {
        let rest = alias + skip(to: ["RETURNING"])
        guard !WrittenRows.callsFunctions(rest) else { return }
        source = ([place] + rest.map(\.text)).joined(separator: " ")
    }

    private static func callsFunctions(_ tokens: [SQLToken]) -> Bool {
        tokens.indices.contains { index in
            let (token, before) = (tokens[index], index > 0 ? tokens[index - 1].keyword : "")
            return ["SELECT", "LIKE", "GLOB", "REGEXP", "MATCH"].contains(token.keyword)
                || token.isSign("->") || token.isSign("->>")
                || token.isSign("(") && !["", "IN", "AND", "OR", "NOT", "WHERE"].contains(before)
        }
    }

    // MARK: Parts

    private var word: String { tokens.first?.keyword ?? "" }

    /// - Returns: the literal; nil for an expression.
    private static func value(_ tokens: [SQLToken]) -> String? {
        let isLiteral = tokens.allSatisfy { $0.isLiteral || $0.keyword == "NULL" || $0.isSign("-") }
        return isLiteral && !tokens.isEmpty ? tokens.map(\.text).joined() : nil
    }

    private mutating func readTable(behind words: Set<String>) {
        while words.contains(word) { tokens.removeFirst() }
        guard let first = tokens.popFirst() else { return }
        (table, place) = (first.name, first.text)
        guard tokens.first?.isSign(".") == true, let second = tokens.dropFirst().first else { return }
        tokens = tokens.dropFirst(2)
        isOfOtherSchema = table.asKeyword != "MAIN"
        (table, place) = (second.name, "\(place).\(second.text)")
    }

    /// - Parameter ends: the keywords and operators at which to stop, outside of parentheses.
    @discardableResult
    private mutating func skip(to ends: Set<String>) -> [SQLToken] {
        var (skipped, depth): ([SQLToken], Int) = ([], 0)
        while let token = tokens.first {
            if depth == 0, ends.contains(token.kind == .sign ? token.text : token.keyword) { break }
            depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0
            if depth < 0 { break }
            skipped.append(token)
            tokens.removeFirst()
        }
        return skipped
    }

    /// Reads a list in parentheses. Returns its items, which commas separate.
    private mutating func list() -> [[SQLToken]] {
        guard tokens.popFirst()?.isSign("(") == true else { return [] }
        var parts = [skip(to: [","])]
        while tokens.popFirst()?.isSign(",") == true { parts.append(skip(to: [","])) }
        return parts
    }
}
