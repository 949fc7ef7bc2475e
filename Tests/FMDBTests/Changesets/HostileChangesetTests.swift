import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Bytes that are no changeset, or no longer.
@Suite struct HostileChangesetTests {
    /// A changeset by the bytes of the format, which needs no session extension: a table of two columns and one row.
    private static let sound: [UInt8] =
        [0x54, 2, 1, 0] + Array("t\0".utf8) + [18, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 3, 2] + Array("hi".utf8)

    @Test func soundBytesAreRead() throws {
        let set = try FMChangeset(Data(HostileChangesetTests.sound))
        #expect(set.map(\.newValues) == [[.integer(5), .text("hi")]])
        #expect(try FMChangeset(Data()).isEmpty)
    }

    /// Bytes, and what is said of them.
    static let damaged: [(bytes: [UInt8], message: String)] = [
        (Array("SQLite format 3\0".utf8), "a change without a table"),
        (Array(sound.dropLast()), "it ends too early"),
        ([0x54], "it ends too early"),
        ([0x54, 0], "a table with 0 columns"),
        ([0x54, 2, 0, 0, 116, 0], "a table without a primary key"),
        ([0x54, 1, 1, 116], "it ends within a table's name"),
        ([0x54, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "an invalid length"),
        ([0x54, 0x87, 0xFF, 0xFF, 0xFF, 0x7F, 1], "a table with"),
        ([0x54, 1, 1, 116, 0, 7, 0], "an unknown operation"),
        ([0x54, 1, 1, 116, 0, 18, 0, 6], "an unknown type of value"),
        ([0x54, 1, 1, 116, 0, 18, 0, 0], "a change of the table t lacks values"),
        ([0x54, 1, 1, 116, 0, 23, 0, 0, 4, 0], "a change of the table t lacks values"),
        ([0x54, 1, 1, 116, 0, 18, 0, 4, 0x87, 0xFF, 0xFF, 0xFF, 0x7F], "it ends too early"),
        ([0x54, 1, 1, 116, 0, 0x50, 1, 1, 116, 0], "it mixes a changeset and a patchset"),
        ([0x54, 0x82, 0x80, 0x00, 1, 116, 0], "a table with 32768 columns"),
        ([0x54, 0x80, 1, 1, 116, 0], "an invalid length"),
        ([0x54, 1, 1, 0xFF, 0], "a table's name that is not UTF-8"),
        ([0x54, 1, 1, 116, 0, 18, 2, 1, 0, 0, 0, 0, 0, 0, 0, 5], "an invalid indirect flag"),
        ([0x54, 1, 1, 116, 0, 18, 0, 3, 0x80, 1, 116], "an invalid length"),
        ([0x54, 1, 1, 116, 0, 18, 0, 2, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], "a REAL value that is NaN"),
        ([0x54, 1, 1, 116, 0, 18, 0, 5], "NULL in the primary key of the table t"),
        ([0x54, 1, 1, 116, 0, 9, 0, 5], "NULL in the primary key of the table t"),
        ([0x50, 1, 1, 116, 0, 9, 0, 5], "NULL in the primary key of the table t"),
        ([0x50, 1, 1, 116, 0, 23, 0, 5], "NULL in the primary key of the table t"),
        ([0x54, 1, 1, 116, 0, 23, 0, 5, 0], "NULL in the primary key of the table t"),
        ([0x54, 1, 1, 116, 0, 23, 0, 4, 0, 5], "NULL in the primary key of the table t"),
        ([0x54, 2, 1, 0, 116, 0, 23, 0, 4, 0, 5, 0, 0], "a change of the table t lacks values"),
        ([0x54, 2, 1, 0, 116, 0, 23, 0, 4, 0, 0, 0, 5], "a change of the table t lacks values"),
        ([0x54, 2, 1, 0, 116, 0, 9, 0, 4, 0, 0], "a change of the table t lacks values"),
        ([0x50, 2, 1, 0, 116, 0, 18, 0, 4, 0, 0], "a change of the table t lacks values"),
        ([0x50, 2, 1, 0, 116, 0, 23, 0, 0, 5], "a change of the table t lacks values"),
        (
            sound + sound.prefix(1) + [1, 1, 116, 0],
            "the table t does not have the same columns and primary key as before"
        ),
        (
            sound + sound.prefix(1) + [2, 0, 1, 116, 0],
            "the table t does not have the same columns and primary key as before"
        ),
        (
            sound + [0x54, 1, 1, 117, 0] + sound.prefix(1) + [3, 1, 0, 0, 84, 0],
            "the table T does not have the same columns and primary key as before"
        ),
    ]

    @Test(arguments: damaged.indices) func damageIsTold(index: Int) {
        let (bytes, message) = HostileChangesetTests.damaged[index]
        let error = thrown { try FMChangeset(Data(bytes)) }
        #expect(error?.resultCode == .corrupt)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
    }

    /// A table of columns of which some are the key, and a row that is inserted.
    private static func table(_ name: String, _ key: [UInt8], mark: UInt8) -> Data {
        let count = key.count < 128 ? [UInt8(key.count)] : [0x81, UInt8(key.count - 128)]
        var bytes = Data([mark] + count + key + Array(name.utf8) + [0, 18, 0])
        for _ in key { bytes += [3, 40] + [UInt8](repeating: 97, count: 40) }
        return bytes
    }

    static let keys: [[UInt8]] = [
        [1], [1, 0], [0, 1], [1, 2], [2, 1], [1, 0, 0], [1] + [UInt8](repeating: 0, count: 199),
    ]

    /// In each way in which two headers of a table may differ, SQLite took the second for the first, and wrote outside of its memory.
    @Test(.enabled(if: SQLiteVersion.hasSessions), arguments: [UInt8(ascii: "T"), UInt8(ascii: "P")])
    func headersOfOneTableHaveToAgree(mark: UInt8) {
        for first in HostileChangesetTests.keys {
            for second in HostileChangesetTests.keys {
                let earlier = HostileChangesetTests.table("t", first, mark: mark)
                let later = HostileChangesetTests.table("T", second, mark: mark)
                let error = thrown { try FMChangeset(earlier + later) }
                #expect(error?.resultCode == (first == second ? nil : .corrupt), "\(first) \(second)")
            }
        }
    }

    @Test(.enabled(if: SQLiteVersion.hasSessions), arguments: [UInt8(ascii: "T"), UInt8(ascii: "P")])
    func tablesOfJoinedChangesetsHaveToAgree(mark: UInt8) throws {
        for first in HostileChangesetTests.keys {
            for second in HostileChangesetTests.keys {
                let earlier = try FMChangeset(HostileChangesetTests.table("t", first, mark: mark))
                let later = try FMChangeset(HostileChangesetTests.table("T", second, mark: mark))
                let error = thrown { try earlier.followed(by: later) }
                #expect(error?.resultCode == (first == second ? nil : .schema), "\(first) \(second)")
                guard first != second else { continue }
                #expect(error?.message.contains("the table T has") == true, "\(error?.message ?? "")")
                #expect(error?.message.contains("apply them one after the other") == true)
            }
        }
    }

    /// Not what a reader of the documentation expects, but SQLite writes it and reads it.
    @Test func oddBytesOfSQLiteAreRead() throws {
        let number: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 5]
        let odd: [[UInt8]] = [
            // A key with two spellings: the new one is there as well, and a row of it occurs again.
            [0x54, 1, 1, 116, 0, 23, 0, 3, 1, 65, 3, 1, 97, 18, 0, 3, 1, 97, 18, 0, 3, 1, 97],
            // A key that names a column twice.
            [0x54, 2, 1, 3, 116, 0, 18, 1] + number + number,
            // A table without a name, and headers without changes.
            [0x54, 1, 1, 0, 0x54, 1, 1, 116, 0, 0x54, 1, 1, 116, 0, 18, 0] + number,
            // A text that is not UTF-8, and empty ones.
            [0x54, 3, 1, 0, 0, 116, 0, 18, 0, 3, 1, 0xFF, 3, 0, 4, 0],
            // An infinite number.
            [0x54, 1, 1, 116, 0, 9, 0, 2, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0],
        ]
        for bytes in odd { #expect(throws: Never.self) { try FMChangeset(Data(bytes)) } }
        #expect(try odd.map { try FMChangeset(Data($0)).count } == [3, 1, 1, 1, 1])
    }

    /// A slice of other bytes begins at another index.
    @Test func aSliceIsReadFromItsBeginning() throws {
        let data = (Data([1, 2, 3]) + Data(HostileChangesetTests.sound)).dropFirst(3)
        #expect(try FMChangeset(data).tables == ["t"])
    }

    /// A table with many columns, of which one is the key, and its rows that are deleted.
    private func patchset(columns: Int, deletions: Int) -> Data {
        let count = [UInt8(columns >> 14) | 0x80, UInt8(columns >> 7 & 0x7F) | 0x80, UInt8(columns & 0x7F)]
        var bytes =
            [0x50] + count.drop { $0 == 0x80 } + [1] + [UInt8](repeating: 0, count: columns - 1) + Array("wide\0".utf8)
        for number in 0..<deletions { bytes += [9, 0, 3, 2, UInt8(number >> 7 & 0x7F), UInt8(number & 0x7F)] }
        return Data(bytes)
    }

    /// Each deletion has six bytes, and a value for each column: all of them would take hours.
    @Test func fewBytesDoNotBecomeManyValues() {
        let error = thrown { try FMChangeset(patchset(columns: 32_767, deletions: 2_000_000)) }
        #expect(error?.resultCode == .tooBig)
        #expect(error?.message.contains("wide") == true)
    }

    @Test func aWideTableHasDeletions() throws {
        let set = try FMChangeset(patchset(columns: 32_767, deletions: 100))
        #expect(set.count == 100)
        #expect(set.tables == ["wide"])
        #expect(set.first { _ in true }?.oldValues.count == 32_767)
    }

    /// As many columns as a table can have, unless SQLite was built for more.
    @Test func anyNumberOfRowsOfAnOrdinaryTableMayBeDeleted() throws {
        let set = try FMChangeset(patchset(columns: 2_000, deletions: 1_000_000))
        #expect(set.count == 1_000_000)
        #expect(set.tables == ["wide"])
        #expect(set.first { _ in true }?.key == [.text("\0\0")])
    }

    @Test func manyTablesAreToldApart() throws {
        var bytes: [UInt8] = []
        for number in 0..<100_000 { bytes += [0x54, 1, 1] + Array("t\(number)\0".utf8) + [18, 0, 4, 0] }
        let set = try FMChangeset(Data(bytes))
        #expect(set.count == 100_000)
        #expect(set.tables.count == 100_000)
    }

    @Test(.enabled(if: SQLiteVersion.hasSessions), arguments: 0..<8) func mutatedBytesNeitherCrashNorHang(
        seed: Int
    ) throws {
        let sound = try ChangesetScene.recorded()
        let database = try ChangesetScene.database()
        var numbers = SeededNumbers(seed)
        var taken = 0
        for _ in 0..<500 {
            guard let set = try? FMChangeset(mutated(sound.data, &numbers)) else { continue }
            taken += 1
            #expect(Array(set).count < 100)
            _ = try? set.inverted()
            _ = try? set.followed(by: sound)
            _ = try? sound.followed(by: set)
            try? database.withTransaction {
                _ = try? database.apply(set) { $0.kind == .data ? .replace : .skip }
                throw Regret()
            }
            #expect(!database.isTransactionOpen)
        }
        #expect(taken > 0 && taken < 500)
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        try database.apply(sound)
    }

    private func mutated(_ data: Data, _ numbers: inout SeededNumbers) -> Data {
        var bytes = Array(data)
        for _ in 0...Int.random(in: 0..<3, using: &numbers) {
            let place = Int.random(in: bytes.indices, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &numbers)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8.random(in: 0..<8, using: &numbers), at: place)
            default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0..<12, using: &numbers)))
            }
        }
        return Data(bytes)
    }
}
