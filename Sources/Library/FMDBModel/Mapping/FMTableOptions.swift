import FMDB

/// The properties of a model's table that its type does not show.
///
///     static let tableOptions = FMTableOptions(key: ["name", "born"], unique: [["email"]], renamed: ["email": "mail"])
///
/// Names are those of columns.
public struct FMTableOptions: Sendable, Hashable {
    /// The key; nil for the column `id`, if there is one.
    public var key: FMKey?
    /// Sets of columns of which no two rows have equal values. One that is taken away stays unique until an upgrade with
    /// the policy `dropRemoved`.
    public var unique: [FMIndex]
    /// Sets of columns with an index each, and indexes over expressions or of some rows.
    public var indexes: [FMIndex]
    /// The foreign keys. One that is taken away stays.
    public var references: [FMReference]
    /// Conditions on each row. One that is taken away stays until an upgrade with the policy `dropRemoved`.
    public var checks: [FMCheck]
    /// How the texts of columns are compared in conditions, orders, unique sets and indexes, by the columns' names. That of a
    /// column without an entry stays as it is; `.binary` takes it back.
    public var collations: [String: FMCollation]
    /// The generated columns, which SQLite computes. One that is taken away stays until an upgrade with the policy `dropRemoved`.
    public var generated: [FMGenerated]
    /// The former names of columns by their new ones: `["mail": "email"]` if `email` is called `mail` now. A column that was
    /// renamed twice has two entries.
    public var renamed: [String: String]
    /// Default values of columns by name: values that the properties can be read from.
    public var defaults: [String: FMValue]
    /// The column that gets the time of the insertion. Its property is a date.
    public var created: String?
    /// The column that gets the time of each insertion and update. Its property is a date.
    public var updated: String?
    /// How dates are stored. An upgrade of the table converts the existing ones.
    public var dates: FMDateStorage
    /// Whether the first insertion makes a missing table.
    public var isMadeOnInsertion: Bool
    /// Whether SQLite refuses values of other types than those of their columns. With nil an existing table stays as it is, and a
    /// new one is not strict. It needs SQLite 3.37: an older one cannot open the database. See [STRICT
    /// Tables](https://sqlite.org/stricttables.html).
    public var isStrict: Bool?
    /// Whether the rows are stored by the key, without numbers. With nil an existing table stays as it is, and a new one has
    /// numbers. The program must give the values of the key, which is never NULL. See [WITHOUT
    /// ROWID](https://sqlite.org/withoutrowid.html).
    public var isWithoutRowID: Bool?
    /// The full-text search; nil for none. A former one stays, and an upgrade cannot drop the columns that it searches.
    public var search: FMModelSearch?

    /// Options with defaults; see the properties. Each call for the table throws `.misuse` for options that contradict the columns
    /// or each other, and `.notSupported` for what the linked SQLite does not know.
    public init(
        key: FMKey? = nil, unique: [FMIndex] = [], indexes: [FMIndex] = [], references: [FMReference] = [],
        checks: [FMCheck] = [], collations: [String: FMCollation] = [:], generated: [FMGenerated] = [],
        renamed: [String: String] = [:], defaults: [String: FMValue] = [:], created: String? = nil,
        updated: String? = nil, dates: FMDateStorage = .secondsSince1970, isMadeOnInsertion: Bool = false,
        isStrict: Bool? = nil, isWithoutRowID: Bool? = nil, search: FMModelSearch? = nil
    ) {
        self.key = key
        self.unique = unique
        self.indexes = indexes
        self.references = references
        self.checks = checks
        self.collations = collations
        self.generated = generated
        self.renamed = renamed
        self.defaults = defaults
        self.created = created
        self.updated = updated
        self.dates = dates
        self.isMadeOnInsertion = isMadeOnInsertion
        self.isStrict = isStrict
        self.isWithoutRowID = isWithoutRowID
        self.search = search
    }

    /// The options with the default key, if none is given, and with the dates of all texts in the form of the table.
    func completed(for columns: [ColumnShape]) -> FMTableOptions {
        var completed = self
        completed.unique = unique.map { $0.with(dates: dates) }
        completed.indexes = indexes.map { $0.with(dates: dates) }
        completed.checks = checks.map { FMCheck($0.name, $0.condition.with(dates: dates)) }
        completed.generated = generated.map { $0.with(dates: dates) }
        guard key == nil else { return completed }
        let id = columns.first { $0.name.foldedAsName == "id" }
        completed.key =
            id.map { $0.kind == .integer && $0.isOptional ? .automatic($0.name) : [$0.name] } ?? .rowID
        return completed
    }
}

/// The key of a table, which distinguishes its rows.
public struct FMKey: Sendable, Hashable {
    /// The columns; none for the hidden `rowid`.
    public let columns: [String]
    /// Whether SQLite gives a new row its number where the model has none.
    public let isAutomatic: Bool
    /// Whether numbers of deleted rows are never given again. See [AUTOINCREMENT](https://sqlite.org/autoinc.html).
    public let isNeverReused: Bool

    /// No column of the model: only SQLite distinguishes the rows.
    ///
    /// A model cannot be saved, updated or deleted then, because it does not know its row. `find(_:id:)`, `exists(_:id:)` and
    /// `delete(_:id:)` take the `rowid`, the number that `insert` has returned.
    public static let rowID = FMKey([], isAutomatic: true)

    /// An integer that SQLite gives where the property is nil.
    ///
    /// - Parameters:
    ///   - column: the column of a property of the type `Int64?` or `Int?`.
    ///   - neverReused: whether numbers of deleted rows are never given again.
    public static func automatic(_ column: String, neverReused: Bool = false) -> FMKey {
        FMKey([column], isAutomatic: true, isNeverReused: neverReused)
    }
}

extension FMKey: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// One column whose values the program gives.
    public init(stringLiteral column: String) { self.init([column]) }
    /// Columns whose values the program gives.
    public init(arrayLiteral columns: String...) { self.init(columns) }

    init(_ columns: [String], isAutomatic: Bool = false, isNeverReused: Bool = false) {
        self.columns = columns
        self.isAutomatic = isAutomatic
        self.isNeverReused = isNeverReused
    }
}

extension FMKey {
    var names: Set<ExactText> { Set(columns.map(\.nameKey)) }

    func named() throws(FMError) -> FMKey {
        guard !columns.isEmpty else { throw FMError(.misuse, "a key that a call names has at least one column") }
        return self
    }
}
