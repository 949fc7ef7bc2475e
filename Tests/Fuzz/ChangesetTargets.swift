import FMDB
import Foundation
import SQLite3

/// Changesets: made up by the grammar, with faults; of SQLite's, with faults; of any bytes. Whatever is accepted goes through all of
/// SQLite's functions, and what they make of it is accepted, too. What SQLite records is accepted.
@Sendable func fuzzChangesets(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let choice = input.byte()
    let bench = ChangesetBench.shared
    switch choice & 7 {
    case 0: bench.run(Data(bytes.dropFirst()), choice, bytes)
    case 1, 2: bench.run(bench.edited(&input), choice, bytes)
    case 3 where choice >> 3 < 8: for data in bench.recorded(&input) { bench.runRecorded(data, choice, bytes) }
    default: bench.run(ChangesetBench.built(&input), choice, bytes)
    }
}

private final class ChangesetBench {
    nonisolated(unsafe) static let shared = ChangesetBench()

    /// What applies to them is known, so that many inputs reach the rows.
    static let schema = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a, b UNIQUE);
        CREATE TABLE u (a, b, c, d DEFAULT 'd', PRIMARY KEY (c, a)) WITHOUT ROWID;
        CREATE TABLE n (k TEXT COLLATE NOCASE PRIMARY KEY, v NOT NULL);
        CREATE TABLE w (k PRIMARY KEY);
        CREATE TABLE c (id INTEGER PRIMARY KEY, w REFERENCES w ON DELETE CASCADE);
        CREATE INDEX i ON t (a);
        CREATE TRIGGER g AFTER UPDATE ON t BEGIN UPDATE n SET v = 0 WHERE k = new.a; END;
        INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, NULL, NULL);
        INSERT INTO u VALUES (1, 2, 3, 4), ('a', 'b', 'c', NULL);
        INSERT INTO n VALUES ('a', 1), ('B', 2);
        INSERT INTO w VALUES (1), ('x'), (x'00'), (2.5);
        INSERT INTO c VALUES (1, 1);
        ANALYZE;
        """
    static let tables: [(name: String, key: [UInt8])] = [
        ("t", [1, 0, 0]), ("u", [2, 0, 1, 0]), ("n", [1, 0]), ("w", [1]), ("c", [1, 0]), ("u", [2, 0, 1]),
        ("T", [1, 0, 0]),
        ("sqlite_stat1", [1, 2, 0]), ("sqlite_schema", [1, 0, 0, 0, 0]), ("x", [1, 1]),
    ]

    let database = FMDatabase(path: nil)
    private var real: [Data] = []
    private var sound: [FMChangeset] = []
    private var runs = 0

    init() {
        database.logsErrors = false
        expect(database.open(), "no connection")
        expect(database.executeStatements("PRAGMA foreign_keys = ON;" + ChangesetBench.schema), "the schema")
        for seed in UInt8(0)..<24 {
            let bytes = (0..<60).map { UInt8(truncatingIfNeeded: ($0 &* 37 &+ Int(seed) &* 101) ^ ($0 >> 1)) }
            var input = FuzzInput(bytes)
            real += recorded(&input).filter { !$0.isEmpty }
        }
        expect(real.count > 8, "nothing was recorded")
        sound = real.map(FMChangeset.sound)
    }

    // MARK: - Inputs

    /// One that SQLite has made, with up to four edits.
    func edited(_ input: inout FuzzInput) -> Data {
        var bytes = Array(real[input.number(below: real.count)])
        for _ in 0..<input.number(below: 4) {
            let place = (input.number(below: 256) << 8 | input.number(below: 256)) % max(1, bytes.count)
            switch input.number(below: 6) {
            case 0: bytes[place] = input.byte()
            case 1: bytes[place] ^= 1 << (input.byte() & 7)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(input.byte(), at: place)
            case 4 where bytes.count < 400:
                bytes += real[input.number(below: real.count)].dropFirst(input.number(below: 8) == 0 ? 1 : 0)
            default: bytes += ChangesetBench.header(&input, mark: bytes[0])
            }
            if bytes.isEmpty { break }
        }
        return Data(bytes)
    }

    static func built(_ input: inout FuzzInput) -> Data {
        let mark = UInt8(ascii: input.byte() & 1 == 0 ? "T" : "P")
        var bytes: [UInt8] = []
        // SQLite compiles statements anew for each table.
        for _ in 0..<(1 + input.number(below: 3)) where !input.isAtEnd {
            let (name, original) = tables[input.number(below: tables.count)]
            var key = original
            let fault = input.byte()
            if fault > 0xF0 { spoil(&key, &input) }
            bytes += [fault == 7 ? mark ^ 4 : mark] + length(key.count) + key + Array(name.utf8) + [0]
            for _ in 0..<input.number(below: 5) {
                bytes += change(key, isOfPatchset: mark == UInt8(ascii: "P"), &input)
            }
        }
        return Data(bytes)
    }

    private static func header(_ input: inout FuzzInput, mark: UInt8) -> [UInt8] {
        var (name, key) = tables[input.number(below: tables.count)]
        if input.byte() > 0x80 { spoil(&key, &input) }
        if input.byte() > 0xF0 { name = name.uppercased() }
        return [mark] + length(key.count) + key + Array(name.utf8) + [0]
            + change(key, isOfPatchset: mark == UInt8(ascii: "P"), &input)
    }

    private static func spoil(_ key: inout [UInt8], _ input: inout FuzzInput) {
        switch input.number(below: 4) {
        case 0: key.removeLast()
        case 1: key += [UInt8](repeating: input.byte() & 1, count: 1 + input.number(below: 200))
        case 2: key.reverse()
        default: key[input.number(below: key.count)] = input.byte() & 3
        }
    }

    private static func change(_ key: [UInt8], isOfPatchset: Bool, _ input: inout FuzzInput) -> [UInt8] {
        let operation: UInt8 = [18, 23, 9, 23][input.number(below: 4)]
        let isIndirect = input.byte()
        var bytes = [operation, isIndirect > 0xFA ? isIndirect : isIndirect & 1]
        let changed = key.map { $0 == 0 && input.byte() & 1 == 0 }
        for isNew in [false, true] {
            if isNew ? operation == 9 : operation == 18 || operation == 23 && isOfPatchset { continue }
            for (place, isChanged) in zip(key, changed) {
                if operation == 9, isOfPatchset, place == 0 { continue }
                let isThere = operation == 23 ? isChanged || place != 0 && (!isNew || isOfPatchset) : true
                let fault = input.byte()
                bytes += isThere != (fault > 0xFB) ? value(&input, isKey: place != 0) : [0]
            }
        }
        return bytes
    }

    private static func value(_ input: inout FuzzInput, isKey: Bool) -> [UInt8] {
        let choice = input.byte()
        switch choice >> 5 {
        case 0: return isKey && choice != 0 ? [3, 1, 97] : [5]
        case 1, 2: return [1, 0, 0, 0, 0, 0, 0, 0, choice & 7]
        case 3: return [2] + withUnsafeBytes(of: (Double(choice & 7) / 2).bitPattern.bigEndian) { Array($0) }
        case 4: return [2] + withUnsafeBytes(of: input.integer()) { Array($0) }
        case 5:
            let count = Int(choice & 31) * (choice == 0xBF ? 40 : 1)
            return [4] + length(count) + [UInt8](repeating: input.byte(), count: count)
        case 6: return [3, 1, 97 + (choice & 3)]
        default:
            let text = input.bytes(Int(choice & 7))
            return [3] + (choice & 0x18 == 0x18 ? [0x80] : []) + length(text.count) + text
        }
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 128 ? [UInt8(count)] : [UInt8(count >> 7 & 0x7F) | 0x80, UInt8(count & 0x7F)]
    }

    // MARK: - What SQLite records

    /// The changeset and the patchset of some statements.
    func recorded(_ input: inout FuzzInput) -> [Data] {
        guard let handle = database.handle else { return [] }
        var session: OpaquePointer?
        defer { expect(database.rollback(), "the rollback") }
        guard database.beginTransaction(), sessionCreate(handle, "main", &session) == SQLITE_OK else { return [] }
        defer { sessionDelete(session) }
        expect(sessionAttach(session, nil) == SQLITE_OK, "the tables")
        for _ in 0..<(1 + input.number(below: 8)) {
            _ = sqlite3_exec(handle, ChangesetBench.statement(&input), nil, nil, nil)
        }
        return [sessionChangeset, sessionPatchset].map { function in
            var (count, bytes) = (Int32(0), UnsafeMutableRawPointer?.none)
            let code = function(session, &count, &bytes)
            defer { sqlite3_free(bytes) }
            return code == SQLITE_OK && count > 0 ? bytes.map { Data(bytes: $0, count: Int(count)) } ?? Data() : Data()
        }
    }

    private static func statement(_ input: inout FuzzInput) -> String {
        let values = [
            "1", "2", "3", "'a'", "'A'", "'B'", "'b'", "2.5", "2.0", "x'00'", "NULL", "9e999", "''", "random()",
        ]
        func value() -> String { values[input.number(below: values.count)] }
        switch input.number(below: 12) {
        case 0: return "INSERT OR REPLACE INTO t VALUES (\(value()), \(value()), \(value()))"
        case 1: return "UPDATE t SET a = \(value()), b = \(value()) WHERE id = \(value())"
        case 2: return "DELETE FROM t WHERE id = \(value())"
        case 3: return "INSERT OR IGNORE INTO u VALUES (\(value()), \(value()), \(value()), \(value()))"
        case 4: return "UPDATE OR IGNORE u SET b = \(value()), c = \(value())"
        case 5: return "DELETE FROM u WHERE b = \(value())"
        case 6: return "UPDATE OR REPLACE n SET k = \(value())"
        case 7: return "REPLACE INTO n VALUES (\(value()), \(value()))"
        case 8: return "UPDATE OR REPLACE w SET k = \(value()) WHERE k = \(value())"
        case 9: return "DELETE FROM w WHERE k = \(value())"
        case 10: return "INSERT INTO c VALUES (\(value()), \(value()))"
        default: return "ANALYZE"
        }
    }

    func runRecorded(_ data: Data, _ choice: UInt8, _ bytes: [UInt8]) {
        do { _ = try FMChangeset(data) } catch { expect(false, "SQLite's own is refused: \(error.message)") }
        run(data, choice, bytes)
    }

    // MARK: - What is accepted

    func run(_ data: Data, _ choice: UInt8, _ bytes: [UInt8]) {
        guard let set = try? FMChangeset(data) else { return }
        runs += 1
        compare(set)
        // One thing of each, so that there are many.
        switch bytes.reduce(0, &+) & 3 {
        case 0 where !set.isPatchset: invert(set)
        case 1:
            join(set, set)
            join(set, sound[Int(choice >> 3) % sound.count])
        case 2:
            var input = FuzzInput(bytes.reversed())
            guard let second = try? FMChangeset(ChangesetBench.built(&input)) else { break }
            join(set, second)
            join(second, set)
        default: apply(set, replaces: choice & 8 == 0)
        }
        guard runs % 4_096 == 0 else { return }
        expect(sqlite3_exec(database.handle, "PRAGMA integrity_check", nil, nil, nil) == SQLITE_OK, "integrity")
    }

    private func invert(_ set: FMChangeset) {
        guard let inverse = made("the inverse", set.inverted) else { return }
        let changesKey = set.contains { change in
            change.primaryKey.contains { change.oldValues[$0] != nil && change.newValues[$0] != nil }
        }
        guard let again = made("the inverse of the inverse", inverse.inverted) else { return }
        expect(changesKey || again == set, "the inverse of the inverse is another one")
    }

    private func join(_ first: FMChangeset, _ second: FMChangeset) {
        _ = made("both", allows: [.schema, .misuse]) { () throws(FMError) in try first.followed(by: second) }
    }

    /// What SQLite makes of sound changesets is sound.
    private func made(
        _ name: String, allows codes: [FMResultCode] = [], _ make: () throws(FMError) -> FMChangeset
    ) -> FMChangeset? {
        do {
            return try FMChangeset(try make().data)
        } catch {
            expect(codes.contains(error.resultCode), "\(name): \(error.message)")
            return nil
        }
    }

    private func apply(_ set: FMChangeset, replaces: Bool) {
        guard database.beginTransaction() else { return expect(false, "no transaction") }
        _ = try? database.apply(set) { conflict in
            if let present = conflict.presentValues {
                expect(present.count == conflict.change?.oldValues.count, "present")
            }
            return replaces && (conflict.kind == .data || conflict.kind == .conflict) ? .replace : .skip
        }
        expect(database.isTransactionOpen && database.rollback(), "the transaction has ended")
    }

    // MARK: - SQLite's own iteration

    private func compare(_ set: FMChangeset) {
        let changes = Array(set)
        set.data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var iterator: OpaquePointer?
            let code = changesetStart(&iterator, Int32(bytes.count), UnsafeMutableRawPointer(mutating: start))
            expect(code == SQLITE_OK, "the iterator")
            for change in changes {
                expect(changesetNext(iterator) == SQLITE_ROW, "a change is missing")
                compare(change, iterator)
            }
            expect(changesetNext(iterator) == SQLITE_DONE, "there is another change")
            expect(changesetFinalize(iterator) == SQLITE_OK, "the end")
        }
    }

    private func compare(_ change: FMChangeset.Change, _ iterator: OpaquePointer?) {
        var table: UnsafePointer<CChar>?
        var (count, action, isIndirect) = (Int32(0), Int32(0), Int32(0))
        expect(changesetOperation(iterator, &table, &count, &action, &isIndirect) == SQLITE_OK, "the operation")
        expect(
            action == change.operation.code && (isIndirect != 0) == change.isIndirect, "the operation is another one")
        expect(
            table.map { String(cString: $0) } == change.table && count == change.oldValues.count,
            "the table is another one")
        for (column, (old, new)) in zip(change.oldValues, change.newValues).enumerated() {
            var value: OpaquePointer?
            if action != SQLITE_INSERT {
                expect(changesetOld(iterator, Int32(column), &value) == SQLITE_OK && isSame(value, old), "an old value")
            }
            if action != SQLITE_DELETE {
                expect(changesetNew(iterator, Int32(column), &value) == SQLITE_OK && isSame(value, new), "a new value")
            }
        }
    }

    private func isSame(_ raw: OpaquePointer?, _ value: FMValue?) -> Bool {
        guard let raw, let value else { return raw == nil && value == nil }
        let bytes = {
            Data(UnsafeRawBufferPointer(start: sqlite3_value_blob(raw), count: Int(sqlite3_value_bytes(raw))))
        }
        switch value {
        case .null: return sqlite3_value_type(raw) == SQLITE_NULL
        case .integer(let integer):
            return sqlite3_value_type(raw) == SQLITE_INTEGER && sqlite3_value_int64(raw) == integer
        case .real(let real):
            return sqlite3_value_type(raw) == SQLITE_FLOAT && sqlite3_value_double(raw).bitPattern == real.bitPattern
        case .text(let text): return sqlite3_value_type(raw) == SQLITE_TEXT && bytes() == Data(text.utf8)
        case .blob(let data): return [SQLITE_TEXT, SQLITE_BLOB].contains(sqlite3_value_type(raw)) && bytes() == data
        }
    }
}

extension FMChangeset.Operation {
    fileprivate var code: Int32 {
        switch self {
        case .insert: SQLITE_INSERT
        case .update: SQLITE_UPDATE
        case .delete: SQLITE_DELETE
        }
    }
}

extension FMChangeset {
    fileprivate static func sound(_ data: Data) -> FMChangeset {
        do { return try FMChangeset(data) } catch { fatalError("SQLite's own is refused: \(error.message)") }
    }
}

// The module of SQLite's header lacks the session extension.

@_silgen_name("sqlite3session_create")
private func sessionCreate(_: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafeMutablePointer<OpaquePointer?>)
    -> Int32
@_silgen_name("sqlite3session_delete")
private func sessionDelete(_: OpaquePointer?)
@_silgen_name("sqlite3session_attach")
private func sessionAttach(_: OpaquePointer?, _: UnsafePointer<CChar>?) -> Int32
@_silgen_name("sqlite3session_changeset")
private func sessionChangeset(
    _: OpaquePointer?, _: UnsafeMutablePointer<Int32>, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Int32
@_silgen_name("sqlite3session_patchset")
private func sessionPatchset(
    _: OpaquePointer?, _: UnsafeMutablePointer<Int32>, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Int32
@_silgen_name("sqlite3changeset_start")
private func changesetStart(_: UnsafeMutablePointer<OpaquePointer?>, _: Int32, _: UnsafeMutableRawPointer?) -> Int32
@_silgen_name("sqlite3changeset_next")
private func changesetNext(_: OpaquePointer?) -> Int32
@_silgen_name("sqlite3changeset_finalize")
private func changesetFinalize(_: OpaquePointer?) -> Int32
@_silgen_name("sqlite3changeset_op")
private func changesetOperation(
    _: OpaquePointer?, _: UnsafeMutablePointer<UnsafePointer<CChar>?>, _: UnsafeMutablePointer<Int32>,
    _: UnsafeMutablePointer<Int32>, _: UnsafeMutablePointer<Int32>
) -> Int32
@_silgen_name("sqlite3changeset_old")
private func changesetOld(_: OpaquePointer?, _: Int32, _: UnsafeMutablePointer<OpaquePointer?>) -> Int32
@_silgen_name("sqlite3changeset_new")
private func changesetNew(_: OpaquePointer?, _: Int32, _: UnsafeMutablePointer<OpaquePointer?>) -> Int32
