/// Reads the schema of one database of a connection.
struct SchemaReader {
    let database: FMDatabase
    /// "main", "temp" or the name of an attached database.
    let schema: String

    /// An object as SQLite stores it. See [The Schema Table](https://sqlite.org/schematab.html).
    private typealias Entry = (type: String, name: String, table: String, sql: String)

    private func entries() throws(FMError) -> [Entry] {
        let source = FMSQL.schemaTable(of: schema)
        let sql: FMSQL =
            "SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(sql AS TEXT) FROM \(raw: source) ORDER BY rowid"
        return try database.rows(sql, as: (RepairedText, RepairedText, RepairedText, RepairedText).self).map {
            (type: $0.text, name: $1.text, table: $2.text, sql: $3.text)
        }
    }

    func read() throws(FMError) -> FMSchema {
        let entries = try entries()
        let shadows = try shadowTables(entries)
        var found = FMSchema(name: schema, tables: [], views: [], triggers: [])
        for entry in entries {
            switch entry.type {
            case "table":
                found.tables.append(
                    try table(entry.name, entry.sql, isShadow: shadows.contains(entry.name.foldedAsName)))
            case "view": found.views.append(try view(entry))
            case "trigger":
                found.triggers.append(FMSchema.Trigger(name: entry.name, table: entry.table, sql: entry.sql))
            default: break
            }
        }
        return found
    }

    /// - Returns: nil if there is no table with that name.
    func table(_ name: String) throws(FMError) -> FMSchema.Table? {
        let entries = try entries()
        let entry = entries.first { $0.type == "table" && $0.name.foldedAsName == name.foldedAsName }
        guard let entry else { return nil }
        let isShadow = try shadowTables(entries).contains(entry.name.foldedAsName)
        return try table(entry.name, entry.sql, isShadow: isShadow)
    }

    func table(_ name: String, _ sql: String, isShadow: Bool = false) throws(FMError) -> FMSchema.Table {
        let module = SchemaReader.module(sql)
        let definition = module == nil ? TableDefinition(sql) : nil
        var (columns, problem) = (try columns(of: name, mayFail: module != nil))
        for index in columns.indices {
            columns[index].collation = definition?.collation(of: columns[index].name)
            guard columns[index].isGenerated else { continue }
            columns[index].expression = definition?.expression(of: columns[index].name)?.source
        }
        let kind: FMSchema.Table.Kind = module.map { .virtual(module: $0) } ?? (isShadow ? .shadow : .ordinary)
        return FMSchema.Table(
            name: name, kind: kind, columns: columns, indexes: module == nil ? try indexes(of: name) : [],
            foreignKeys: module == nil ? try foreignKeys(of: name, definition) : [], sql: sql, problem: problem,
            definition: definition)
    }

    private func view(_ entry: Entry) throws(FMError) -> FMSchema.View {
        let (columns, problem) = try columns(of: entry.name, mayFail: true)
        return FMSchema.View(
            name: entry.name, columns: columns, query: FMSchema.View.query(in: entry.sql), sql: entry.sql,
            problem: problem)
    }

    /// Returns the module of a virtual table, or nil for another table.
    private static func module(_ sql: String) -> String? {
        guard SQLToken.flat(sql, first: 2).last?.keyword == "VIRTUAL" else { return nil }
        let tokens = SQLToken.split(sql)
        guard let using = tokens.firstIndex(where: { $0.keyword == "USING" }), using + 1 < tokens.count else {
            return ""
        }
        return tokens[using + 1].name
    }
}

// MARK: - Columns, indexes and keys

extension SchemaReader {
    /// - Parameter mayFail: whether an error of SQLite is returned instead of thrown.
    private func columns(of name: String, mayFail: Bool) throws(FMError) -> ([FMSchema.Column], String?) {
        // A failure is expected for some views and virtual tables, so failures are not logged.
        let logsErrors = database.logsErrors
        if mayFail { database.logsErrors = false }
        defer { database.logsErrors = logsErrors }
        do throws(FMError) {
            let found = try columns(of: name)
            if mayFail, found.isEmpty { try compile(name) }
            return (found, nil)
        } catch {
            guard mayFail, [.error, .corrupt, .notFound].contains(error.resultCode) else { throw error }
            return ([], error.message)
        }
    }

    /// Compiles a query of a table, which throws if the table's module is missing. Before about version 3.20, SQLite does not report that
    /// when it lists the columns.
    private func compile(_ table: String) throws(FMError) {
        _ = try database.value(
            "SELECT count(*) FROM (SELECT * FROM \(identifier: schema).\(identifier: table) LIMIT 0)", as: Int.self)
    }

    private func columns(of table: String) throws(FMError) -> [FMSchema.Column] {
        let name = Library.isAtLeast(3_026_000) ? "table_xinfo" : "table_info"
        return try database.pragmaRows("\(raw: name)(\(identifier: table))", in: schema) { row throws(FMError) in
            // 2 and 3 stand for a generated column, 1 for a column of a virtual table.
            let hidden: Int = row.columnCount > 6 ? try row.value(at: 6) : 0
            return FMSchema.Column(
                name: try row.text(at: 1), type: try row.text(at: 2), isNotNull: try row.value(at: 3),
                defaultValue: try row.optionalText(at: 4), key: try row.value(at: 5),
                isGenerated: hidden > 1, isStored: hidden == 3, isHidden: hidden == 1)
        }
    }

    private func indexes(of table: String) throws(FMError) -> [FMSchema.Index] {
        let found = try database.pragmaRows("index_list(\(identifier: table))", in: schema) { row throws(FMError) in
            FMSchema.Index(
                name: try row.text(at: 1), table: table, isUnique: try row.value(at: 2),
                origin: FMSchema.Index.Origin(rawValue: try row.value(at: 3)) ?? .statement,
                isPartial: try row.value(at: 4), columns: [], hasRowID: false)
        }
        var indexes: [FMSchema.Index] = []
        for var index in found {
            let columns = try database.pragmaRows("index_xinfo(\(identifier: index.name))", in: schema) {
                row throws(FMError) -> (Int, String?, Bool) in
                (try row.value(at: 1), try row.optionalText(at: 2), try row.value(at: 5))
            }
            index.columns = columns.filter(\.2).map(\.1)
            index.hasRowID = columns.contains { $0.0 == -1 }
            index.sql = try database.rows(
                "SELECT sql FROM \(raw: FMSQL.schemaTable(of: schema)) WHERE type = 'index' AND name = \(index.name) AND sql IS NOT NULL",
                as: RepairedText.self
            ).first?.text
            index.definition = index.sql.flatMap { IndexDefinition($0) }
            indexes.append(index)
        }
        return indexes
    }

    func foreignKeys(of table: String) throws(FMError) -> [FMSchema.ForeignKey] {
        let sql = try database.rows(
            """
            SELECT CAST(sql AS TEXT) FROM \(raw: FMSQL.schemaTable(of: schema))
            WHERE type = 'table' AND name = \(table) COLLATE NOCASE
            """, as: RepairedText.self
        ).first?.text
        return try foreignKeys(of: table, sql.flatMap { TableDefinition($0) })
    }

    /// Reads the foreign keys with [PRAGMA foreign_key_list](https://sqlite.org/pragma.html#pragma_foreign_key_list). The pragma does not
    /// report which keys are deferred, so that comes from the definition.
    private func foreignKeys(
        of table: String, _ definition: TableDefinition?
    ) throws(FMError) -> [FMSchema.ForeignKey] {
        let found = try database.pragmaRows("foreign_key_list(\(identifier: table))", in: schema) {
            row throws(FMError) -> (Int, Int, String, (String, String?), (String, String)) in
            (
                try row.value(at: 0), try row.value(at: 1), try row.text(at: 2),
                (try row.text(at: 3), try row.optionalText(at: 4)), (try row.value(at: 5), try row.value(at: 6))
            )
        }
        let keys = Dictionary(grouping: found, by: \.0).sorted { $0.key < $1.key }
        // The pragma lists the keys in reverse: the last key of the statement is first.
        let deferred = [Bool]((definition?.deferredKeys ?? []).reversed())
        return keys.enumerated().map { index, key in
            let parts = key.value.sorted { $0.1 < $1.1 }
            let targets = parts.compactMap(\.3.1)
            var key = FMSchema.ForeignKey(
                columns: parts.map(\.3.0), table: parts[0].2, targets: targets.count == parts.count ? targets : nil,
                onDelete: FMSchema.ForeignKey.Action(rawValue: parts[0].4.1) ?? .noAction,
                onUpdate: FMSchema.ForeignKey.Action(rawValue: parts[0].4.0) ?? .noAction)
            key.isDeferred = deferred.count == keys.count && deferred[index]
            return key
        }
    }
}

// MARK: - Shadow tables

extension SchemaReader {
    /// Returns the folded names of the shadow tables of SQLite's own modules. Shadow tables of other modules are included if SQLite reports
    /// them as such. See [The xShadowName Method](https://sqlite.org/vtab.html#the_xshadowname_method).
    private func shadowTables(_ entries: [Entry]) throws(FMError) -> Set<String> {
        var names: Set<String> = []
        for entry in entries where entry.type == "table" {
            let module = SchemaReader.module(entry.sql)?.foldedAsName
            names.formUnion(ShadowTables.names(of: entry.name.foldedAsName, module: module) ?? [])
        }
        guard Library.isAtLeast(3_037_000) else { return names }
        let told = try database.pragmaRows("table_list", in: schema) { row throws(FMError) in
            (name: try row.text(at: 1), type: try row.text(at: 2))
        }
        return names.union(told.filter { $0.type == "shadow" }.map(\.name.foldedAsName))
    }
}

// MARK: - Strings

/// A string in a schema, with invalid UTF-8 repaired. The UTF-8 of a declared type may be invalid, because SQLite removes quote bytes from
/// it, even in the middle of a character.
private struct RepairedText: FMValueConvertible {
    let text: String

    var fmValue: FMValue { .text(text) }

    static func fromFMValue(_ value: FMValue) -> RepairedText? { nil }

    static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> RepairedText {
        RepairedText(text: cell.repairedText ?? "")
    }
}

extension FMRow {
    fileprivate func text(at index: Int) throws(FMError) -> String { try value(at: index, as: RepairedText.self).text }

    fileprivate func optionalText(at index: Int) throws(FMError) -> String? {
        try value(at: index, as: RepairedText?.self)?.text
    }
}
