import FMDB

/// A row without a model: values by the names of their columns, in an order.
///
///     try db.insert(["name": name, "age": 7, "photo": nil], into: "users")
///     for user in try db.find(FMRecord.self, from: "users", where: "age > \(3)") {
///         print(try user.value("name", as: String.self))
///     }
///
/// Names are compared as SQLite does, without the case of the letters A to Z. A nil value is written as NULL; a missing column is
/// not written. Records are equal if they have equal values in the same columns, in any order.
///
/// It is independent of the database, and may be passed between threads.
public struct FMRecord: Sendable {
    private(set) var head: RecordColumns
    private var cells: [FMValue]
    /// Literals cannot throw: a value that SQLite cannot hold is reported when the record is written.
    private var failure: FMError?

    /// A record without columns.
    public init() { self.init(RecordColumns([]), []) }

    /// Values by name, in their order. If a name occurs twice, its last value counts.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold.
    public init(_ values: some Sequence<(String, any FMValueConvertible)>) throws(FMError) {
        var (names, stored): ([String], [FMValue]) = ([], [])
        for (name, value) in values {
            names.append(name)
            stored.append(try value.fmValue)
        }
        self.init(names: names, stored)
    }

    /// Values by name, in the order of the names.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold.
    public init(_ values: [String: any FMValueConvertible]) throws(FMError) {
        try self.init(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// A copy of a row. If a name occurs twice, its last column counts.
    ///
    /// - Throws: `FMError`: `.mismatch` for text that is not UTF-8, `.misuse` for a row that is no longer current.
    public init(_ row: FMRow) throws(FMError) {
        try self.init(row, RecordColumns(row.columnNames))
    }

    /// - Parameter head: made of the row's names.
    init(_ row: FMRow, _ head: RecordColumns) throws(FMError) {
        let all = try row.values()
        self.init(head, head.sources?.map { all[$0] } ?? all)
    }

    /// - Parameter names: if one occurs twice, its last value counts.
    private init(names: [String], _ values: [FMValue]) {
        let head = RecordColumns(names)
        self.init(head, head.sources?.map { values[$0] } ?? values)
    }

    private init(_ head: RecordColumns, _ cells: [FMValue]) {
        self.head = head
        self.cells = cells
    }

    /// The names of the columns in their order.
    public var columns: [String] { head.names }

    /// The values in the order of the columns.
    public var values: [FMValue] { cells }

    /// The value of a column; nil without such a column, `.null` for NULL.
    ///
    /// To set nil removes the column, to set `.null` makes it NULL. A new column is the last one.
    ///
    /// - Parameter column: in any case of letters.
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

    /// The value of a column.
    ///
    /// - Parameters:
    ///   - column: in any case of letters.
    ///   - type: what the value is read as; it may be left out where it is known.
    /// - Throws: `FMError`: `.range` without such a column, `.mismatch` for a value that does not fit.
    public func value<Value: FMValueConvertible>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(FMError) -> Value {
        guard let stored = self[column] else { throw FMError(.range, "the record has no column \(column)") }
        guard let value = Value.fromFMValue(stored) else {
            throw FMError(.mismatch, "column \(column): \(stored.reasonNotToBe(type))")
        }
        return value
    }

    /// The values by the names of their columns.
    public var dictionary: [String: FMValue] {
        Dictionary(zip(columns, cells), uniquingKeysWith: { _, last in last })
    }

    func expectWritable() throws(FMError) {
        if let failure { throw failure }
    }
}

extension FMRecord: ExpressibleByDictionaryLiteral {
    /// Values by name; nil is NULL. If a name occurs twice, its last value counts.
    ///
    /// A value that SQLite cannot hold is reported when the record is written, with the code `.mismatch`.
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
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of columns.
    public var endIndex: Int { cells.count }
    /// A column with its value, by its position.
    public subscript(position: Int) -> (column: String, value: FMValue) { (head.names[position], cells[position]) }
}

extension FMRecord: Hashable {
    /// Whether both have equal values in the same columns, in any order.
    public static func == (left: FMRecord, right: FMRecord) -> Bool {
        guard left.count == right.count, left.failure == right.failure else { return false }
        return left.allSatisfy { right[$0.column] == $0.value }
    }

    /// A hash that fits the equality.
    public func hash(into hasher: inout Hasher) {
        // The order does not count.
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
    /// The values by the names of their columns, NULL as nil. See `FMValue.encode(to:)`.
    ///
    ///     let json = try JSONEncoder().encode(db.find(FMRecord.self, from: "users"))
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold, and what the encoder throws.
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

/// The names of a record's columns; all rows of a query share one.
final class RecordColumns: Sendable {
    let names: [String]
    /// The column of the row for each value; nil if each column has one.
    let sources: [Int]?
    /// The names as SQLite compares them.
    let folded: [ExactText]
    private let places: [ExactText: Int]

    /// - Parameter names: if one occurs twice, the first gives the place, the last the value.
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

    /// The names of a query's columns.
    ///
    /// - Throws: `FMError` with the code `.misuse` for two columns of one name: to change or delete the row of the record
    ///   might be to change or delete another table's.
    convenience init(of row: FMRow, _ sql: FMSQL) throws(FMError) {
        let names = row.columnNames
        self.init(names)
        guard sources != nil, let name = names.doubledNames.first else { return }
        throw FMError(
            .misuse,
            "the query has more than one column \(name), of which a record has room for one: give them names by AS",
            sql: sql.text)
    }

    func place(of name: String) -> Int? { places[name.nameKey] }
}

extension [String] {
    /// The names that occur more than once, in their order.
    var doubledNames: [String] {
        var seen: Set<ExactText> = []
        return filter { !seen.insert($0.nameKey).inserted }
    }
}
