import FMDBModel
import FMDBTestHelpers
import Testing

/// Values at the edges of what SQLite, JSON text and Foundation hold: each is refused, with nothing left behind, or it is read back equal,
/// in every place.
@Suite struct ExtremeValueTests {
    @Test(arguments: [Double.nan, -.nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude])
    func aDouble(_ value: Double) throws { try isKeptOrRefused(value) }

    @Test(arguments: [-0.0, Double.leastNonzeroMagnitude, 0.1, 1e23, 9_007_199_254_740_992, -1.7976931348623157e308])
    func anOrdinaryDouble(_ value: Double) throws { try isKeptOrRefused(value, mayBeRefused: false) }

    @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1])
    func aFloat(_ value: Float) throws { try isKeptOrRefused(value) }

    @Test(arguments: [UInt64.max, 9_223_372_036_854_775_808, 9_223_372_036_854_775_807, 9_007_199_254_740_993])
    func aLargeInteger(_ value: UInt64) throws { try isKeptOrRefused(value) }

    @Test(arguments: [Int64.min, .max, 9_007_199_254_740_993]) func aSignedInteger(_ value: Int64) throws {
        try isKeptOrRefused(value, mayBeRefused: false)
    }

    @Test(arguments: ["1e127", "-1e127", "1e-127", "99999999999999999999999999999999999999e90", "0.1", "1.10", "-0"])
    func aDecimal(_ text: String) throws {
        try isKeptOrRefused(#require(Decimal(string: text)), mayBeRefused: false)
    }

    @Test func aDecimalThatIsNotANumber() throws { try isKeptOrRefused(Decimal.nan) }

    @Test(arguments: [
        "", "\0", "a\0", "\0b", "a\0b\0", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "e\u{301}", "\u{E9}", "\\u0000", "\"",
        "\\",
        "\u{1F469}\u{200D}\u{1F467}", "\u{7F}\u{80}\u{2028}", "\r\n\t\u{8}\u{C}\u{1}",
    ])
    func aText(_ value: String) throws { try isKeptOrRefused(value, mayBeRefused: false) }

    @Test(arguments: [Data(), Data([0]), Data([0, 255, 0])]) func bytes(_ value: Data) throws {
        try isKeptOrRefused(value, mayBeRefused: false)
    }

    /// Seconds since 1970 of the years 0, 1, 4001, 9999, 10000 and of others.
    @Test(arguments: [
        -62_167_219_200, -62_135_769_600, 64_092_211_200, 253_402_300_799.999, 253_402_300_800, -1.5, 0.125, -9e15,
        9e15,
        1e300, -Double.infinity, Double.infinity, Double.nan,
    ])
    func aDate(_ seconds: Double) throws { try isKeptOrRefused(Date(timeIntervalSince1970: seconds)) }

    @Test(arguments: [
        FMDateStorage.secondsSince1970, .millisecondsSince1970, .iso8601,
    ])
    func aDateInAnyForm(_ form: FMDateStorage) throws {
        for seconds in [
            -62_167_219_200, -62_167_219_200.001, -62_135_769_600, 253_402_300_799, 253_402_300_800, 9.2e15, 9.3e15,
            -.infinity, .nan,
        ] {
            let date = Date(timeIntervalSince1970: seconds)
            let stored: FMValue
            do throws(FMError) {
                stored = try FMValue(encoding: date, dates: form)
            } catch {
                #expect(error.resultCode == .mismatch)
                continue
            }
            #expect(try stored.decode(Date.self, dates: form) == date, "\(seconds) as \(form)")
        }
    }
}

// MARK: - Nesting

/// A list of lists of lists.
private indirect enum Deep: Codable, Hashable, Sendable {
    case end
    case list(Deep)

    init(_ depth: Int) { self = (0..<depth).reduce(.end) { deep, _ in .list(deep) } }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        self = list.isAtEnd ? .end : .list(try list.decode(Deep.self))
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        if case .list(let deep) = self { try list.encode(deep) }
    }
}

extension ExtremeValueTests {
    @Test(arguments: [1, 100, 500, 505, 510, 511, 512, 513, 600, 1000, 2000]) func deepNesting(_ depth: Int) throws {
        try inEveryPlace(Deep(depth), mayBeRefused: depth > 500)
    }

    @Test func aRefusalSaysWhatToDo() throws {
        let list = FMStoredArray("list", of: Double.self, in: FMDatabase.memory())

        #expect(
            thrown { try list.append(.nan) }?.message
                == "SQLite would store this Double as NULL: use an optional and nil")
        #expect(
            thrown { try FMValue(encoding: ["a": [Decimal.nan]]) }?.message
                == "JSON text cannot contain NaN: use an optional and nil")
        #expect(
            thrown { try FMValue(encoding: ["a": [1, Double.infinity]]) }?.message.hasPrefix(
                "JSON text can contain only finite numbers (use an optional and nil)") == true)
        #expect(thrown { try FMValue(encoding: Deep(600)) }?.resultCode == .mismatch)
    }
}

// MARK: - Not-a-number of any type

/// A model that binds its value itself.
private struct Bound<Value: FMValueConvertible & Sendable>: FMModel {
    static var fmTable: FMTable<Bound> {
        FMTable("t", [FMColumn("id", .integer), FMColumn("v", .blob)], options: FMTableOptions(key: "id"))
    }
    var v: Value

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(1)
        try values.add(v)
    }

    init(v: Value) { self.v = v }
    init(fmRow row: FMRow) throws { v = try row.value(at: 1) }
}

private struct Metres: RawRepresentable, FMValueConvertible, Hashable, Codable, Sendable { var rawValue: Double }
private enum Side: String, FMValueConvertible, Codable, Sendable { case left, right }
private struct Nothing: FMValueConvertible {
    var fmValue: FMValue { .null }
    static func fromFMValue(_ value: FMValue) -> Nothing? { value.isNull ? nil : Nothing() }
}
/// Of no type that SQLite knows, but for its one number.
private struct Width: Codable, FMModel {
    static let tableName = "t"
    var id: Int64?
    var v: CGFloat
}

extension ExtremeValueTests {
    @Test func notANumberOfAnyTypeIsRefused() throws {
        func expect(_ value: some FMValueConvertible & Sendable, isRefused: Bool = true) throws {
            let db = try FMDatabase.memory("CREATE TABLE t (id, v)")
            let fate = try fate { try db.insert(Bound(v: value)) }
            #expect((fate != nil) == isRefused, "\(type(of: value)) \(value)")
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == (isRefused ? 0 : 1))
        }
        try expect(Metres(rawValue: .nan))
        try expect(Metres(rawValue: .nan) as Metres?)
        try expect(FMValue.real(.nan))
        try expect(FMValue.real(.nan) as FMValue?)
        try expect(Double.nan as Double??)
        try expect(Nothing())
        try expect(Metres(rawValue: 1), isRefused: false)
        try expect(Metres(rawValue: .infinity), isRefused: false)
        try expect(nil as Metres?, isRefused: false)
        try expect(FMValue.null, isRefused: false)
        try expect(nil as FMValue?, isRefused: false)
        try expect(FMValue.real(-0.0), isRefused: false)
        try expect(Side.left, isRefused: false)
        try expect(nil as Side?, isRefused: false)
        try expect("" as Substring, isRefused: false)
    }

    @Test func soIsThatOfARecordAndOfFoundation() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
        let record: FMRecord = ["id": 7, "v": Double.nan]
        #expect(try fate { try db.insert(record, into: "t") } != nil)
        #expect(try fate { try db.save(record, in: "t") } != nil)
        #expect(try fate { try db.update(FMRecord.self, set: ["v": Double.nan], in: "t", where: .all) } != nil)
        #expect(try fate { try db.insert(["v": NSNumber(value: Double.nan)], into: "t") } != nil)
        #expect(try fate { try db.insert(Width(v: .nan)) } != nil)
        try db.createTable(Kept<Metres>.self)
        #expect(try fate { try db.insert(Kept(value: Metres(rawValue: .nan))) } != nil)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }
}

// MARK: - Places

private struct Nest<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable, FMNested {
    var inner: Value
    var other = 1

    struct Columns: FMColumns { let inner = FMField<Nest, Value>("inner") }
}

private enum Payload<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    case some(Value, named: Value)
    case none
}

private struct Kept<Value: Codable & Hashable & Sendable>: Codable, FMModel, Equatable {
    static var tableName: String { "Kept" }

    var id: Int64?
    var value: Value

    /// A column that takes NULL, so that SQLite refuses nothing.
    static var fmTable: FMTable<Kept> {
        FMTable("Kept", [FMColumn("id", .integer), FMColumn("value", .blob)], options: FMTableOptions(key: "id"))
    }

    static var field: FMField<Kept, Value> { FMField("value", ofAny: ()) }
}

extension FMField {
    fileprivate init(_ name: String, ofAny: ()) where Value: Encodable { self.init(name) }
}

// MARK: - In every place

private func isKeptOrRefused<Value: FMValueConvertible & Codable & Hashable & Sendable>(
    _ value: Value, mayBeRefused: Bool = true
) throws {
    try inEveryPlace(value, mayBeRefused: mayBeRefused)
    try asAKey(value, mayBeRefused)
}

private func inEveryPlace<Value: Codable & Hashable & Sendable>(_ value: Value, mayBeRefused: Bool) throws {
    try inEveryStore(value, mayBeRefused)
    try inEveryStore(value as Value?, mayBeRefused)
    try inEveryStore([value], mayBeRefused)
    try inEveryStore([nil, value], mayBeRefused)
    try inEveryStore([[value]], mayBeRefused)
    try inEveryStore(["key": value], mayBeRefused)
    try inEveryStore([value: 1], mayBeRefused)
    try inEveryStore(Nest(inner: value), mayBeRefused)
    try inEveryStore([Nest(inner: [value])], mayBeRefused)
    try inEveryStore(Payload.some(value, named: value), mayBeRefused)
    if SQLiteVersion.hasJSON { try atAPlace(value) }
}

/// In a list, a dictionary, and a column.
private func inEveryStore<Value: Codable & Hashable & Sendable>(_ value: Value, _ mayBeRefused: Bool) throws {
    let folder = TemporaryFolder()
    let file = folder.file("values.db")
    let opened = FMDatabase.file(file)
    let list = FMStoredArray("list", of: Value.self, in: opened)
    let dictionary = FMStoredDictionary("dictionary", keys: Int.self, values: Value.self, in: opened)
    let fates = try [
        fate { try list.append(value) }, fate { try dictionary.set(value, for: 7) },
        fate {
            try opened.createTable(Kept<Value>.self)
            return try opened.insert(Kept(value: value))
        },
    ]
    for fate in fates where !mayBeRefused { #expect(fate == nil, "\(value): \(fate ?? "")") }
    let again = FMDatabase.file(file)
    for db in [opened, again] {
        let (list, dictionary) = (FMStoredArray("list", of: Value.self, in: db), dictionary.over(db))
        #expect(try list.elements() == (fates[0] == nil ? [value] : []))
        #expect(try list.contains(value) == (fates[0] == nil))
        #expect(try dictionary.contents() == (fates[1] == nil ? [7: value] : [:]))
        let rows = try db.find(Kept<Value>.self, where: FMWhere<Kept<Value>>.all)
        #expect(rows.map(\.value) == (fates[2] == nil ? [value] : []))
        guard fates[2] == nil else { continue }
        #expect(try db.find(Kept<Value>.self, where: Kept<Value>.field == value).map(\.value) == [value])
        #expect(try db.count(Kept<Value>.self, where: Kept<Value>.field.in([value])) == 1)
        #expect(try db.count(Kept<Value>.self, where: Kept<Value>.field != value) == 0)
    }
}

/// At a place within JSON text, by a condition and an assignment.
private func atAPlace<Value: Codable & Hashable & Sendable>(_ value: Value) throws {
    typealias Row = Kept<Nest<Value>>
    let db = FMDatabase.memory()
    try db.createTable(Row.self)
    guard try fate({ try db.insert(Row(value: Nest(inner: value))) }) == nil else { return }
    let inner = Row.field.inner
    #expect(try db.count(Row.self, where: inner == value) == 1, "\(value)")
    #expect(try db.count(Row.self, where: inner != value) == 0, "\(value)")
    #expect(try db.count(Row.self, where: inner.in([value])) == 1, "\(value)")
    try db.update(Row.self, set: [inner <- value], where: FMWhere<Row>.all)
    #expect(try db.find(Row.self, where: FMWhere<Row>.all).map(\.value.inner) == [value])
}

private func asAKey<Key: FMValueConvertible & Hashable & Sendable>(_ key: Key, _ mayBeRefused: Bool) throws {
    let dictionary = FMStoredDictionary("keys", keys: Key.self, values: Int.self, in: FMDatabase.memory())
    if let fate = try fate({ try dictionary.set(1, for: key) }) {
        #expect(mayBeRefused, "\(key): \(fate)")
        #expect(try dictionary.isEmpty())
        return
    }
    #expect(try dictionary.keys() == [key])
    #expect(try dictionary.value(for: key) == 1)
    #expect(try dictionary.page(after: nil, limit: 9).map(\.key) == [key])
    #expect(try dictionary.page(after: key, limit: 9).isEmpty)
    #expect(try dictionary.removeValue(for: key))
}

/// The message with which a call has refused a value; nil if it has not.
private func fate(_ write: () throws -> some Any) throws -> String? {
    do {
        _ = try write()
        return nil
    } catch let error as FMError where error.resultCode == .mismatch {
        return error.message
    }
}
