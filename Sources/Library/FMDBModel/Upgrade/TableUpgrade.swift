import FMDB

/// Upgrades a table to match a model.
struct TableUpgrade {
    let db: FMDatabase
    let planner: UpgradePlanner
    /// Whether a missing table is created.
    let isCreating: Bool
    /// The table's full-text table, if the model has one.
    let search: FMSearchTable?
    /// Returns whether the model's own initializer can read a row.
    let reads: (FMRow) -> Bool

    /// Upgrades the table atomically. It writes nothing if the table already matches the model.
    func run() throws -> FMUpgradeReport {
        guard !db.isTransactionOpen else { return try db.withSavePoint { try runInTransaction() } }
        let (plan, report) = try db.withTransaction(.deferred) { try planned() }
        guard !plan.isEmpty else { return report }
        if !plan.needsRebuild {
            // Another connection may have changed the table since the plan was made.
            if let report = try db.withTransaction(.immediate, { try apply(allowsRebuild: false) }) { return report }
        }
        return try db.withPragma("foreign_keys", false) {
            try db.withTransaction(.immediate) {
                guard let report = try apply(allowsRebuild: true) else { throw planner.verificationFailure }
                return report
            }
        }
    }

    /// Returns the report that an upgrade would return, without upgrading.
    func dryRun() throws(FMError) -> FMUpgradeReport {
        var (plan, report) = try planned()
        if !plan.isEmpty { try expectReadable(&report, before: plan) }
        return report
    }

    private func planned() throws(FMError) -> (UpgradePlan, FMUpgradeReport) {
        let plan = try self.plan()
        var report = plan.report(planner.creation)
        if plan.isEmpty { try expectReadable(&report) }
        return (plan, report)
    }

    /// Examines the values of the current table.
    private func expectReadable(_ report: inout FMUpgradeReport, before plan: UpgradePlan? = nil) throws(FMError) {
        guard let facts = try db.tableFacts(planner.creation.name) else { return }
        let check = ValueCheck(
            db: db, facts: facts, creation: planner.creation, reads: reads, pending: plan, report: report)
        (report.examinedRows, report.hasExaminedAllRows) = try check.run()
    }

    private func runInTransaction() throws -> FMUpgradeReport {
        // Foreign keys cannot be turned off inside a transaction, but they may be off already.
        let isFree = try db.value("PRAGMA foreign_keys", as: Bool?.self) != true
        if let report = try apply(allowsRebuild: isFree) { return report }
        throw FMError(
            .misuse,
            """
            the table \(planner.creation.name) must be rebuilt, and SQLite cannot turn foreign keys off for this inside a \
            transaction: upgrade the table outside the transaction, or turn foreign keys off before it begins
            """)
    }

    private func plan() throws(FMError) -> UpgradePlan {
        let facts = try db.tableFacts(planner.creation.name)
        guard facts != nil || isCreating else {
            throw FMError(.error, "no such table: \(planner.creation.name); createTable creates it")
        }
        let plan = try planner.plan(facts)
        if !plan.dropped.isEmpty { try expectNotSearched(plan.dropped) }
        for reference in plan.madeReferences {
            if facts?.renaming(plan.renames).foreignKeys.contains(where: reference.concerns) == true { continue }
            try expectKey(ofTargetOf: reference, facts)
        }
        return plan
    }

    /// - Returns: nil if a rebuild is needed and not allowed.
    private func apply(allowsRebuild: Bool) throws -> FMUpgradeReport? {
        var (plan, report) = try planned()
        guard !plan.isEmpty else { return report }
        guard allowsRebuild || plan.isMissing || !plan.needsRebuild else { return nil }
        // The triggers of the full-text table may name columns that are removed.
        if let search, !plan.isMissing, try !db.isUpToDate(search) { try db.dropSearchTable(search) }
        if plan.isMissing {
            try db.execute(planner.creation.statement)
        } else {
            for index in plan.removedIndexes { try db.execute("DROP INDEX main.\(identifier: index)") }
            try renameColumns(&plan)
            try change(plan, &report)
        }
        for generated in plan.madeGenerated { try expectComputable(generated, in: plan.table) }
        report.madeIndexes = try makeIndexes(plan.madeIndexes)
        guard try self.plan().isEmpty else { throw planner.verificationFailure }
        if !plan.isMissing { try expectReadable(&report) }
        if let search { report.isSearchMade = try db.createSearchTable(search) }
        return report
    }

    /// Refuses to drop a column that a full-text table indexes. That table's triggers would fail at the next write. The model's own
    /// full-text table is recreated, so only the columns of its new definition count.
    private func expectNotSearched(_ dropped: [String]) throws(FMError) {
        var tables = try db.searchTables(of: planner.creation.name)
        if let search {
            tables.removeAll { $0.name.foldedAsName == search.name.foldedAsName }
            tables.append((search.name, search.columns))
        }
        for table in tables {
            guard
                let column = dropped.first(where: { one in
                    table.columns.contains { $0.foldedAsName == one.foldedAsName }
                })
            else { continue }
            throw FMError(
                .misuse,
                """
                the full-text table \(table.name) indexes the column \(column), which the upgrade would remove from \
                \(planner.creation.name); set the columns to search with FMTableOptions(search:), or call \
                dropSearchTable first
                """)
        }
    }

    private func renameColumns(_ plan: inout UpgradePlan) throws(FMError) {
        guard FMSQLiteFeature.renameColumn.isAvailable else { return }
        for rename in plan.inOrder {
            try db.execute(
                """
                ALTER TABLE main.\(identifier: plan.table) RENAME COLUMN \(identifier: rename.old) \
                TO \(identifier: rename.new)
                """)
        }
        plan.renames = []
    }

    private func change(_ plan: UpgradePlan, _ report: inout FMUpgradeReport) throws {
        guard let facts = try db.tableFacts(plan.table) else { throw planner.verificationFailure }
        let check = TableCheck(db: db, facts: facts, plan: plan, creation: planner.creation)
        try check.run()
        guard plan.needsRebuild else { return try addColumns(plan, facts) }
        let rebuild = TableRebuild(db: db, facts: facts, plan: plan, creation: planner.creation, check: check)
        // Without this, SQLite checks all views and triggers when the new table is renamed, and some of them need the old
        // table.
        report.rows = try db.withPragma("legacy_alter_table", true) { try rebuild.run() }
    }

    private func addColumns(_ plan: UpgradePlan, _ facts: FMSchema.Table) throws(FMError) {
        for shape in plan.added {
            let clauses = CreateTable.clauses(shape).joined(separator: " ")
            let type = shape.typeName(isStrict: facts.isStrict)
            try db.execute(
                """
                ALTER TABLE main.\(identifier: plan.table) ADD COLUMN \(identifier: shape.name) \(raw: type) \
                \(raw: clauses)
                """)
        }
        for generated in plan.madeGenerated {
            let definition = generated.definition(isStrict: facts.isStrict)
            try db.execute("ALTER TABLE main.\(identifier: plan.table) ADD COLUMN \(raw: definition)")
        }
        guard !FMSQLiteFeature.renameColumn.isAvailable, !plan.added.isEmpty else { return }
        // Before version 3.25, SQLite caches the number of a view's columns until a table is dropped, so this creates and drops one.
        let name = try db.freeTableName(for: plan.table)
        try db.execute("CREATE TABLE main.\(identifier: name) (x)")
        try db.execute("DROP TABLE main.\(identifier: name)")
    }

    /// Reads a generated column. SQLite adds it even if its expression names a missing column or fails in a row, and then fails
    /// to read it.
    private func expectComputable(_ generated: FMGenerated, in table: String) throws(FMError) {
        let column = FMSQL.column(generated.name)
        _ = try db.value("SELECT count(\(column)) FROM main.\(identifier: table)", as: Int.self)
    }

    private func makeIndexes(_ indexes: [CreateTable.Index]) throws(FMError) -> [String] {
        var made: [String] = []
        for index in indexes {
            let wanted = CreateTable.name(of: index, on: planner.creation.name)
            var name = wanted
            var number = 1
            while try isTaken(name) {
                number += 1
                name = "\(wanted)_\(number)"
            }
            try db.execute(planner.creation.statement(index, name))
            made.append(name)
        }
        return made
    }

    private func isTaken(_ name: String) throws(FMError) -> Bool {
        try db.value("SELECT count(*) FROM main.sqlite_master WHERE name = \(name) COLLATE NOCASE", as: Int.self) > 0
    }
}

extension FMDatabase {
    /// Returns an unused name for a temporary copy of a table.
    func freeTableName(for table: String) throws(FMError) -> String {
        let taken = Set(
            try rows(
                "SELECT name FROM main.sqlite_master UNION ALL SELECT name FROM sqlite_temp_master", as: String.self
            ).map(\.foldedAsName))
        var name = "_fm_new_\(table)"
        while taken.contains(name.foldedAsName) { name += "_" }
        return name
    }
}

extension UpgradePlanner {
    /// The error for a table that does not match the plan after the upgrade, which is rolled back.
    fileprivate var verificationFailure: FMError {
        FMError(.internal, "upgrade verification failed for the table \(creation.name): it does not match the model")
    }
}

extension UpgradePlan {
    /// The renamings in an order in which each new name is unused.
    fileprivate var inOrder: [Renaming] {
        var left = renames
        var ordered: [Renaming] = []
        while let next = left.first(where: { one in
            !left.contains { $0 != one && $0.old.foldedAsName == one.new.foldedAsName }
        }) {
            ordered.append(next)
            left.removeAll { $0 == next }
        }
        return ordered
    }
}
