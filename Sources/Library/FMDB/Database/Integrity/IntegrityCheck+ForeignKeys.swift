extension IntegrityCheck {
    /// Checks all foreign keys at once. If that fails, checks table by table, and in a table that fails, key by key: if SQLite cannot check
    /// one key of a database or table, it checks none.
    mutating func checkForeignKeys() throws(FMError) {
        guard let failure = try attempt({ (check) throws(FMError) in try check.runForeignKeyCheck("") }) else { return }
        guard failure.resultCode == .error, let tables = try tables(where: "rootpage > 0") else {
            return addUnchecked("foreign keys", failure)
        }
        for table in tables where !isOver {
            let argument = "(\(FMSQL.quoted(identifier: table)))"
            let failure = try attempt { (check) throws(FMError) in try check.runForeignKeyCheck(argument) }
            guard let failure else { continue }
            addUnchecked("foreign keys: of \(table)", failure)
            try check("foreign keys: of \(table)") { (check) throws(FMError) in
                for key in try check.keys(of: table) where !check.isOver { try check.check(key) }
            }
        }
    }

    private mutating func runForeignKeyCheck(_ argument: String) throws(FMError) {
        let rows = try database.query(FMSQL(raw: "PRAGMA \(schema).foreign_key_check\(argument)"))
        defer { rows.close() }
        while !isOver, let row = try rows.nextRow() {
            add(
                table: try row.value(at: 0), rowID: try row.value(at: 1),
                parent: try row.value(at: 2, as: String?.self) ?? "")
        }
    }

    private mutating func add(table: String, rowID: Int64?, parent: String) {
        let place = rowID.map { "row \($0) of \(table)" } ?? "a row of \(table)"
        let finding = Finding(
            kind: .foreignKey(table: table, rowID: rowID, parent: parent),
            message: "\(place) refers to a row of \(parent) that is not there")
        if !report.findings.contains(finding) { add(finding) }
    }

    // MARK: Key by key

    /// A foreign key of a table that is checked key by key.
    private struct Key {
        let table: String
        let parent: String
        var columns: [String] = []
        /// The referenced columns of the parent, or nil if there is no such table.
        var parentColumns: [String]? = []
    }

    private func keys(of table: String) throws(FMError) -> [Key] {
        let rows = try database.rows(
            "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(\(table), \(options.schema)) ORDER BY id, seq",
            as: (Int, String, String, String?).self)
        var keys: [Int: Key] = [:]
        for (id, parent, column, target) in rows {
            keys[id, default: Key(table: table, parent: parent)].columns.append(column)
            if let target { keys[id]?.parentColumns?.append(target) }
        }
        return try keys.sorted { $0.key < $1.key }.map(\.value).map { key throws(FMError) in
            let own = try database.rows(
                "SELECT name, pk FROM pragma_table_info(\(key.parent), \(options.schema)) ORDER BY pk",
                as: (String, Int).self)
            var key = key
            if key.parentColumns?.isEmpty == true { key.parentColumns = own.filter { $0.1 > 0 }.map(\.0) }
            if own.isEmpty { key.parentColumns = nil }
            return key
        }
    }

    /// Checks a key with a LEFT JOIN, in which a row without a parent has NULLs in the parent's columns. The join may use an automatic
    /// index.
    private mutating func check(_ key: Key) throws(FMError) {
        let quoted = { FMSQL.quoted(identifier: $0) }
        let parents = key.parentColumns ?? []
        // If the numbers of columns differ, the table is already in `unchecked`, and no row can be checked.
        guard key.parentColumns == nil || parents.count == key.columns.count else { return }
        let same = zip(parents, key.columns).map { "p.\(quoted($0)) = +c.\(quoted($1))" }.joined(separator: " AND ")
        let join = !parents.isEmpty ? "LEFT JOIN \(schema).\(quoted(key.parent)) AS p ON \(same)" : ""
        var conditions = key.columns.map { "c.\(quoted($0)) IS NOT NULL" }
        if let first = parents.first { conditions.append("p.\(quoted(first)) IS NULL") }
        let body = "FROM \(schema).\(quoted(key.table)) AS c \(join) WHERE \(conditions.joined(separator: " AND "))"
        let hasRowID =
            (try? database.rows(FMSQL(raw: "SELECT rowid FROM \(schema).\(quoted(key.table)) LIMIT 0"), as: Int64?.self))
            != nil
        try check("foreign keys: of \(key.table) to \(key.parent)") { (check) throws(FMError) in
            let rows = try check.database.query(FMSQL(raw: "SELECT \(hasRowID ? "c.rowid" : "NULL") \(body)"))
            defer { rows.close() }
            while !check.isOver, let row = try rows.nextRow() {
                check.add(table: key.table, rowID: try row.value(at: 0), parent: key.parent)
            }
        }
    }
}
