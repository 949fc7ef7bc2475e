/// The kind of a statement, from its first keyword. The few cases can serve as labels of metrics and names of spans.
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

    /// Finds the verb of a statement. For a statement that begins with WITH, this is the verb of the main statement.
    package init(of sql: String) { self = StatementVerb.main(of: sql) ?? .other }

    private static func main(of sql: String) -> StatementVerb? {
        sql.withSQLScanner { scanner in
            var (depth, isAfterWith) = (0, false)
            var token = scanner.nextStatement()
            while let part = token {
                if scanner.isSign(part, "(") { depth += 1 } else if scanner.isSign(part, ")") { depth -= 1 }
                if part.kind == .word, depth == 0 {
                    let keyword = scanner.text(of: part).asKeyword
                    if let verb = StatementVerb(keyword: keyword), !isAfterWith || verb.canFollowWith { return verb }
                    isAfterWith = isAfterWith || keyword == "WITH"
                }
                // Only a WITH clause can precede the verb.
                token = isAfterWith ? scanner.nextInStatement() : nil
            }
            return nil
        }
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

extension String {
    /// The first token of the first statement in upper case, or nil if it is quoted or there is none.
    package var firstKeyword: String? {
        withSQLScanner { scanner in
            guard let first = scanner.nextStatement(), first.kind != .quoted, first.kind != .string else { return nil }
            return scanner.text(of: first).asKeyword
        }
    }
}
