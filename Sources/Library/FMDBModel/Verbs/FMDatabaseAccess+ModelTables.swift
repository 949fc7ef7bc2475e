import FMDB

/// Tables of models.
///
/// A queue and a pool make and upgrade a table outside of a transaction, because some changes cannot be made within one. `named` gives
/// the table another name than the model's own.
extension FMDatabaseAccess {
    /// Makes the table of a model, with its indexes, or brings an existing one into the model's shape.
    ///
    ///     try db.createTable(Person.self)
    ///
    /// Columns that the model lacks stay. See `upgradeTable(_:policy:renamed:named:)` for what becomes of the others.
    ///
    /// - Returns: what was done. Nothing is written if the table is as the model wants it.
    /// - Throws: `FMError`: `.mismatch` if the columns of the model cannot be found out. `.misuse` if its options name a column that it
    ///   does not have. SQLite's code if it refuses. What the upgrade throws: the table is as it was then.
    @discardableResult
    public func createTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            let table = try database.table(of: type, name)
            let report = try database.upgrade(table, .additive, [:], isCreating: true)
            if report.isCreated, table.columns.contains(where: { $0.name == "tableName" }) {
                database.warn(
                    "the model of the table \(table.name) has a property tableName: static let tableName names the table"
                )
            }
            return report
        }
    }

    /// Brings the table of a model into the model's shape, all or nothing.
    ///
    ///     try db.upgradeTable(Person.self, renamed: ["email": "mail"])
    ///
    /// Missing columns are added. Columns of another kind are converted if no value is lost. What may be NULL, has a default value,
    /// is the key, unique or indexed becomes as the model says. Checks, collations, foreign keys, generated columns, triggers,
    /// views and other indexes of the table stay.
    ///
    /// Indexes with names that models give, such as `person_mail_unique`, stay too if the model lacks them: another model of the
    /// table may want them. The policy `dropRemoved` drops them.
    ///
    /// The values are looked at: if a property would read one as another value, or not at all, the call throws. Of a table that is not
    /// rebuilt these are the values of the first 5,000 rows and of the last; see ``FMUpgradeReport/hasExaminedAllRows``.
    ///
    /// Dates stay the same dates where `FMTableOptions.dates` names another form than that of their column. The type of the column
    /// shows the old form: INTEGER for milliseconds, REAL for seconds, TEXT for ISO 8601. Dates are rounded to milliseconds if the
    /// new form cannot hold more.
    ///
    /// Where SQLite has no statement for a change, the rows are copied into a new table in one transaction, without enforcement of
    /// foreign keys. SQLite cannot turn that off within a transaction: there such a change is refused while foreign keys are
    /// enforced, and is made in a savepoint where they are not. A step of `FMMigrator` does not enforce them unless it says so, and
    /// checks them at its end. See [ALTER TABLE](https://sqlite.org/lang_altertable.html).
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - policy: what becomes of columns that the model lacks.
    ///   - renamed: the former names of columns by their new ones, besides those of the model's options.
    ///   - name: another name than the model's own.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: what was done. Nothing is written if the table is as the model wants it.
    /// - Throws: `FMError`; the table is as it was then. `.constraint`, or a finer code, if rows violate a key, a unique index,
    ///   `NOT NULL` or a foreign key. `.mismatch` if values would be lost. `.error` if there is no such table.
    ///
    ///   `.misuse` if columns may have been renamed, if something would be lost or break, for a view or a virtual table, and if the
    ///   model's options contradict its columns. `.misuse`, too, if a rebuild is needed in a transaction that enforces foreign
    ///   keys. SQLite's code if it refuses.
    @discardableResult
    public func upgradeTable<Model: FMModel>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            try database.upgrade(database.table(of: type, name), policy, renamed, isCreating: false)
        }
    }

    /// Brings a table into a shape that is put together at run time, as `upgradeTable(_:policy:renamed:named:)` does.
    @discardableResult
    public func upgradeTable<Model>(
        to table: FMTable<Model>, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            try database.upgrade(table, policy, renamed, isCreating: false)
        }
    }

    /// The changes that `upgradeTable(_:policy:renamed:named:)` would make with the same arguments, without a look at the rows.
    ///
    /// - Returns: a report without a number of rows; one with `isCreated` if there is no such table.
    /// - Throws: `FMError`, as the upgrade does.
    public func upgradePlan<Model: FMModel>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMUpgradeReport {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            try database.plan(database.table(of: type, name), policy, renamed)
        }
    }

    /// Makes a table without a model.
    ///
    ///     try db.createTable("users", columns: ["id": .integer, "name": .text], key: .automatic("id"))
    ///     try db.save(["id": 7, "name": "ann"], in: "users")
    ///
    /// The corresponding SQL is [CREATE TABLE](https://sqlite.org/lang_createtable.html).
    ///
    /// - Parameters:
    ///   - name: any name.
    ///   - columns: at least one; all may be NULL but those of the key.
    ///   - key: columns among them; an automatic one is `.integer`. None by default.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` if the key names no column of the table, or is automatic and not an integer; SQLite's code if it
    ///   refuses. A table that exists stays as it is.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnKind>, key: FMKey = [],
        file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) {
        try accessing(.outsideTransaction, file, line) { database throws(FMError) in
            _ = try database.execute(
                "CREATE TABLE IF NOT EXISTS \(identifier: name) (\(key.definitions(of: columns, in: name)))")
        }
    }

    /// Whether the table of a model is there.
    ///
    /// - Throws: `FMError`: `.mismatch` or `.misuse` for a model that has no table, as `createTable(_:named:)` does; SQLite's
    ///   code, or `.misuse` for a closed database, if the schema cannot be read.
    public func tableExists<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Bool {
        try accessing(.read, file, line) { database throws(FMError) in
            if database.tableExists(try database.table(of: type, name).name) { return true }
            // FMDB's call returns false also if it could not read the schema.
            _ = try database.value("SELECT count(*) FROM sqlite_master", as: Int.self)
            return false
        }
    }

    /// The names of a table's columns in their order, none if there is no such table.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func columnNames(
        _ table: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [String] {
        try accessing(.read, file, line) { database throws(FMError) in
            try database.pragmaRows("table_info(\(identifier: table))", in: nil) { row throws(FMError) in
                try row.value("name", as: String.self)
            }
        }
    }

    /// Removes the table of a model with all that is in it. Nothing happens if there is none.
    ///
    /// See [DROP TABLE](https://sqlite.org/lang_droptable.html).
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func dropTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) {
        try accessing(.write, file, line) { database throws(FMError) in
            try database.dropTable(database.table(of: type, name).name)
        }
    }

    /// Removes a table with all that is in it. Nothing happens if there is none.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func dropTable(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) {
        try accessing(.write, file, line) { database throws(FMError) in
            _ = try database.execute("DROP TABLE IF EXISTS \(identifier: name)")
        }
    }
}

extension FMKey {
    /// The list in the parentheses of `CREATE TABLE`.
    fileprivate func definitions(
        of given: KeyValuePairs<String, FMColumnKind>, in table: String
    ) throws(FMError) -> FMSQL {
        let names = Set(columns.map(\.nameKey))
        let keyed = given.filter { names.contains($0.key.nameKey) }
        guard keyed.count == columns.count else {
            throw FMError(.misuse, "the key of the table \(table) names a column that it does not have, or one twice")
        }
        // SQLite gives its number to a key that is one column of integers.
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
