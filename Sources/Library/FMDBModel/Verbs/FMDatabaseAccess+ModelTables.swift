import FMDB

/// Tables of models.
///
/// A queue or pool creates and upgrades tables outside a transaction, because some changes are impossible within one. `named` gives the
/// table a name other than the model's own.
extension FMDatabaseAccess {
    /// Creates the table of a model with its indexes, or upgrades an existing table to match the model.
    ///
    ///     try db.createTable(Person.self)
    ///
    /// Columns that the model lacks are kept. See `upgradeTable(_:policy:renamed:named:)` for the other changes.
    ///
    /// - Returns: a report of the changes. If the table already matches the model, nothing is written.
    /// - Throws: `FMError`: `.mismatch` if the model's columns cannot be determined. `.misuse` if its options name a column that it
    ///   does not have. Also the errors of an upgrade; the table is then unchanged. SQLite's code if the statement fails.
    @discardableResult
    public func createTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            let table = try database.table(of: type, name)
            let report = try database.upgrade(table, .additive, [:], isCreating: true)
            if report.isCreated, table.columns.contains(where: { $0.name == "tableName" }) {
                database.warn(
                    """
                    the model of the table \(table.name) has a property tableName, which does not name the table: declare it as \
                    `static let tableName`
                    """)
            }
            return report
        }
    }

    /// Upgrades the table of a model to match the model. Either all changes are made or none.
    ///
    ///     try db.upgradeTable(Person.self, renamed: ["email": "mail"])
    ///
    /// Missing columns are added. Columns of another type are converted if no value is lost. `NOT NULL`, defaults, the key, unique
    /// columns and indexes change to match the model. Checks, collations, foreign keys, generated columns, triggers, views and other
    /// indexes of the table are kept.
    ///
    /// Indexes with generated names, such as `person_mail_unique`, are also kept if the model lacks them, because another model of the
    /// table may need them. The policy `dropRemoved` drops them.
    ///
    /// The call examines the stored values, and throws if a property would read one as another value or could not read it. In a table
    /// that is not rebuilt, it examines only the first 5,000 rows and the last 5,000; see ``FMUpgradeReport/hasExaminedAllRows``.
    ///
    /// If `FMTableOptions.dates` names a format that differs from the column's, the stored dates are converted. The type of the column
    /// shows the old format: INTEGER is milliseconds, REAL is seconds, TEXT is ISO 8601. Dates are rounded to milliseconds if the new
    /// format cannot hold more.
    ///
    /// If SQLite has no statement for a change, the rows are copied into a new table in one transaction, with foreign key enforcement
    /// off. SQLite cannot turn enforcement off within a transaction. There, such a change throws if foreign keys are enforced, and
    /// otherwise runs in a savepoint. By default a step of `FMMigrator` does not enforce foreign keys, and checks them at its end. See
    /// [ALTER TABLE](https://sqlite.org/lang_altertable.html).
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - policy: whether columns that the model lacks are kept or dropped.
    ///   - renamed: the previous names of columns by their new names, in addition to those of the model's options.
    ///   - name: a name other than the model's own.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: a report of the changes. If the table already matches the model, nothing is written.
    /// - Throws: `FMError`; the table is then unchanged. `.constraint`, or an extended code of it, if rows violate a key, a unique
    ///   index, `NOT NULL` or a foreign key. `.mismatch` if values would be lost. `.error` if there is no such table.
    ///
    ///   `.misuse` if columns may have been renamed, if something would be lost or break, for a view or a virtual table, and if the
    ///   model's options contradict its columns. Also `.misuse` if a rebuild is needed in a transaction that enforces foreign keys.
    ///   SQLite's code if a statement fails.
    @discardableResult
    public func upgradeTable<Model: FMModel>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            try database.upgrade(database.table(of: type, name), policy, renamed, isCreating: false)
        }
    }

    /// Upgrades a table to match a description composed at run time, as `upgradeTable(_:policy:renamed:named:)` does for a model.
    @discardableResult
    public func upgradeTable<Model>(
        to table: FMTable<Model>, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            try database.upgrade(table, policy, renamed, isCreating: false)
        }
    }

    /// Returns the changes that `upgradeTable(_:policy:renamed:named:)` would make with the same arguments, without examining rows.
    ///
    /// - Returns: a report without row counts. If there is no such table, its `isCreated` is true.
    /// - Throws: `FMError`, as the upgrade does.
    public func upgradePlan<Model: FMModel>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            try database.plan(database.table(of: type, name), policy, renamed)
        }
    }

    /// Creates a table without a model. An existing table stays unchanged.
    ///
    ///     try db.createTable("users", columns: ["id": .integer, "name": .text], key: .automatic("id"))
    ///     try db.save(["id": 7, "name": "ann"], in: "users")
    ///
    /// The corresponding SQL is [CREATE TABLE](https://sqlite.org/lang_createtable.html).
    ///
    /// - Parameters:
    ///   - name: any name.
    ///   - columns: at least one column. All are nullable except those of the key.
    ///   - key: the primary key, which names some of the columns. An automatic key must be `.integer`. Default: none.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` if the key names an unknown column or one column twice, or is automatic and not an integer.
    ///   SQLite's code if the statement fails.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnKind>, key: FMKey = [],
        file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            _ = try database.execute(
                "CREATE TABLE IF NOT EXISTS \(identifier: name) (\(key.definitions(of: columns, in: name)))")
        }
    }

    /// Returns whether the table of a model exists.
    ///
    /// - Throws: `FMError`: `.mismatch` or `.misuse` if the model's table cannot be determined, as `createTable(_:named:)` does. If the
    ///   schema cannot be read, SQLite's code, or `.misuse` for a closed database.
    public func tableExists<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Bool {
        try accessing(.read, file, line) { database throws(FMError) in
            if database.tableExists(try database.table(of: type, name).name) { return true }
            // FMDB's `tableExists` also returns false if it cannot read the schema. This query throws the error.
            _ = try database.value("SELECT count(*) FROM sqlite_master", as: Int.self)
            return false
        }
    }

    /// Returns the names of a table's columns in order, or an empty array if there is no such table.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func columnNames(
        _ table: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [String] {
        try accessing(.read, file, line) { database throws(FMError) in
            try database.pragmaRows("table_info(\(identifier: table))", in: nil) { row throws(FMError) in
                try row.value("name", as: String.self)
            }
        }
    }

    /// Drops the table of a model with all its rows. Does nothing if there is no such table.
    ///
    /// See [DROP TABLE](https://sqlite.org/lang_droptable.html).
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func dropTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) {
        try accessing(.write, file, line) { database throws(FMError) in
            try database.dropTable(database.table(of: type, name).name)
        }
    }

    /// Drops a table with all its rows. Does nothing if there is no such table.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func dropTable(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) {
        try accessing(.write, file, line) { database throws(FMError) in
            _ = try database.execute("DROP TABLE IF EXISTS \(identifier: name)")
        }
    }
}

extension FMKey {
    /// Returns the definitions in the parentheses of `CREATE TABLE`.
    fileprivate func definitions(
        of given: KeyValuePairs<String, FMColumnKind>, in table: String
    ) throws(FMError) -> FMSQL {
        let names = Set(columns.map(\.nameKey))
        let keyed = given.filter { names.contains($0.key.nameKey) }
        guard keyed.count == columns.count else {
            throw FMError(.misuse, "the key of the table \(table) names an unknown column, or one column twice")
        }
        // A single INTEGER column as the primary key is a rowid alias, so SQLite generates its values.
        let isNumber = keyed.count == 1 && keyed[0].value == .integer
        guard isNumber || keyed.isEmpty || !isAutomatic else {
            throw FMError(.misuse, "the automatic key of the table \(table) is not an integer")
        }
        var parts = given.map { column -> FMSQL in
            let start: FMSQL = "\(identifier: column.key) \(raw: column.value.rawValue)"
            guard names.contains(column.key.nameKey) else { return start }
            guard isNumber else { return "\(start) NOT NULL" }
            return "\(start) PRIMARY KEY\(raw: isNeverReused ? " AUTOINCREMENT" : "")"
        }
        if !isNumber, !keyed.isEmpty {
            parts.append("PRIMARY KEY (\(columns.map { FMSQL.column($0) }.joined(", ")))")
        }
        return parts.joined(", ")
    }
}
