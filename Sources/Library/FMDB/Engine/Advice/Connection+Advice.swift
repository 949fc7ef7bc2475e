import Foundation

/// Advice for failures that SQLite's own message does not explain.
extension Connection {
    func advice(on code: FMResultCode, _ message: String, sql: String?, of statement: FMStatement?) -> String? {
        switch code {
        case .constraintForeignKey: adviceOnForeignKey(sql, statement)
        case .constraintNotNull where statement?.state.pointee.hasNaN == true:
            "a value is NaN, which SQLite stores as NULL"
        case .constraintPrimaryKey, .constraintUnique, .constraintRowID: adviceOnTakenKey(code, message, sql)
        case .errorMissingCollation: adviceOnOwn
        case .misuse:
            "SQLite was called in the wrong order or by two threads at once: share a database by an FMDatabaseQueue"
        case .error:
            Connection.advice.first { message.hasPrefix($0.start) }?.text ?? adviceOnTransaction(message, statement)
                ?? adviceOnText(message, sql) ?? adviceOnMissingTable(message) ?? adviceOnMissingColumn(message, sql)
        default: nil
        }
    }

    /// Advice by the start of SQLite's message.
    private static let advice: [(start: String, text: String)] = [
        ("fts5: syntax error", "use FMSearchPattern(typed:) for text that a user has typed"),
        ("Cannot add a UNIQUE column", "add it without UNIQUE, then use CREATE UNIQUE INDEX"),
        (
            "cannot VACUUM from within a transaction",
            "end the transaction first, or use withDatabase instead of withTransaction or write"
        ),
    ]

    private var adviceOnOwn: String {
        "your own functions and collations exist only on the connection that you add them to; for a queue or pool, add them in Configuration.configure"
    }

    private func adviceOnTransaction(_ message: String, _ statement: FMStatement?) -> String? {
        if message == "cannot start a transaction within a transaction" {
            return activity.owner?().isPoolReader == true
                ? "the block of `read` is already in a read-only transaction; use `write`"
                : "a transaction is already open; use withSavePoint inside it"
        }
        guard message == "cannot VACUUM - SQL statements in progress" else { return nil }
        return statementsInProgress(except: statement).first.map {
            "read all rows, or close() the result set, of \($0.withoutKeys.shortened().text)"
        }
    }

    private func adviceOnText(_ message: String, _ sql: String?) -> String? {
        guard let sql else { return nil }
        let syntaxError = "\": syntax error"
        if message.hasPrefix("near \""), message.hasSuffix(syntaxError) {
            let place = message.dropFirst("near \"".count).dropLast(syntaxError.count)
            if place == "&" { return "SQL uses AND, not &&" }
            return MisspeltKeyword(near: place, in: sql).advice
                ?? (place == "?"
                    ? "? stands only for a value; for the name of a table or column write \\(identifier: name)"
                    : nil)
        }
        let value = "write a value as \\(value), or as ? with an argument"
        if message == "incomplete input" {
            let end = sql.count > 30 ? "…\(sql.suffix(30))" : sql
            return "the SQL is incomplete after \"\(end)\"; \(value)"
        }
        if ["'", "\""].contains(where: { message.hasPrefix("unrecognized token: \"\($0)") }) {
            return "a quote is not closed; \(value)"
        }
        if message.hasPrefix("no such function: ") {
            return adviceOnMissingFunction(String(message.dropFirst("no such function: ".count)))
        }
        if message.hasPrefix("table "), message.hasSuffix(" already exists") {
            return "use CREATE TABLE IF NOT EXISTS to keep it"
        }
        guard message.hasPrefix("duplicate column name: "), StatementVerb(of: sql) == .alter else { return nil }
        return
            "the table already has this column; createTable adds all columns that a model has today, so earlier migrations must use SQL"
    }

    private func adviceOnMissingFunction(_ name: String) -> String {
        if name.foldedAsName == "regexp" {
            return "add it to the connection with addRegexpFunction(), or use LIKE or GLOB"
        }
        var names: [String] = []
        if guards.sandbox == nil {
            let rows = asking { texts("SELECT DISTINCT name FROM pragma_function_list ORDER BY name COLLATE BINARY") }
            names = (rows ?? []).compactMap { $0.first ?? nil }
            // The query replaced SQLite's error state. This statement fails in the same way and restores it.
            _ = run("EXPLAIN SELECT \(FMSQL.quoted(identifier: name))()") { _ in }
        }
        let start = names.filter { $0.count * 2 >= name.count && $0.count > 3 && name.foldedAsName.hasPrefix($0) }
        let meant = NearestName(to: name, in: names).name ?? start.max { $0.count < $1.count }
        return (meant.map { "did you mean \($0)()? " } ?? "") + adviceOnOwn
    }

    private func adviceOnTakenKey(_ code: FMResultCode, _ message: String, _ sql: String?) -> String {
        let verb = sql.map(StatementVerb.init(of:))
        guard verb != .create, verb != .reindex else { return adviceOnEqualRows(message) }
        let calls =
            code == .constraintUnique ? "save(_:by:) and upsert(_:by:) of a model do" : "save and upsert of a model do"
        return "a row with this value already exists"
            + (verb == .insert ? "; to update it, use ON CONFLICT (…) DO UPDATE, as \(calls)" : "")
    }

    /// Returns the advice for a UNIQUE index that cannot be created because existing rows have equal values.
    private func adviceOnEqualRows(_ message: String) -> String {
        let advice = "existing rows have equal values"
        let parts = message.split(separator: ": ").last?.components(separatedBy: ", ").map { $0.split(separator: ".") }
        guard let parts, let table = parts[0].first, parts.allSatisfy({ $0.count == 2 }) else { return advice }
        let columns = parts.map { String($0[1]).asNameInSQL }.joined(separator: ", ")
        let source = "\(columns), count(*) FROM \(String(table).asNameInSQL)"
        return "\(advice): SELECT \(source) GROUP BY \(columns) HAVING count(*) > 1 finds them"
    }

    /// Returns the advice for a missing table. It names the open file, because the app may have opened the wrong file.
    private func adviceOnMissingTable(_ message: String) -> String? {
        let start = "no such table: "
        guard guards.sandbox == nil, message.hasPrefix(start) else { return nil }
        let name = message.dropFirst(start.count)
        guard !name.contains(".") || name.hasPrefix("main.") else { return nil }
        let path = activity.path.withoutKeyParameters
        let place: String
        var hint = ""
        if path.isEmpty {
            place = "the database is temporary or in memory, and has only the tables that this connection has created"
            hint = "close() deletes it; "
        } else {
            let isEmpty = FileSize.of(path) == 0
            place = "the open file is \(path)" + (isEmpty ? ", which is empty" : "")
            hint = isEmpty ? "" : "a copy of an open file lacks those in its -wal file: use backup(to:); "
        }
        return
            "\(place); \(tables(near: String(name)) ?? "it has no tables; \(hint)")create it with CREATE TABLE, or with createTable for a model"
    }

    /// Returns a list of the existing tables and views, or nil if there are none.
    ///
    /// - Parameter missing: the missing table. Querying this table afterwards fails again, which restores SQLite's error state.
    private func tables(near missing: String) -> String? {
        let rows = asking {
            texts("SELECT name FROM main.sqlite_master WHERE type IN ('table', 'view') ORDER BY name COLLATE BINARY")
        }
        let isQualified = missing.hasPrefix("main.")
        let name = isQualified ? String(missing.dropFirst("main.".count)) : missing
        // The query replaced SQLite's error state. This statement fails in the same way and restores it.
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
            return "a deferred foreign key is violated; to find it, run PRAGMA foreign_key_check before ROLLBACK"
        }
        // The queries replace SQLite's error state, which the failed statement restores.
        defer { statement.restoreFailure() }
        return asking { ForeignKeyFailure(self, statement.textWithValues ?? sql).reason }
    }

    /// Runs a body that queries the database for the cause of an error, for at most 200 ms and without waiting for locks.
    func asking<Value>(_ body: () -> Value?) -> Value? {
        withoutWaiting {
            undisturbed {
                try? withTimeLimit(.milliseconds(200)) { () throws(FMError) in withoutCounting(body) }
            }
        }
    }
}

extension String {
    /// The string as an SQL identifier, quoted if necessary.
    fileprivate var asNameInSQL: String {
        let tokens = SQLToken.flat(self, first: 2)
        let isWord = tokens.count == 1 && tokens[0].kind == .word && tokens[0].text == self
        let isFree = !MisspeltKeyword.keywords.contains(asKeyword) && !MisspeltKeyword.wanted.contains(asKeyword)
        return isWord && isFree ? self : FMSQL.quoted(identifier: self)
    }
}
