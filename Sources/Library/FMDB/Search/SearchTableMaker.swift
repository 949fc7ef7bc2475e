struct SearchTableMaker {
    private let table: FMSearchTable
    private let db: FMDatabase

    init(_ table: FMSearchTable, _ db: FMDatabase) { (self.table, self.db) = (table, db) }

    private var name: String { table.quotedName }
    private var source: String { FMSQL.quoted(identifier: table.source) }
    private var columns: String { list("") }

    private func list(_ prefix: String) -> String {
        table.columns.map { prefix + FMSQL.quoted(identifier: $0) }.joined(separator: ", ")
    }

    private func run(_ sql: String) throws(FMError) { try db.execute(FMSQL(raw: sql)) }

    /// Whether the table exists and matches its description.
    var isUpToDate: Bool {
        get throws(FMError) {
            let found = try found()
            guard found[table.name] == tableStatement() else { return false }
            do throws(FMError) {
                return found == statements(try key())
            } catch {
                // The source may lack a column until it is upgraded, so the search table is not up to date.
                guard error.resultCode == .misuse else { throw error }
                return false
            }
        }
    }

    /// Returns ``isUpToDate``. Throws if the linked SQLite lacks FTS5.
    func isThere() throws(FMError) -> Bool {
        try expectFTS5()
        return try isUpToDate
    }

    /// - Returns: whether anything was changed.
    func make() throws(FMError) -> Bool {
        try expectFTS5()
        let key = try key()
        let wanted = statements(key)
        let found = try found()
        if found == wanted { return false }
        try expectTokenizer()
        try remove()
        try run(tableStatement("main."))
        for trigger in triggers(key, "main.") { try run(trigger.sql) }
        try fill(key)
        return true
    }

    func remove() throws(FMError) {
        let found = try found()
        try expectOwn(found)
        for name in triggerNames { try run("DROP TRIGGER IF EXISTS main.\(FMSQL.quoted(identifier: name))") }
        try run("DROP TABLE IF EXISTS main.\(name)")
    }

    /// Rebuilds the table by creating it again. Deleting rows would tokenize their text again, possibly into different tokens.
    func rebuild() throws(FMError) {
        try expectOwn(found())
        let key = try key()
        try run("DROP TABLE IF EXISTS main.\(name)")
        try run(tableStatement("main."))
        try fill(key)
    }

    private func fill(_ key: String) throws(FMError) {
        let key = FMSQL.quoted(identifier: key)
        try run("INSERT INTO main.\(name)(rowid, \(columns)) SELECT \(key), \(columns) FROM main.\(source)")
    }

    func merge(_ pages: Int?) throws(FMError) -> Bool {
        let before = try changes()
        if let pages {
            guard pages > 0 else { throw .misuse("the number of pages must be 1 or more; it is \(pages)") }
            // With a negative number, FTS5 also merges levels that have few segments.
            let count = -Int64(min(pages, Int(Int32.max)))
            try db.execute("INSERT INTO main.\(raw: name)(\(raw: name), rank) VALUES ('merge', \(count))")
        } else {
            try db.execute("INSERT INTO main.\(raw: name)(\(raw: name)) VALUES ('optimize')")
        }
        // A command that merges nothing counts as fewer than two changes.
        return try changes() - before >= 2
    }

    private func changes() throws(FMError) -> Int { try db.value("SELECT total_changes()", as: Int.self) }

    func check() throws(FMError) {
        try db.execute("INSERT INTO main.\(raw: name)(\(raw: name)) VALUES ('integrity-check')")
        let key = FMSQL.quoted(identifier: try key())
        let both = [
            ("SELECT \(key), \(columns) FROM main.\(source)", "SELECT rowid, \(columns) FROM main.\(name)"),
            ("SELECT rowid, \(columns) FROM main.\(name)", "SELECT \(key), \(columns) FROM main.\(source)"),
        ]
        for (left, right) in both {
            let sql = FMSQL(raw: "SELECT EXISTS (\(left) EXCEPT \(right))")
            guard try db.value(sql, as: Bool.self) else { continue }
            throw FMError(
                .corrupt,
                "the full-text table \(table.name) and its source \(table.source) do not contain the same text")
        }
    }
}

// MARK: - What it is made of

extension SearchTableMaker {
    /// Returns the SQL of the table and its triggers as SQLite stores it, by name.
    private func statements(_ key: String) -> [String: String] {
        var statements = [table.name: tableStatement()]
        for trigger in triggers(key) { statements[trigger.name] = trigger.sql }
        return statements
    }

    /// - Parameter database: the prefix with the schema name, which SQLite does not store in the schema table.
    private func tableStatement(_ database: String = "") -> String {
        "CREATE VIRTUAL TABLE \(database)\(name) USING fts5(\(SearchTableMaker.mark)\(source) */ \(options))"
    }

    /// Marks the table as one of this library. The number is the version of the tokenizers' rules: if they change, tables are created
    /// again.
    private static let mark = "/* 2, follows "

    /// Returns whether a table has the mark with any number.
    private static func isMarked(_ sql: String) -> Bool {
        guard sql.hasPrefix("CREATE VIRTUAL TABLE "), let start = sql.firstRange(of: "USING fts5(/* ") else {
            return false
        }
        return sql[start.upperBound...].drop(while: \.isNumber).hasPrefix(", follows ")
    }

    private var options: String {
        let words = table.tokenizer.words.map { FMSQL.quoted(text: $0) }.joined(separator: " ")
        let prefixes = table.prefixes.map(String.init).joined(separator: " ")
        let parts = [columns, "tokenize = \(FMSQL.quoted(identifier: words))"]
        return (parts + (prefixes.isEmpty ? [] : ["prefix = '\(prefixes)'"])).joined(separator: ", ")
    }

    /// Returns the full-text tables of the given source table, with the columns that they search.
    static func followers(of source: String, in db: FMDatabase) throws(FMError) -> [(name: String, columns: [String])] {
        let start = "USING fts5(\(mark)\(FMSQL.quoted(identifier: source)) */".foldedAsName
        let rows = try db.rows(
            "SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE %'",
            as: (String, String).self)
        return rows.filter { $0.1.foldedAsName.contains(start) }.map { name, sql in
            let parts = SQLToken.split(sql).first { $0.kind == .group }?.inner.betweenCommas ?? []
            let columns = parts.prefix { $0.count == 1 && $0[0].kind == .quoted }
            return (name, columns.map { $0[0].name })
        }
    }

    private var triggerNames: [String] { ["_insert", "_delete", "_update"].map { table.name + $0 } }

    private func triggers(_ key: String, _ database: String = "") -> [(name: String, sql: String)] {
        let key = FMSQL.quoted(identifier: key)
        let delete = { (row: String) in "DELETE FROM \(name) WHERE rowid = \(row).\(key);" }
        // The row is read again instead of using `new`, because the app's triggers may have changed it.
        let row = "SELECT \(key), \(columns) FROM \(source) WHERE \(key) = new.\(key)"
        let insert = "INSERT INTO \(name)(rowid, \(columns)) \(row);"
        let changes = table.columns.map(FMSQL.quoted(identifier:)).map { "old.\($0) IS NOT new.\($0) COLLATE BINARY" }
        let isChanged = (["old.\(key) IS NOT new.\(key)"] + changes).joined(separator: " OR ")
        // REPLACE fires no trigger for a row that it removes, so the row is deleted here. The statement's OR clause would override an OR
        // REPLACE in a trigger.
        let parts = [
            ("INSERT ON \(source)", [delete("new"), insert]),
            ("DELETE ON \(source)", [delete("old")]),
            ("UPDATE ON \(source) WHEN \(isChanged)", [delete("old"), delete("new"), insert]),
        ]
        return zip(triggerNames, parts).map { name, part in
            let begin = "CREATE TRIGGER \(database)\(FMSQL.quoted(identifier: name)) AFTER \(part.0) BEGIN"
            return (name, "\(begin) \(part.1.joined(separator: " ")) END")
        }
    }

    private func found() throws(FMError) -> [String: String] {
        let names = [table.name] + triggerNames
        let rows = try db.rows(
            "SELECT name, sql FROM main.sqlite_master WHERE lower(name) IN \(names.map(\.foldedAsName))",
            as: (String, String?).self)
        return Dictionary(rows.map { ($0, $1 ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// Throws if one of the names is in use for an object that this library did not create for the search table.
    private func expectOwn(_ found: [String: String]) throws(FMError) {
        for (other, sql) in found {
            let isTable = SearchTableMaker.isMarked(sql)
            let isTrigger = sql.hasPrefix("CREATE TRIGGER ") && sql.foldedAsName.contains(name.foldedAsName)
            guard other.foldedAsName == table.name.foldedAsName ? isTable : isTrigger else {
                throw .misuse(
                    "another object has the name \(other), which the full-text table needs: choose another name")
            }
        }
    }

    /// Throws if no tokenizer is registered for the key. SQLite itself reports that only when there is text to split.
    private func expectTokenizer() throws(FMError) {
        guard let place = table.tokenizer.words.firstIndex(of: "fmdb") else { return }
        _ = try TokenizerRegistry.shared.tokenizer(Array(table.tokenizer.words[(place + 1)...]))
    }

    /// Throws if the linked SQLite lacks FTS5. See [Compiling with FTS5](https://sqlite.org/fts5.html#compiling_and_using_fts5).
    private func expectFTS5() throws(FMError) {
        do {
            _ = try db.value("SELECT fts5_source_id()", as: String.self)
        } catch  where error.message.hasPrefix("no such function") {
            throw FMError(
                .notSupported,
                "a full-text table needs FTS5, which this SQLite \(Library.version) was built without; use one that was "
                    + "built with SQLITE_ENABLE_FTS5")
        }
    }

    /// Returns the INTEGER PRIMARY KEY of the source. Throws if there is none, or if a column is missing.
    private func key() throws(FMError) -> String {
        let rows = try db.rows(
            "SELECT name, type, pk FROM pragma_table_xinfo(\(table.source), 'main') WHERE hidden <> 1",
            as: (String, String, Int).self)
        guard !rows.isEmpty else { throw .misuse("there is no table \(table.source) to search") }
        let keys = rows.filter { $0.2 > 0 }
        // A primary key with its own index is not a rowid alias: DESC keys and keys of WITHOUT ROWID tables.
        let hasIndex = try db.value(
            "SELECT EXISTS (SELECT 1 FROM pragma_index_list(\(table.source), 'main') WHERE origin = 'pk')",
            as: Bool.self)
        let isInteger = keys.first?.1.foldedAsName == "integer"
        guard keys.count == 1, let key = keys.first, isInteger, !hasIndex else {
            let reason =
                switch keys.count {
                case 0: "has no primary key"
                case 1 where isInteger: "is WITHOUT ROWID, or its key is in descending order"
                case 1: "has the key \(keys[0].0), which is not of type INTEGER"
                default: "has a key of \(keys.count) columns"
                }
            throw .misuse(
                "\(table.source) \(reason); a full-text table finds its rows by an INTEGER PRIMARY KEY, so give the table a "
                    + "column such as `id INTEGER PRIMARY KEY`, and make the previous key UNIQUE")
        }
        for column in table.columns where !rows.contains(where: { $0.0.foldedAsName == column.foldedAsName }) {
            throw .misuse("the table \(table.source) has no column \(column) to search")
        }
        let taken = ["rank", "rowid", table.name.foldedAsName]
        for column in table.columns where taken.contains(column.foldedAsName) {
            throw .misuse("a column of a full-text table cannot be called \(column)")
        }
        if table.columns.isEmpty { throw .misuse("a full-text table needs at least one column to search") }
        return key.0
    }
}
