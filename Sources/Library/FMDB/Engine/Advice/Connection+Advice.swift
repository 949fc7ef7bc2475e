import Foundation

/// What to do about a failure of which SQLite says only what it is.
extension Connection {
    func advice(on code: FMResultCode, _ message: String, sql: String?, of statement: FMStatement?) -> String? {
        switch code {
        case .constraintForeignKey: return adviceOnForeignKey(sql, statement)
        case .constraintNotNull where statement?.state.pointee.hasNaN == true:
            return "a value is NaN, of which SQLite makes NULL"
        case .constraintPrimaryKey, .constraintUnique, .constraintRowID:
            let isNew = sql.map { StatementVerb(of: $0) == .insert } ?? false
            let verb =
                code == .constraintUnique
                ? "save(_:by:) and upsert(_:by:) of a model do" : "save and upsert of a model do"
            return "there is a row with this value already"
                + (isNew ? "; ON CONFLICT (…) DO UPDATE writes over it, as \(verb)" : "")
        case .error where message.hasPrefix("near \"?\": syntax error"):
            return "a ? stands for a value alone; \\(identifier: name) writes the name of a table or column into a text"
        case .error where message.hasPrefix("fts5: syntax error"):
            return "FMSearchPattern(typed:) makes a pattern of what a person has typed"
        case .error where message.hasSuffix("\": syntax error"):
            let place = message.dropFirst("near \"".count).dropLast("\": syntax error".count)
            return sql.flatMap { MisspeltKeyword(near: place, in: $0).advice }
        case .error where message.hasPrefix("no such function: "):
            return
                "one of your own belongs to the connection that it was added to; configure of a Configuration adds it to each of a queue or pool"
        case .error where message.hasPrefix("duplicate column name: ") && sql.map(StatementVerb.init(of:)) == .alter:
            return
                "the table has this column; createTable makes the columns that a model has today, and migrations before it write theirs in SQL"
        case .error: return adviceOnMissingTable(message)
        default: return nil
        }
    }

    /// Which file is open: it may be another one than was meant.
    private func adviceOnMissingTable(_ message: String) -> String? {
        let start = "no such table: "
        guard guards.sandbox == nil, message.hasPrefix(start) else { return nil }
        let name = message.dropFirst(start.count)
        guard !name.contains(".") || name.hasPrefix("main.") else { return nil }
        let path = activity.path.withoutKeyParameters
        let place: String
        var hint = ""
        if path.isEmpty {
            place = "the database is a temporary one or in memory, and has the tables that this connection has made"
        } else {
            let isEmpty = FileSize.of(path) == 0
            place = "the open file is \(path)" + (isEmpty ? ", which is empty" : "")
            hint = isEmpty ? "" : "a copy of an open file lacks those in its -wal, and backup(to:) copies them; "
        }
        return
            "\(place); \(tables(near: String(name)) ?? "it has no tables; \(hint)")CREATE TABLE makes a table, createTable that of a model"
    }

    /// The tables that there are; nil if there are none.
    ///
    /// - Parameter missing: one that is not. SQLite reports it again afterwards.
    private func tables(near missing: String) -> String? {
        let rows = asking {
            texts("SELECT name FROM main.sqlite_master WHERE type IN ('table', 'view') ORDER BY name COLLATE BINARY")
        }
        let isQualified = missing.hasPrefix("main.")
        let name = isQualified ? String(missing.dropFirst("main.".count)) : missing
        // What is asked overwrites what SQLite says of the failure.
        _ = run("SELECT 1 FROM \(isQualified ? "main." : "")\(FMSQL.quoted(identifier: name))") { _ in }
        guard let rows else { return "" }
        var names = rows.compactMap { $0.first ?? nil }.filter { !$0.hasPrefix("sqlite_") }
        guard !names.isEmpty else { return nil }
        if let index = NearestName(to: name, in: names).name.flatMap(names.firstIndex) {
            names.insert(names.remove(at: index), at: 0)
        }
        let shown = names.count > 5 ? names.prefix(5) + ["\(names.count - 5) others"] : names
        return "its tables are \(shown.listed); "
    }

    private func adviceOnForeignKey(_ sql: String?, _ statement: FMStatement?) -> String? {
        guard guards.sandbox == nil, let statement, let sql else { return nil }
        if ControlStatement(sql) != nil {
            return "a deferred foreign key is violated; until the ROLLBACK, PRAGMA foreign_key_check tells which"
        }
        // What is asked overwrites what SQLite says of the failure, until the statement is reset.
        defer { statement.restoreFailure() }
        return asking { ForeignKeyFailure(self, statement.textWithValues ?? sql).reason }
    }

    /// Queries the database for the reason of an error, in a short time and without waiting for a lock.
    private func asking<Value>(_ body: () -> Value?) -> Value? {
        withoutWaiting {
            undisturbed {
                try? withTimeLimit(.milliseconds(200)) { () throws(FMError) in withoutCounting(body) }
            }
        }
    }
}
