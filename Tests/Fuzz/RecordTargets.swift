import Foundation
import SQLite3

@testable import FMDB
@testable import FMDBCommand

// MARK: - Files

/// A file in memory that the readers of the tool open by its path, and to which its writers write.
final class MemoryFile {
    let descriptor: Int32
    var path: String { "/proc/self/fd/\(descriptor)" }

    init() {
        let name = "/dev/shm/fmdb-fuzz-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { fatalError("no file in memory") }
        unlink(name)
    }

    var bytes: [UInt8] {
        get {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0 else { return [] }
            var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
            expect(pread(descriptor, &bytes, bytes.count, 0) == bytes.count, "the file is not read")
            return bytes
        }
        set {
            expect(ftruncate(descriptor, 0) == 0, "the file is not emptied")
            expect(pwrite(descriptor, newValue, newValue.count, 0) == newValue.count, "the file is not written")
            lseek(descriptor, 0, SEEK_SET)
        }
    }

    /// What reads the file in pieces of some bytes.
    func buffer(_ chunk: Int, encoding: InputEncoding? = .utf8) throws -> RecordBuffer {
        RecordBuffer(try ByteSource(path, encoding: encoding), chunk: chunk)
    }
}

nonisolated(unsafe) let memoryFile = MemoryFile()

/// A record, or why it is none.
struct ReadRecord: Equatable {
    var line: Int
    var raw: [UInt8]
    var fields: [ReadField] = []
    var problem: String?
}

struct ReadField: Equatable {
    var bytes: [UInt8]
    var kind: FieldKind
}

/// All that a reader says of an input.
struct ReadFile: Equatable {
    var columns: [String] = []
    var records: [ReadRecord] = []
    var failure: String?

    init() {}

    /// Reads twice: what is kept from the first time must not matter.
    ///
    /// - Parameter isExact: whether why a record is none must be the same, too.
    init(isExact: Bool = true, _ make: () throws -> any RecordReader) {
        do {
            let reader = try make()
            records = try ReadFile.records(of: reader)
            columns = reader.columns
            let first = records
            try reader.goBack()
            records = try ReadFile.records(of: reader)
            let isSame = isExact ? ReadFile.isSame(first, records) : ReadFile.places(first) == ReadFile.places(records)
            expect(isSame, "read again: \(records) instead of \(first)")
        } catch {
            failure = ToolError(error).message
        }
    }

    private static func records(of reader: any RecordReader) throws -> [ReadRecord] {
        var records: [ReadRecord] = []
        while true {
            let step = try reader.next()
            if case .end = step { return records }
            let record = reader.record
            var read = ReadRecord(line: record.line, raw: Array(record.raw))
            if case .bad(let reason) = step {
                read.problem = reason
            } else {
                read.fields = record.fields.map { field in
                    ReadField(bytes: record.withBytes(of: field) { Array($0) }, kind: field.kind)
                }
            }
            records.append(read)
        }
    }

    /// Which records are good, and where they are.
    static func places(_ records: [ReadRecord]) -> [[Int]] { records.map { [$0.problem == nil ? 1 : 0, $0.line] } }

    /// Columns that have come with a later record are absent from the earlier ones, the second time.
    private static func isSame(_ first: [ReadRecord], _ second: [ReadRecord]) -> Bool {
        first.count == second.count
            && zip(first, second).allSatisfy { one, other in
                var other = other
                while other.fields.count > one.fields.count, other.fields.last?.kind == .absent {
                    other.fields.removeLast()
                }
                return one == other
            }
    }
}

// MARK: - CSV

/// Records of CSV and the like, however the bytes are cut, against a reader that goes from state to state.
@Sendable func fuzzDelimited(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    var options = DelimitedReader.Options()
    options.delimiter = [nil, UInt8(ascii: ","), UInt8(ascii: ";"), 9][input.number(below: 4)]
    let choices = input.byte()
    options.hasHeader = choices & 1 == 0
    options.hasQuotes = choices & 6 != 0
    let isShort = choices & 24 == 24
    if isShort { options.maximumSize = 8 + input.number(below: 40) }
    let chunk = 1 + input.number(below: 24)
    let text = input.bytes(bytes.count)
    memoryFile.bytes = text
    func read(_ chunk: Int) -> ReadFile {
        ReadFile(isExact: !isShort) { try DelimitedReader(try memoryFile.buffer(chunk), options) }
    }
    let (whole, cut) = (read(4096), read(chunk))
    guard !isShort else {
        // Why a line is none may differ then: that it is too long is seen before its end is.
        let isSame = ReadFile.places(whole.records) == ReadFile.places(cut.records)
        expect(isSame, "in pieces of \(chunk): \(cut) instead of \(whole)")
        return expect(whole.records.allSatisfy { $0.raw.count <= options.maximumSize + 2 }, "a record is too long")
    }
    expect(whole == cut, "in pieces of \(chunk): \(cut) instead of \(whole)")
    compare(whole, text, options)
}

private func compare(_ file: ReadFile, _ bytes: [UInt8], _ options: DelimitedReader.Options) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let delimiter = options.delimiter ?? mostFrequent(text, options.hasQuotes)
    var expected = SlowDelimitedReader(text, delimiter, hasQuotes: options.hasQuotes).records
    if options.hasHeader {
        let isBad = expected.first.map { $0.problem != nil || $0.fields.contains { !isName($0.bytes) } } ?? true
        expect((file.failure != nil) == isBad, "\(file.failure ?? "no failure") for \(expected.first as Any)")
        guard !isBad else { return }
        expected.removeFirst()
    }
    expect(file.failure == nil, file.failure ?? "")
    for index in expected.indices where expected[index].problem == nil {
        if expected[index].fields.count != file.columns.count { expected[index].problem = "number" }
    }
    let found = file.records.map { record in
        var record = record
        if record.problem?.contains("there are \(file.columns.count) column") ?? false { record.problem = "number" }
        if record.problem?.contains("but there is 1 column") ?? false { record.problem = "number" }
        return record
    }
    expect(found.count == expected.count, "\(found) instead of \(expected)")
    for (one, other) in zip(found, expected) {
        let isSame = one.line == other.line && one.raw == other.raw && one.problem == other.problem
        expect(isSame && (one.problem != nil || one.fields == other.fields), "\(one) instead of \(other)")
    }
}

private func isName(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
}

/// The delimiter that the first line has most often outside of quotation marks.
private func mostFrequent(_ text: [UInt8], _ hasQuotes: Bool) -> UInt8 {
    let candidates: [UInt8] = [0x2C, 0x3B, 9, 0x7C]
    let line = text.drop { $0 == 10 || $0 == 13 }
    // Quoted fields first: what they hold is no delimiter, and no end of the line.
    var rest = [UInt8]()
    var index = line.startIndex
    while index < line.endIndex, line[index] != 10, line[index] != 13 {
        let isFirst = index == line.startIndex || candidates.contains(line[index - 1])
        if hasQuotes, isFirst, line[index] == 0x22 {
            index = (line[(index + 1)...].firstIndex(of: 0x22) ?? line.endIndex - 1) + 1
            // A doubled one is as two texts without anything between them.
            while index < line.endIndex, line[index] == 0x22 {
                index = (line[(index + 1)...].firstIndex(of: 0x22) ?? line.endIndex - 1) + 1
            }
            continue
        }
        rest.append(line[index])
        index += 1
    }
    let counts = candidates.map { candidate in rest.filter { $0 == candidate }.count }
    return zip(counts, candidates).reduce((0, 0x2C)) { $1.0 > $0.0 ? $1 : $0 }.1
}

/// Reads one byte after the other.
private struct SlowDelimitedReader {
    private enum State { case start, plain, quoted, behindQuote }

    private(set) var records: [ReadRecord] = []

    init(_ text: [UInt8], _ delimiter: UInt8, hasQuotes: Bool) {
        var rest = text[...]
        var line = 1
        while let byte = rest.first {
            if byte == 10 || byte == 13 {
                rest = rest.dropFirst(Self.lengthOfEnd(rest))
                line += 1
                continue
            }
            let (record, end) = Self.record(rest, delimiter, hasQuotes, line)
            line += record.problem == nil ? Self.lines(record.raw) : 1
            records.append(record)
            rest = rest[end...]
        }
    }

    private static func lengthOfEnd(_ rest: ArraySlice<UInt8>) -> Int { rest.starts(with: [13, 10]) ? 2 : 1 }

    private static func lines(_ raw: [UInt8]) -> Int {
        let ends = raw.indices.filter { raw[$0] == 10 || raw[$0] == 13 && !raw[($0 + 1)...].starts(with: [10]) }.count
        return raw.last == 10 || raw.last == 13 ? ends : ends + 1
    }

    private static func record(
        _ text: ArraySlice<UInt8>, _ delimiter: UInt8, _ hasQuotes: Bool, _ line: Int
    ) -> (ReadRecord, Int) {
        var (state, fields, index) = (State.start, [ReadField(bytes: [], kind: .plain)], text.startIndex)
        while index < text.endIndex {
            let byte = text[index]
            let last = fields.count - 1
            if state != .quoted, byte == 10 || byte == 13 {
                let end = index + lengthOfEnd(text[index...])
                return (ReadRecord(line: line, raw: Array(text[..<end]), fields: fields), end)
            }
            if state != .quoted, byte == delimiter {
                fields.append(ReadField(bytes: [], kind: .plain))
                state = .start
            } else if state == .start, hasQuotes, byte == 0x22 {
                fields[last].kind = .text
                state = .quoted
            } else if state == .quoted, byte == 0x22 {
                state = .behindQuote
            } else if state == .behindQuote {
                guard byte == 0x22 else {
                    return bad("there are characters after a closing quotation mark", text, line)
                }
                fields[last].bytes.append(byte)
                state = .quoted
            } else {
                fields[last].bytes.append(byte)
                if state == .start { state = .plain }
            }
            index += 1
        }
        guard state != .quoted else { return bad("a quotation mark is not closed", text, line) }
        return (ReadRecord(line: line, raw: Array(text), fields: fields), index)
    }

    private static func bad(_ reason: String, _ text: ArraySlice<UInt8>, _ line: Int) -> (ReadRecord, Int) {
        let end = text.firstIndex { $0 == 10 || $0 == 13 }.map { $0 + lengthOfEnd(text[$0...]) } ?? text.endIndex
        return (ReadRecord(line: line, raw: Array(text[..<end]), problem: reason), end)
    }
}

// MARK: - JSON

private nonisolated(unsafe) let raw = RawSQLite()

/// Objects of JSON, however the bytes are cut, against what SQLite sees in them.
@Sendable func fuzzObjects(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let chunk = 1 + input.number(below: 24)
    let text = input.bytes(bytes.count)
    memoryFile.bytes = text
    func read(_ chunk: Int) -> ReadFile {
        ReadFile { JSONReader(try memoryFile.buffer(chunk), columns: nil, maximumSize: 100_000) }
    }
    let (whole, cut) = (read(4096), read(chunk))
    expect(whole == cut, "in pieces of \(chunk): \(cut) instead of \(whole)")
    for record in whole.records {
        // SQLite reads to the first NUL.
        guard !record.raw.contains(0) else {
            expect(record.problem != nil, "a NUL in \(record)")
            continue
        }
        let shown = String(decoding: record.raw, as: UTF8.self)
        let type = raw.value("SELECT CASE WHEN json_valid(?1) THEN json_type(?1) END", record.raw)
        guard record.problem == nil else {
            let isExcused = ["name", "nested", "columns"].contains { record.problem?.contains($0) ?? false }
            expect(type != "object" || isExcused, "not read: \(record)")
            continue
        }
        expect(type == "object", "read: \(shown)")
        compare(record, whole.columns)
    }
    compareAsArray(whole)
}

private func compare(_ record: ReadRecord, _ columns: [String]) {
    let shown = String(decoding: record.raw, as: UTF8.self)
    let members = raw.rows("SELECT key, type, value FROM json_each(?)", record.raw) ?? []
    let hasForeign = shown.contains("\\u") || Array(shown.utf8) != record.raw
    guard !hasForeign else { return expect(record.fields.count <= columns.count, "too many fields in \(shown)") }
    // A good record has each name once.
    var expected: [ExactText: [String?]] = [:]
    for member in members { expected[(member[0] ?? "").nameKey] = member }
    var seen = 0
    for (field, column) in zip(record.fields, columns) {
        let member = expected[column.nameKey]
        expect((member == nil) == (field.kind == .absent), "\(column) of \(shown)")
        guard let member else { continue }
        seen += 1
        let (type, value) = (member[1] ?? "", member[2])
        let text = String(decoding: field.bytes, as: UTF8.self)
        let isSame =
            switch field.kind {
            case .text: type == "text" && value == text
            case .number: ["integer", "real"].contains(type) && isNear(value, text)
            case .isTrue: type == "true"
            case .isFalse: type == "false"
            case .null: type == "null"
            case .nested: ["array", "object"].contains(type) && value == raw.value("SELECT json(?)", field.bytes)
            case .plain, .absent: false
            }
        expect(isSame, "\(column) of \(shown): \(field) instead of \(member)")
    }
    expect(seen == expected.count, "\(seen) of \(expected.count) members of \(shown)")
}

/// SQLite shows 15 digits.
private func isNear(_ value: String?, _ text: String) -> Bool {
    guard let number = Double(text) else { return false }
    guard let value, let found = Double(value) else { return false }
    return found == number || abs(found - number) <= abs(number) * 1e-13 || number.magnitude < .leastNormalMagnitude
}

/// The good objects as an array: the same again.
private func compareAsArray(_ file: ReadFile) {
    let good = file.records.filter { $0.problem == nil }
    memoryFile.bytes = Array("[".utf8) + good.map(\.raw).joined(separator: Array(",\n".utf8)) + Array("]".utf8)
    let array = ReadFile { JSONReader(try memoryFile.buffer(64), columns: nil, maximumSize: 100_000) }
    expect(array.failure == nil, "the array: \(array.failure ?? "")")
    // Objects that are no good ones may have left nothing, the order of the columns least of all.
    expect(array.columns == file.columns, "columns \(array.columns) instead of \(file.columns)")
    expect(array.records.map(\.fields) == good.map(\.fields), "the array: \(array.records) instead of \(good)")
}

// MARK: - Encodings

/// Texts in other encodings, however the bytes are cut, against Swift's strings.
@Sendable func fuzzEncodings(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let encoding = InputEncoding.allCases[input.number(below: InputEncoding.allCases.count)]
    let step = 1 + input.number(below: 9)
    let rest = input.bytes(bytes.count)
    var transcoder = Transcoder(encoding)
    var text: [UInt8] = []
    for start in stride(from: 0, to: rest.count, by: step) {
        rest[start..<min(start + step, rest.count)].withUnsafeBytes { transcoder.append($0, to: &text) }
    }
    transcoder.finish(&text)
    expect(text == expectedText(rest, encoding), "\(encoding) in pieces of \(step): \(text) of \(rest)")
}

private func expectedText(_ bytes: [UInt8], _ encoding: InputEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: return bytes
    case .latin1: return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    case .windows1252:
        let scalars = bytes.map { byte in
            // The five that the encoding has no character for are controls, as browsers have it.
            String(data: Data([byte]), encoding: .windowsCP1252)?.unicodeScalars.first ?? Unicode.Scalar(byte)
        }
        return Array(String(String.UnicodeScalarView(scalars)).utf8)
    case .utf16, .utf16LittleEndian, .utf16BigEndian:
        let isBig = encoding == .utf16BigEndian
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            UInt16(bytes[place + (isBig ? 0 : 1)]) << 8 | UInt16(bytes[place + (isBig ? 1 : 0)])
        }
        // A half of a character and a byte that is left at the end are one piece that is broken.
        let isOdd = bytes.count % 2 == 1
        let isHalf = units.last.map { 0xD800...0xDBFF ~= $0 } ?? false
        return Array((String(decoding: units, as: UTF16.self) + (isOdd && !isHalf ? "\u{FFFD}" : "")).utf8)
    }
}
