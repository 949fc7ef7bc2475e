import FMDB

/// A row without a model: an ordered list of column names with their values.
///
///     try db.insert(["name": name, "age": 7, "photo": nil], into: "users")
///     for user in try db.find(FMRecord.self, from: "users", where: "age > \(3)") {
///         print(try user.value("name", as: String.self))
///     }
///
/// Column names are compared as in SQLite: the case of A to Z is ignored. A nil value is written as NULL. A missing column is
/// not written. Records are equal if they have equal values in the same columns, in any order.
///
/// A record is independent of the database, and can be passed between threads.
public struct FMRecord: Sendable {
    private(set) var head: RecordColumns
    private var cells: [FMValue]
    /// The error of a value in a literal that SQLite cannot store. A literal cannot throw, so writing the record throws it.
    private var failure: FMError?

    /// Creates a record without columns.
    public init() { self.init(RecordColumns([]), []) }

    /// Creates a record from names and values, in their order. If a name occurs twice, its last value is used.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store.
    public init(_ values: some Sequence<(String, any FMValueConvertible)>) throws(FMError) {
        var (names, stored): ([String], [FMValue]) = ([], [])
        for (name, value) in values {
            names.append(name)
            stored.append(try value.fmValue)
        }
        self.init(names: names, stored)
    }

    /// Creates a record from a dictionary, with the columns sorted by name.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store.
    public init(_ values: [String: any FMValueConvertible]) throws(FMError) {
        try self.init(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Creates a copy of a row. If a name occurs twice, its last column is used.
    ///
    /// - Throws: `FMError`: `.mismatch` for a TEXT value that is not UTF-8, `.misuse` for a row that is no longer current.
    public init(_ row: FMRow) throws(FMError) {
        try self.init(row, RecordColumns(row.columnNames))
    }

    /// - Parameter head: the column names of the row.
    init(_ row: FMRow, _ head: RecordColumns) throws(FMError) {
        let all = try row.values()
        self.init(head, head.sources?.map { all[$0] } ?? all)
    }

    /// - Parameter names: the column names. If a name occurs twice, its last value is used.
    private init(names: [String], _ values: [FMValue]) {
        let head = RecordColumns(names)
        self.init(head, head.sources?.map { values[$0] } ?? values)
    }

    private init(_ head: RecordColumns, _ cells: [FMValue]) {
        self.head = head
        self.cells = cells
    }

    /// The column names, in order.
    public var columns: [String] { head.names }

    /// The values in the order of the columns.
    public var values: [FMValue] { cells }

    /// The value of a column, or nil if there is no such column. NULL is `.null`.
    ///
    /// Setting nil removes the column. Setting `.null` makes it NULL. A new column is appended.
    ///
    /// - Parameter column: the name of the column. The case of A to Z is ignored.
    public subscript(column: String) -> FMValue? {
        get { head.place(of: column).map { cells[$0] } }
        set {
            switch (head.place(of: column), newValue) {
            case (let place?, let value?): cells[place] = value
            case (let place?, nil):
                cells.remove(at: place)
                head = RecordColumns(head.names.enumerated().filter { $0.offset != place }.map(\.element))
            case (nil, let value?):
                cells.append(value)
                head = RecordColumns(head.names + [column])
            case (nil, nil): break
            }
        }
    }

    /// Returns the value of a column.
    ///
    /// - Parameters:
    ///   - column: the name of the column. The case of A to Z is ignored.
    ///   - type: the type of the value. It may be omitted if it can be inferred.
    /// - Throws: `FMError`: `.range` if there is no such column, `.mismatch` for a value that does not fit.
    public func value<Value: FMValueConvertible>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        guard let stored = self[column] else { throw FMError(.range, "the record has no column \(column)") }
        guard let value = Value.fromFMValue(stored) else {
            throw FMError(.mismatch, "column \(column): \(stored.reasonNotToBe(type))")
        }
        return value
    }

    /// The values, keyed by column name.
    public var dictionary: [String: FMValue] {
        Dictionary(zip(columns, cells), uniquingKeysWith: { _, last in last })
    }

    func expectWritable() throws(FMError) {
        if let failure { throw failure }
    }
}

extension FMRecord: ExpressibleByDictionaryLiteral {
    /// Creates a record from a dictionary literal. Nil is NULL. If a name occurs twice, its last value is used.
    ///
    /// For a value that SQLite cannot store, writing the record throws `.mismatch`.
    public init(dictionaryLiteral elements: (String, (any FMValueConvertible)?)...) {
        var (names, stored): ([String], [FMValue]) = ([], [])
        var failure: FMError?
        for (name, value) in elements {
            do {
                stored.append(try value?.fmValue ?? .null)
                names.append(name)
            } catch {
                failure = failure ?? error
            }
        }
        self.init(names: names, stored)
        self.failure = failure
    }
}

extension FMRecord: RandomAccessCollection {
    /// The position of the first column, 0.
    public var startIndex: Int { 0 }
    /// The number of columns.
    public var endIndex: Int { cells.count }
    /// The name and value of the column at a position.
    public subscript(position: Int) -> (column: String, value: FMValue) { (head.names[position], cells[position]) }
}

extension FMRecord: Hashable {
    /// Returns whether both records have equal values in the same columns, in any order.
    public static func == (left: FMRecord, right: FMRecord) -> Bool {
        guard left.count == right.count, left.failure == right.failure else { return false }
        return left.allSatisfy { right[$0.column] == $0.value }
    }

    /// Hashes the columns and values, independent of their order.
    public func hash(into hasher: inout Hasher) {
        // Equal records can have different column orders, so the hashes are summed.
        var sum = 0
        for (column, value) in self {
            var one = Hasher()
            one.combine(column.nameKey)
            one.combine(value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension FMRecord: Encodable {
    /// Encodes the values, keyed by column name. NULL is encoded as nil. See `FMValue.encode(to:)`.
    ///
    ///     let json = try JSONEncoder().encode(db.find(FMRecord.self, from: "users"))
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try expectWritable()
        var container = encoder.container(keyedBy: AnyKey.self)
        for (column, value) in self { try container.encode(value, forKey: AnyKey(column)) }
    }
}

extension FMRecord: CustomStringConvertible {
    /// The columns with their values as SQL literals: `[name: 'ann', age: 7]`.
    public var description: String { "[" + map { "\($0.column): \($0.value)" }.joined(separator: ", ") + "]" }
}

/// The column names of a record. All records of a query share one instance.
final class RecordColumns: Sendable {
    let names: [String]
    /// The index of the row's column for each value, or nil if the row has no duplicate names.
    let sources: [Int]?
    /// The names as SQLite compares them.
    let folded: [ExactText]
    private let places: [ExactText: Int]

    /// - Parameter names: the names. If a name occurs twice, the first determines its place and the last its value.
    init(_ names: [String]) {
        var places = [ExactText: Int](minimumCapacity: names.count)
        var kept: [String] = []
        var folded: [ExactText] = []
        var sources: [Int] = []
        for (index, name) in names.enumerated() {
            let column = name.nameKey
            if let place = places[column] {
                sources[place] = index
            } else {
                places[column] = kept.count
                kept.append(name)
                folded.append(column)
                sources.append(index)
            }
        }
        self.names = kept
        self.folded = folded
        self.places = places
        self.sources = kept.count == names.count ? nil : sources
    }

    /// Creates the column names of a query.
    ///
    /// - Throws: `FMError` with the code `.misuse` if two columns have the same name. With such columns, updating or deleting by the record
    ///   might affect a row of another table.
    convenience init(of row: FMRow, _ sql: FMSQL) throws(FMError) {
        let names = row.columnNames
        self.init(names)
        guard sources != nil, let name = names.doubledNames.first else { return }
        throw FMError(
            .misuse,
            "the query has several columns named \(name), and a record can hold only one: rename them with AS",
            sql: sql.text)
    }

    func place(of name: String) -> Int? { places[name.nameKey] }
}

extension [String] {
    /// The names that occur more than once, in order.
    var doubledNames: [String] {
        var seen: Set<ExactText> = []
        return filter { !seen.insert($0.nameKey).inserted }
    }
}
