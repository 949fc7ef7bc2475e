import Foundation
import SQLite3

@testable import FMDB
@testable import FMDBModel

private nonisolated(unsafe) let raw = RawSQLite()

/// Names, literals and paths that the library writes into SQL, as SQLite reads them.
@Sendable func fuzzNames(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let kind = input.number(below: 4)
    switch kind {
    case 0: compareName(input.allText().withoutNUL)
    case 1: compareLiteral(.text(input.allText().withoutNUL))
    case 2: compareLiteral(input.byte() & 1 == 0 ? .integer(input.integer()) : .blob(Data(input.bytes(200))))
    default: comparePath((0...input.number(below: 3)).map { _ in input.text().withoutNUL })
    }
    if kind == 2 { compareReal(Double(bitPattern: UInt64(bitPattern: input.integer()))) }
}

private func compareName(_ name: String) {
    let quoted = FMSQL.quoted(identifier: name)
    let (code, statement, _) = raw.prepare("SELECT 1 AS \(quoted)")
    expect(code == SQLITE_OK, "refused: \(quoted)")
    let found = sqlite3_column_name(statement.raw, 0).map { String(cString: $0) } ?? ""
    expect(Array(found.utf8) == Array(name.utf8), "the name \(name) is read as \(found)")
}

private func compareLiteral(_ value: FMValue) {
    let (code, statement, _) = raw.prepare("SELECT \(value.description)")
    expect(code == SQLITE_OK && sqlite3_step(statement.raw) == SQLITE_ROW, "refused: \(value)")
    let found = ValueCoding.value(sqlite3_column_value(statement.raw, 0))
    expect(found == value, "\(value) is read as \(found?.description ?? "nothing")")
}

private func compareReal(_ real: Double) {
    let (code, statement, _) = raw.prepare("SELECT \(FMValue.real(real).description)")
    expect(code == SQLITE_OK && sqlite3_step(statement.raw) == SQLITE_ROW, "refused: \(real)")
    if real.isNaN { return expect(sqlite3_column_type(statement.raw, 0) == SQLITE_NULL, "NaN") }
    expect(sqlite3_column_type(statement.raw, 0) == SQLITE_FLOAT, "\(real) is no real number")
    let found = sqlite3_column_double(statement.raw, 0)
    // SQLite reads 15 digits exactly.
    expect(
        found == real || abs(found - real) <= abs(real) * 1e-14 || abs(real) < 1e-300 || abs(real) > 1e300,
        "\(real): \(found)")
}

/// A path finds the value where the encoder has put it.
private func comparePath(_ names: [String]) {
    guard !names.contains(where: { $0.utf8.contains(UInt8(ascii: "\"")) }) else { return }
    let value: [String: JSONText] = names.dropLast().reversed().reduce([names.last ?? "": .value(.integer(7))]) {
        [$1: .object($0)]
    }
    guard case .text(let json)? = try? FMValue(encoding: value) else { return expect(false, "cannot be encoded") }
    let path = JSONPath.literal(names)
    let found = raw.value("SELECT json_extract(?, \(path.text))", [json])
    expect(found == "7", "\(path.text) finds \(found ?? "nothing") in \(json)")
}

// MARK: - Columns

/// The columns by name, against a search from the last to the first.
@Sendable func fuzzColumns(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let names = (0...input.number(below: 10)).map { _ in input.text().withoutNUL }
    let list = names.map { "1 AS " + FMSQL.quoted(identifier: $0) }.joined(separator: ", ")
    let (code, statement, _) = raw.prepare("SELECT \(list)")
    guard code == SQLITE_OK, let prepared = statement.raw else { return expect(false, "refused") }
    let columns = ColumnNames(of: prepared)
    expect(columns.names == names, "names")
    var last = columns.start
    for _ in 0..<24 {
        let place = input.number(below: names.count + 1)
        var name = place < names.count ? String(decoding: Array(names[place].utf8), as: UTF8.self) : input.text()
        if input.byte() & 1 == 1 { name = name.uppercased() }
        let expected = names.lastIndex { Array($0.foldedAsName.utf8) == Array(name.foldedAsName.utf8) } ?? -1
        expect(columns.index(name) == Int32(expected), "\(name) in \(names)")
        let found = columns.find(name, last: &last)
        let exact = names.lastIndex { Array($0.utf8) == Array(name.utf8) }.map { Int32($0) }
        expect(found == Int32(expected) || found == exact, "\(name) in \(names): \(found)")
        let any = names.lastIndex { Array($0.lowercased().utf8) == Array(name.lowercased().utf8) } ?? -1
        expect(columns.indexInAnyCase(name) == Int32(any), "in any case \(name) in \(names)")
    }
    let folded = names.map { Array($0.foldedAsName.utf8) }
    expect(columns.hasDoubled == (Set(folded).count < folded.count), "doubled")
}

// MARK: - Conditions

private struct Thing: FMModel, Codable {
    var name: String
    static let tableOptions = FMTableOptions()
}

private nonisolated(unsafe) let database: FMDatabase = {
    let database = FMDatabase(path: nil)
    expect(database.open(), "cannot open")
    return database
}()

/// Conditions on texts, against Swift; and texts of conditions, which must not get out of their parentheses.
@Sendable func fuzzConditions(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    guard input.number(below: 3) > 0 else { return compareFragment(input.allText()) }
    let part = input.text().withoutNUL
    let text = input.allText().withoutNUL
    let name = FMField<Thing, String>("name")
    for ignores in [false, true] {
        let fold = { (text: String) in Array((ignores ? text.foldedAsName : text).unicodeScalars) }
        let (whole, sought) = (fold(text), fold(part))
        let isIn = sought.isEmpty || whole.indices.contains { whole[$0...].starts(with: sought) }
        compare(name.contains(part, ignoringCase: ignores), text, isIn, "contains")
        compare(name.hasPrefix(part, ignoringCase: ignores), text, whole.starts(with: sought), "hasPrefix")
        compare(
            name.hasSuffix(part, ignoringCase: ignores), text, whole.reversed().starts(with: sought.reversed()),
            "hasSuffix")
        compare(name.isEqual(to: part, ignoringCase: ignores), text, whole == sought, "isEqual")
    }
}

private func compare(_ condition: FMWhere<Thing>, _ text: String, _ expected: Bool, _ verb: String) {
    do {
        let sql: FMSQL = "SELECT \(condition.sql) FROM (SELECT \(text) AS name) AS Thing"
        let found = try database.value(sql, as: Bool.self)
        expect(found == expected, "\(verb) in \(text): \(found), \(sql.text)")
    } catch {
        expect(false, "\(verb): \(error.message)")
    }
}

private func compareFragment(_ text: String) {
    let sql = FMSQL(raw: text)
    guard SQLFragment(text).error(in: .condition) == nil else { return }
    let whole = "SELECT 1 WHERE (" + sql.enclosable(in: .condition).text + ") OR :_marker_"
    let (code, statement, tail) = raw.prepare(whole)
    guard code == SQLITE_OK else { return }
    expect(tail == whole.utf8.count, "a condition ends the statement: \(text)")
    let isThere = sqlite3_bind_parameter_index(statement.raw, ":_marker_") > 0
    expect(isThere, "a condition takes in what is behind it: \(text)")
}
