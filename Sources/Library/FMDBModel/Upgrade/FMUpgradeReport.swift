import FMDB

/// The treatment of columns that the model lacks.
public enum FMUpgradePolicy: Sendable, Hashable {
    /// Columns that the model lacks are kept with their values. Indexes and checks that it lacks are kept, too. A kept column
    /// that is NOT NULL without a default value loses its NOT NULL, because the model cannot give it a value.
    case additive
    /// Columns that the model lacks are dropped with their values. Indexes that it lacks are dropped if they have the name that
    /// a model would give them. Named table checks that it lacks are dropped, and so are generated columns that a model
    /// created.
    ///
    /// If the model lacks a column and has a new one of the same type, the column may have been renamed. The upgrade throws an
    /// error until the new name is given in `renamed`, or an `additive` upgrade has added the new column.
    case dropRemoved
}

/// The changes that an upgrade made to a table, or would make.
///
///     let report = try db.upgradeTable(Person.self)
///     print(report.added, report.isRebuilt)
public struct FMUpgradeReport: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Whether the table did not exist and was created.
    public internal(set) var isCreated = false
    /// The new columns.
    public internal(set) var added: [String] = []
    /// The old names of renamed columns, keyed by the new names.
    public internal(set) var renamed: [String: String] = [:]
    /// The columns that the model lacks and that were kept.
    public internal(set) var kept: [String] = []
    /// Columns that the model lacks, keyed by new columns to which they may have been renamed. If they were renamed, pass both
    /// names to `upgradeTable(_:policy:renamed:named:)`.
    public internal(set) var mayBeRenamed: [String: String] = [:]
    /// The columns that were dropped.
    public internal(set) var dropped: [String] = []
    /// The columns whose declared type changed, with the new type.
    public internal(set) var changedKinds: [String: FMColumnKind] = [:]
    /// The columns whose dates were converted to another format, with the new format. They are also in ``changedKinds``.
    public internal(set) var changedDates: [String: FMDateStorage] = [:]
    /// The columns that are no longer NOT NULL. A column that the model lacks is among them if its NOT NULL would prevent
    /// insertions. If two models share a table, an upgrade for one may thus remove a constraint that the other needs.
    public internal(set) var loosened: [String] = []
    /// The columns that became NOT NULL.
    public internal(set) var tightened: [String] = []
    /// The columns whose default value changed.
    public internal(set) var changedDefaults: [String] = []
    /// The columns of the new primary key, or nil if the key did not change.
    public internal(set) var changedKey: [String]?
    /// The names of the new indexes.
    public internal(set) var madeIndexes: [String] = []
    /// The names of the indexes that were dropped.
    public internal(set) var removedIndexes: [String] = []
    /// The foreign keys that are new, or whose actions changed.
    public internal(set) var madeReferences: [FMReference] = []
    /// The foreign keys that were removed because the model's foreign keys reference other tables from the same columns.
    /// Example: "author to Writer".
    public internal(set) var removedReferences: [String] = []
    /// The columns whose collation changed, with the new collation.
    public internal(set) var changedCollations: [String: FMCollation] = [:]
    /// The names of the checks that are new or changed.
    public internal(set) var madeChecks: [String] = []
    /// The names of the checks that were removed.
    public internal(set) var removedChecks: [String] = []
    /// The generated columns that are new or changed.
    public internal(set) var madeGenerated: [String] = []
    /// The generated columns that were removed.
    public internal(set) var removedGenerated: [String] = []
    /// Whether the table is now STRICT, or nil if that did not change.
    public internal(set) var isStrict: Bool?
    /// Whether the table is now WITHOUT ROWID, or nil if that did not change.
    public internal(set) var isWithoutRowID: Bool?
    /// Whether the table's full-text table was created or recreated.
    public internal(set) var isSearchMade = false
    /// Whether the rows were copied into a new table, because SQLite cannot make the changes in place.
    public internal(set) var isRebuilt = false
    /// The number of copied rows, or 0 if the table was not rebuilt.
    public internal(set) var rows = 0
    /// The number of rows that were examined for values that the properties cannot read or would read as other values. It is 0
    /// if the table was created.
    public internal(set) var examinedRows = 0
    /// Whether all rows were examined. It is also true if the table is empty. If the table is not rebuilt, at most the first
    /// 5,000 and the last 5,000 rows are examined, and fewer if the rows are large. If no property's type is known, no rows are
    /// examined.
    public internal(set) var hasExaminedAllRows = false

    /// Whether no change was needed.
    public var isEmpty: Bool {
        var nothing = FMUpgradeReport(table: table)
        nothing.kept = kept
        (nothing.examinedRows, nothing.hasExaminedAllRows) = (examinedRows, hasExaminedAllRows)
        return self == nothing
    }
}

extension FMUpgradeReport: CustomStringConvertible {
    /// The advice on columns that may have been renamed.
    private var advice: [String] {
        mayBeRenamed.sorted { $0.key < $1.key }.map { new, old in
            UpgradePlan.advice(new, old, isKept: kept.contains(old))
        }
    }

    /// A readable summary, such as "person: added age, size; renamed email to mail; rebuilt with 3 rows" or "person: nothing to
    /// do".
    public var description: String {
        var parts: [String] = []
        func note(_ names: [String], _ word: String) {
            if !names.isEmpty { parts.append("\(word) \(names.joined(separator: ", "))") }
        }
        let kinds = changedKinds.sorted { $0.key < $1.key }.map { name, kind in
            "\(name) to \(changedDates[name].map { "\($0)" } ?? kind.rawValue)"
        }
        if isCreated { parts.append("created") }
        note(isCreated ? [] : added, "added")
        note(renamed.sorted { $0.value < $1.value }.map { "\($0.value) to \($0.key)" }, "renamed")
        note(dropped, "dropped")
        note(kinds, "changed")
        note(loosened, "removed NOT NULL from")
        note(tightened, "added NOT NULL to")
        note(changedDefaults, "changed the default value of")
        if let changedKey {
            note([changedKey.isEmpty ? "none" : "(\(changedKey.joined(separator: ", ")))"], "changed the key to")
        }
        note(isCreated ? [] : madeIndexes, "created the index")
        note(removedIndexes, "removed the index")
        note(isCreated ? [] : madeReferences.map(\.description), "added the foreign key")
        note(removedReferences, "removed the foreign key")
        note(
            changedCollations.sorted { $0.key < $1.key }.map { "\($0.key) to \($0.value.name)" }, "set collation of")
        note(isCreated ? [] : madeChecks, "added the check")
        note(removedChecks, "removed the check")
        note(isCreated ? [] : madeGenerated, "added the generated column")
        note(removedGenerated, "removed the generated column")
        if isSearchMade, !isCreated { parts.append("created the full-text table") }
        parts += advice
        for (word, isNow) in [("STRICT", isStrict), ("WITHOUT ROWID", isWithoutRowID)] where !isCreated {
            if let isNow { parts.append(isNow ? "became \(word)" : "is no longer \(word)") }
        }
        if isRebuilt { parts.append(rows == 0 ? "rebuilt" : "rebuilt with \(rows) \("row".inNumber(rows))") }
        if parts.isEmpty { parts.append("nothing to do") }
        if !hasExaminedAllRows {
            parts.append(
                examinedRows == 0 ? "no rows examined" : "\(examinedRows) rows examined, the first and the last")
        }
        return "\(table): \(parts.joined(separator: "; "))"
    }
}
