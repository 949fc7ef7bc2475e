import FMDB

/// The foreign keys of a table, and the foreign keys of other tables that reference it.
///
/// See [PRAGMA foreign_key_check](https://sqlite.org/pragma.html#pragma_foreign_key_check).
struct References {
    private let db: FMDatabase
    private let table: String
    private let keys: Set<FMSchema.ForeignKey>
    private let key: [String]
    /// The tables that reference the primary key without naming its columns.
    private var followers: [String] = []
    /// The number of rows that already violate a foreign key, for each table and each referenced table.
    private var violations: [String: [String: Int]] = [:]

    init(_ db: FMDatabase, _ facts: FMSchema.Table, _ plan: UpgradePlan) throws(FMError) {
        let table = facts.name
        self.db = db
        self.table = table
        key = facts.renaming(plan.renames).key
        keys = References.keys(facts, after: plan)
        for child in try References.children(db, table) + (keys.isEmpty ? [] : [table]) {
            violations[child] = try References.violations(db, child)
            let leadHere = try db.foreignKeys(of: child).filter { $0.table.foldedAsName == table.foldedAsName }
            if leadHere.contains(where: { $0.targets == nil }) { followers.append(child) }
        }
    }

    /// Refuses an upgrade that would add foreign key violations.
    func expectForeignKeysKept() throws(FMError) {
        guard Set(try db.foreignKeys(of: table)) == keys else {
            throw FMError(.internal, "upgrade verification failed for the table \(table): its foreign keys differ")
        }
        if let follower = followers.first, try db.tableFacts(table)?.key != key {
            throw FMError(
                .constraintForeignKey,
                "the upgrade would change the primary key of \(table), which \(follower) references")
        }
        for (child, before) in violations {
            guard let after = try References.violations(db, child) else {
                throw FMError(
                    .constraintForeignKey, "\(child) references columns of \(table) that would no longer be a key")
            }
            for (parent, count) in after where count > before[parent, default: 0] {
                throw FMError(
                    .constraintForeignKey,
                    "\((count - before[parent, default: 0]).of("row")) of \(child) would reference no row of \(parent)")
            }
        }
    }

    /// Returns the foreign keys that the table has after the upgrade.
    private static func keys(_ facts: FMSchema.Table, after plan: UpgradePlan) -> Set<FMSchema.ForeignKey> {
        let kept = facts.renaming(plan.renames).foreignKeys.filter { reference in
            !reference.columns.contains(where: plan.dropped.contains) && !plan.removedReferences.contains(reference)
        }
        let changed = kept.map { reference in
            plan.madeReferences.first { $0.concerns(reference) }.map(reference.acting) ?? reference
        }
        let new = plan.madeReferences.filter { wanted in !kept.contains(where: wanted.concerns) }
        return Set(changed + new.map(FMSchema.ForeignKey.init))
    }

    private static func children(_ db: FMDatabase, _ table: String) throws(FMError) -> [String] {
        let tables = try db.rows(
            "SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND name <> \(table) COLLATE NOCASE",
            as: (String, String?).self)
        var children: [String] = []
        // The filter does not use SQL functions, because the app may have overridden them.
        for (child, sql) in tables {
            guard sql?.foldedAsName.contains("references") == true else { continue }
            let leadsHere = try db.foreignKeys(of: child).contains { $0.table.foldedAsName == table.foldedAsName }
            if leadsHere { children.append(child) }
        }
        return children
    }

    /// - Returns: the number of violations by referenced table, or nil if a foreign key references columns that are not a key.
    private static func violations(_ db: FMDatabase, _ table: String) throws(FMError) -> [String: Int]? {
        do throws(FMError) {
            let parents = try db.pragmaRows("foreign_key_check(\(identifier: table))") { row throws(FMError) in
                try row.value(at: 2, as: String.self)
            }
            return Dictionary(grouping: parents) { $0 }.mapValues(\.count)
        } catch {
            guard error.resultCode == .error else { throw error }
            return nil
        }
    }
}
