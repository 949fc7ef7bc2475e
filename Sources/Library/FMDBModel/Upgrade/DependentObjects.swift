import FMDB

/// The indexes, triggers and views that depend on a table.
struct DependentObjects {
    private typealias Trigger = (name: String, isTemporary: Bool, sql: String)
    /// The rows of a statistics table that describe the table to SQLite's query planner. See [The sqlite_stat1
    /// Table](https://sqlite.org/fileformat2.html#stat1tab).
    private typealias Statistics = (table: String, rows: [[FMValue]])

    private let db: FMDatabase
    private let facts: FMSchema.Table
    private let indexes: [String]
    private let triggers: [Trigger]
    private let statistics: [Statistics]
    private let dependents: [Dependent]
    private let references: References

    /// Reads the objects that depend on the table.
    init(_ db: FMDatabase, _ facts: FMSchema.Table, _ plan: UpgradePlan) throws(FMError) {
        self.db = db
        self.facts = facts
        indexes = try db.rows(
            """
            SELECT sql FROM main.sqlite_master
            WHERE type = 'index' AND tbl_name = \(facts.name) COLLATE NOCASE AND sql IS NOT NULL ORDER BY rowid
            """, as: String.self)
        triggers = try DependentObjects.triggers(db)
        statistics = try DependentObjects.statistics(db, facts.name)
        dependents = try Dependent.all(in: db).filter { $0.works(in: db) }
        references = try References(db, facts, plan)
        try expectNotQuoted(plan.dropped + plan.removedGenerated + plan.renames.map(\.old))
    }

    /// Recreates the objects that were dropped with the old table. Then it checks that all views and triggers that compiled
    /// before still compile.
    func restore() throws(FMError) {
        for sql in indexes { try db.execute(FMSQL(raw: sql)) }
        let left = try DependentObjects.triggers(db)
        for trigger in triggers
        where !left.contains(where: { $0.name == trigger.name && $0.isTemporary == trigger.isTemporary }) {
            try db.execute(DependentObjects.statement(of: trigger))
        }
        for statistic in statistics { try restore(statistic) }
        for dependent in dependents where !dependent.works(in: db) {
            throw FMError(.misuse, "\(dependent.description) would fail after the upgrade of the table \(facts.name)")
        }
        try references.expectForeignKeysKept()
    }

    private static func triggers(_ db: FMDatabase) throws(FMError) -> [Trigger] {
        let found = try db.rows(
            """
            SELECT name, 0, sql FROM (SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' ORDER BY rowid)
            UNION ALL
            SELECT name, 1, sql FROM (SELECT name, sql FROM sqlite_temp_master WHERE type = 'trigger' ORDER BY rowid)
            """, as: (String, Bool, String).self)
        return found.map { ($0, $1, $2) }
    }

    /// Refuses an object that names a removed column in quotes. SQLite would silently treat an unknown name in double quotes as
    /// a string literal.
    private func expectNotQuoted(_ names: [String]) throws(FMError) {
        guard !names.isEmpty else { return }
        let found = try db.rows(
            """
            SELECT name, sql FROM main.sqlite_master WHERE type IN ('view', 'trigger', 'index') AND sql IS NOT NULL
            UNION ALL SELECT name, sql FROM sqlite_temp_master WHERE type IN ('view', 'trigger') AND sql IS NOT NULL
            """, as: (String, String).self)
        for (name, sql) in found {
            let tokens = SQLToken.split(sql)
            guard tokens.contains(where: { $0.mentions(facts.name) }) else { continue }
            guard let column = names.first(where: { column in tokens.contains { $0.mentions(column, [.quoted]) } })
            else { continue }
            throw FMError(
                .misuse, "\(name) uses the column \(column), which the upgrade would remove from \(facts.name)")
        }
    }

    /// Returns the statement that creates a trigger. The SQL that SQLite stores for a temporary trigger lacks TEMP.
    private static func statement(of trigger: Trigger) -> FMSQL {
        let sql = trigger.sql
        guard trigger.isTemporary, let name = SQLToken.split(sql).dropFirst(2).first else { return FMSQL(raw: sql) }
        return FMSQL(raw: "CREATE TEMP TRIGGER " + String(Substring(sql.utf8.dropFirst(name.range.lowerBound))))
    }
}

// MARK: - Statistics

extension DependentObjects {
    private static func statistics(_ db: FMDatabase, _ table: String) throws(FMError) -> [Statistics] {
        let tables = try db.rows(
            "SELECT name FROM main.sqlite_master WHERE name IN ('sqlite_stat1', 'sqlite_stat4')", as: String.self)
        var statistics: [Statistics] = []
        for name in tables {
            let cursor = try db.query(
                "SELECT * FROM main.\(identifier: name) WHERE tbl = \(table) COLLATE NOCASE")
            defer { cursor.close() }
            var rows: [[FMValue]] = []
            while let row = try cursor.nextRow() { rows.append(try row.values()) }
            statistics.append((name, rows))
        }
        return statistics
    }

    /// Restores the statistics, including those of indexes that no longer exist, which SQLite ignores.
    private func restore(_ statistics: Statistics) throws(FMError) {
        for row in statistics.rows {
            let marks = row.map { _ in "?" }.joined(separator: ", ")
            try db.execute(
                FMSQL(
                    raw: "INSERT INTO main.\(statistics.table) VALUES (\(marks))", arguments: FMArguments(row)))
        }
    }
}

// MARK: - What depends on tables

/// A view or trigger, with a statement that reads or fires it. The view or trigger works if SQLite can compile the statement.
struct Dependent {
    let description: String
    private let table: String
    private let statement: FMSQL?

    static func all(in db: FMDatabase) throws(FMError) -> [Dependent] {
        let found = try db.rows(
            """
            SELECT 'main', type, name, tbl_name FROM main.sqlite_master WHERE type IN ('view', 'trigger')
            UNION ALL
            SELECT 'temp', type, name, tbl_name FROM sqlite_temp_master WHERE type IN ('view', 'trigger')
            """, as: (String, String, String, String).self)
        return found.flatMap { schema, type, name, table in
            guard type == "trigger" else {
                return [
                    Dependent(
                        description: "the view \(name)", table: name,
                        statement: "SELECT * FROM \(raw: schema).\(identifier: name)")
                ]
            }
            let text = "the trigger \(name)"
            return [
                Dependent(description: text, table: table, statement: "DELETE FROM \(identifier: table)"),
                Dependent(
                    description: text, table: table,
                    statement: "INSERT INTO \(identifier: table) DEFAULT VALUES"),
                Dependent(description: text, table: table, statement: nil),
            ]
        }
    }

    func works(in db: FMDatabase) -> Bool {
        do {
            let statement = try statement ?? update(in: db)
            // A cached statement would not be recompiled until its first step, so this compiles the SQL again.
            try db.validateSQL(statement.text)
            return true
        } catch {
            return false
        }
    }

    /// Returns an UPDATE of all columns, which makes SQLite compile the triggers for any of them.
    private func update(in db: FMDatabase) throws(FMError) -> FMSQL {
        let columns = try db.schemaColumns(of: table).map { FMSQL.quoted(identifier: $0.name) }
        let changes = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
        return "UPDATE \(identifier: table) SET \(raw: changes)"
    }
}
