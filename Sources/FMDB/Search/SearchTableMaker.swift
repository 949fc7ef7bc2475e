/// Makes a full-text table, and keeps it.
struct SearchTableMaker {
    private let table: FMSearchTable
    private let db: FMDatabase

    init(_ table: FMSearchTable, _ db: FMDatabase) {
        self.table = table
        self.db = db
    }

    private var name: String { table.quotedName }
    private var source: String { FMSQL.quoted(identifier: table.source) }
    private var columns: String { list("") }

    private func list(_ prefix: String) -> String {
        table.columns.map { prefix + FMSQL.quoted(identifier: $0) }.joined(separator: ", ")
    }

    private func run(_ sql: String) throws(FMError) { try db.execute(FMSQL(raw: sql)) }

    /// - Returns: whether anything was done.
    func make() throws(FMError) -> Bool {
        let key = try key()
        let wanted = statements(key)
        let found = try found()
        if found == wanted { return false }
        try expectOwn(found)
        try remove()
        for (_, sql) in wanted.sorted(by: { $0.value > $1.value }) { try run(sql) }
        try fill()
        return true
    }

    func remove() throws(FMError) {
        let found = try found()
        try expectOwn(found)
        for trigger in triggers { try run("DROP TRIGGER IF EXISTS main.\(FMSQL.quoted(identifier: trigger.name))") }
        try run("DROP TABLE IF EXISTS main.\(name)")
    }

    func fill() throws(FMError) {
        let key = FMSQL.quoted(identifier: try key())
        try run("DELETE FROM main.\(name)")
        try run("INSERT INTO main.\(name)(rowid, \(columns)) SELECT \(key), \(columns) FROM main.\(source)")
    }

    func merge(_ pages: Int?) throws(FMError) -> Bool {
        let before = try changes()
        if let pages {
            // A negative number has also those merged of which there are few.
            let count = -Int64(min(max(pages, 1), Int(Int32.max)))
            try db.execute("INSERT INTO main.\(raw: name)(\(raw: name), rank) VALUES ('merge', \(count))")
        } else {
            try db.execute("INSERT INTO main.\(raw: name)(\(raw: name)) VALUES ('optimize')")
        }
        // Less than two: the command itself.
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
                .corrupt, "the full-text table \(table.name) and its source \(table.source) do not have the same texts")
        }
    }
}

// MARK: - What it is made of

extension SearchTableMaker {
    /// What each of them is in the file: its text by its name.
    private func statements(_ key: String) -> [String: String] {
        var statements = [table.name: "CREATE VIRTUAL TABLE \(name) USING fts5(\(options))"]
        for trigger in triggers {
            let body = trigger.body(FMSQL.quoted(identifier: key)).joined(separator: "; ")
            let name = FMSQL.quoted(identifier: trigger.name)
            statements[trigger.name] = "CREATE TRIGGER \(name) AFTER \(trigger.event) ON \(source) BEGIN \(body); END"
        }
        return statements
    }

    private var options: String {
        let words = table.tokenizer.words.map { FMSQL.quoted(text: $0) }.joined(separator: " ")
        let prefixes = table.prefixes.map(String.init).joined(separator: " ")
        let parts = [columns, "tokenize = \(FMSQL.quoted(identifier: words))"]
        return (parts + (prefixes.isEmpty ? [] : ["prefix = '\(prefixes)'"])).joined(separator: ", ")
    }

    private struct Trigger {
        let name: String
        let event: String
        let body: (_ key: String) -> [String]
    }

    private var triggers: [Trigger] {
        let (name, columns) = (name, columns)
        let new = list("new.")
        func delete(_ row: String) -> (String) -> String {
            { key in "DELETE FROM \(name) WHERE rowid = \(row).\(key)" }
        }
        let insert = { (key: String) in "INSERT INTO \(name)(rowid, \(columns)) VALUES (new.\(key), \(new))" }
        // A row that REPLACE removes has no trigger of its own. OR REPLACE in a trigger would give way to an OR of the statement.
        return [
            Trigger(name: table.name + "_insert", event: "INSERT") { [delete("new")($0), insert($0)] },
            Trigger(name: table.name + "_delete", event: "DELETE") { [delete("old")($0)] },
            Trigger(name: table.name + "_update", event: "UPDATE") {
                [delete("old")($0), delete("new")($0), insert($0)]
            },
        ]
    }

    private func found() throws(FMError) -> [String: String] {
        let names = [table.name] + triggers.map(\.name)
        let rows = try db.rows(
            "SELECT name, sql FROM main.sqlite_master WHERE lower(name) IN \(names.map(\.foldedAsName))",
            as: (String, String?).self)
        return Dictionary(rows.map { ($0, $1 ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// What has one of the names has to be a full-text table, or a trigger that writes into it.
    private func expectOwn(_ found: [String: String]) throws(FMError) {
        for (other, sql) in found {
            let isTable = sql.hasPrefix("CREATE VIRTUAL TABLE ") && sql.foldedAsName.contains("using fts5")
            let isTrigger = sql.hasPrefix("CREATE TRIGGER ") && sql.contains(name)
            guard other.foldedAsName == table.name.foldedAsName ? isTable : isTrigger else {
                throw .misuse("there is something else of the name \(other), which the full-text table would replace")
            }
        }
    }

    /// The INTEGER PRIMARY KEY of the source, which must have the columns.
    private func key() throws(FMError) -> String {
        let rows = try db.rows(
            "SELECT name, type, pk FROM pragma_table_info(\(table.source))", as: (String, String, Int).self)
        let keys = rows.filter { $0.2 > 0 }
        guard keys.count == 1, let key = keys.first, key.1.foldedAsName == "integer" else {
            throw FMError(
                .misuse,
                "\(table.source) is not a table with an INTEGER PRIMARY KEY, by whose numbers a full-text table knows its rows"
            )
        }
        let missing = table.columns.first { column in !rows.contains { $0.0.foldedAsName == column.foldedAsName } }
        if let missing { throw FMError(.misuse, "the table \(table.source) has no column \(missing) to be searched") }
        guard !table.columns.isEmpty else {
            throw FMError(.misuse, "a full-text table needs columns to be searched")
        }
        return key.0
    }
}
