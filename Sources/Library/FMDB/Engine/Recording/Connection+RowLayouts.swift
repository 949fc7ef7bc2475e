import FMDBSQLiteC

extension Connection {
    /// The version of the main database's schema; nil if it cannot be read.
    ///
    /// See [PRAGMA schema_version](https://sqlite.org/pragma.html#pragma_schema_version).
    var schemaVersion: Int32? { number32("PRAGMA main.schema_version") }

    /// Returns the row layouts of the main database's tables, or nil if the schema cannot be read.
    func rowLayouts() -> RowLayouts? {
        guard let version = schemaVersion else { return nil }
        var tables: [(name: String, sql: String, isVirtual: Bool)] = []
        let code = run("SELECT name, sql, rootpage FROM main.sqlite_master WHERE type = 'table'") { row in
            guard let name = sqlite3_column_text(row, 0).map({ String(cString: $0) }) else { return }
            let sql = sqlite3_column_text(row, 1).map { String(cString: $0) } ?? ""
            tables.append((name, sql, sqlite3_column_int(row, 2) == 0))
        }
        guard code == SQLITE_DONE else { return nil }
        var roles: [String: RowRole] = [:]
        lazy var untold = try? tablesWithLongKey(in: "main")
        for table in tables where !table.isVirtual {
            roles[table.name] = role(of: table.name) {
                Connection.tellsColumnsInPlace || untold.map { !$0.contains(table.name) } ?? false
            }
        }
        for table in tables where table.isVirtual {
            for (shadow, role) in self.roles(ofVirtual: table.name, table.sql) where roles[shadow] != nil {
                roles[shadow] = role
            }
        }
        return schemaVersion == version ? RowLayouts(version: version, roles) : nil
    }

    private func role(of table: String, isKeyTold: () -> Bool) -> RowRole {
        guard let columns = storedColumns(of: table), !columns.all.isEmpty else {
            return .lost("the columns of the table \(table) cannot be read")
        }
        let place = "main." + FMSQL.quoted(identifier: table)
        guard let rowid = RowIDName.free(of: columns.all.map(\.foldedName)) else {
            return .lost("the table \(table) has columns named rowid, oid and _rowid_, which hide the rowid")
        }
        let isRowid =
            sqlite3_table_column_metadata(handle, "main", table, rowid, nil, nil, nil, nil, nil) == SQLITE_OK
        forgetError()
        guard tellsEachColumn(columns.all, isRowid) else {
            return .lost("the table \(table) has a virtual column, so SQLite does not report its other columns")
        }
        guard isRowid || isKeyTold() else {
            return .lost("the key of the table \(table) names a column twice, so SQLite does not report its values")
        }
        let key: RowLayout.Key = isRowid ? .rowid(rowid) : .columns(columns.key)
        return .table(RowLayout(table: place, key: key, columns: told(columns.all, isRowid ? [] : columns.key)))
    }

    /// Whether the values of all columns can be read in the pre-update hook. This is uncertain if the hook numbers
    /// virtual columns in the order in which rows are stored.
    private func tellsEachColumn(_ columns: [StoredColumn], _ isRowid: Bool) -> Bool {
        guard !Connection.tellsColumnsInPlace, let virtual = columns.map({ $0.isVirtual ? $0.place : .max }).min(),
            virtual != .max
        else { return true }
        // At the position of the rowid alias, the hook returns the rowid, whatever is stored there.
        return isRowid && !columns.contains { $0.keyPlace > 0 && $0.affinity == .integer && $0.place > virtual }
    }

    /// Returns the columns in table order. If rows are stored in another order, SQLite decides by the type of another
    /// column whether a value is REAL.
    private func told(_ columns: [StoredColumn], _ key: [Int]) -> [RowLayout.Column] {
        guard !Connection.tellsColumnsInPlace else { return columns.map(\.column) }
        let isReal = Set(columns.filter { $0.affinity == .real }.map(\.place))
        let stored = key + columns.indices.filter { !key.contains($0) }
        var told = columns.map(\.column)
        for (place, column) in stored.enumerated() where isReal.contains(place) {
            told[column].reals = columns[column].affinity.reals
        }
        return told
    }

    private struct StoredColumn {
        let column: RowLayout.Column
        let foldedName: String
        /// The position of the column in the table.
        let place: Int
        /// The affinity, with INTEGER for NUMERIC and BLOB for a column of type ANY.
        let affinity: DeclaredType.Affinity
        let isVirtual: Bool
        /// The position of the column in the primary key, from 1; 0 if it is not in the key.
        let keyPlace: Int32
    }

    /// Returns the columns in the order in which SQLite reports their values, and the positions of the primary key's
    /// columns. Returns nil if they cannot be read.
    private func storedColumns(of table: String) -> (all: [StoredColumn], key: [Int])? {
        let knowsGenerated = Library.isAtLeast(3_026_000)
        let pragma = "PRAGMA main.\(knowsGenerated ? "table_xinfo" : "table_info")(\(FMSQL.quoted(identifier: table)))"
        var columns: [StoredColumn] = []
        let code = run(pragma) { row in
            guard let name = sqlite3_column_text(row, 1).map({ String(cString: $0) }) else { return }
            let hidden = knowsGenerated ? sqlite3_column_int(row, 6) : 0
            let type = sqlite3_column_text(row, 2).map { String(cString: $0) } ?? ""
            let affinity = DeclaredType(type).affinity
            let ofNumbers = type.asKeyword == "ANY" ? DeclaredType.Affinity.blob : .integer
            columns.append(
                StoredColumn(
                    column: RowLayout.Column(
                        name: FMSQL.quoted(identifier: name), isGenerated: hidden >= 2,
                        standard: sqlite3_column_text(row, 4).map { String(cString: $0) }),
                    foldedName: name.foldedAsName, place: columns.count,
                    affinity: affinity == .numeric ? ofNumbers : affinity,
                    isVirtual: hidden == 2, keyPlace: sqlite3_column_int(row, 5)))
        }
        guard code == SQLITE_DONE else { return nil }
        // Virtual columns are last in the order of a stored row.
        if !Connection.tellsVirtualColumnsInPlace {
            columns = columns.filter { !$0.isVirtual } + columns.filter(\.isVirtual)
        }
        let key = columns.indices.filter { columns[$0].keyPlace > 0 }
        return (columns, key.sorted { columns[$0].keyPlace < columns[$1].keyPlace })
    }

    /// Whether the pre-update hook numbers all columns in table order.
    static let tellsColumnsInPlace = Library.isAtLeast(3_031_000) && tellsVirtualColumnsInPlace

    /// Whether the pre-update hook numbers virtual columns in table order. If not, it numbers columns in the order in
    /// which rows are stored.
    private static let tellsVirtualColumnsInPlace: Bool = {
        guard Library.isAtLeast(3_031_000) else { return true }
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { return false }
        var second: Int32 = 0
        return withUnsafeMutablePointer(to: &second) { second in
            fmdb_preupdate_hook(
                handle,
                { context, handle, _, _, _, _, _ in
                    var cell: OpaquePointer?
                    guard let handle, fmdb_preupdate_new(handle, 1, &cell) == SQLITE_OK, let cell else { return }
                    context?.assumingMemoryBound(to: Int32.self).pointee = sqlite3_value_int(cell)
                }, second)
            sqlite3_exec(handle, "CREATE TABLE t (a, g AS (a + 1), b); INSERT INTO t VALUES (1, 7)", nil, nil, nil)
            fmdb_preupdate_hook(handle, nil, nil)
            return second.pointee != 7
        }
    }()
}

extension DeclaredType.Affinity {
    /// What a column may have stored if SQLite reports it as REAL.
    fileprivate var reals: RowLayout.Reals {
        switch self {
        case .real, .text: .exact
        case .integer, .numeric: .fromIntegers
        case .blob: .unsure
        }
    }
}

// MARK: - Virtual tables

extension Connection {
    /// Returns the shadow tables of a virtual table, with their roles.
    private func roles(ofVirtual name: String, _ sql: String) -> [(String, RowRole)] {
        let module = ShadowTables.module(of: sql) ?? ""
        let options = sql.foldedAsName.filter { !$0.isWhitespace }
        let others = { (role: RowRole) in
            (ShadowTables.names(of: name, module: module) ?? ShadowTables.anyNames(of: name)).map { ($0, role) }
        }
        guard ["fts5", "fts4", "fts3"].contains(module) else {
            return others(.lost("writing to the virtual table \(name) cannot be undone"))
        }
        // With this option, functions of the client transform the stored text.
        guard !options.contains("compress=") else {
            return others(.lost("writing to the full-text table \(name) cannot be undone: it compresses its text"))
        }
        guard !options.contains("content=") else {
            return others(
                .lost("writing to the full-text table \(name) cannot be undone: its text is not in the table itself"))
        }
        return others(.index) + [(name + "_content", roleOfText(name))]
    }

    /// Returns the role of the table that stores a full-text table's text. The first column is the rowid; the others
    /// are the columns of the full-text table.
    private func roleOfText(_ name: String) -> RowRole {
        var columns: [RowLayout.Column] = []
        var stored = 0
        let table = FMSQL.quoted(identifier: name)
        _ = run("PRAGMA main.table_info(\(table))") { row in
            guard let name = sqlite3_column_text(row, 1).map({ String(cString: $0) }) else { return }
            columns.append(RowLayout.Column(name: FMSQL.quoted(identifier: name), isGenerated: false, standard: nil))
        }
        _ = run("PRAGMA main.table_info(\(FMSQL.quoted(identifier: name + "_content")))") { _ in stored += 1 }
        guard stored == columns.count + 1 else {
            return .lost("writing to the full-text table \(name) cannot be undone with its options")
        }
        return .text(RowLayout(table: "main." + table, key: .rowid("rowid"), columns: columns))
    }
}
