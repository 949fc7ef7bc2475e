import FMDB

/// What an upgrade of a table does with the columns that the model lacks.
public enum FMUpgradePolicy: Sendable, Hashable {
    /// They stay, with all that is in them, and so do the indexes that the model lacks. A column that must not be NULL and
    /// has no default value may be NULL from then on, since the model can give it no value.
    case additive
    /// They are removed, with all that is in them, and so are indexes that the model lacks and that bear a name as models
    /// give it.
    ///
    /// If a column is missing in the model and another one of the same kind is new, one may have got the other's name:
    /// then the upgrade is refused until the name is given as a renamed one, or the new column has been added by an
    /// `additive` upgrade.
    case dropRemoved
}

/// What an upgrade did to a table, or would do.
///
///     let report = try db.upgradeTable(Person.self)
///     print(report.added, report.isRebuilt)
public struct FMUpgradeReport: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Whether the table was missing and has been made.
    public internal(set) var isCreated = false
    /// The new columns.
    public internal(set) var added: [String] = []
    /// The columns that have got another name: the old one by the new one.
    public internal(set) var renamed: [String: String] = [:]
    /// The columns that the model lacks and that are still there.
    public internal(set) var kept: [String] = []
    /// The columns that were removed.
    public internal(set) var dropped: [String] = []
    /// The columns whose declared type changed, with the new one.
    public internal(set) var changedKinds: [String: FMColumnShape.Kind] = [:]
    /// The columns whose dates were converted to another form, with that form. They are among
    /// ``changedKinds``, too.
    public internal(set) var changedDates: [String: FMDateStorage] = [:]
    /// The columns that are no longer NOT NULL. Columns that the model lacks are among them if nothing could
    /// be inserted otherwise: where two models share a table, the rules of one may be loosened for the other.
    public internal(set) var loosened: [String] = []
    /// The columns that became NOT NULL.
    public internal(set) var tightened: [String] = []
    /// The columns with another default value.
    public internal(set) var changedDefaults: [String] = []
    /// The columns of the new key; nil if it is as it was.
    public internal(set) var changedKey: [String]?
    /// The names of the new indexes.
    public internal(set) var madeIndexes: [String] = []
    /// The names of the indexes that were removed.
    public internal(set) var removedIndexes: [String] = []
    /// Whether the rows were copied into a new table, because SQLite cannot change the old one in place.
    public internal(set) var isRebuilt = false
    /// How many rows were copied; 0 if the table was not rebuilt.
    public internal(set) var rows = 0

    /// Whether the table was, and is, as the model wants it.
    public var isEmpty: Bool {
        var nothing = FMUpgradeReport(table: table)
        nothing.kept = kept
        return self == nothing
    }

    init(table: String) {
        self.table = table
    }
}

extension FMUpgradeReport: CustomStringConvertible {
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
        if isRebuilt { parts.append(rows == 0 ? "rebuilt" : "rebuilt with \(rows) \(rows == 1 ? "row" : "rows")") }
        return "\(table): \(parts.isEmpty ? "nothing to do" : parts.joined(separator: "; "))"
    }
}
