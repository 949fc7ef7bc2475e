/// Finds the foreign key that a statement has violated, which SQLite does not report.
///
/// It checks the values in the statement's SQL. The only values that it shows are integers. If a trigger, a deferred key or a function of
/// the app may be the cause, it names no key.
///
/// See [Foreign Key Support](https://sqlite.org/foreignkeys.html).
struct ForeignKeyFailure {
    private let connection: Connection
    private let written: WrittenRows?

    /// - Parameters:
    ///   - connection: the connection that ran the statement.
    ///   - text: the statement's SQL with its values in place of the parameters.
    init(_ connection: Connection, _ text: String) {
        self.connection = connection
        written = WrittenRows(text)
    }

    private struct Key {
        let table: String
        let parent: String
        /// The pairs of child column and parent column.
        var columns: [(own: String, other: String)] = []
        /// The actions for ON UPDATE and ON DELETE.
        let actions: (update: String?, delete: String?)

        var description: String { "\(table).\(list(\.own)) refers to \(parent).\(list(\.other))" }

        func list(_ side: KeyPath<(own: String, other: String), String>) -> String {
            columns.map { $0[keyPath: side] }.joined(separator: ", ")
        }
    }

    var reason: String {
        let unknown = "the violated foreign key is unknown"
        guard let written, isPlain(written) else { return unknown }
        let own = keys(of: written.table)
        let rows = values(of: written)
        for row in rows {
            for key in own { if let reason = missingParent(key, row, among: rows) { return reason } }
        }
        if let source = written.source {
            for key in keysLeading(to: written) { if let reason = remainingChild(key, source) { return reason } }
        }
        guard !own.isEmpty, !written.isDeletion else { return unknown }
        return "\(own.map(\.description).joined(separator: ", ")); which of them fails, and for which value, is unknown"
    }

    /// Whether the table is in the main database and has no triggers, and no foreign key is deferred.
    private func isPlain(_ written: WrittenRows) -> Bool {
        let name = FMSQL.quoted(text: written.table)
        return !written.isOfOtherSchema
            && connection.texts(
                """
                SELECT 1 FROM sqlite_temp_master WHERE name = \(name) COLLATE NOCASE
                UNION ALL SELECT 1 FROM main.sqlite_master WHERE type = 'trigger' AND tbl_name = \(name) COLLATE NOCASE
                UNION ALL SELECT 1 FROM main.sqlite_master WHERE instr(upper(sql), 'DEFERR')
                """)?.isEmpty == true
    }

    /// Returns the sentence about a row whose parent is missing.
    ///
    /// - Returns: nil if the row has a parent, needs none, or lacks the values to decide.
    private func missingParent(_ key: Key, _ row: [String: String], among all: [[String: String]]) -> String? {
        let values = key.columns.compactMap { row[$0.own.foldedAsName] }
        guard values.count == key.columns.count, !values.contains(where: { $0.asKeyword == "NULL" }) else { return nil }
        // Rows of the same statement may be parents of each other.
        let isOwn = key.parent.foldedAsName == key.table.foldedAsName
        let parents = all.map { row in key.columns.compactMap { row[$0.other.foldedAsName] } }
        guard !isOwn || parents.allSatisfy({ $0.count == values.count && $0 != values }) else { return nil }
        let condition = zip(key.columns, values).map { "\(quoted($0.other)) = \($1)" }.joined(separator: " AND ")
        guard value("SELECT EXISTS (SELECT 1 FROM main.\(quoted(key.parent)) WHERE \(condition))") == "0" else {
            return nil
        }
        return "\(key.description), but \(key.parent) has no row with \(shown(values)): insert that row first"
    }

    /// Returns the sentence about a child row that prevents a parent row from being changed.
    ///
    /// - Returns: nil if no row refers to a row of the source.
    private func remainingChild(_ key: Key, _ source: String) -> String? {
        // In a self-referencing table, the statement may delete the children itself.
        guard key.parent.foldedAsName != key.table.foldedAsName else { return nil }
        let columns = key.columns.map { quoted($0.other) }.joined(separator: ", ")
        let pairs = key.columns.map { "c.\(quoted($0.own)) = p.\(quoted($0.other))" }.joined(separator: " AND ")
        let found = connection.texts(
            """
            SELECT \(key.columns.map { "quote(p.\(quoted($0.other)))" }.joined(separator: ", "))
            FROM main.\(quoted(key.table)) AS c, (SELECT \(columns) FROM \(source)) AS p WHERE \(pairs) LIMIT 1
            """)
        guard let first = found?.first else { return nil }
        return """
            \(key.description), and rows of \(key.table) have \(shown(first.compactMap { $0 })): delete or change them \
            first, or declare the foreign key with ON DELETE or ON UPDATE
            """
    }

    private func shown(_ values: [String]) -> String {
        values.count == 1 && Int64(values[0]) != nil ? values[0] : "this value"
    }
}

// MARK: - Asking

extension ForeignKeyFailure {
    private func keys(of table: String) -> [Key] {
        var keys: [Int: Key] = [:]
        for row in connection.texts("PRAGMA main.foreign_key_list(\(quoted(table)))") ?? []
        where row.count > 6 {
            guard let number = row[0].flatMap({ Int($0) }), let parent = row[2], let own = row[3] else { continue }
            let pair = (own, row[4] ?? "")
            keys[number, default: Key(table: table, parent: parent, actions: (row[5], row[6]))].columns.append(pair)
        }
        // SQLite lists the keys in reverse order of declaration.
        return keys.sorted { $0.key > $1.key }.map { naming($0.value) }
    }

    /// Fills in the parent's primary key if the foreign key names no parent columns.
    private func naming(_ key: Key) -> Key {
        guard key.columns.contains(where: \.other.isEmpty) else { return key }
        var key = key
        let primary = (connection.texts("PRAGMA main.table_info(\(quoted(key.parent)))") ?? []).filter {
            $0.count > 5 && $0[5] != "0"
        }
        .sorted { Int($0[5] ?? "") ?? 0 < Int($1[5] ?? "") ?? 0 }.compactMap { $0[1] }
        for (index, name) in zip(key.columns.indices, primary) { key.columns[index].other = name }
        return key
    }

    /// Returns the foreign keys that can prevent the table's rows from being updated or deleted.
    private func keysLeading(to written: WrittenRows) -> [Key] {
        let tables = connection.texts(
            "SELECT name FROM main.sqlite_master WHERE type = 'table' AND instr(upper(sql), 'REFERENCES')")
        return (tables ?? []).compactMap { $0[0] }.flatMap(keys).filter { key in
            let action = written.isDeletion ? key.actions.delete : key.actions.update
            let changed = written.columns?.map(\.foldedAsName)
            guard changed.map({ names in key.columns.contains { names.contains($0.other.foldedAsName) } }) ?? true
            else {
                return false
            }
            return key.parent.foldedAsName == written.table.foldedAsName && action != "CASCADE" && action != "SET NULL"
        }
    }

    /// Returns the known values of each row, by lowercase column name.
    private func values(of written: WrittenRows) -> [[String: String]] {
        let names =
            written.columns
            ?? (connection.texts("PRAGMA main.table_info(\(quoted(written.table)))") ?? []).compactMap { $0[1] }
        return written.rows.filter { $0.count == names.count }.map { row in
            let known = zip(names, row).compactMap { name, value in value.map { (name.foldedAsName, $0) } }
            return Dictionary(known, uniquingKeysWith: { first, _ in first })
        }
    }

    private func value(_ sql: String) -> String? { connection.texts(sql)?.first?.first ?? nil }

    private func quoted(_ name: String) -> String { FMSQL.quoted(identifier: name) }
}
