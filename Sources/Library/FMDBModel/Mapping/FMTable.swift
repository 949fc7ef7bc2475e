import FMDB

/// The table of a type: how its values are stored.
///
/// The library makes it from a `Codable` type; the macro `@FMModel` writes it, and so can you:
///
///     static let fmTable = FMTable<Person>("person", [
///         FMColumn("id", \.id), FMColumn("name", \.name), FMColumn("age", \.age),
///     ], options: FMTableOptions(key: .automatic("id")))
///
/// It never changes, and may be used by any thread.
public final class FMTable<Model>: Sendable {
    /// The name of the table.
    public let name: String
    /// The columns in their order.
    public let columns: [FMColumn<Model>]
    /// The options of the table. The key is the effective one, `id` by convention.
    public let options: FMTableOptions
    let sql: TableSQL
    /// Finds the tables of records; nil for a model, whose values are all stored in this one.
    let records: RecordTables<Model>?
    /// The name of the model's own table, where this is another one.
    let ownName: String?
    /// Whether a saved row may have another key than its model.
    let keepsKey: Bool
    /// The columns and options as they were given.
    private let given: (columns: [FMColumn<Model>], options: FMTableOptions)
    // A program may have a table for each of its users.
    private let renamed = Cache<String, FMTable>(limit: 256)
    private let variants = Cache<TableVariant, FMTable>(limit: 256)

    /// A table of columns.
    ///
    /// - Parameters:
    ///   - name: any name; it is quoted where needed.
    ///   - columns: at least one, each with another name, in any case of letters.
    ///   - options: the key, the unique columns and so on. Without a key a column `id` is it.
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

    /// The table under another name.
    func named(_ name: String) -> FMTable {
        if name == self.name { return self }
        return renamed.value(name) { FMTable(name, given.columns, given.options, records: records, ownName: self.name) }
    }

    /// The columns under another name and with other options. Tables that were made before are reused.
    ///
    /// It is for models whose ``FMModel/tableName`` or ``FMModel/tableOptions`` change while the program runs.
    public func following(_ name: String, _ options: FMTableOptions) -> FMTable {
        if options == given.options { return named(name) }
        return variants.value(TableVariant(name: name, options: options, ownKey: nil)) {
            FMTable(name, given.columns, options, records: records)
        }
    }

    /// The table with rows that are found by other columns than its key. An existing row keeps its key.
    func found(by key: FMKey) throws(FMError) -> FMTable {
        guard try key.named().names != options.key?.names || sql.layout.unchosenKey != nil else { return self }
        if let unknown = key.columns.first(where: { index(of: $0) == nil }) {
            throw FMError(
                .misuse, "the table \(name) of the model has no column \(unknown), by which its row is to be found")
        }
        var options = given.options
        options.key = FMKey(key.columns)
        return variants.value(TableVariant(name: name, options: options, ownKey: self.options.key)) {
            FMTable(name, given.columns, options, records: records, ownKey: self.options.key, ownName: ownName)
        }
    }

    /// Whether it is a table of records, whose columns only the database knows.
    var isOfRecords: Bool { records != nil }

    /// The name of its rows in errors.
    var subject: String { isOfRecords ? "record" : "model" }

    /// The position of a column, counted from 0, by its name in any case of letters.
    func index(of name: String) -> Int? { sql.index(of: name) }

    /// The name of the column of a property; nil for a table made of a `Codable` type, which knows no key paths.
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

/// The differences between tables with the same columns.
private struct TableVariant: Hashable {
    let name: String
    let options: FMTableOptions
    let ownKey: FMKey?

    /// The name alone: to hash the options takes longer than to compare them.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// SAFETY: the lock guards the dictionary.
/// Values that have been made before.
final class Cache<Key: Hashable, Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Key: Value] = [:]
    private let stamp = ForkStamp()
    private let limit: Int

    /// When it has as many values as the limit, it forgets them.
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
