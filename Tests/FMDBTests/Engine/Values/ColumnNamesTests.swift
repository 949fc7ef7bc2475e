import FMDB
import FMDBTestHelpers
import Testing

/// Columns by name where the short cut of the look-up could go wrong: many of them, long ones, names made at run time.
@Suite struct ColumnNamesTests {
    private let db = FMDatabase.memory()

    /// A cursor on its first row, whose columns have these names and their position as value.
    private func cursor(_ names: [String]) throws -> (FMResultSet, FMRow) {
        let list = names.enumerated().map { "\($0) AS \(FMSQL.quoted(identifier: $1))" }.joined(separator: ", ")
        let cursor = try db.query(FMSQL(raw: "SELECT \(list)"))
        return (cursor, try #require(try cursor.nextRow()))
    }

    /// The positions that are found, in the order of the names.
    private func found(_ names: [String], _ row: FMRow) throws -> [Int] {
        try names.map { try row.value($0, as: Int.self) }
    }

    @Test(arguments: ["c", "a column with a long name "]) func twoThousandColumnsAreFound(prefix: String) throws {
        let names = (0..<2_000).map { "\(prefix)\($0)" }
        let (cursor, row) = try cursor(names)
        defer { cursor.close() }

        // Forwards, backwards, and in leaps that leave no order.
        #expect(try found(names, row) == Array(0..<2_000))
        #expect(try found(names.reversed(), row) == (0..<2_000).reversed())
        let leaps = (0..<2_000).map { $0 * 769 % 2_000 }
        #expect(try found(leaps.map { names[$0] }, row) == leaps)
    }

    @Test func namesAroundTheLengthOfAShortStringAreFound() throws {
        // A string of up to 15 bytes lies in place, a longer one elsewhere.
        let names = (13...18).map { String(repeating: "n", count: $0) }
        let (cursor, row) = try cursor(names)
        defer { cursor.close() }

        for _ in 1...2 { #expect(try found(names, row) == Array(0..<6)) }
    }

    @Test func longNamesThatDifferAtTheEndAreDistinguished() throws {
        let names = (0..<10).map { "the same long beginning \($0)" }
        let (cursor, row) = try cursor(names)
        defer { cursor.close() }

        for _ in 1...2 { #expect(try found(names, row) == Array(0..<10)) }
    }

    @Test func aNameMadeAtRunTimeIsFoundByItsText() throws {
        let (cursor, row) = try cursor(["the 1st long column", "the 2nd long column"])
        defer { cursor.close() }

        for _ in 1...100 {
            // Each is a string of its own, of equal length, and may come to lie where the one before lay.
            for (position, ordinal) in ["1st", "2nd"].enumerated() {
                #expect(try row.value("the \(ordinal) long column", as: Int.self) == position)
            }
            #expect(thrown { try row.value("the 3rd long column", as: Int.self) }?.resultCode == .range)
        }
    }

    @Test func aNameThatIsChangedInPlaceIsFoundByItsNewText() throws {
        let (cursor, row) = try cursor(["a long column 1", "a long column 12", "a long column 123"])
        defer { cursor.close() }
        var name = "a long column "
        name.reserveCapacity(100)

        for (position, digit) in ["1", "2", "3"].enumerated() {
            name += digit
            #expect(try row.value(name, as: Int.self) == position)
        }
        name.removeLast()
        #expect(try row.value(name, as: Int.self) == 1)
    }

    @Test func aNameInAnotherCaseIsFoundAgainAndAgain() throws {
        let (cursor, row) = try cursor(["Short", "A Longer Name Of A Column"])
        defer { cursor.close() }

        for _ in 1...2 {
            #expect(try found(["SHORT", "short", "Short"], row) == [0, 0, 0])
            #expect(try found(["a longer name of a column", "A LONGER NAME OF A COLUMN"], row) == [1, 1])
        }
    }

    @Test func ofNamesBeyondASCIITheLettersAToZAreFolded() throws {
        let (cursor, row) = try cursor(["Größe", "ПУТЬ К ФАЙЛУ В СИСТЕМЕ", "🦆"])
        defer { cursor.close() }

        #expect(try found(["größe", "ПУТЬ К ФАЙЛУ В СИСТЕМЕ", "🦆", "GRößE"], row) == [0, 1, 2, 0])
        #expect(thrown { try row.value("путь к файлу в системе", as: Int.self) }?.resultCode == .range)
    }

    @Test func lettersBeyondASCIIAreTwoNamesInTwoCases() throws {
        let (cursor, row) = try cursor(["Ä", "ä", "Ein längerer Name", "EIN LÄNGERER NAME"])
        defer { cursor.close() }

        #expect(try found(["Ä", "ä", "ein längerer name", "ein lÄngerer name"], row) == [0, 1, 2, 3])
        #expect(
            ["Ä", "ä", "ein längerer name", "Ein LÄngerer Name"].map { cursor.columnIndex(forName: $0) } == [
                0, 1, 2, 3,
            ])
        #expect(cursor.int(forColumn: "Ä") == 0)
        #expect(cursor.int(forColumn: "ä") == 1)
    }

    @Test func aColumnBeyondASCIIExistsInItsOwnCase() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (\"Größe\")")

        #expect(db.columnExists("GRößE", inTableWithName: "t"))
        #expect(!db.columnExists("GRÖßE", inTableWithName: "t"))
    }

    @Test func namesThatOnlyLookAlikeAreDistinguished() throws {
        // One letter with an accent, and a letter followed by an accent: equal to a String, not to SQLite.
        let (cursor, row) = try cursor(["caf\u{E9}", "cafe\u{301}"])
        defer { cursor.close() }

        #expect(try found(["caf\u{E9}", "cafe\u{301}"], row) == [0, 1])
    }

    @Test func columnsEqualInDifferentCaseAreOneName() throws {
        let (cursor, row) = try cursor(["value", "Value", "other", "VALUE"])
        defer { cursor.close() }

        #expect(try found(["value", "Value", "VALUE", "vaLue", "other"], row) == [3, 3, 3, 3, 2])
        #expect(try row.values() == [0, 1, 2, 3])
    }

    @Test func anUnknownNameDoesNotDisturbTheOthers() throws {
        let (cursor, row) = try cursor(["a", "b"])
        defer { cursor.close() }

        for _ in 1...3 {
            #expect(try found(["a", "b"], row) == [0, 1])
            #expect(thrown { try row.value("c", as: Int.self) }?.resultCode == .range)
        }
    }

    @Test func anEmptyNameIsANameToo() throws {
        let (cursor, row) = try cursor(["a", ""])
        defer { cursor.close() }

        #expect(try found(["", "a", ""], row) == [1, 0, 1])
    }

    @Test func fmdbsCallFindsTheSameColumns() throws {
        let names = (0..<100).map { "a column with a long name \($0)" }
        let (cursor, _) = try cursor(names)
        defer { cursor.close() }

        #expect(names.map { cursor.longLongInt(forColumn: $0) } == Array(0..<100))
        #expect(names.map { cursor.columnIndex(forName: $0.uppercased()) } == Array(0..<100))
    }
}
