import FMDBModel
import FMDBTestHelpers
import Testing

/// Changes of as many rows as a limit says, in tables of all kinds.
@Suite struct RequestLimitTests {
    private let db = FMDatabase.memory()

    /// What has no key and knows not all of the columns.
    private struct Crate: Codable, FMModel {
        static let tableName = "crate"
        static let tableOptions = FMTableOptions(key: .rowID)

        var name: String

        struct Columns: FMColumns { let name = FMField<Crate, String>("name") }
    }

    private let crates = FMRecord.all.from("crate")

    /// A table with five rows, of which each name is its number.
    private func make(_ definition: FMSQL, _ columns: FMSQL, _ values: FMSQL) throws {
        try db.execute("CREATE TABLE crate \(definition)")
        for number in 1...5 {
            try db.execute("INSERT INTO crate (name, \(columns)) SELECT \(number), \(values)")
        }
    }

    private var names: [String] {
        get throws { try db.rows("SELECT name FROM crate ORDER BY CAST(name AS INTEGER)", as: String.self) }
    }

    // MARK: Tables

    @Test func aColumnMayBeCalledRowid() throws {
        try make("(name TEXT, rowid TEXT)", "rowid", "'same'")

        #expect(try db.delete(crates.order(by: .asc("name")).limit(1)) == 1)
        #expect(try names == ["2", "3", "4", "5"])
        #expect(try db.delete(Crate.all.order(\.name.ascending).limit(1)) == 1)
        #expect(try names == ["3", "4", "5"])
        #expect(try db.update(Crate.all.order(\.name.ascending).limit(1)) { [$0.name <- "9"] } == 1)
        #expect(try names == ["4", "5", "9"])
        #expect(try db.delete(crates.reversed().limit(1)) == 1)
        #expect(try names == ["4", "9"])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func aComputedColumnMayBeCalledRowid() throws {
        try make("(name TEXT, same TEXT, rowid TEXT AS (same))", "same", "'same'")

        #expect(try db.delete(Crate.all.order(\.name.ascending).limit(2)) == 2)
        #expect(try names == ["3", "4", "5"])
    }

    @Test func aTableMayHaveNoRowNumbers() throws {
        try make("(a INTEGER, name TEXT, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID", "a, b", "random(), 'same'")

        #expect(try db.delete(crates.order(by: .asc("name")).limit(2)) == 2)
        #expect(try names == ["3", "4", "5"])
        #expect(try db.update(Crate.all.order(\.name.descending).limit(1)) { [$0.name <- "9"] } == 1)
        #expect(try names == ["3", "4", "9"])
        #expect(try db.delete(Crate.all.reversed().limit(1)) == 1)
        #expect(try names.count == 2)
        #expect(try db.last(Crate.self) != nil)
    }

    @Test func aKeyMayTellMoreRowsThanItsColumn() throws {
        try db.execute("CREATE TABLE crate (name TEXT COLLATE NOCASE, PRIMARY KEY (name COLLATE BINARY)) WITHOUT ROWID")
        try db.execute("INSERT INTO crate VALUES ('a'), ('A'), ('b')")

        #expect(try db.delete(crates.limit(1)) == 1)
        #expect(try db.count(crates) == 2)
    }

    @Test func theNamesOfTheNumberMayAllBeTaken() throws {
        try make("(k INTEGER PRIMARY KEY, name TEXT, rowid, _rowid_, oid)", "oid, rowid", "1, 1")

        #expect(try db.delete(crates.order(by: .asc("name")).limit(1)) == 1)
        #expect(try names == ["2", "3", "4", "5"])
    }

    /// For the last one the rows are only sorted.
    @Test(arguments: ["name TEXT, k PRIMARY KEY", "name TEXT"])
    func theLastOfThemIsThatOfTheGreatestKey(_ columns: String) throws {
        try make("(\(raw: columns), rowid, _rowid_, oid)", "rowid", "0")
        try db.execute("UPDATE crate SET \(raw: columns.hasSuffix("KEY") ? "k" : "rowid") = name % 5")

        #expect(try db.last(Crate.self)?.name == "4")
        #expect(try db.first(Crate.all.reversed())?.name == "4")
        #expect(try db.last(FMRecord.self, from: "crate")?["name"] == "4")
        #expect(try db.last(Crate.self, orderBy: [.asc("name")])?.name == "5")
    }

    @Test(arguments: ["name TEXT, k PRIMARY KEY", "name TEXT"])
    func rowsThatCannotBeToldApartAreKept(_ columns: String) throws {
        try make("(\(raw: columns), rowid, _rowid_, oid)", "rowid", "NULL")

        for request in [crates.limit(1), crates.limit(9, offset: 1)] {
            #expect(thrown { try db.delete(request) }?.resultCode == .misuse)
            #expect(thrown { try db.update(request, set: [FMAssignment("name", "x")]) }?.resultCode == .misuse)
        }
        #expect(try names.count == 5)
        #expect(try db.delete(crates.where("name = '1'")) == 1)
    }

    @Test func aViewHasNoRowsToTellApart() throws {
        try make("(name TEXT, k)", "k", "1")
        try db.execute("CREATE VIEW cargo AS SELECT name FROM crate")
        try db.execute(
            """
            CREATE TRIGGER unload INSTEAD OF DELETE ON cargo BEGIN DELETE FROM crate WHERE name = old.name; END
            """)

        let error = thrown { try db.delete(Crate.all.from("cargo").limit(1)) }
        #expect(error?.resultCode == .misuse)
        #expect(
            error?.message
                == "cargo is a view, so its rows have no key: they cannot be sorted by key, or changed with a limit")
        #expect(try names.count == 5)
        #expect(try db.delete(Crate.all.from("cargo").where { $0.name == "1" }) == 0)
        #expect(try names.count == 4)
    }

    @Test func aTemporaryTableHidesAnother() throws {
        try make("(name TEXT, k)", "k", "1")
        try db.execute("CREATE TEMP TABLE crate (name TEXT, rowid TEXT)")
        try db.execute("INSERT INTO crate VALUES ('1', 'same'), ('2', 'same')")

        #expect(try db.delete(crates.order(by: .asc("name")).limit(1)) == 1)
        #expect(try names == ["2"])
        #expect(try db.value("SELECT count(*) FROM main.crate") == 5)
    }

    // MARK: The other way round

    @Test func theOrderOfTheKeyIsThatOfTheDatabase() throws {
        try make("(name TEXT, rowid TEXT)", "rowid", "-random()")

        #expect(try db.find(Crate.all.reversed()).map(\.name) == ["5", "4", "3", "2", "1"])
        #expect(try db.find(Crate.all.reversed().limit(1).select(\.name)) == ["5"])
        #expect(try db.last(Crate.self)?.name == "5")
        #expect(try db.count(Crate.all.reversed().limit(2)) == 2)
    }

    @Test func whatHasNoNumbersIsCounted() throws {
        try make("(name TEXT PRIMARY KEY, k) WITHOUT ROWID", "k", "1")

        #expect(try db.count(Crate.all.reversed().limit(2)) == 2)
        #expect(try db.exists(Crate.all.reversed()))
        #expect(try db.find(Crate.all.reversed()).map(\.name) == ["5", "4", "3", "2", "1"])
    }
}
