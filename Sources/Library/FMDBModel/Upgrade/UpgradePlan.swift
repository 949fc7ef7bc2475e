import FMDB

/// The changes that make a table match a model.
struct UpgradePlan {
    struct Renaming: Hashable {
        let old: String
        let new: String
    }

    /// The changes of a column. The name is the column's new name.
    struct Change {
        let name: String
        var kind: FMColumnKind?
        var isOptional: Bool?
        var defaultValue: FMValue?
        var collation: FMCollation?
        /// The conversion of dates, or nil for values of other types.
        var dates: DateConversion?

        var isEmpty: Bool { kind == nil && isOptional == nil && defaultValue == nil && collation == nil }
    }

    let table: String
    let isMissing: Bool
    var renames: [Renaming] = []
    var added: [ColumnShape] = []
    var changes: [Change] = []
    var kept: [String] = []
    /// Columns that the model lacks, keyed by new columns to which they may have been renamed.
    var mayBeRenamed: [String: String] = [:]
    var dropped: [String] = []
    /// Whether the primary key is changed to the model's key.
    var changesKey = false
    var removedIndexes: [String] = []
    var madeIndexes: [CreateTable.Index] = []
    /// The foreign keys that are new, or have other actions.
    var madeReferences: [FMReference] = []
    /// The foreign keys to remove, because the model references another table from the same columns.
    var removedReferences: [FMSchema.ForeignKey] = []
    /// The checks that are new or changed.
    var madeChecks: [FMCheck] = []
    var removedChecks: [String] = []
    /// The generated columns that are new or changed.
    var madeGenerated: [FMGenerated] = []
    /// The changed generated columns, under their current names.
    var changedGenerated: [String] = []
    var removedGenerated: [String] = []
    /// Whether the table will be STRICT, or WITHOUT ROWID.
    var isStrict = false
    var isWithoutRowID = false
    /// Whether the table is STRICT, or WITHOUT ROWID, before the upgrade.
    var wasStrict = false
    var wasWithoutRowID = false

    var isEmpty: Bool {
        !isMissing && renames.isEmpty && removedIndexes.isEmpty && madeIndexes.isEmpty && keepsColumns && added.isEmpty
            && madeGenerated.isEmpty
    }

    /// Whether ALTER TABLE cannot make the changes, so that the rows must be copied into a new table.
    var needsRebuild: Bool {
        !keepsColumns || (!renames.isEmpty && !FMSQLiteFeature.renameColumn.isAvailable)
            // ADD COLUMN needs a value for each existing row. See https://sqlite.org/lang_altertable.html#altertabaddcol
            || added.contains { !$0.isOptional && $0.usefulDefault == nil } || madeGenerated.contains(where: \.isStored)
    }

    /// Returns the advice for a column that may have been renamed.
    static func advice(_ new: String, _ old: String, isKept: Bool) -> String {
        """
        column "\(new)" is new, "\(old)" \(isKept ? "is kept" : "is dropped"): if the property was renamed, pass \
        renamed: ["\(new)": "\(old)"] to upgradeTable or FMTableOptions
        """
    }

    private var keepsColumns: Bool {
        changes.isEmpty && dropped.isEmpty && !changesKey && madeReferences.isEmpty && removedReferences.isEmpty
            && madeChecks.isEmpty && removedChecks.isEmpty && !changesStrictness && !changesNumbers
            && changedGenerated.isEmpty && removedGenerated.isEmpty
    }

    var changesStrictness: Bool { isStrict != wasStrict }
    var changesNumbers: Bool { isWithoutRowID != wasWithoutRowID }

    /// Returns the report of the plan.
    func report(_ creation: CreateTable) -> FMUpgradeReport {
        var report = FMUpgradeReport(table: table)
        (report.isCreated, report.hasExaminedAllRows) = (isMissing, isMissing)
        report.added = added.map(\.name)
        report.renamed = Dictionary(renames.map { ($0.new, $0.old) }, uniquingKeysWith: { first, _ in first })
        report.kept = kept
        report.mayBeRenamed = mayBeRenamed
        report.dropped = dropped
        for change in changes {
            report.changedKinds[change.name] = change.kind
            report.changedDates[change.name] = change.dates?.new
            report.changedCollations[change.name] = change.collation
        }
        report.loosened = changes.filter { $0.isOptional == true }.map(\.name)
        report.tightened = changes.filter { $0.isOptional == false }.map(\.name)
        report.changedDefaults = changes.filter { $0.defaultValue != nil }.map(\.name)
        report.changedKey = changesKey ? creation.key : nil
        report.removedIndexes = removedIndexes
        report.madeIndexes = madeIndexes.map { CreateTable.name(of: $0, on: table) }
        report.madeReferences = madeReferences
        report.removedReferences = removedReferences.map(\.description)
        report.madeChecks = madeChecks.map(\.name)
        report.removedChecks = removedChecks
        report.madeGenerated = madeGenerated.map(\.name)
        report.removedGenerated = removedGenerated
        report.isStrict = changesStrictness ? isStrict : nil
        report.isWithoutRowID = changesNumbers ? isWithoutRowID : nil
        report.isRebuilt = !isMissing && needsRebuild
        return report
    }
}

/// Compares the table that a model describes with the existing table, and plans the changes.
struct UpgradePlanner {
    let creation: CreateTable
    let policy: FMUpgradePolicy
    /// The old column names, keyed by the new names, both in lower case.
    let renamed: [String: String]

    /// - Parameter facts: the existing table, or nil if there is none.
    func plan(_ facts: FMSchema.Table?) throws(FMError) -> UpgradePlan {
        guard let facts else { return planOfNewTable }
        var plan = UpgradePlan(table: facts.name, isMissing: false)
        plan.renames = renames(facts)
        (plan.wasStrict, plan.wasWithoutRowID) = (facts.isStrict, facts.isWithoutRowID)
        plan.isStrict = creation.options.isStrict ?? plan.wasStrict
        plan.isWithoutRowID = creation.options.isWithoutRowID ?? plan.wasWithoutRowID
        let named = creation.typed(facts.renaming(plan.renames), plan)
        let key = Set(creation.key.map { $0.foldedAsName })
        plan.added = creation.shapes.filter { named.column($0.name) == nil }
            .map { key.contains($0.name.foldedAsName) ? $0 : $0.filled }
        let lacking = named.columns.filter { creation.shape($0.name) == nil }
        plan.mayBeRenamed = pairs(lacking, plan.added)
        if policy == .dropRemoved {
            // Generated columns have no data.
            plan.dropped = lacking.filter { !$0.isGenerated }.map(\.name)
            plan.kept = lacking.filter(\.isGenerated).map(\.name)
            try expectNoDoubt(plan.mayBeRenamed)
        } else {
            plan.kept = lacking.map(\.name)
        }
        let losesKey = named.key.contains { plan.dropped.contains($0) }
        plan.changesKey = losesKey || changesKey(named, plan)
        plan.changes = try changes(named, plan)
        for column in lacking where plan.kept.contains(column.name) {
            if let change = try loosening(column, named, plan) { plan.changes.append(change) }
        }
        try compareGenerated(facts, named, &plan)
        plan.madeReferences = missingReferences(named)
        plan.removedReferences = replacedReferences(named)
        compareChecks(facts, &plan)
        compareIndexes(facts, named, &plan)
        return plan
    }

    private var planOfNewTable: UpgradePlan {
        var plan = UpgradePlan(table: creation.name, isMissing: true)
        plan.added = creation.shapes
        plan.madeIndexes = creation.indexes
        plan.madeReferences = creation.options.references
        plan.madeChecks = creation.options.checks
        plan.madeGenerated = creation.options.generated
        plan.isStrict = creation.options.isStrict == true
        plan.isWithoutRowID = creation.options.isWithoutRowID == true
        return plan
    }
}

// MARK: - Columns

extension UpgradePlanner {
    /// Returns the renamings. Renamings from the directly preceding name come before renamings from an older name. A renamed column frees
    /// its old name for the next renaming.
    private func renames(_ facts: FMSchema.Table) -> [UpgradePlan.Renaming] {
        var found: [UpgradePlan.Renaming] = []
        while let next = nextRename(facts, found, isDirect: true) ?? nextRename(facts, found, isDirect: false) {
            found.append(next)
        }
        return found
    }

    private func nextRename(
        _ facts: FMSchema.Table, _ found: [UpgradePlan.Renaming], isDirect: Bool
    ) -> UpgradePlan.Renaming? {
        let taken = Set(found.map { $0.old.foldedAsName })
        for shape in creation.shapes where !found.contains(where: { $0.new == shape.name }) {
            guard facts.column(shape.name) == nil || taken.contains(shape.name.foldedAsName),
                let old = source(of: shape.name, in: facts, isDirect: isDirect), !taken.contains(old.foldedAsName)
            else { continue }
            return UpgradePlan.Renaming(old: old, new: shape.name)
        }
        return nil
    }

    private func source(of name: String, in facts: FMSchema.Table, isDirect: Bool) -> String? {
        var seen: Set<String> = []
        var name = name.foldedAsName
        while let old = renamed[name], seen.insert(old).inserted {
            if let column = facts.column(old) { return column.name }
            if isDirect { return nil }
            name = old
        }
        return nil
    }

    /// Returns the removed columns, keyed by new columns to which they may have been renamed.
    private func pairs(_ lacking: [FMSchema.Column], _ added: [ColumnShape]) -> [String: String] {
        var (pairs, left): ([String: String], [ColumnShape]) = ([:], added)
        for column in lacking where !column.isGenerated {
            guard let place = left.firstIndex(where: { column.suits($0.kind) }) else { continue }
            pairs[left.remove(at: place).name] = column.name
        }
        return pairs
    }

    /// Refuses to drop a column that may have been renamed.
    private func expectNoDoubt(_ pairs: [String: String]) throws(FMError) {
        guard let (new, old) = pairs.min(by: { $0.value < $1.value }) else { return }
        throw FMError(
            .misuse,
            """
            the upgrade of \(creation.name) may drop a renamed column: \(UpgradePlan.advice(new, old, isKept: false)); if not, \
            add the new column with an additive upgrade before the old one is dropped
            """)
    }

    private func changes(_ facts: FMSchema.Table, _ plan: UpgradePlan) throws(FMError) -> [UpgradePlan.Change] {
        var changes: [UpgradePlan.Change] = []
        for shape in creation.shapes {
            guard let column = facts.column(shape.name) else { continue }
            guard !column.isGenerated else {
                throw FMError(
                    .misuse,
                    "the column \(column.name) of \(facts.name) is a generated column, so a model cannot have it as a property"
                )
            }
            var change = try kindChange(of: column, to: shape)
            let isAlias = creation.rowIDAlias?.foldedAsName == column.name.foldedAsName
            if !isAlias, !isFixed(column, plan), column.isNotNull == shape.isOptional {
                change.isOptional = shape.isOptional
            }
            if !isAlias, let value = shape.usefulDefault, column.defaultValue != "\(value)" {
                change.defaultValue = value
            }
            if !isAlias, let collation = shape.collation, !column.isCompared(by: collation) {
                change.collation = collation
            }
            if !change.isEmpty { changes.append(change) }
        }
        return changes
    }

    private func kindChange(
        of column: FMSchema.Column, to shape: ColumnShape
    ) throws(FMError) -> UpgradePlan.Change {
        var change = UpgradePlan.Change(name: column.name)
        guard !column.suits(shape) else { return change }
        change.kind = shape.kind
        guard shape.isDate else { return change }
        let conversion = DateConversion(of: column, to: creation.options.dates)
        change.dates = conversion
        guard let old = column.defaultValue, shape.usefulDefault == nil else { return change }
        guard let converted = conversion.converted(default: old) else {
            throw FMError(
                .mismatch,
                """
                the date format of the column \(column.name) of \(creation.name) changes, but its default value is not a date \
                of the old format: set another default value in the model
                """)
        }
        if !converted.isNull { change.defaultValue = converted }
        return change
    }

    /// Returns the change that drops NOT NULL from a column that the model lacks, if the column would prevent insertions.
    private func loosening(
        _ column: FMSchema.Column, _ facts: FMSchema.Table, _ plan: UpgradePlan
    ) throws(FMError) -> UpgradePlan.Change? {
        guard column.isNotNull, column.defaultValue == nil, !column.isGenerated else { return nil }
        if !plan.changesKey {
            guard facts.rowIDAlias != column.name else { return nil }
            guard !isFixed(column, plan) else {
                throw FMError(
                    .misuse,
                    """
                    the model lacks the column \(column.name) of \(facts.name), which is part of a NOT NULL key, so no row could be \
                    inserted
                    """)
            }
        }
        return UpgradePlan.Change(name: column.name, isOptional: true)
    }

    /// Returns whether a column cannot be NULL even without NOT NULL in its definition.
    private func isFixed(_ column: FMSchema.Column, _ plan: UpgradePlan) -> Bool {
        let isInKey =
            plan.changesKey ? creation.key.contains { $0.foldedAsName == column.name.foldedAsName } : column.key > 0
        return isInKey && (plan.isWithoutRowID || plan.isStrict)
    }

    /// Returns whether the primary key must change. A model without a key accepts any key.
    private func changesKey(_ facts: FMSchema.Table, _ plan: UpgradePlan) -> Bool {
        guard !creation.key.isEmpty else { return false }
        let present = Set(facts.key.map { $0.foldedAsName })
        guard present == Set(creation.key.map { $0.foldedAsName }) else { return true }
        guard !plan.isWithoutRowID || plan.changesNumbers else { return false }
        if (creation.rowIDAlias == nil) != (facts.rowIDAlias == nil) { return true }
        return creation.isNeverReused && !(facts.definition?.isNeverReused ?? true)
    }
}
