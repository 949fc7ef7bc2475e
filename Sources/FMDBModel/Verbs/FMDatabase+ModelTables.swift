import FMDB

/// Tables of models. The calls run on the thread that uses the database, as all of its calls do.
extension FMDatabase {
    /// Makes the table of a model, with its indexes, or brings the one that there is into the model's shape.
    ///
    ///     try db.createTable(Person.self)
    ///
    /// Columns that the model lacks stay. See `upgradeTable(_:policy:renamed:named:)` for what becomes of the others.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - name: another name than the model's own.
    /// - Returns: what was done. Nothing is written if the table is as the model wants it.
    /// - Throws: `FMError`: `.mismatch` if the columns of the model cannot be found out, `.misuse` if its options name a
    ///   column that it does not have; SQLite's code if it refuses; and as the upgrade does, the table being as it was.
    @discardableResult
    public func createTable<Model: FMModel>(
        _ type: Model.Type, named name: String? = nil
    ) throws(FMError) -> FMUpgradeReport {
        try upgrade(try table(of: type, name), .additive, [:], isCreating: true)
    }

    /// Makes a table without a model.
    ///
    ///     try db.createTable("users", columns: ["name": .text, "age": .integer])
    ///
    /// - Parameters:
    ///   - name: any name.
    ///   - columns: at least one; all may be NULL.
    /// - Throws: `FMError`: SQLite's code if it refuses. A table that is there already is left as it is.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnShape.Kind>
    ) throws(FMError) {
        try createTable(name, columns: columns, key: [])
    }

    /// Makes a table without a model, but with a key.
    ///
    ///     try db.createTable("users", columns: ["id": .integer, "name": .text], key: .automatic("id"))
    ///     try db.save(["id": 7, "name": "ann"], in: "users")
    ///
    /// The corresponding SQL is [CREATE TABLE](https://sqlite.org/lang_createtable.html).
    ///
    /// - Parameters:
    ///   - name: any name.
    ///   - columns: at least one; all may be NULL but those of the key.
    ///   - key: columns among them; an automatic one is `.integer`.
    /// - Throws: `FMError`: `.misuse` if the key names a column that there is not, or is automatic and not an integer; SQLite's
    ///   code if it refuses. A table that is there already is left as it is.
    public func createTable(
        _ name: String, columns: KeyValuePairs<String, FMColumnShape.Kind>, key: FMKey
    ) throws(FMError) {
        let keys = Set(key.columns.map(ColumnName.init))
        let keyed = columns.filter { keys.contains(ColumnName($0.key)) }
        guard keyed.count == key.columns.count else {
            throw FMError(.misuse, "the key of the table \(name) names a column that it does not have, or one twice")
        }
        // SQLite gives its number to a key that is one column of integers.
        let isNumber = keyed.count == 1 && keyed[0].value == .integer
        guard isNumber || keyed.isEmpty || !key.isAutomatic else {
            throw FMError(.misuse, "the automatic key of the table \(name) is not an integer")
        }
        var parts = columns.map { column -> FMSQL in
            let start: FMSQL = "\(identifier: column.key) \(raw: column.value.rawValue)"
            guard keys.contains(ColumnName(column.key)) else { return start }
            guard isNumber else { return "\(start) NOT NULL" }
            return "\(start) PRIMARY KEY\(raw: key.isNeverReused ? " AUTOINCREMENT" : "")"
        }
        if !isNumber, !keyed.isEmpty {
            parts.append("PRIMARY KEY (\(key.columns.map { FMSQL.column($0) }.joined(", ")))")
        }
        try execute("CREATE TABLE IF NOT EXISTS \(identifier: name) (\(parts.joined(", ")))")
    }

    /// Whether the table of a model is there.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - name: another name than the model's own.
    /// - Throws: `FMError`: `.mismatch` or `.misuse` for a model that has no table, as `createTable(_:named:)` does.
    public func tableExists<Model: FMModel>(_ type: Model.Type, named name: String? = nil) throws(FMError) -> Bool {
        tableExists(try table(of: type, name).name)
    }

    /// The names of a table's columns in their order, none if there is no such table.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func columnNames(_ table: String) throws(FMError) -> [String] {
        let cursor = try query("PRAGMA table_info(\(identifier: table))")
        defer { cursor.close() }
        var names: [String] = []
        while let row = try cursor.nextRow() { names.append(try row.value("name", as: String.self)) }
        return names
    }

    /// Removes the table of a model with all that is in it. Nothing happens if there is none.
    ///
    /// See [DROP TABLE](https://sqlite.org/lang_droptable.html).
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - name: another name than the model's own.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func dropTable<Model: FMModel>(_ type: Model.Type, named name: String? = nil) throws(FMError) {
        try dropTable(try table(of: type, name).name)
    }

    /// Removes a table with all that is in it. Nothing happens if there is none.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func dropTable(_ name: String) throws(FMError) {
        try execute("DROP TABLE IF EXISTS \(identifier: name)")
    }
}

extension FMDatabase {
    func table<Model: FMModel>(of type: Model.Type, _ name: String?) throws(FMError) -> FMTable<Model> {
        let own = try Model.fmTable
        let table = name.map(own.named) ?? own
        if let problem = table.texts.problem { throw problem }
        return table
    }

    /// The table of a model's type, which that type may not tell without a value.
    func table<Model: FMModel>(of model: Model?, _ name: String?) throws(FMError) -> FMTable<Model> {
        do throws(FMError) {
            return try table(of: Model.self, name)
        } catch {
            guard let learner = model as? any FMModel & Codable, try learner.tellsTable() else { throw error }
            return try table(of: Model.self, name)
        }
    }

    /// Runs a body in a transaction, or in a save point of the transaction that is open.
    func allOrNothing<Value>(_ body: () throws -> Value) throws -> Value {
        isTransactionOpen ? try withSavePoint(body) : try withTransaction(.immediate, body)
    }

    /// Runs a body once more, after the table has been made, if it was missing and the model wants that.
    func withTable<Model: FMModel, Value>(
        _ table: FMTable<Model>, _ body: () throws -> Value
    ) throws -> Value {
        guard table.options.isMadeOnInsertion else { return try body() }
        do {
            return try body()
        } catch let error as FMError {
            guard error.resultCode == .error, !tableExists(table.name) else { throw error }
            try createTable(Model.self, named: table.name)
            return try body()
        }
    }
}
