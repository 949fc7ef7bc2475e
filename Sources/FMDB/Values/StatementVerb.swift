/// What a statement does, by its keyword. There are few, so that they can be labels of metrics and names of spans.
package enum StatementVerb: String, CaseIterable {
    case select = "SELECT"
    case insert = "INSERT"
    case update = "UPDATE"
    case delete = "DELETE"
    case begin = "BEGIN"
    case commit = "COMMIT"
    case rollback = "ROLLBACK"
    case savepoint = "SAVEPOINT"
    case release = "RELEASE"
    case create = "CREATE"
    case alter = "ALTER"
    case drop = "DROP"
    case pragma = "PRAGMA"
    case explain = "EXPLAIN"
    case attach = "ATTACH"
    case detach = "DETACH"
    case analyze = "ANALYZE"
    case reindex = "REINDEX"
    case vacuum = "VACUUM"
    case other = "OTHER"

    /// The verb of an SQL text; of one that begins with WITH, that of its main statement.
    package init(of sql: String) {
        self = StatementVerb.main(of: sql) ?? .other
    }

    private static func main(of sql: String) -> StatementVerb? {
        var scanner = StatementScanner(sql)
        var depth = 0
        var isAfterWith = false
        while let token = scanner.next() {
            if token.kind == .sign { depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0 }
            guard token.kind == .word, depth == 0 else {
                if isAfterWith || token.kind == .blank || token.text == ";" { continue }
                return nil
            }
            let keyword = token.text.uppercased()
            if let verb = StatementVerb(keyword: keyword), !isAfterWith || verb.canFollowWith { return verb }
            guard isAfterWith || keyword == "WITH" else { return nil }
            isAfterWith = true
        }
        return nil
    }

    private init?(keyword: String) {
        switch keyword {
        case "REPLACE": self = .insert
        case "VALUES": self = .select
        case "END": self = .commit
        case "OTHER": return nil
        default:
            guard let verb = StatementVerb(rawValue: keyword) else { return nil }
            self = verb
        }
    }

    private var canFollowWith: Bool { [.select, .insert, .update, .delete].contains(self) }
}
