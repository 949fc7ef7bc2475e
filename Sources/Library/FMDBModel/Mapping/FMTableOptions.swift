import FMDB

/// The properties of a model's table that the type does not show.
///
///     static let tableOptions = FMTableOptions(key: ["name", "born"], unique: [["email"]], renamed: ["email": "mail"])
///
/// All names are column names.
public struct FMTableOptions: Sendable, Hashable {
    /// The key. Default: the column `id`, or the rowid if there is no such column.
    public var key: FMKey?
    /// The unique indexes: no two rows have equal values in their columns. A removed index is kept until an upgrade with the policy
    /// `dropRemoved`.
    public var unique: [FMIndex]
    /// The other indexes, on columns or expressions, and partial ones.
    public var indexes: [FMIndex]
    /// The foreign keys. A foreign key that is removed here is kept in the table.
    public var references: [FMReference]
    /// The CHECK constraints. A removed check is kept until an upgrade with the policy `dropRemoved`.
    public var checks: [FMCheck]
    /// The collations of columns by name, for conditions, orders and indexes. A column without an entry keeps its collation; `.binary`
    /// resets it.
    public var collations: [String: FMCollation]
    /// The generated columns, which SQLite computes. A removed column stays until an upgrade with the policy `dropRemoved`.
    public var generated: [FMGenerated]
    /// The previous names of columns by their new names: `["mail": "email"]` if `email` was renamed to `mail`. A column that was
    /// renamed twice has two entries.
    public var renamed: [String: String]
    /// The default values of columns by name. The properties must be able to read them.
    public var defaults: [String: FMValue]
    /// The column that gets the time of the insertion. Its property is a date.
    public var created: String?
    /// The column that gets the time of each insertion and update. Its property is a date.
    public var updated: String?
    /// The storage format of dates. An upgrade of the table converts existing dates.
    public var dates: FMDateStorage
    /// Whether the first insertion creates a missing table.
    public var isMadeOnInsertion: Bool
    /// Whether the table is STRICT, so that SQLite rejects values whose type differs from the column's. With nil an existing table
    /// is kept unchanged, and a new one is not strict. STRICT needs SQLite 3.37; an older version cannot open the database. See [STRICT
    /// Tables](https://sqlite.org/stricttables.html).
    public var isStrict: Bool?
    /// Whether the table is WITHOUT ROWID, which stores rows by the primary key. With nil an existing table is kept unchanged, and a new
    /// one has rowids. The program must set the key of each row, which is never NULL. See [WITHOUT
    /// ROWID](https://sqlite.org/withoutrowid.html).
    public var isWithoutRowID: Bool?
    /// The full-text search; nil for none. A removed search stays in the database, and an upgrade cannot drop the columns that it
    /// searches.
    public var search: FMModelSearch?

    /// Creates options; see the properties. Each call that uses the table throws `.misuse` if the options contradict the columns or each
    /// other, and `.notSupported` if the linked SQLite lacks a feature.
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

    /// Returns the options with the default key if none is given, and with the table's format of dates in all SQL.
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
    /// The columns; empty for the hidden rowid.
    public let columns: [String]
    /// Whether SQLite generates the key of a new row if the model's key is nil.
    public let isAutomatic: Bool
    /// Whether SQLite never reuses the keys of deleted rows. See [AUTOINCREMENT](https://sqlite.org/autoinc.html).
    public let isNeverReused: Bool

    /// No key column: only the rowid distinguishes the rows.
    ///
    /// Such a model cannot be saved, updated or deleted, because it does not identify its row. `find(_:id:)`, `exists(_:id:)` and
    /// `delete(_:id:)` take the rowid that `insert` returned.
    public static let rowID = FMKey([], isAutomatic: true)

    /// An integer key that SQLite generates if the property is nil.
    ///
    /// - Parameters:
    ///   - column: the column of a property of the type `Int64?` or `Int?`.
    ///   - neverReused: whether SQLite never reuses the keys of deleted rows.
    public static func automatic(_ column: String, neverReused: Bool = false) -> FMKey {
        FMKey([column], isAutomatic: true, isNeverReused: neverReused)
    }
}

extension FMKey: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Creates a key of one column, whose values the program sets.
    public init(stringLiteral column: String) { self.init([column]) }
    /// Creates a key of columns whose values the program sets.
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
        guard !columns.isEmpty else { throw FMError(.misuse, "a key that a call names must have at least one column") }
        return self
    }
}
