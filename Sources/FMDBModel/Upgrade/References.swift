import FMDB

/// The foreign keys of a table, and those of other tables that reference it.
///
/// See [PRAGMA foreign_key_check](https://sqlite.org/pragma.html#pragma_foreign_key_check).
struct References {
    private struct Rule: Hashable {
        let parent: String
        let from: String
        let to: String?
        let onUpdate: String
        let onDelete: String
    }

    private let db: FMDatabase
    private let table: String
    private let rules: Set<Rule>
    private let key: [String]
    /// The tables that refer to the key, whatever it is.
    private let followers: [String]
    /// How many rows of a table are violations already, by the table that they refer to.
    private let violations: [String: [String: Int]]

    init(_ db: FMDatabase, _ facts: TableInfo, _ plan: UpgradePlan) throws(FMError) {
        let table = facts.name
        self.db = db
        self.table = table
        key = facts.renaming(plan.renames).key
        let names = Dictionary(plan.renames.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
        let own = try References.rules(db, table)
        rules = Set(
            own.compactMap { rule in
                let from = names[rule.from] ?? rule.from
                guard !plan.dropped.contains(from) else { return nil }
                return Rule(
                    parent: rule.parent, from: from, to: rule.to, onUpdate: rule.onUpdate, onDelete: rule.onDelete)
            })
        var violations: [String: [String: Int]] = [:]
        var followers: [String] = []
        for child in try References.children(db, table) + (own.isEmpty ? [] : [table]) {
            violations[child] = try References.violations(db, child)
            let rules = try References.rules(db, child)
            if rules.contains(where: { $0.to == nil && $0.parent.foldedAsName == table.foldedAsName }) {
                followers.append(child)
            }
        }
        self.violations = violations
        self.followers = followers
    }

    /// Refuses an upgrade that would violate a foreign key that was not violated before.
    func expectForeignKeysKept() throws(FMError) {
        guard Set(try References.rules(db, table)) == rules else {
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

    private static func rules(_ db: FMDatabase, _ table: String) throws(FMError) -> [Rule] {
        try db.pragma("foreign_key_list(\(identifier: table))") { row throws(FMError) in
            Rule(
                parent: try row.value(at: 2), from: try row.value(at: 3), to: try row.value(at: 4),
                onUpdate: try row.value(at: 5), onDelete: try row.value(at: 6))
        }
    }

    private static func children(_ db: FMDatabase, _ table: String) throws(FMError) -> [String] {
        let tables = try db.rows(
            "SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND name <> \(table) COLLATE NOCASE",
            as: (String, String?).self)
        var children: [String] = []
        // The word is not looked for in SQL: a client may have replaced each of its functions.
        for (child, sql) in tables {
            guard sql?.foldedAsName.contains("references") == true else { continue }
            let leadsHere = try rules(db, child).contains { $0.parent.foldedAsName == table.foldedAsName }
            if leadsHere { children.append(child) }
        }
        return children
    }

    /// - Returns: nil if the foreign keys of the table lead nowhere.
    private static func violations(_ db: FMDatabase, _ table: String) throws(FMError) -> [String: Int]? {
        do throws(FMError) {
            let parents = try db.pragma("foreign_key_check(\(identifier: table))") { row throws(FMError) in
                try row.value(at: 2, as: String.self)
            }
            return Dictionary(grouping: parents) { $0 }.mapValues(\.count)
        } catch {
            guard error.resultCode == .error else { throw error }
            return nil
        }
    }
}
