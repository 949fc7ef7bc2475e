import Foundation
import SQLite3

@testable import FMDB
@testable import FMDBModel

private nonisolated(unsafe) let raw = RawSQLite()

// MARK: - Values by key and lists

/// A value of many types.
private struct Nested: Codable, Equatable, CustomStringConvertible {
    var a: Int?
    var b: String?
    var c: [Double]?
    var d: [String: Int8]?
    var e: [Nested]?
    var f: Bool?
    var g: Date?
    var h: Data?
    var i: UInt64?

    init(_ input: inout FuzzInput, depth: Int = 0) {
        let parts = Int(input.byte()) | Int(input.byte()) << 8
        if parts & 1 != 0 { a = Int(input.integer()) }
        if parts & 2 != 0 { b = input.text() }
        if parts & 4 != 0 { c = (0..<input.number(below: 4)).map { _ in Double(input.integer()) / 8 } }
        if parts & 8 != 0 { d = ["x": 1].merging([input.text(): Int8(bitPattern: input.byte())]) { $1 } }
        if parts & 16 != 0, depth < 4 { e = (0..<input.number(below: 3)).map { _ in Nested(&input, depth: depth + 1) } }
        if parts & 32 != 0 { f = input.byte() & 1 == 1 }
        if parts & 64 != 0 { g = Date(timeIntervalSince1970: Double(input.integer() % 1_000_000_000_000) / 8) }
        if parts & 128 != 0 { h = Data(input.bytes(Int(input.byte()))) }
        if parts & 256 != 0 { i = UInt64(input.byte()) }
    }

    /// Foundation stops the process where it has no words for a date.
    var description: String { String(describing: (a, b, c, d, e, f, g?.timeIntervalSince1970, h, i)) }

    var hasNaN: Bool {
        g?.timeIntervalSince1970.isNaN ?? false || c?.contains(where: \.isNaN) ?? false
            || e?.contains(where: \.hasNaN) ?? false
    }
}

/// Texts as values of Codable types, and these as texts again, which SQLite must take for JSON.
@Sendable func fuzzJSON(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    if input.byte() & 1 == 0 {
        let value = Nested(&input)
        let again = again(value)
        return expect(again.map { isSame($0, value) } ?? false, "\(value) becomes \(String(describing: again))")
    }
    let text = FMValue.text(input.allText())
    _ = try? text.decode([String: [Int]].self)
    _ = try? text.decode([Date?].self)
    if let value = try? text.decode(Nested.self) {
        expect(again(value).map { isSame($0, value) } ?? false, "\(value) is not read again")
    }
    guard let json = try? text.decode([String: JSONText].self) else { return }
    let written = try? FMValue(encoding: json)
    let read = try? written?.decode([String: JSONText].self)
    expect(read.flatMap { try? FMValue(encoding: $0) } == written, "another text")
}

private func again(_ value: Nested) -> Nested? {
    guard case .text(let json)? = try? FMValue(encoding: value) else { return nil }
    expect(raw.value("SELECT json_valid(?)", [json]) == "1", "SQLite does not take it for JSON: \(json)")
    return try? FMValue.text(json).decode(Nested.self)
}

/// Dates are written with as many digits as JSON's numbers have.
private func isSame(_ left: Nested, _ right: Nested) -> Bool {
    var (one, other) = (left, right)
    (one.g, other.g, one.e, other.e) = (nil, nil, nil, nil)
    let distance =
        left.g == right.g ? 0 : abs((left.g?.timeIntervalSince1970 ?? 0) - (right.g?.timeIntervalSince1970 ?? 0))
    let isNear = (left.g == nil) == (right.g == nil) && distance < 0.001
    guard one == other, isNear, left.e?.count == right.e?.count else { return false }
    return zip(left.e ?? [], right.e ?? []).allSatisfy(isSame)
}

// MARK: - Records

/// Models as records, dictionaries and rows, and back.
@Sendable func fuzzRecords(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    if input.number(below: 3) == 0 { return fuzzDictionary(&input) }
    let value = Nested(&input)
    do {
        for dates in [FMDateStorage.secondsSince1970, .iso8601] {
            let coder = FMDictionaryCoder(dates: dates)
            guard let record = try? coder.record(of: value) else { continue }
            expect(isSame(try coder.model(Nested.self, from: record), value), "record of \(value)")
        }
        let coder = FMDictionaryCoder()
        let dictionary: [String: Any] = try coder.dictionary(value)
        expect(isSame(try coder.model(Nested.self, from: dictionary), value), "dictionary of \(value)")
        let record = try coder.record(of: value)
        let columns = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
        let list = columns.map { (record[$0] ?? .null).description + " AS " + $0 }.joined(separator: ", ")
        // A literal ends at a NUL.
        guard !list.utf8.contains(0) else { return }
        let read = try rows.rows(FMSQL(raw: "SELECT \(list)"), as: Nested.self)
        expect(read.count == 1 && isSame(read[0], value), "row of \(value)")
    } catch {
        expect(false, "\(value): \(error)")
    }
}

private nonisolated(unsafe) let rows: FMDatabase = {
    let database = FMDatabase(path: nil)
    database.logsErrors = false
    expect(database.open(), "cannot open")
    database.statementCacheCapacity = 4
    return database
}()

/// Any dictionary: it is a model, or refused.
private func fuzzDictionary(_ input: inout FuzzInput) {
    func value(_ depth: Int) -> Any {
        switch input.number(below: depth > 3 ? 7 : 10) {
        case 0: return NSNull()
        case 1: return Int(input.integer())
        case 2: return Double(bitPattern: UInt64(bitPattern: input.integer()))
        case 3: return input.text()
        case 4: return input.byte() & 1 == 1
        case 5: return Data(input.bytes(4))
        case 6: return NSNumber(value: input.integer())
        case 7: return (0..<input.number(below: 4)).map { _ in value(depth + 1) }
        case 8: return Optional(value(depth + 1)) as Any
        default:
            let pairs = (0..<input.number(below: 4)).map { _ in (drawnKey(&input), value(depth + 1)) }
            return Dictionary(pairs, uniquingKeysWith: { $1 })
        }
    }
    var dictionary: [String: Any] = [:]
    for _ in 0..<input.number(below: 9) { dictionary[drawnKey(&input)] = value(0) }
    let coder = FMDictionaryCoder()
    guard let model = try? coder.model(Nested.self, from: dictionary) else { return }
    guard let again: [String: Any] = try? coder.dictionary(model) else { return }
    guard let read = try? coder.model(Nested.self, from: again) else {
        return expect(false, "\(model) is not read again")
    }
    expect(isSame(read, model) || model.hasNaN, "\(model) becomes \(read)")
}

private func drawnKey(_ input: inout FuzzInput) -> String {
    let keys = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    let place = input.number(below: 10)
    return place < keys.count ? keys[place] : input.text()
}

// MARK: - Other libraries

private struct Old: Codable {
    var a: Int?
    var b: [Int]?
    var c: [String: String]?
    var d: Date?
    var e: Data?
    var f: Decimal?
    var g: [Old]?
    var h: Double?
}

/// Columns that JQFMDB and BGFMDB may have written: they are read, or refused.
@Sendable func fuzzLegacy(_ bytes: [UInt8]) {
    guard let utc = TimeZone(secondsFromGMT: 0) else { return }
    var input = FuzzInput(bytes)
    let dialects: [LegacyDialect] = [
        .jqfmdb, .bgfmdb(utc, LegacyNumbers(Locale(identifier: "en_US"))),
        .bgfmdb(utc, LegacyNumbers(Locale(identifier: "de_DE"))),
    ]
    let dialect = dialects[input.number(below: 3)]
    let key = ["a", "b", "c", "d", "e", "f", "g", "h"][input.number(below: 8)]
    let text = input.allText()
    let node = LegacyNode(.text(text), dialect)
    _ = try? NodeDecoder.decode(Old.self, from: LegacyNode([key: node], dialect))
    _ = try? NodeDecoder.decode(Old.self, from: node)
    for type in [Int.self, Double.self, Date.self, Data.self, String.self, [String: Int].self] as [any Decodable.Type] {
        read(type, node)
    }
    for kind in [FMColumnKind.integer, .real, .text, .blob] {
        let value = try? node.value(for: ColumnShape("x", kind), .secondsSince1970)
        guard kind == .text, case .text(let json)? = value, json != text else { continue }
        expect(raw.value("SELECT json_valid(?)", [json]) == "1", "no JSON: \(json)")
    }
    guard case .bgfmdb = dialect, text.first == "[", let list = try? NodeDecoder.decode([Int].self, from: node) else {
        return
    }
    let marked = LegacyNode(.text("{\"BGArray\":\(text)}"), dialect)
    expect((try? NodeDecoder.decode([Int].self, from: marked)) == list, "a list with the name of its class: \(text)")
}

private func read<Value: Decodable>(_ type: Value.Type, _ node: LegacyNode) {
    _ = try? NodeDecoder.decode(type, from: node)
}
