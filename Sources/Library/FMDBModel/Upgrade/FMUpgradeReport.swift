import FMDB

/// The treatment of columns that the model does not have.
public enum FMUpgradePolicy: Sendable, Hashable {
    /// They are kept with their values; indexes and checks that the model does not have are kept, too. Such a column that is NOT
    /// NULL without a default value loses its NOT NULL, because the model cannot give it a value.
    case additive
    /// They are dropped with their values. So are indexes that the model lacks and whose names have the form that models give. So
    /// are named checks of the table that the model lacks, and generated columns that models have made.
    ///
    /// If the model lacks a column and has a new one of the same type, the column may have been renamed. The upgrade is
    /// refused until the new name is given in `renamed`, or the new column was added by an `additive` upgrade.
    case dropRemoved
}

/// What an upgrade did to a table, or would do.
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
    /// The old names of renamed columns by their new ones.
    public internal(set) var renamed: [String: String] = [:]
    /// The columns that the model does not have and that were kept.
    public internal(set) var kept: [String] = []
    /// Columns that the model does not have, by new columns that may be their new names. If so, name both in
    /// `upgradeTable(_:policy:renamed:named:)`.
    public internal(set) var mayBeRenamed: [String: String] = [:]
    /// The columns that were dropped.
    public internal(set) var dropped: [String] = []
    /// The columns whose declared type changed, with the new one.
    public internal(set) var changedKinds: [String: FMColumnKind] = [:]
    /// The columns whose dates were converted to another form, with that form. They are among
    /// ``changedKinds``, too.
    public internal(set) var changedDates: [String: FMDateStorage] = [:]
    /// The columns that are no longer NOT NULL. Columns that the model does not have are among them if no row could be inserted
    /// otherwise. Where two models share a table, an upgrade for one may so loosen a constraint of the other.
    public internal(set) var loosened: [String] = []
    /// The columns that became NOT NULL.
    public internal(set) var tightened: [String] = []
    /// The columns whose default value changed.
    public internal(set) var changedDefaults: [String] = []
    /// The columns of the new key; nil if the key did not change.
    public internal(set) var changedKey: [String]?
    /// The names of the new indexes.
    public internal(set) var madeIndexes: [String] = []
    /// The names of the indexes that were dropped.
    public internal(set) var removedIndexes: [String] = []
    /// The foreign keys that are new, or whose actions changed.
    public internal(set) var madeReferences: [FMReference] = []
    /// The foreign keys that were removed because the model's reference other tables by the same columns: "author to Writer".
    public internal(set) var removedReferences: [String] = []
    /// The columns whose collation changed, with the new one.
    public internal(set) var changedCollations: [String: FMCollation] = [:]
    /// The names of the checks that are new or changed.
    public internal(set) var madeChecks: [String] = []
    /// The names of the checks that were removed.
    public internal(set) var removedChecks: [String] = []
    /// The generated columns that are new or changed.
    public internal(set) var madeGenerated: [String] = []
    /// The generated columns that were removed.
    public internal(set) var removedGenerated: [String] = []
    /// Whether the table became STRICT or is no longer; nil if that did not change.
    public internal(set) var isStrict: Bool?
    /// Whether the table became WITHOUT ROWID or is no longer; nil if that did not change.
    public internal(set) var isWithoutRowID: Bool?
    /// Whether the full-text table that follows the table was made, or made anew.
    public internal(set) var isSearchMade = false
    /// Whether the rows were copied into a new table, because SQLite cannot change the old one in place.
    public internal(set) var isRebuilt = false
    /// How many rows were copied; 0 if the table was not rebuilt.
    public internal(set) var rows = 0
    /// How many rows were examined for values that the properties would read as others, or not at all; 0 if the table was created.
    public internal(set) var examinedRows = 0
    /// Whether these were all rows, also if there was none. In a table that is not rebuilt they are the first 5,000 and the last,
    /// or fewer large ones. If no property's type is known they are none.
    public internal(set) var hasExaminedAllRows = false

    /// Whether nothing had to be changed.
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

    /// For people to read: "person: added age, size; renamed email to mail; rebuilt with 3 rows", or "person: nothing to do".
    public var description: String {
        var parts: [String] = []
        func note(_ names: [String], _ word: String) {
            if !names.isEmpty { parts.append("\(word) \(names.joined(separator: ", "))") }
        }
        let kinds = changedKinds.sorted { $0.key < $1.key }.map { name, kind in
            "\(name) to \(changedDates[name].map { "\($0)" } ?? kind.rawValue)"
        }
        if isCreated { parts.append("made") }
        note(isCreated ? [] : added, "added")
        note(renamed.sorted { $0.value < $1.value }.map { "\($0.value) to \($0.key)" }, "renamed")
        note(dropped, "dropped")
        note(kinds, "changed")
        note(loosened, "allowed NULL in")
        note(tightened, "forbade NULL in")
        note(changedDefaults, "changed the default value of")
        if let changedKey {
            note([changedKey.isEmpty ? "none" : "(\(changedKey.joined(separator: ", ")))"], "changed the key to")
        }
        note(isCreated ? [] : madeIndexes, "made the index")
        note(removedIndexes, "removed the index")
        note(isCreated ? [] : madeReferences.map(\.description), "made the foreign key")
        note(removedReferences, "removed the foreign key")
        note(
            changedCollations.sorted { $0.key < $1.key }.map { "\($0.key) by \($0.value.name)" }, "compared")
        note(isCreated ? [] : madeChecks, "made the check")
        note(removedChecks, "removed the check")
        note(isCreated ? [] : madeGenerated, "made the generated column")
        note(removedGenerated, "removed the generated column")
        if isSearchMade, !isCreated { parts.append("made the full-text table") }
        parts += advice
        for (word, isNow) in [("STRICT", isStrict), ("WITHOUT ROWID", isWithoutRowID)] where !isCreated {
            if let isNow { parts.append(isNow ? "became \(word)" : "is no longer \(word)") }
        }
        if isRebuilt { parts.append(rows == 0 ? "rebuilt" : "rebuilt with \(rows) \("row".inNumber(rows))") }
        if parts.isEmpty { parts.append("nothing to do") }
        if !hasExaminedAllRows {
            parts.append(
                examinedRows == 0 ? "no rows looked at" : "\(examinedRows) rows looked at, the first and the last")
        }
        return "\(table): \(parts.joined(separator: "; "))"
    }
}
