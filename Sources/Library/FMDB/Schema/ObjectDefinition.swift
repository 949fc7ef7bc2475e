/// The parts of `CREATE VIEW` and `CREATE TRIGGER` statements.
extension FMSchema.View {
    static func query(in sql: String) -> String? {
        let tokens = SQLToken.split(sql)
        guard let place = tokens.firstIndex(where: { $0.keyword == "AS" }), place > 2 else { return nil }
        return Array(tokens[(place + 1)...]).source
    }
}

extension FMSchema.Trigger {
    /// - Parameters:
    ///   - table: the table or view that SQLite reports.
    ///   - sql: the statement as SQLite stores it: "CREATE TRIGGER" and the name, with or without a schema.
    init(name: String, table: String, sql: String) {
        var words = SQLToken.split(sql).dropFirst(3)
        if words.first?.isSign(".") == true { words = words.dropFirst(2) }
        let timing = FMSchema.Trigger.timing(&words)
        let event = FMSchema.Trigger.event(&words)
        self.init(
            name: name, table: table, timing: event == nil ? nil : timing, event: event,
            condition: FMSchema.Trigger.condition(words), sql: sql)
    }

    private static func timing(_ words: inout ArraySlice<SQLToken>) -> Timing {
        let timings: [String: Timing] = ["BEFORE": .before, "AFTER": .after, "INSTEAD": .insteadOf]
        guard let timing = words.first.flatMap({ timings[$0.keyword] }) else { return .before }
        words = words.dropFirst(timing == .insteadOf ? 2 : 1)
        return timing
    }

    private static func event(_ words: inout ArraySlice<SQLToken>) -> Event? {
        switch words.popFirst()?.keyword {
        case "INSERT": return .insert
        case "DELETE": return .delete
        case "UPDATE":
            guard words.first?.keyword == "OF" else { return .update(columns: []) }
            let columns = words.dropFirst().prefix { $0.keyword != "ON" }
            return .update(columns: Array(columns).betweenCommas.compactMap { $0.first?.name })
        default: return nil
        }
    }

    /// Returns the condition after WHEN. BEGIN ends it only if a statement follows, because a column may be named BEGIN.
    private static func condition(_ words: ArraySlice<SQLToken>) -> String? {
        let statements = ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"]
        let body = words.indices.dropLast().first {
            words[$0].keyword == "BEGIN" && statements.contains(words[$0 + 1].keyword)
        }
        let head = words[..<(body ?? words.endIndex)]
        guard let start = head.firstIndex(where: { $0.keyword == "WHEN" }) else { return nil }
        return Array(head[(start + 1)...]).source
    }
}
