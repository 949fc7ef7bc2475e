import FMDB

/// The table of a type: how its values are stored.
///
/// The library derives the table from a `Codable` type. The macro `@FMModel` generates it, and you can write it by hand:
///
///     static let fmTable = FMTable<Person>("person", [
///         FMColumn("id", \.id), FMColumn("name", \.name), FMColumn("age", \.age),
///     ], options: FMTableOptions(key: .automatic("id")))
///
/// A table is immutable, and any thread can use it.
public final class FMTable<Model>: Sendable {
    /// The name of the table.
    public let name: String
    /// The columns, in order.
    public let columns: [FMColumn<Model>]
    /// The options of the table. If no key was given, the key is the default: `id`, or the rowid.
    public let options: FMTableOptions
    let sql: TableSQL
    /// The functions that return the tables of records; nil for a model, which has only this table.
    let records: RecordTables<Model>?
    /// The name of the model's own table, if this is another table.
    let ownName: String?
    /// Whether a saved row keeps its own key, which may differ from the key of the model.
    let keepsKey: Bool
    /// The columns and options as given.
    private let given: (columns: [FMColumn<Model>], options: FMTableOptions)
    // Limited, because a program may have a table for each of its users.
    private let renamed = Cache<String, FMTable>(limit: 256)
    private let variants = Cache<TableVariant, FMTable>(limit: 256)

    /// Creates a table with columns.
    ///
    /// - Parameters:
    ///   - name: any name; it is quoted where needed.
    ///   - columns: at least one column. Names that differ only in case are duplicates.
    ///   - options: the key, the unique columns and so on. The default key is the column `id`.
    public convenience init(_ name: String, _ columns: [FMColumn<Model>], options: FMTableOptions = FMTableOptions()) {
        self.init(name, columns, options, records: nil)
    }

    init(
        _ name: String, _ columns: [FMColumn<Model>], _ options: FMTableOptions, records: RecordTables<Model>?,
        ownKey: FMKey? = nil, rowID: String? = nil, ownName: String? = nil
    ) {
        self.name = name
        self.ownName = ownName
        self.records = records
        given = (columns, options)
        self.columns = columns.map { $0.following(options) }
        self.options = options.completed(for: self.columns.map(\.shape))
        keepsKey = ownKey.map { !$0.columns.isEmpty && $0.names != options.key?.names } ?? false
        sql = TableSQL(
            name, self.columns.map(\.shape), self.options, isOfRecords: records != nil, kept: ownKey?.columns ?? [],
            rowID: rowID, keyIsNamed: ownKey == nil ? options.key?.isAutomatic == false : nil)
    }

    /// Returns the table under another name.
    func named(_ name: String) -> FMTable {
        if name == self.name { return self }
        return renamed.value(name) { FMTable(name, given.columns, given.options, records: records, ownName: self.name) }
    }

    /// Returns a table with the same columns, but another name and other options. Such tables are cached.
    ///
    /// Use it for models whose ``FMModel/tableName`` or ``FMModel/tableOptions`` change while the program runs.
    public func following(_ name: String, _ options: FMTableOptions) -> FMTable {
        if options == given.options { return named(name) }
        return variants.value(TableVariant(name: name, options: options, ownKey: nil)) {
            FMTable(name, given.columns, options, records: records)
        }
    }

    /// Returns a table whose rows are found by columns other than its key. An existing row keeps its key.
    func found(by key: FMKey) throws(FMError) -> FMTable {
        guard try key.named().names != options.key?.names || sql.layout.unchosenKey != nil else { return self }
        if let unknown = key.columns.first(where: { index(of: $0) == nil }) {
            throw FMError(
                .misuse, "the table \(name) of the model has no column \(unknown), which the call names as its key")
        }
        var options = given.options
        options.key = FMKey(key.columns)
        return variants.value(TableVariant(name: name, options: options, ownKey: self.options.key)) {
            FMTable(name, given.columns, options, records: records, ownKey: self.options.key, ownName: ownName)
        }
    }

    /// Whether this is a table of records, whose columns are known only from the database.
    var isOfRecords: Bool { records != nil }

    /// The word for a row in error messages.
    var subject: String { isOfRecords ? "record" : "model" }

    /// Returns the index of a column by its name, case-insensitive; nil if there is none.
    func index(of name: String) -> Int? { sql.index(of: name) }

    /// Returns the column of a property; nil if the table was derived from a `Codable` type, which has no key paths.
    func columnName(of property: PartialKeyPath<Model>) -> String? {
        columns.first { $0.property.map { $0 == property } == true }?.name
    }
}

extension FMModel {
    static func table(named name: String?) throws(FMError) -> FMTable<Self> {
        let own = try fmTable
        let table = name.map(own.named) ?? own
        if let problem = table.sql.problem { throw problem }
        return table
    }
}

/// The properties in which tables with the same columns can differ.
private struct TableVariant: Hashable {
    let name: String
    let options: FMTableOptions
    let ownKey: FMKey?

    /// Hashes the name only, because hashing the options takes longer than comparing them.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// SAFETY: the lock guards the dictionary.
/// A thread-safe cache.
final class Cache<Key: Hashable, Value>: @unchecked Sendable {
    private let lock = SystemLock(isQuiet: true)
    private var values: [Key: Value] = [:]
    private let stamp = ForkStamp()
    private let limit: Int

    /// Creates a cache that removes all values when it reaches the limit.
    init(limit: Int = .max) { self.limit = limit }

    subscript(key: Key) -> Value? {
        get { lock.withLock(ifKept: stamp) { values[key] } ?? nil }
        set {
            lock.withLock(ifKept: stamp) {
                if values.count >= limit { values = [:] }
                values[key] = newValue
            }
        }
    }

    func value(_ key: Key, _ make: () -> Value) -> Value {
        if let known = self[key] { return known }
        let value = make()
        self[key] = value
        return value
    }
}
