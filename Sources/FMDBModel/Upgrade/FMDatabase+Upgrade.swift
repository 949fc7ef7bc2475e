import FMDB

/// Tables that follow their models.
extension FMDatabase {
    /// Brings the table of a model into the model's shape, all or nothing.
    ///
    ///     try db.upgradeTable(Person.self, renamed: ["email": "mail"])
    ///
    /// Columns that are missing are added, those that have another kind are converted if no value is lost by it, and what
    /// may be NULL, has a default value, is the key, unique or indexed becomes as the model says. Rules, collations, foreign
    /// keys, computed columns, triggers, views and other indexes of the table stay. Of the indexes that bear the names which
    /// models give, such as `person_mail_unique`, those that the model lacks stay, too, unless the policy is `dropRemoved`:
    /// another model of the table may want them.
    ///
    /// Dates stay the same dates where `FMTableOptions.dates` names another form than that of their column. The type of the
    /// column tells the old form: INTEGER stands for milliseconds, REAL for seconds, TEXT for ISO 8601. What is finer than a
    /// millisecond is rounded if the new form has no place for it.
    ///
    /// Where SQLite has no statement for a change, the rows are copied into a new table in one transaction, with foreign
    /// keys put aside. SQLite cannot do the latter within a transaction that has begun before: there, such a change is
    /// refused as long as foreign keys are enforced, and is made, in a save point, where they are not. A step of `FMMigrator`
    /// does not enforce them unless it says so, and checks them at its end. See
    /// [ALTER TABLE](https://sqlite.org/lang_altertable.html).
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - policy: what becomes of columns that the model lacks.
    ///   - renamed: the columns that had another name, by their new one, besides those of the model's options.
    ///   - name: another name than the model's own.
    /// - Returns: what was done. Nothing is written if the table is as the model wants it.
    /// - Throws: `FMError`, and the table is as it was: `.constraint`, or a finer code, if rows stand against a key, a
    ///   unique index, `NOT NULL` or a foreign key; `.mismatch` if values would be lost; `.misuse` if columns may have been
    ///   renamed, if something would be lost or not work any more, if the table has to be rebuilt within a transaction in
    ///   which foreign keys are enforced, or is a view or a virtual table, and if the model's options contradict its
    ///   columns; `.error` if there is no such table; SQLite's code if it refuses.
    @discardableResult
    public func upgradeTable<Model: FMModel>(
        _ type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil
    ) throws(FMError) -> FMUpgradeReport {
        try upgradeTable(to: try table(of: type, name), policy: policy, renamed: renamed)
    }

    /// Brings a table into a shape that is put together at run time. See `upgradeTable(_:policy:renamed:named:)`.
    ///
    /// - Parameters:
    ///   - table: the shape, with the name of the table.
    ///   - policy: what becomes of columns that the shape lacks.
    ///   - renamed: the columns that had another name, by their new one, besides those of the shape's options.
    /// - Returns: what was done.
    /// - Throws: `FMError`, as the other form does.
    @discardableResult
    public func upgradeTable<Model>(
        to table: FMTable<Model>, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:]
    ) throws(FMError) -> FMUpgradeReport {
        try upgrade(table, policy, renamed, isCreating: false)
    }

    /// What `upgradeTable(_:policy:renamed:named:)` would do, as far as the shape of the table tells. The rows are not
    /// looked at.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - policy: what becomes of columns that the model lacks.
    ///   - renamed: the columns that had another name, by their new one, besides those of the model's options.
    ///   - name: another name than the model's own.
    /// - Returns: a report without a number of rows; one with `isCreated` if there is no such table.
    /// - Throws: `FMError`, as the upgrade does.
    public func upgradePlan<Model: FMModel>(
        for type: Model.Type, policy: FMUpgradePolicy = .additive, renamed: [String: String] = [:],
        named name: String? = nil
    ) throws(FMError) -> FMUpgradeReport {
        let comparison = try UpgradePlanner(try table(of: type, name), policy, renamed)
        return try TableUpgrade(db: self, comparison: comparison, isCreating: true).dryRun()
    }

    func upgrade<Model>(
        _ table: FMTable<Model>, _ policy: FMUpgradePolicy, _ renamed: [String: String], isCreating: Bool
    ) throws(FMError) -> FMUpgradeReport {
        let comparison = try UpgradePlanner(table, policy, renamed)
        do {
            return try TableUpgrade(db: self, comparison: comparison, isCreating: isCreating).run()
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.internal, error.localizedDescription)
        }
    }
}

extension UpgradePlanner {
    fileprivate init<Model>(
        _ table: FMTable<Model>, _ policy: FMUpgradePolicy, _ renamed: [String: String]
    ) throws(FMError) {
        creation = try TableCreation(table)
        self.policy = policy
        if let unknown = renamed.keys.first(where: { table.index(of: $0) == nil }) {
            throw FMError(.misuse, "the model of \(table.name) has no column \(unknown) that could be renamed")
        }
        let all = table.options.renamed.merging(renamed) { _, given in given }
        self.renamed = Dictionary(
            all.map { ($0.key.foldedAsName, $0.value.foldedAsName) }, uniquingKeysWith: { first, _ in first })
    }
}
