import SQLite3

@testable import FMDB

private nonisolated(unsafe) let raw = RawSQLite(
    "CREATE TABLE t (a, b, c); CREATE TABLE u (a INTEGER PRIMARY KEY, b TEXT); CREATE VIEW v AS SELECT a FROM t",
    asks: true)

/// The tokens of any text: each alone against the one that SQLite complains of, all together against the same tokens apart.
@Sendable func fuzzTokens(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let separator = [" ", "\n", "/**/", " -- c\n", " \u{FEFF}", " \u{0B}"][input.number(below: 6)]
    let text = input.allText().withoutNUL
    guard !isOfNewerSQLite(text) else { return }
    let tokens = SQLToken.flat(text)
    compareEach(tokens, text)
    compareApart(tokens, text, separator)
    compareEnd(tokens, text)
    compareCompleteness(tokens, text)
}

/// In numbers `_` is new in 3.46; before, it begins a name behind a hexadecimal one, and ends any other.
private func isOfNewerSQLite(_ text: String) -> Bool {
    SQLToken.flat(text).contains { token in
        guard token.kind == .number else { return false }
        let isHexadecimal = token.text.foldedAsName.hasPrefix("0x")
        return sqlite3_libversion_number() < 3_046_000 ? token.text.contains("_") : isHexadecimal
    }
}

// MARK: - Each token

/// Behind `SAVEPOINT name` SQLite expects nothing, so it complains of whatever token is next.
private func compareEach(_ tokens: [SQLToken], _ text: String) {
    let start = "SAVEPOINT [s]"
    var place = 0
    for index in 0...tokens.count {
        let token = index < tokens.count ? tokens[index] : nil
        let (code, _, _) = raw.prepare(start + String(decoding: text.utf8.dropFirst(place), as: UTF8.self))
        let found = code == SQLITE_OK ? nil : complaint()
        let expected = token.flatMap { $0.kind == .semicolon ? nil : $0 }
        expect(found?.text == expected?.text, "\(expected?.text ?? "the end"), SQLite: \(found?.text ?? "the end")")
        guard let token, let expected, let found else {
            if token == nil { return }
            place = token?.range.upperBound ?? place
            continue
        }
        expect(Int(sqlite3_error_offset(raw.handle)) - start.utf8.count + place == token.range.lowerBound, "place")
        expect(
            found.isLegal == expected.isLegal, "legal: \(expected.isLegal), SQLite: \(found.isLegal) \(expected.text)")
        place = token.range.upperBound
    }
}

/// The token that SQLite does not expect, or does not know.
private func complaint() -> (text: String, isLegal: Bool)? {
    let message = String(cString: sqlite3_errmsg(raw.handle))
    for (start, end, isLegal) in [("near \"", "\": syntax error", true), ("unrecognized token: \"", "\"", false)] {
        guard message.utf8.starts(with: start.utf8) else { continue }
        let text = message.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        return (String(Substring(text)), isLegal)
    }
    return nil
}

// MARK: - All tokens

/// What SQLite makes of a text: what it says, the names of parameters, and the program that it compiles.
private struct Compiled: Equatable {
    let code: Int32
    let message: String
    var parameters: [String?] = []
    var columns = 0
    var program: [[String?]]?

    init(_ sql: String) {
        let statement: RawStatement
        (code, statement, _) = raw.prepare(sql)
        message = String(cString: sqlite3_errmsg(raw.handle))
        guard let compiled = statement.raw else { return }
        parameters = (0..<sqlite3_bind_parameter_count(compiled)).map {
            sqlite3_bind_parameter_name(compiled, $0 + 1).map { String(cString: $0) }
        }
        columns = Int(sqlite3_column_count(compiled))
        // Not the texts in it: a table is made by the text of its statement.
        program = raw.rows("EXPLAIN " + sql)?.map { Array($0[0...4]) }
    }
}

private func compareApart(_ tokens: [SQLToken], _ text: String, _ separator: String) {
    // Behind white space a vertical tab is some, and an open parenthesis of a name takes in a comment.
    guard !tokens.contains(where: { $0.text == "\u{0B}" || $0.kind == .variable && !$0.isLegal }) else { return }
    let apart = tokens.map(\.text).joined(separator: separator)
    let (one, other) = (Compiled(text), Compiled(apart))
    expect(one == other, "\(text) and \(apart): \(one) and \(other)")
}

// MARK: - Ends

/// A statement ends behind its first semicolon; a trigger behind a later one.
private func compareEnd(_ tokens: [SQLToken], _ text: String) {
    let (code, statement, tail) = raw.prepare(text)
    guard code == SQLITE_OK, statement.raw != nil else { return }
    let first = SQLToken.firstStatement(of: text)
    guard let last = first.last else { return expect(false, "no statement: \(text)") }
    let ends = tokens.filter { $0.kind == .semicolon && $0.range.lowerBound >= last.range.upperBound }
        .map(\.range.upperBound)
    if first.prefix(6).contains(where: { $0.keyword == "TRIGGER" }) {
        expect(tail == text.utf8.count || ends.contains(tail), "the end of a trigger: \(tail), \(ends)")
    } else {
        expect(tail == ends.first ?? text.utf8.count, "the end: \(tail), \(ends)")
    }
}

/// `sqlite3_complete` knows neither Tcl's parameters nor byte order marks, and refuses each vertical tab.
private func compareCompleteness(_ tokens: [SQLToken], _ text: String) {
    guard !text.utf8.contains(0x0B), !text.unicodeScalars.contains("\u{FEFF}"),
        !text.foldedAsName.contains("trigger"),
        !tokens.contains(where: { $0.kind == .variable && $0.utf8.contains(UInt8(ascii: "(")) })
    else { return }
    let isCut = text.withSQLScanner { scanner in
        while let token = scanner.next() { if token.form == .unclosed { return true } }
        return false
    }
    let isComplete = !isCut && tokens.last?.kind == .semicolon
    expect(isComplete == (sqlite3_complete(text) != 0), "complete: \(isComplete), \(text)")
}
