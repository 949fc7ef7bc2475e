import FMDB

/// How the values of a type lie in a table.
///
/// It is made of a `Codable` type by itself; the macro `@FMModel` writes it, and so can you:
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
    /// What else belongs to the table. Its key is the one that counts: `id` by convention has been looked for.
    public let options: FMTableOptions
    let sql: TableSQL
    /// Whether it is that of records, whose columns are known to the database alone.
    let isOfRecords: Bool
    /// The columns and options as they were given.
    private let given: (columns: [FMColumn<Model>], options: FMTableOptions)
    private let variants = TableCache<TableVariant, Model>()

    /// A table of columns.
    ///
    /// - Parameters:
    ///   - name: any name; it is quoted where needed.
    ///   - columns: at least one, each with another name, in any case of letters.
    ///   - options: the key, the unique columns and so on. Without a key a column `id` is it.
    public convenience init(_ name: String, _ columns: [FMColumn<Model>], options: FMTableOptions = FMTableOptions()) {
        self.init(name, columns, options, isOfRecords: false)
    }

    /// A table whose columns are known to the database alone.
    ///
    /// - Parameter columns: those that a call is about.
    convenience init(ofRecords name: String, _ columns: [FMColumn<Model>], _ options: FMTableOptions) {
        self.init(name, columns, options, isOfRecords: true)
    }

    private init(
        _ name: String, _ columns: [FMColumn<Model>], _ options: FMTableOptions, isOfRecords: Bool
    ) {
        self.name = name
        self.isOfRecords = isOfRecords
        given = (columns, options)
        self.columns = columns.map { $0.following(options) }
        self.options = options.completed(for: self.columns.map(\.shape))
        sql = TableSQL(name, self.columns.map(\.shape), self.options, isOfRecords: isOfRecords)
    }

    /// The same under another name.
    func named(_ name: String) -> FMTable { following(name, given.options) }

    /// The same columns under another name and with other options. What has been asked for before is not made anew.
    ///
    /// It is for models whose ``FMModel/tableName`` or ``FMModel/tableOptions`` change while the program runs.
    public func following(_ name: String, _ options: FMTableOptions) -> FMTable {
        if name == self.name, options == given.options { return self }
        return variants.table(TableVariant(name: name, options: options)) {
            FMTable(name, given.columns, options, isOfRecords: isOfRecords)
        }
    }

    /// What its rows are called in errors.
    var subject: String { isOfRecords ? "record" : "model" }

    /// The position of a column, counted from 0, by its name in any case of letters.
    func index(of name: String) -> Int? { sql.index(of: name) }

    /// The name of the column of a property; nil for a table made of a `Codable` type, which knows no key paths.
    func columnName(of property: PartialKeyPath<Model>) -> String? {
        columns.first { $0.property.map { $0 == property } == true }?.name
    }
}

/// What tells tables with the same columns from each other.
private struct TableVariant: Hashable {
    let name: String
    let options: FMTableOptions

    /// The name alone: to hash the options takes longer than to compare them.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// SAFETY: the lock guards the dictionary.
/// Tables that have been made before.
final class TableCache<Key: Hashable, Model>: @unchecked Sendable {
    private let lock = NSLock()
    private var tables: [Key: FMTable<Model>] = [:]

    func table(_ key: Key, _ make: () -> FMTable<Model>) -> FMTable<Model> {
        if let known = lock.withLock({ tables[key] }) { return known }
        let table = make()
        lock.withLock {
            // A program may have a table for each of its users.
            if tables.count >= 256 { tables = [:] }
            tables[key] = table
        }
        return table
    }
}
