import Foundation
import SQLite3

@testable import FMDB

/// The size of the pages: an input has room for one of them.
private let pageSize = 512

/// A database with the tables `t (a, b, c, d)` and `w (a PRIMARY KEY, b, c, d) WITHOUT ROWID`, whose roots are the pages 2 and 3.
private let sample: [UInt8] = {
    let raw = RawSQLite(
        """
        PRAGMA page_size = \(pageSize); CREATE TABLE t (a, b, c, d);
        CREATE TABLE w (a PRIMARY KEY, b, c, d) WITHOUT ROWID; INSERT INTO t (a) VALUES (1)
        """)
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(raw.handle, "main", &size, 0) else { fatalError("no bytes") }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
}()

/// Pages, logs and journals of any bytes.
@Sendable func fuzzPages(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    switch input.byte() % 4 {
    case 0: fuzzLog(&input)
    case 1: fuzzFiles(&input)
    default: fuzzPage(&input)
    }
}

// MARK: - One page

/// A page as the root of a table, and what is left of the input on a page behind it.
private func fuzzPage(_ input: inout FuzzInput) {
    let root = input.byte() & 3 == 0 ? 3 : 2
    var file = sample
    var content = input.bytes(pageSize)
    // A page of which few bytes are given is one of SQLite's with these in some places.
    if content.count < pageSize { content = edited(Array(file[(root - 1) * pageSize..<root * pageSize]), content) }
    var rest = [0, 0, 0, 0] + input.bytes(pageSize - 4)
    rest += [UInt8](repeating: 0, count: pageSize - rest.count)
    file.replaceSubrange((root - 1) * pageSize..<root * pageSize, with: content)
    file += rest
    file[31] = UInt8(file.count / pageSize)
    guard let header = DatabaseHeader(file) else { return expect(false, "the header of SQLite is refused") }
    let pages = DatabasePages(FileBytes(file), header: header)
    guard let page = pages.tree(UInt32(root)) else { return }
    let records = page.cells.map { cell -> StoredRecord? in
        let end = cell.start + cell.length
        expect(cell.start >= 0 && end <= pageSize && cell.local.upperBound <= end, "cell \(cell.start) to \(end)")
        let payload = pages.payload(of: cell, on: content)
        expect(payload.bytes.count <= payload.length, "too many bytes")
        return StoredRecord(payload)
    }
    expect(
        page.cells.count <= page.cellCount && page.soundness == .broken || page.cells.count == page.cellCount, "cells")
    if page.kind == .tableLeaf, root == 2, page.soundness == .broken {
        expect(!isRight(file), "SQLite finds nothing wrong with the page")
    }
    guard page.soundness == .exact, page.kind == .tableLeaf, root == 2, records.allSatisfy({ $0?.isWhole ?? false }),
        records.allSatisfy({ isComparable($0) })
    else { return }
    compare(page, records.compactMap { $0 }, file)
}

/// Whether SQLite makes the same of it: it takes texts up to a NUL where they become Strings here.
private func isComparable(_ record: StoredRecord?) -> Bool {
    record?.values.allSatisfy { value in
        if case .real(let real) = value { !real.isNaN } else { true }
    } ?? false
}

/// Pairs of a place and a byte.
private func edited(_ page: [UInt8], _ edits: [UInt8]) -> [UInt8] {
    var page = page
    for place in stride(from: 0, to: edits.count - 2, by: 3) {
        page[(Int(edits[place]) << 8 | Int(edits[place + 1])) % page.count] = edits[place + 2]
    }
    return page
}

/// A connection to a database of these bytes.
private func connection(_ file: [UInt8]) -> RawSQLite {
    let raw = RawSQLite()
    guard let memory = sqlite3_malloc64(UInt64(file.count)) else { fatalError("no memory") }
    let start = memory.assumingMemoryBound(to: UInt8.self)
    start.update(from: file, count: file.count)
    let size = Int64(file.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE)
    expect(sqlite3_deserialize(raw.handle, "main", start, size, size, flags) == SQLITE_OK, "not deserialized")
    return raw
}

/// Whether SQLite finds nothing wrong but that the last page is not used.
private func isRight(_ file: [UInt8]) -> Bool {
    let found = connection(file).rows("PRAGMA quick_check")?.compactMap { $0.first ?? nil } ?? []
    return !found.isEmpty
        && found.allSatisfy { $0 == "ok" || $0.split(separator: "\n").allSatisfy { $0.contains("never used") } }
}

/// SQLite reads the same rows.
private func compare(_ page: BTreePage, _ records: [StoredRecord], _ file: [UInt8]) {
    let raw = connection(file)
    let (code, statement, _) = raw.prepare("SELECT rowid, a, b, c, d FROM t")
    expect(code == SQLITE_OK, "the schema is not read")
    for (cell, record) in zip(page.cells, records) {
        guard sqlite3_step(statement.raw) == SQLITE_ROW else { return expect(false, "SQLite has no row \(cell.rowID)") }
        expect(sqlite3_column_int64(statement.raw, 0) == cell.rowID, "rowid \(cell.rowID)")
        for column in 0..<4 {
            let found = value(statement.raw, Int32(column + 1))
            let expected = column < record.values.count ? record.values[column] : .null
            expect(found == expected, "column \(column): \(expected) instead of \(found)")
        }
    }
    expect(sqlite3_step(statement.raw) == SQLITE_DONE, "SQLite has more rows")
}

private func value(_ statement: OpaquePointer?, _ column: Int32) -> StoredValue {
    let bytes = { (start: UnsafeRawPointer?) in
        Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: return .text(bytes(sqlite3_column_text(statement, column)))
    case SQLITE_BLOB: return .blob(bytes(sqlite3_column_blob(statement, column)))
    default: return .null
    }
}

// MARK: - Logs and journals

/// A log whose sums are right as far as a number of the input says.
private func fuzzLog(_ input: inout FuzzInput) {
    let rightFrames = input.number(below: 3)
    var log = input.bytes(600)
    log += [UInt8](repeating: 0, count: max(0, 32 + 2 * (24 + pageSize) - log.count))
    log.replaceSubrange(0..<12, with: [0x37, 0x7F, 0x06, 0x82 | log[3] & 1, 0, 0x2D, 0xE2, 0x18, 0, 0, 2, 0])
    var sums = (UInt32(0), UInt32(0))
    func add(_ range: Range<Int>) {
        for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            sums.0 = sums.0 &+ word(log, place, log[3] & 1 == 1) &+ sums.1
            sums.1 = sums.1 &+ word(log, place + 4, log[3] & 1 == 1) &+ sums.0
        }
    }
    func write(_ place: Int) {
        for (offset, sum) in [(0, sums.0), (4, sums.1)] {
            for byte in 0..<4 { log[place + offset + byte] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * byte)) }
        }
    }
    add(0..<24)
    write(24)
    for frame in 0..<rightFrames {
        let start = 32 + frame * (24 + pageSize)
        log.replaceSubrange(start + 8..<start + 16, with: log[16..<24])
        add(start..<start + 8)
        add(start + 24..<start + 24 + pageSize)
        write(start + 16)
    }
    guard var file = WriteAheadLogFile(FileBytes(log)) else { return expect(false, "the header is refused") }
    var count = 0
    while let (frame, content) = file.next() {
        expect(frame.index == count && content == Array(log[Int(frame.offset)..<Int(frame.offset) + pageSize]), "frame")
        expect(frame.page == word(log, 32 + count * (24 + pageSize), true), "page")
        count += 1
    }
    if let unread = file.unreadCommits() {
        expect(unread.frame == count && unread.whole <= unread.count, "unread commits: \(unread)")
        expect(unread.offsets.values.allSatisfy { Int($0) + pageSize <= log.count }, "offsets: \(unread)")
    }
    let pages = (0..<rightFrames).prefix { word(log, 32 + $0 * (24 + pageSize), true) > 0 }
    expect(count >= pages.count && count <= 2, "\(count) frames")
}

private func word(_ bytes: [UInt8], _ place: Int, _ isBigEndian: Bool) -> UInt32 {
    let four = bytes[place..<place + 4]
    return (isBigEndian ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
}

/// Whatever the bytes are, each reader comes to an end.
private func fuzzFiles(_ input: inout FuzzInput) {
    let bytes = input.bytes(600)
    let file = FileBytes(bytes)
    if var log = WriteAheadLogFile(file) { _ = log.committedPages() }
    for pageSize in [512, 65536] { _ = WriteAheadLogFile.unreadCommits(in: file, pageSize: pageSize) }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    if let journal = RollbackJournalFile(FileBytes(magic + bytes)) { _ = (journal.pages(), journal.superJournal) }
    var header = DatabaseHeader(pageSize: pageSize)
    header.hasPointerMaps = true
    header.firstTrunk = bytes.number32(at: 0) ?? 0
    let pages = DatabasePages(FileBytes(sample + bytes), header: header)
    _ = (
        pages.freePages(), pages.beginsWithPointerMap, DatabaseHeader(Array((DatabaseHeader.magic + bytes).prefix(100)))
    )
    for page in pages.numbers + [0, .max] { _ = pages.pointerMapEntry(of: page) }
}
