import Foundation
import SQLite3

@testable import FMDB

private nonisolated(unsafe) let raw = RawSQLite("CREATE TABLE t (a, b)")

// MARK: - Parameters

/// Names of parameters: SQLite's own, looked up in any order; and dictionaries, against the binding by position.
@Sendable func fuzzParameters(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let spellings = (0..<input.number(below: 12)).map { _ in input.text().withoutNUL }
    let sql = "SELECT " + (spellings.isEmpty ? input.allText().withoutNUL : spellings.joined(separator: ","))
    let (code, statement, _) = raw.prepare(sql)
    guard code == SQLITE_OK, let prepared = statement.raw else { return }
    let count = Int(sqlite3_bind_parameter_count(prepared))
    let names = ParameterNames(of: prepared)
    let spelled = (0..<count).map { sqlite3_bind_parameter_name(prepared, Int32($0 + 1)).map { String(cString: $0) } }
    expect(names.parameters.map { $0?.spelling } == spelled.map { $0?.first == "?" ? nil : $0 }, "\(spelled)")
    guard names.areUnlike, count > 0 else { return }
    compareLookups(names, input)
    compareBinding(sql, prepared, spelled.compactMap { $0 })
}

private func compareLookups(_ names: ParameterNames, _ input: FuzzInput) {
    var input = input
    let named = names.parameters.compactMap { $0?.text }
    guard !named.isEmpty else { return }
    let round = names.beginRound()
    var noted: Set<Int> = []
    for turn in 0..<(2 * named.count) {
        let place = input.number(below: named.count + 1)
        // A text of its own, not the storage that is known.
        let name = place < named.count ? String(decoding: Array(named[place].utf8), as: UTF8.self) : input.text()
        let found = names.find(name, turn: turn % named.count)
        expect(
            found == named.firstIndex { Array($0.utf8) == Array(name.utf8) }, "\(named) has \(name) at \(found ?? -1)")
        if let found { expect(names.assign(found, in: round) == noted.insert(found).inserted, "a value given twice") }
    }
}

private func compareBinding(_ sql: String, _ prepared: OpaquePointer, _ spelled: [String]) {
    var values = FMArguments()
    for (index, name) in spelled.enumerated() {
        sqlite3_bind_int64(prepared, Int32(index + 1), Int64(index))
        values.set(index, for: String(String.UnicodeScalarView(name.unicodeScalars.dropFirst())))
    }
    guard sqlite3_step(prepared) == SQLITE_ROW else { return }
    let expected = (0..<sqlite3_column_count(prepared)).map { sqlite3_column_int64(prepared, $0) }
    do {
        let rows = try database.query(FMSQL(raw: sql, arguments: values))
        defer { rows.close() }
        guard let row = try rows.nextRow() else { return expect(false, "no row: \(sql)") }
        expect(expected == (0..<rows.columnCount).map { rows.longLongInt(forColumnIndex: $0) }, "values of \(sql)")
        expect(row.columnCount == expected.count, "columns")
    } catch {
        // The reference does not care what is behind the statement.
        expect(error.message.contains("more than one statement"), "refused: \(sql) \(error.message)")
    }
}

private nonisolated(unsafe) let database: FMDatabase = {
    let database = FMDatabase(path: nil)
    database.logsErrors = false
    expect(database.open(), "cannot open")
    expect(database.executeStatements("CREATE TABLE t (a, b)"), "no table")
    database.statementCacheCapacity = 4
    return database
}()

// MARK: - Lists

private enum Piece {
    case text(String)
    case list(Int)

    /// Parts of a text in which parentheses, quotes and comments are whole.
    static let all: [Piece] =
        [
            "SELECT 1 WHERE ", "a ", " IN ", " NOT IN ", "(", ")", ",", "1", "'x,('", "\"a\"", "-- c(\n", "/* ( */",
            "(1,2)", "coalesce", "VALUES ", " AND ", " OR ", "SELECT ", " FROM t ", "IN(", " ", "[a]", "`b`", ".5",
            "abs(",
            " WHERE ", " in (", "(a,b)", "NULL", " BETWEEN ", "/**/", "t.a", "CASE WHEN ", " THEN 1 END",
        ].map { .text($0) } + [.list(0), .list(1), .list(2), .list(3)]

    var isBlank: Bool {
        guard case .text(let text) = self else { return false }
        return text.allSatisfy(\.isWhitespace) || text.hasPrefix("--") || text.hasPrefix("/*")
    }

    var text: String { if case .text(let text) = self { text.trimmingCharacters(in: .whitespaces) } else { "" } }
}

/// Interpolated lists: what SQLite accepts with parentheses, or within those of `IN`, it must accept as it is expanded.
@Sendable func fuzzLists(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    if input.number(below: 4) == 0 { return fuzzListInText(input) }
    var pieces: [Piece] = []
    while !input.isAtEnd, pieces.count < 40 { pieces.append(Piece.all[input.number(below: Piece.all.count)]) }
    let sql = expanded(pieces)
    let lists = pieces.indices.filter { if case .list = pieces[$0] { true } else { false } }
    let count = pieces.reduce(0) { if case .list(let count) = $1 { $0 + count } else { $0 } }
    expect(sql.arguments.positional.count == count, "number of values")
    expect(sql.text.utf8.count { $0 == UInt8(ascii: "?") } == count, "number of places")
    guard lists.count == 1, let place = lists.first, case .list(let length) = pieces[place] else { return }
    let values = Array(repeating: "?", count: max(1, length)).joined(separator: ",")
    let text = { (list: String) in pieces.map { if case .text(let text) = $0 { text } else { list } }.joined() }
    let isAccepted = raw.accepts(sql.text)
    expect(isAccepted || length == 0 || !raw.accepts(text("(" + values + ")")), "as a list: \(sql.text)")
    guard isElement(pieces, place) else { return }
    expect(isAccepted || !raw.accepts(text(values)), "as elements: \(sql.text)")
}

private func expanded(_ pieces: [Piece]) -> FMSQL {
    var whole = FMSQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    for piece in pieces {
        switch piece {
        case .text(let text): whole.appendLiteral(text)
        case .list(let count): whole.appendInterpolation(Array(1..<count + 1))
        }
    }
    return FMSQL(stringInterpolation: whole)
}

/// Whether a list is an element between the parentheses of `IN`, as the pieces tell.
private func isElement(_ pieces: [Piece], _ place: Int) -> Bool {
    var isIn: [Bool] = []
    var previous = ""
    for piece in pieces[..<place] where !piece.isBlank {
        let text = piece.text
        if text.hasSuffix("("), text != "(1,2)" {
            isIn.append(text.lowercased().hasPrefix("in") || previous.hasSuffix("IN"))
        }
        if text == ")", isIn.popLast() == nil { return false }
        previous = text
    }
    let next = pieces[(place + 1)...].first { !$0.isBlank }?.text
    return isIn.last == true && (previous == "," || previous.hasSuffix("(")) && (next == "," || next == ")")
}

/// Any text before and behind a list: it stays what it is, but for the parentheses of the list.
private func fuzzListInText(_ input: FuzzInput) {
    var input = input
    let (before, behind) = (input.text(), input.allText())
    var whole = FMSQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    whole.appendLiteral(before)
    whole.appendInterpolation([1, 2])
    whole.appendLiteral(behind)
    let text = FMSQL(stringInterpolation: whole).text
    let possible = [before + "(?,?)" + behind, before + "?,?" + behind].map { Array($0.utf8) }
    expect(possible.contains(Array(text.utf8)), "\(text) of \(before) and \(behind)")
}

// MARK: - Parts

/// Parts put together: the texts and the values stand one behind the other, of equal names the last counts.
@Sendable func fuzzJoining(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    var parts: [FMSQL] = []
    for _ in 0..<input.number(below: 9) {
        let text = input.text()
        var arguments = FMArguments()
        for _ in 0..<input.number(below: 4) {
            if input.byte() & 1 == 0 {
                arguments.append(Int(input.byte()))
            } else {
                arguments.set(Int(input.byte()), for: input.text())
            }
        }
        parts.append(FMSQL(raw: text, arguments: arguments))
    }
    let separator = FMSQL(raw: input.text(), arguments: input.byte() & 1 == 0 ? [] : [-1])
    let joined = parts.joined(separator: separator)
    let added = parts.enumerated().reduce(FMSQL(raw: "")) { $0 + ($1.offset > 0 ? separator : "") + $1.element }
    expect(joined.text == parts.map(\.text).joined(separator: separator.text) && added.text == joined.text, "text")
    let values = Array(parts.map(\.arguments.positional).joined(separator: separator.arguments.positional))
    expect(joined.arguments.positional == values && added.arguments.positional == values, "values by position")
    var named: [ExactText: FMValue] = [:]
    for pair in parts.flatMap(\.arguments.pairs) { named[ExactText(pair.name)] = pair.value }
    expect(joined.arguments.named == named && added.arguments.named == named, "values by name")
}

// MARK: - Formats

/// FMDB's format strings, against a reader that goes character by character.
@Sendable func fuzzFormat(_ bytes: [UInt8]) {
    let format = String(decoding: bytes, as: UTF8.self).withoutNUL
    let values: [Any?] = [1, "a", nil, 2.5, 7, 8, 9, 10]
    let expected = reference(format, values)
    do {
        let (sql, bound) = try FormatString.parse(format, values)
        expect(expected?.sql == sql, "\(sql) instead of \(expected?.sql ?? "an error")")
        expect(expected?.count == bound.count, "\(bound.count) values")
        guard !format.contains(where: { "?:@$#".contains($0) }) || format.allSatisfy({ !"?:$#".contains($0) }) else {
            return
        }
        let (code, statement, _) = raw.prepare(sql)
        guard code == SQLITE_OK, statement.raw != nil, !format.contains(";"), !sql.contains("@") else { return }
        expect(Int(sqlite3_bind_parameter_count(statement.raw)) == bound.count, "places of \(sql)")
    } catch {
        // A number is wanted where the value is a text, or there are too few values.
        expect(expected == nil, "refused: \(error.message)")
    }
}

private let conversions: Set<String> = [
    "@", "c", "s", "d", "D", "i", "u", "U", "f", "g", "ld", "lu", "li", "lf", "lld", "llu", "lli", "hi", "hu", "hd",
    "qi",
    "qu", "qd",
]

/// - Returns: nil where the format is to be refused.
private func reference(_ format: String, _ values: [Any?]) -> (sql: String, count: Int)? {
    var rest = Substring(format).unicodeScalars
    var (sql, count, used) = (String.UnicodeScalarView(), 0, 0)
    func take(_ number: Int) {
        sql.append(contentsOf: rest.prefix(number))
        rest = rest.dropFirst(number)
    }
    func takeQuoted(_ start: Int, _ end: String) {
        take(start)
        while !rest.isEmpty, !rest.starts(with: end.unicodeScalars) { take(1) }
        take(end.unicodeScalars.count)
    }
    while let scalar = rest.first {
        switch scalar {
        case "'", "\"", "`": takeQuoted(1, String(scalar))
        case "[": takeQuoted(1, "]")
        case "-" where rest.starts(with: "--".unicodeScalars): takeQuoted(1, "\n")
        case "/" where rest.starts(with: "/*".unicodeScalars): takeQuoted(2, "*/")
        case "%":
            rest = rest.dropFirst()
            let found = (1...3).reversed().map { String(Substring(rest.prefix($0))) }.first { conversions.contains($0) }
            guard let found else {
                if rest.first == "%" { take(1) }
                continue
            }
            rest = rest.dropFirst(found.unicodeScalars.count)
            guard used < values.count else { return nil }
            let value = values[used]
            used += 1
            sql.append(contentsOf: (value == nil ? "NULL" : "?").unicodeScalars)
            if value != nil { count += 1 }
            if value is String, !["@", "s", "c"].contains(found) { return nil }
        default: take(1)
        }
    }
    return (String(sql), count)
}
