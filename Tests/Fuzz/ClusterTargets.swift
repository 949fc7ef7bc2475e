import Foundation
import SQLite3

@testable import FMDBDqliteWire
@testable import FMDB
@testable import FMDBCluster

// MARK: - The protocol

/// The protocol of a cluster: any bytes are read to an end or refused, in whatever pieces they come, and a request is what was asked.
@Sendable func fuzzWire(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    switch input.byte() % 4 {
    case 0: fuzzFrames(&input)
    case 1: fuzzRows(&input)
    case 2: fuzzReply(&input)
    default: fuzzRequest(&input)
    }
}

/// All frames of a decoder, and how it ended.
private func frames(_ chunks: [[UInt8]]) -> (frames: [WireFrame], failure: WireError?, isWithin: Bool) {
    var decoder = FrameDecoder(limit: 256)
    var frames: [WireFrame] = []
    for chunk in chunks {
        decoder.add(chunk)
        do throws(WireError) {
            while let frame = try decoder.next() { frames.append(frame) }
        } catch {
            return (frames, error, false)
        }
    }
    return (frames, nil, decoder.isWithinFrame)
}

private func fuzzFrames(_ input: inout FuzzInput) {
    let size = 1 + input.number(below: 40)
    let all = Array(input.allText().utf8)
    let chunks = stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
    let (whole, parts) = (frames([all]), frames(chunks))
    expect(
        whole.frames.elementsEqual(parts.frames) { $0.type == $1.type && $0.body.elementsEqual($1.body) }, "the frames")
    expect(whole.failure == parts.failure && whole.isWithin == parts.isWithin, "the end of the frames")
    for frame in whole.frames { _ = try? WireReply(frame) }
}

/// A reply of raw bytes, most of which begin as replies do.
private func fuzzReply(_ input: inout FuzzInput) {
    let type = input.byte()
    var body: [UInt8] = []
    while !input.isAtEnd { body.append(input.byte()) }
    let frame = WireFrame(type: type % 16, body: body[...])
    guard let reply = try? WireReply(frame), case .rows(let rows) = reply else { return }
    for row in rows.rows { expect(row.count == rows.columns.count, "a row of \(row.count) values") }
}

private func value(_ input: inout FuzzInput) -> WireValue {
    switch input.byte() % 8 {
    case 0: .null
    case 1: .integer(input.integer())
    case 2: .real(Double(bitPattern: UInt64(bitPattern: input.integer())))
    case 3: .text(input.text().withoutNUL)
    case 4: .blob(input.bytes(input.number(below: 30)))
    case 5: .unixTime(input.integer())
    case 6: .iso8601(input.text().withoutNUL)
    default: .boolean(input.byte() % 2 == 0)
    }
}

/// NaN is not equal to itself.
private func isSame(_ one: WireValue, _ other: WireValue) -> Bool {
    if case .real(let one) = one, case .real(let other) = other { return one.bitPattern == other.bitPattern }
    return one == other
}

/// Rows that were written are read.
private func fuzzRows(_ input: inout FuzzInput) {
    let width = 1 + input.number(below: 40)
    let rows = (0..<input.number(below: 4)).map { _ in (0..<width).map { _ in value(&input) } }
    let isLast = input.byte() % 2 == 0
    var writer = WireWriter(type: 7)
    writer.add(word: UInt64(width))
    for column in 0..<width { try? writer.add(text: "c\(column)") }
    for row in rows {
        for pair in stride(from: 0, to: width, by: 2) {
            writer.add(byte: row[pair].type | (pair + 1 < width ? row[pair + 1].type << 4 : 0))
        }
        writer.pad()
        for value in row { try? writer.add(value) }
    }
    writer.add(word: isLast ? .max : 0xEEEE_EEEE_EEEE_EEEE)
    var decoder = FrameDecoder(limit: 1 << 20)
    decoder.add(writer.frame)
    guard let frame = try? decoder.next(), case .rows(let read)? = try? WireReply(frame) else {
        return expect(false, "rows that were written are refused")
    }
    expect(read.isLast == isLast && read.columns == (0..<width).map { "c\($0)" }, "the columns, or the end")
    expect(read.rows.elementsEqual(rows) { $0.elementsEqual($1, by: isSame) }, "the rows")
}

/// A request is read by the bytes' description in `distributed.md`, value for value.
private func fuzzRequest(_ input: inout FuzzInput) {
    let sql = input.text()
    let values = (0..<input.number(below: 260)).map { _ in value(&input) }
    guard let frame = try? WireRequest.executeSQL(sql, values).frame() else {
        return expect(sql.utf8.contains(0) || values.count > 255, "a request is refused")
    }
    expect(frame.count % 8 == 0 && frame[4] == 8, "the header")
    let length = frame[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    expect(length * 8 == frame.count - 8, "the length")
    var reader = WireReader(frame[8...])
    do {
        _ = try reader.word()
        expect(try reader.text() == sql, "the text")
        guard !values.isEmpty else { return try reader.finish() }
        expect(Int(try reader.byte()) == values.count, "the number of values")
        let types = try values.map { _ in try reader.byte() }
        for _ in 0..<((8 - (values.count + 1) % 8) % 8) { _ = try reader.byte() }
        for (type, value) in zip(types, values) {
            expect(isSame(try reader.value(ofType: type), value), "the value \(value)")
        }
        try reader.finish()
    } catch {
        expect(false, "a request cannot be read: \(error)")
    }
}

// MARK: - Statements

// SAFETY: libFuzzer runs one input after the other.
private nonisolated(unsafe) let tables = RawSQLite(
    "CREATE TABLE t (a, b); CREATE TABLE u (a); CREATE VIEW v AS SELECT a FROM t")

/// What a client of a cluster has to know of a statement: the numbers of its parameters, whether it only reads, and where it ends.
@Sendable func fuzzClusterStatements(_ bytes: [UInt8]) {
    let sql = String(decoding: bytes, as: UTF8.self).withoutNUL
    guard let statement = try? ClusterStatement.one(in: sql) else { return }
    // What is refused is not sent; some pragmas act when they are compiled.
    guard (try? StatementGuard(allowsReturning: true, allowsDateTypes: true).check(statement, asQuery: false)) != nil
    else { return }
    let (code, raw, _) = tables.prepare(statement.text)
    guard code == SQLITE_OK, let compiled = raw.raw else { return }
    let count = Int(sqlite3_bind_parameter_count(compiled))
    expect(statement.parameters.count == count, "\(statement.parameters.count) parameters, not \(count): \(sql)")
    let isReading = sqlite3_stmt_readonly(compiled) != 0 || sqlite3_stmt_isexplain(compiled) != 0
    expect(statement.kind != .query || isReading, "a query that writes: \(sql)")
    // Each name has the number that SQLite gives it.
    var values: [Int: String] = [:]
    for index in 0..<count {
        if let name = sqlite3_bind_parameter_name(compiled, Int32(index + 1)) { values[index] = String(cString: name) }
    }
    guard values.count == count, count > 0, values.values.allSatisfy({ !$0.hasPrefix("?") }) else { return }
    // A letter behind the prefix may combine with it.
    let names = values.mapValues { String($0.unicodeScalars.dropFirst()) }
    guard Set(names.values).count == count else { return }
    let arguments = FMArguments(Dictionary(uniqueKeysWithValues: names.map { ($1, $0) }))
    let numbered = try? statement.parameters.values(of: arguments, in: sql)
    expect(numbered == (0..<count).map { .integer(Int64($0)) }, "the numbers of \(names): \(sql)")
}
