import FMDB

/// Copies a table into a new table with another definition, and replaces the old table with the new one.
///
/// It must run in a transaction with foreign keys off; deferring them is not enough. Otherwise SQLite would delete the rows
/// that reference the old table when it is dropped, or refuse to drop it. See [Making Other Kinds Of Table Schema
/// Changes](https://sqlite.org/lang_altertable.html#otheralter).
struct TableRebuild {
    let db: FMDatabase
    let facts: FMSchema.Table
    let plan: UpgradePlan
    let creation: CreateTable
    let check: TableCheck

    /// - Returns: the number of copied rows.
    func run() throws(FMError) -> Int {
        let dependentObjects = try DependentObjects(db, facts, plan)
        let definition = try newDefinition()
        let name = try db.freeTableName(for: facts.name)
        let sequence = try keptSequence()
        try db.execute(definition.statement(name))
        let count = try copy(into: name, definition)
        try db.execute("DROP TABLE main.\(identifier: facts.name)")
        try db.execute("ALTER TABLE main.\(identifier: name) RENAME TO \(identifier: facts.name)")
        if let sequence { try keep(sequence) }
        try dependentObjects.restore()
        return count
    }

    private func copy(into name: String, _ definition: TableDefinition) throws(FMError) -> Int {
        let old = try count(facts.name)
        let pairs = copied(definition)
        if pairs.isEmpty {
            // If the table is empty, no data is lost.
            guard old == 0 else { throw refusal("no column would remain") }
        } else {
            let columns = pairs.map(\.column).joined(separator: ", ")
            let values = pairs.map(\.value).joined(separator: ", ")
            try db.execute(
                """
                INSERT INTO main.\(identifier: name) (\(raw: columns)) SELECT \(raw: values) FROM main.\(identifier: facts.name)
                """)
        }
        let new = try count(name)
        guard new == old else {
            throw FMError(.internal, "\(facts.name) has \(old.of("row")), but its copy has \(new)")
        }
        return new
    }

    private func count(_ table: String) throws(FMError) -> Int {
        try db.value("SELECT count(*) FROM main.\(identifier: table)", as: Int.self)
    }

    /// Returns the columns of the new table that are filled from the old one. New columns get their default values.
    private func copied(_ definition: TableDefinition) -> [(column: String, value: String)] {
        let named = facts.renaming(plan.renames)
        var pairs: [(column: String, value: String)] = []
        for column in definition.columns {
            guard let fact = named.column(column.name), !fact.isGenerated else { continue }
            pairs.append((FMSQL.quoted(identifier: column.name), value(of: column, fact)))
        }
        guard let rowID = facts.rowID, !plan.isWithoutRowID, definition.index(of: rowID) == nil else { return pairs }
        if let alias = plan.changesKey ? creation.rowIDAlias : named.rowIDAlias {
            // A new rowid alias keeps the old rowid.
            if named.column(alias) == nil { pairs.append((FMSQL.quoted(identifier: alias), rowID)) }
        } else {
            pairs.append((rowID, rowID))
        }
        return pairs
    }

    private func value(of column: TableDefinition.Column, _ fact: FMSchema.Column) -> String {
        var value = check.source(column.name)
        guard let change = plan.changes.first(where: { $0.name == fact.name }) else { return value }
        if let dates = change.dates {
            value = dates.expression(value)
        } else if let kind = change.kind, kind != .blob {
            value = "CAST(\(value) AS \(kind.rawValue))"
        }
        guard change.isOptional == false else { return value }
        if let standIn = creation.shape(fact.name)?.usefulDefault ?? change.defaultValue {
            return "coalesce(\(value), \(standIn))"
        }
        return fact.defaultValue.map { "coalesce(\(value), (\($0)))" } ?? value
    }

    func refusal(_ reason: String) -> FMError {
        FMError(.misuse, "the table \(facts.name) cannot be upgraded to match the model: \(reason)")
    }
}

// MARK: - The numbers of AUTOINCREMENT

extension TableRebuild {
    /// Returns the highest rowid ever used, which SQLite forgets when the old table is dropped.
    private func keptSequence() throws(FMError) -> Int64? {
        let isKept = !plan.changesKey || creation.rowIDAlias?.foldedAsName == facts.rowIDAlias?.foldedAsName
        guard isKept, facts.isAutoincrement else { return nil }
        return try db.value(
            "SELECT seq FROM main.sqlite_sequence WHERE name = \(facts.name) COLLATE NOCASE", as: Int64?.self)
    }

    private func keep(_ sequence: Int64) throws(FMError) {
        let isThere: FMSQL = "SELECT count(*) FROM main.sqlite_sequence WHERE name = \(facts.name) COLLATE NOCASE"
        if try db.value(isThere, as: Int.self) == 0 {
            try db.execute("INSERT INTO main.sqlite_sequence (name, seq) VALUES (\(facts.name), \(sequence))")
        } else {
            try db.execute(
                """
                UPDATE main.sqlite_sequence SET seq = max(seq, \(sequence)) WHERE name = \(facts.name) COLLATE NOCASE
                """)
        }
    }
}

// MARK: - The new definition

extension TableRebuild {
    /// Returns the old definition with the planned changes.
    private func newDefinition() throws(FMError) -> TableDefinition {
        guard var definition = facts.definition, definition.columns.map(\.name) == facts.columns.map(\.name) else {
            throw refusal("its CREATE TABLE statement cannot be parsed")
        }
        for name in plan.removedChecks + plan.madeChecks.map(\.name) { definition.removeCheck(name) }
        let replaced = plan.removedGenerated + plan.changedGenerated
        definition.columns.removeAll { replaced.contains($0.name) }
        try rename(in: &definition)
        if plan.changesStrictness || plan.changesNumbers { setOptions(of: &definition) }
        for change in plan.changes { try apply(change, to: &definition) }
        try drop(from: &definition)
        for shape in plan.added { definition.columns.append(column(shape)) }
        definition.columns += plan.madeGenerated.map { TableDefinition.Column($0, isStrict: plan.isStrict) }
        if plan.changesKey { try changeKey(of: &definition) }
        for reference in plan.removedReferences { definition.remove(reference) }
        for reference in plan.madeReferences { definition.set(reference) }
        definition.clauses += plan.madeChecks.map { TableDefinition.Clause("CHECK", $0.clause) }
        return definition
    }

    /// Renames columns in the definition, for SQLite versions without RENAME COLUMN.
    private func rename(in definition: inout TableDefinition) throws(FMError) {
        for rename in plan.renames {
            if let place = definition.place(of: rename.old) {
                throw refusal("\(rename.old), which becomes \(rename.new), occurs in \(place)")
            }
        }
        // All columns are renamed in one pass, because one may get the old name of another.
        for index in definition.columns.indices {
            let name = definition.columns[index].name.foldedAsName
            guard let rename = plan.renames.first(where: { $0.old.foldedAsName == name }) else { continue }
            guard
                !definition.columns[index].clauses.contains(where: { clause in
                    clause.keyword == "CHECK" && clause.tokens.contains { $0.mentions(rename.old) }
                })
            else { throw refusal("\(rename.old), which becomes \(rename.new), has a CHECK constraint") }
            definition.columns[index].name = rename.new
        }
    }

    private func apply(_ change: UpgradePlan.Change, to definition: inout TableDefinition) throws(FMError) {
        guard let index = definition.index(of: change.name) else { return }
        if let kind = change.kind { definition.columns[index].type = kind.typeName(isStrict: plan.isStrict) }
        switch change.isOptional {
        case true: definition.columns[index].remove("NOT")
        case false: definition.columns[index].set("NOT", "NOT NULL")
        case nil: break
        }
        if let value = change.defaultValue { definition.columns[index].set("DEFAULT", "DEFAULT \(value)") }
        if let collation = change.collation { definition.columns[index].set("COLLATE", collation.clause) }
    }

    /// Sets STRICT and WITHOUT ROWID. Key columns are implicitly NOT NULL only in a WITHOUT ROWID table, so they now declare it explicitly.
    private func setOptions(of definition: inout TableDefinition) {
        definition.options = SQLToken.split(CreateTable.ending(plan.isStrict, plan.isWithoutRowID))
        let named = facts.renaming(plan.renames)
        for (column, type) in zip(named.columns, creation.typed(named, plan).columns.map(\.type)) {
            guard let index = definition.index(of: column.name) else { continue }
            definition.columns[index].type = type
            let isRequired = creation.shape(column.name)?.isOptional == false && named.rowIDAlias != column.name
            guard column.key > 0, isRequired, !definition.columns[index].has("NOT") else { continue }
            definition.columns[index].set("NOT", "NOT NULL")
        }
    }

    private func drop(from definition: inout TableDefinition) throws(FMError) {
        if facts.key.contains(where: plan.dropped.contains) { definition.removeKey() }
        for name in plan.dropped + plan.removedGenerated {
            if let index = facts.indexes.first(where: { $0.origin == .statement && $0.columns.contains(name) }) {
                throw refusal("\(name) belongs to the index \(index.name)")
            }
            if let place = definition.place(of: name) { throw refusal("\(name) occurs in \(place)") }
        }
        definition.columns.removeAll { plan.dropped.contains($0.name) }
    }

    private func column(_ shape: ColumnShape) -> TableDefinition.Column {
        TableDefinition.Column(
            name: shape.name, type: shape.typeName(isStrict: plan.isStrict),
            clauses: CreateTable.clauses(shape).map { TableDefinition.Clause(String($0.prefix { $0 != " " }), $0) })
    }

    private func changeKey(of definition: inout TableDefinition) throws(FMError) {
        definition.removeKey()
        for index in definition.columns.indices {
            guard let shape = creation.shape(definition.columns[index].name) else { continue }
            // The old key of a WITHOUT ROWID table made its columns NOT NULL implicitly, so NOT NULL is added now.
            if !shape.isOptional, !definition.columns[index].has("NOT") {
                definition.columns[index].set("NOT", "NOT NULL")
            }
        }
        guard let alias = creation.rowIDAlias, !plan.isWithoutRowID, let index = definition.index(of: alias) else {
            guard !creation.key.isEmpty else { return }
            definition.clauses.append(
                TableDefinition.Clause("PRIMARY", "PRIMARY KEY (\(FMSQL.list(creation.key)))"))
            return
        }
        // Only the type INTEGER makes a column a rowid alias. NOT NULL and DEFAULT are removed, because SQLite generates the
        // value.
        definition.columns[index].type = "INTEGER"
        definition.columns[index].remove("NOT")
        definition.columns[index].remove("DEFAULT")
        definition.columns[index].set("PRIMARY", "PRIMARY KEY" + (creation.isNeverReused ? " AUTOINCREMENT" : ""))
    }
}
