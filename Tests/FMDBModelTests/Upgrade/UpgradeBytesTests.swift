import FMDBModel
import FMDBTestHelpers
import Testing

/// A property that holds bytes can be read from bytes alone.
@Suite struct UpgradeBytesTests {
    private struct Picture: Codable, FMModel {
        var id: Int64?
        var content: Data?

        static let tableName = "t"
    }

    private struct Sample: Codable, FMModel {
        var id: Int64?
        var content: [UInt8]

        static let tableName = "t"
    }

    private struct Place: Codable, FMModel {
        struct Point: Codable {
            var x: Int
            var y: Int
        }

        var id: Int64?
        var content: Point?

        static let tableName = "t"
    }

    private struct ByHand {
        var id: Int64?
        var content: Data?
    }

    private func table(_ type: String, _ values: String) throws -> FMDatabase {
        try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, content \(type))", "INSERT INTO t VALUES \(values)")
    }

    @Test(arguments: ["TEXT", "VARCHAR(20)", "INTEGER", "REAL", "BOOLEAN"])
    func whatIsNotBytesStandsAgainstAPropertyOfBytes(_ type: String) throws {
        let db = try table(type, "(3, NULL), (4, 'x'), (5, x'00'), (6, 7)")
        let schema = try db.schema()

        for error in [
            thrown { try db.createTable(Picture.self) },
            thrown {
                try db.upgradeTable(
                    to: FMTable<ByHand>("t", [FMColumn("id", \.id), FMColumn("content", \.content)]))
            },
        ] {
            #expect(error?.resultCode == .mismatch)
            #expect(error?.message.contains("the column content") == true)
            #expect(error?.message.contains("2 rows of t, the first with the rowid 4") == true)
        }
        #expect(try db.schema() == schema)
    }

    @Test func alsoListsOfBytesAreBytes() throws {
        let db = try table("TEXT NOT NULL", "(4, 'x')")

        #expect(thrown { try db.createTable(Sample.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: ["TEXT", "INTEGER", "REAL"])
    func bytesInAColumnOfAnotherKindStay(_ type: String) throws {
        let db = try table(type, "(1, x'00ff'), (2, NULL)")

        #expect(try db.createTable(Picture.self).changedKinds == ["content": .blob])

        #expect(try db.find(Picture.self).map(\.content) == [Data([0, 255]), nil])
        #expect(try db.createTable(Picture.self).isEmpty)
    }

    @Test(arguments: ["BLOB", "", "BINARY(16)", "UUID", "IMAGE"])
    func aColumnThatMayBeOfBytesIsLeftAlone(_ type: String) throws {
        let db = try table(type, "(1, x'00ff')")

        #expect(try db.createTable(Picture.self).isEmpty)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 37)))
    func aColumnOfAStrictTableTakesBytes() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, content TEXT) STRICT", "INSERT INTO t VALUES (1, NULL)")

        #expect(try db.createTable(Picture.self).changedKinds == ["content": .blob])

        try db.insert(Picture(content: Data([1])))
        #expect(try db.find(Picture.self).map(\.content) == [nil, Data([1])])
        #expect(try db.createTable(Picture.self).isEmpty)
    }

    @Test(arguments: ["BLOB", ""])
    func bytesStandAgainstAPropertyThatIsKeptAsJSON(_ type: String) throws {
        let db = try table(type, "(3, '{\"x\":1,\"y\":2}'), (4, x'7b7d')")

        let error = thrown { try db.createTable(Place.self) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("1 row of t, the first with the rowid 4") == true)
        try db.execute("DELETE FROM t WHERE id = 4")
        #expect(try db.createTable(Place.self).changedKinds == ["content": .text])
        #expect(try db.find(Place.self).first?.content?.y == 2)
    }
}
