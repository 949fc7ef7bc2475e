import Foundation
import SQLite3

@testable import FMDB
@testable import FMDBCommand

private nonisolated(unsafe) let raw = RawSQLite("CREATE TABLE n (v NUMERIC); INSERT INTO n VALUES (0)")

private nonisolated(unsafe) let database: FMDatabase = {
    let database = FMDatabase(path: nil)
    database.logsErrors = false
    expect(database.open(), "cannot open")
    return database
}()

// MARK: - Numbers and types

/// Numbers of fields, and the types of imported columns, against what SQLite makes of the same texts.
@Sendable func fuzzCells(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    if input.byte() & 1 == 0 { return compareNumber(input.bytes(bytes.count)) }
    var options = DelimitedReader.Options()
    options.delimiter = UInt8(ascii: ",")
    var importOptions = Importer.Options(table: "t")
    let choices = input.byte()
    options.hasHeader = choices & 1 == 0
    importOptions.isAllText = choices & 14 == 14
    importOptions.isStrict = choices & 48 == 48
    importOptions.null = choices & 64 == 64 ? Array("-".utf8) : nil
    memoryFile.bytes = input.bytes(bytes.count)
    compareImport(options, importOptions)
}

private func compareNumber(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let pattern = /-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?/
    let isDecimal = bytes.allSatisfy { $0 < 0x80 } && text.wholeMatch(of: pattern) != nil
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
    let hasZeros = text.drop { $0 == "-" }.wholeMatch(of: /0[0-9].*|0/) != nil && text != "0"
    let exact = isDecimal ? strtod(text, nil) : .nan
    let significant = digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
    let found = bytes.withUnsafeBytes { NumberText($0) }
    switch found {
    case .integer(let integer): return expect(Array(String(integer).utf8) == bytes, "\(text) is \(integer)")
    case .real(let real):
        return expect(isDecimal && !hasZeros && real == exact && significant <= 17, "\(text) is \(real)")
    case .rounded(let real):
        let isSmall = real.magnitude < .leastNormalMagnitude
        expect(isDecimal && !hasZeros && real == exact && (significant > 15 || isSmall), "\(text) is about \(real)")
    case .none:
        let isWhole = text.allSatisfy { $0 == "-" || $0.isNumber }
        expect(!isDecimal || hasZeros || !exact.isFinite || isWhole && Int64(text) == nil, "\(text) is no number")
    }
    expect(raw.rows("UPDATE n SET v = ?", bytes) != nil, "no update")
    let type = raw.value("SELECT typeof(v) FROM n")
    let isChanged = bytes.withUnsafeBytes { NumberText.wouldChange($0) }
    expect(isChanged == (type != "text"), "\(bytes) would change: \(isChanged), but SQLite makes \(type ?? "nothing")")
}

/// Each good record becomes a row that says the same, or it is set aside.
private func compareImport(_ options: DelimitedReader.Options, _ importOptions: Importer.Options) {
    let file = ReadFile { try DelimitedReader(try memoryFile.buffer(4096), options) }
    let rejected = RejectedRecords(path: "/dev/null", head: [], limit: nil)
    defer { for sql in ["ROLLBACK", "DROP TABLE IF EXISTS t"] { sqlite3_exec(database.handle, sql, nil, nil, nil) } }
    let report: ImportReport
    do {
        let reader = try DelimitedReader(try memoryFile.buffer(4096), options)
        report = try Importer(database, reader, importOptions, rejected, Progress("", isQuiet: true)).run()
    } catch {
        expect(sqlite3_get_autocommit(database.handle) != 0, "a transaction is left open")
        return expect(
            (try? database.tableSchema("t")) == .some(.none), "a table is left after \(ToolError(error).message)")
    }
    let reasons = Dictionary(report.problems.map { ($0.line, $0.reason) }, uniquingKeysWith: { one, _ in one })
    let good = file.records.filter { reasons[$0.line] == nil }
    expect(good.allSatisfy { $0.problem == nil }, "a bad line is imported: \(good)")
    expect(good.count == report.rows, "\(report.rows) rows of \(good.count) records")
    var index = 0
    do {
        try database.forEachRow("SELECT * FROM t ORDER BY rowid") { row in
            for (place, field) in good[index].fields.enumerated() {
                let type = report.columns[file.columns[place]] ?? ""
                let value = try row.borrowed(at: place)
                let isSame = says(value, field, type, importOptions.null)
                expect(isSame, "\(field) in a column \(type) is \(value)")
            }
            index += 1
        }
    } catch {
        expect(false, "no rows: \(error)")
    }
    expect(index == good.count, "\(index) rows of \(good.count)")
}

private func says(_ value: BorrowedValue, _ field: ReadField, _ type: String, _ null: [UInt8]?) -> Bool {
    let text = String(decoding: field.bytes, as: UTF8.self)
    // Bytes, infinities, and texts that are not UTF-8.
    if field.kind == .plain, field.bytes.withUnsafeBytes({ Notation(plain: $0) }) != nil { return true }
    switch value {
    case .null: return field.kind == .plain && field.bytes == null || field.bytes.isEmpty
    case .integer(let integer): return String(integer) == text
    case .real(let real):
        let isInteger = text.allSatisfy { $0 == "-" || $0.isNumber }
        return type == "REAL" && strtod(text, nil) == real && (!isInteger || Int64(exactly: real) == Int64(text))
    case .text(let bytes): return bytes.elementsEqual(field.bytes)
    case .blob: return false
    }
}

// MARK: - Export

/// A value of a table, as it is drawn.
private enum DrawnValue {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
}

/// What is exported is read again: the same values, the same NULLs, the same names.
@Sendable func fuzzExports(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let format = [OutputFormat.csv, .tsv, .json, .ndjson][input.number(below: 4)]
    let null = ["", "NULL", "\\N", "1", "1.0", "x''"][input.number(below: 6)]
    let hasHeader = input.byte() & 3 != 0
    let width = 1 + input.number(below: 4)
    let names = distinct(
        (0..<width).map { index in
            let name = input.text().withoutNUL.trimmingCharacters(in: .whitespaces)
            return name.isEmpty ? "c\(index + 1)" : name
        })
    var rows: [[DrawnValue]] = []
    repeat { rows.append((0..<width).map { _ in drawn(&input) }) } while !input.isAtEnd && rows.count < 8
    let isArray = format == .json
    do {
        try fill(names, rows)
        memoryFile.bytes = []
        let sink = ByteSink(memoryFile.descriptor, name: "the file")
        let writer = format.writer(to: sink, hasHeader: hasHeader, null: null)
        try QueryRun(db: database, isWritable: true).run("SELECT * FROM e", to: writer)
        try sink.flush()
    } catch {
        return expect(false, "not exported: \(ToolError(error).message)")
    }
    let written = memoryFile.bytes
    let shown = String(decoding: written, as: UTF8.self)
    let file = readBack(format, hasHeader: hasHeader)
    expect(file.failure == nil, "\(shown): \(file.failure ?? "")")
    expect(file.records.count == rows.count, "\(file.records) instead of \(rows)")
    let isJSON = isArray || format == .ndjson
    expect(file.columns == names || !isJSON && !hasHeader, "\(file.columns) instead of \(names)")
    if isArray { expect(raw.value("SELECT json_valid(?)", written) == "1", "no JSON: \(shown)") }
    for (record, row) in zip(file.records, rows) {
        expect(record.problem == nil && record.fields.count == width, "\(record) instead of \(row)")
        for (field, value) in zip(record.fields, row) {
            let isSame = isJSON ? isSameJSON(field, value) : isSameText(field, value, null, isAlone: width == 1)
            expect(isSame, "\(field) instead of \(value) in \(shown)")
        }
    }
}

private func readBack(_ format: OutputFormat, hasHeader: Bool) -> ReadFile {
    ReadFile {
        if format == .json || format == .ndjson {
            return JSONReader(try memoryFile.buffer(4096, encoding: nil), columns: nil, maximumSize: 1 << 20)
        }
        var options = DelimitedReader.Options()
        options.delimiter = format == .tsv ? 9 : nil
        options.hasHeader = hasHeader
        return try DelimitedReader(try memoryFile.buffer(4096, encoding: nil), options)
    }
}

private func drawn(_ input: inout FuzzInput) -> DrawnValue {
    switch input.number(below: 8) {
    case 0: return .null
    case 1: return .integer(input.integer())
    case 2: return .integer(Int64(input.byte()))
    case 3:
        let real = Double(bitPattern: UInt64(bitPattern: input.integer()))
        return real.isNaN ? .null : .real(real)
    case 4: return .blob(input.bytes(Int(input.byte())))
    default: return .text(input.bytes(Int(input.byte())))
    }
}

private func fill(_ names: [String], _ rows: [[DrawnValue]]) throws {
    let list = names.map(FMSQL.quoted(identifier:)).joined(separator: ", ")
    try database.execute("DROP TABLE IF EXISTS e")
    try database.execute(FMSQL(raw: "CREATE TABLE e (\(list))"))
    var statement: OpaquePointer?
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    sqlite3_prepare_v2(database.handle, "INSERT INTO e VALUES (\(marks))", -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    for row in rows {
        for (index, value) in row.enumerated() {
            let place = Int32(index + 1)
            switch value {
            case .null: sqlite3_bind_null(statement, place)
            case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
            case .real(let real): sqlite3_bind_double(statement, place, real)
            case .text(let bytes):
                (bytes + [0]).withUnsafeBufferPointer { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { text in
                        _ = sqlite3_bind_text(statement, place, text.baseAddress, Int32(text.count - 1), transient)
                    }
                }
            case .blob(let bytes): sqlite3_bind_blob(statement, place, bytes + [0], Int32(bytes.count), transient)
            }
        }
        expect(sqlite3_step(statement) == SQLITE_DONE, "no row")
        sqlite3_reset(statement)
    }
}

private func isSameText(_ field: ReadField, _ value: DrawnValue, _ null: String, isAlone: Bool) -> Bool {
    let text = String(decoding: field.bytes, as: UTF8.self)
    let isNull = field.kind == .plain && text == null
    switch value {
    case .null: return isNull || isAlone && null.isEmpty && field.bytes.isEmpty
    case .integer(let integer): return text == String(integer) && !isNull
    case .real(let real): return strtod(text, nil) == real && !isNull
    case .text(let bytes):
        let digits = bytes.map { String(format: "%02x", $0) }.joined()
        return field.bytes == bytes && !isNull || field.kind == .plain && text == "CAST(x'\(digits)' AS TEXT)"
    case .blob(let bytes): return text == "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'" && !isNull
    }
}

private func isSameJSON(_ field: ReadField, _ value: DrawnValue) -> Bool {
    let text = String(decoding: field.bytes, as: UTF8.self)
    switch value {
    case .null: return field.kind == .null
    case .integer(let integer): return field.kind == .number && text == String(integer)
    case .real(let real):
        return field.kind == .number && strtod(text, nil) == real
    case .text(let bytes):
        guard bytes.withUnsafeBytes(isUTF8) else {
            return field.kind == .nested && text == "{\"base64text\":\"\(Data(bytes).base64EncodedString())\"}"
        }
        return field.kind == .text && field.bytes == bytes
    case .blob(let bytes):
        return field.kind == .nested && text == "{\"base64\":\"\(Data(bytes).base64EncodedString())\"}"
    }
}

// MARK: - The shell

/// Statements of the shell, however the lines come, against `sqlite3_complete` at each semicolon.
@Sendable func fuzzShell(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self).withoutNUL
    // To the compiler a semicolon may stand in the name of a parameter, to `sqlite3_complete` it may not.
    let isOfTcl = SQLToken.flat(text).contains { $0.kind == .variable && $0.utf8.contains(UInt8(ascii: "(")) }
    guard !isOfTcl else { return }
    let (whole, rest) = statements([text])
    let lines = text.split(separator: "\n" as Unicode.Scalar, in: text)
    let (single, singleRest) = statements(lines)
    expect(single == whole && rest == singleRest, "\(single), \(singleRest ?? "") instead of \(whole), \(rest ?? "")")
    let expected = slowStatements(Array(text.utf8) + [10])
    expect(whole == expected.statements, "\(whole) instead of \(expected.statements)")
    let hasComment = expected.rest.contains("/*")
    expect(
        rest.map(withoutLead) == expected.rest || rest == nil && expected.rest.isEmpty || hasComment,
        "rest \(rest ?? "")")
    for statement in whole {
        let (code, compiled, tail) = raw.prepare(statement)
        guard code == SQLITE_OK, compiled.raw != nil else { continue }
        expect(
            withoutLead(String(decoding: statement.utf8.dropFirst(tail), as: UTF8.self)).isEmpty, "two: \(statement)")
    }
}

extension String {
    fileprivate func split(separator: Unicode.Scalar, in text: String) -> [String] {
        text.utf8.split(separator: UInt8(separator.value), omittingEmptySubsequences: false).map { String($0) ?? "" }
    }
}

private func statements(_ lines: [String]) -> (statements: [String], rest: String?) {
    var reader = StatementReader()
    var found: [String] = []
    for line in lines {
        reader.add(line)
        while let statement = reader.next() { found.append(withoutLead(statement)) }
    }
    return (found, reader.rest().map(withoutLead))
}

private func slowStatements(_ bytes: [UInt8]) -> (statements: [String], rest: String) {
    var (found, start) = ([String](), 0)
    for index in bytes.indices where bytes[index] == UInt8(ascii: ";") {
        let text = String(decoding: bytes[start...index], as: UTF8.self)
        guard sqlite3_complete(text) != 0, !withoutLead(text).isEmpty else { continue }
        found.append(withoutLead(text))
        start = index + 1
    }
    return (found, withoutLead(String(decoding: bytes[start...], as: UTF8.self)))
}

/// Without the blanks, comments and semicolons before a statement.
private func withoutLead(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
        if byte == 32 || 9...13 ~= byte && byte != 11 {
            // Behind a blank a vertical tab is one, too.
            rest = rest.drop { $0 == 32 || 9...13 ~= $0 }
        } else if byte == UInt8(ascii: ";") {
            rest = rest.dropFirst()
        } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            rest = rest.dropFirst(3)
        } else if rest.starts(with: [0x2D, 0x2D]) {
            rest = rest.drop { $0 != 10 }
        } else if rest.starts(with: [0x2F, 0x2A]) {
            var end = rest.startIndex + 2
            while end + 1 < rest.endIndex, rest[end] != 0x2A || rest[end + 1] != 0x2F { end += 1 }
            rest = rest.dropFirst(end + 2 - rest.startIndex)
        } else {
            break
        }
    }
    return String(decoding: rest, as: UTF8.self)
}
