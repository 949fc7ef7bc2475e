import SQLiteC

/// Finds the foreign key that a statement has violated, of which SQLite does not tell: by the values that stand in the statement. Of values
/// only whole numbers are shown.
///
/// See [Foreign Key Support](https://sqlite.org/foreignkeys.html).
struct ForeignKeyFailure {
    private let connection: Connection
    private let written: WrittenRows?

    /// - Parameter text: the statement, with its values in place of the parameters.
    init(_ connection: Connection, _ text: String) {
        self.connection = connection
        written = WrittenRows(text)
    }

    private struct Key {
        let table: String
        let parent: String
        /// The columns, and those of the parent.
        var columns: [(own: String, other: String)] = []
        /// What happens when the parent is changed, and when it is deleted.
        let actions: (update: String?, delete: String?)

        var description: String { "\(table).\(list(\.own)) refers to \(parent).\(list(\.other))" }

        func list(_ side: KeyPath<(own: String, other: String), String>) -> String {
            columns.map { $0[keyPath: side] }.joined(separator: ", ")
        }
    }

    var reason: String {
        guard let written else { return "which foreign key it is, is not known" }
        let own = keys(of: written.table)
        for row in rows(of: written) {
            for key in own { if let reason = missingParent(key, row) { return reason } }
        }
        for key in keysLeading(to: written) {
            if let source = written.source, let reason = remainingChild(key, source) { return reason }
        }
        guard !own.isEmpty else { return "it is a foreign key of another table than \(written.table), which has none" }
        return "\(own.map(\.description).joined(separator: ", ")); which one fails, and with which value, is not known"
    }

    /// - Returns: nil if the row has a parent, needs none, or does not tell.
    private func missingParent(_ key: Key, _ row: [String: String]) -> String? {
        let values = key.columns.compactMap { row[$0.own.foldedAsName] }
        guard values.count == key.columns.count, !values.contains(where: { $0.asKeyword == "NULL" }) else { return nil }
        let condition = zip(key.columns, values).map { "\(quoted($0.other)) = \($1)" }.joined(separator: " AND ")
        guard value("SELECT EXISTS (SELECT 1 FROM \(quoted(key.parent)) WHERE \(condition))") == "0" else { return nil }
        return "\(key.description), but \(key.parent) has no row with \(shown(values)): insert that one first"
    }

    /// - Returns: nil if no row leads to one of the source.
    private func remainingChild(_ key: Key, _ source: String) -> String? {
        let columns = key.columns.map { quoted($0.other) }.joined(separator: ", ")
        let pairs = key.columns.map { "c.\(quoted($0.own)) = p.\(quoted($0.other))" }.joined(separator: " AND ")
        let found = rows(
            """
            SELECT \(key.columns.map { "quote(p.\(quoted($0.other)))" }.joined(separator: ", "))
            FROM \(quoted(key.table)) AS c, (SELECT \(columns) FROM \(source)) AS p WHERE \(pairs) LIMIT 1
            """)
        guard let first = found.first else { return nil }
        return """
            \(key.description), and rows of \(key.table) have \(shown(first.compactMap { $0 })): delete or change those \
            first, or let the foreign key say ON DELETE or ON UPDATE
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
        for row in rows("PRAGMA foreign_key_list(\(quoted(table)))") where row.count > 6 {
            guard let number = row[0].flatMap({ Int($0) }), let parent = row[2], let own = row[3] else { continue }
            let pair = (own, row[4] ?? "")
            keys[number, default: Key(table: table, parent: parent, actions: (row[5], row[6]))].columns.append(pair)
        }
        // SQLite lists the last one first.
        return keys.sorted { $0.key > $1.key }.map { naming($0.value) }
    }

    /// A key that names no columns of its parent leads to the primary key.
    private func naming(_ key: Key) -> Key {
        guard key.columns.contains(where: \.other.isEmpty) else { return key }
        var key = key
        let primary = rows("PRAGMA table_info(\(quoted(key.parent)))").filter { $0.count > 5 && $0[5] != "0" }
            .sorted { ($0[5] ?? "") < ($1[5] ?? "") }.compactMap { $0[1] }
        for (index, name) in zip(key.columns.indices, primary) { key.columns[index].other = name }
        return key
    }

    /// The keys that keep a row of the table from being changed, or deleted.
    private func keysLeading(to written: WrittenRows) -> [Key] {
        rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap { $0[0] }.flatMap(keys).filter { key in
            let action = written.isDeletion ? key.actions.delete : key.actions.update
            let changed = written.columns?.map(\.foldedAsName)
            guard changed.map({ names in key.columns.contains { names.contains($0.other.foldedAsName) } }) ?? true
            else {
                return false
            }
            return key.parent.foldedAsName == written.table.foldedAsName && action != "CASCADE" && action != "SET NULL"
        }
    }

    /// The values that are known, by the names of their columns in small letters.
    private func rows(of written: WrittenRows) -> [[String: String]] {
        let names = written.columns ?? rows("PRAGMA table_info(\(quoted(written.table)))").compactMap { $0[1] }
        return written.rows.filter { $0.count == names.count }.map { row in
            let known = zip(names, row).compactMap { name, value in value.map { (name.foldedAsName, $0) } }
            return Dictionary(known, uniquingKeysWith: { first, _ in first })
        }
    }

    private func value(_ sql: String) -> String? { rows(sql).first?.first ?? nil }

    /// None, if SQLite refuses.
    private func rows(_ sql: String) -> [[String?]] {
        var rows: [[String?]] = []
        let code = connection.run(sql) { raw in
            rows.append(
                (0..<sqlite3_column_count(raw)).map { index in
                    sqlite3_column_text(raw, index).map { String(cString: $0) }
                })
        }
        return code == SQLITE_DONE ? rows : []
    }

    private func quoted(_ name: String) -> String { FMSQL.quoted(identifier: name) }
}
