import FMDB
import FMDBTestHelpers
import Testing

/// Values by name.
@Suite struct NamedParameterTests {
    private func databaseWithTable() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (v)", values: nil)
        return db
    }

    private func rows(_ db: FMDatabase) throws -> String {
        drawn(try db.executeQuery("SELECT v FROM t", values: nil))
    }

    @Test func testB125_aKeyIsTheNameWithoutItsColon() throws {
        let db = try databaseWithTable()
        let values: [String: Any] = ["v": "ann"]
        #expect(db.executeUpdate("INSERT INTO t VALUES (:v)", withParameterDictionary: values))
        #expect(try rows(db) == "v\n'ann'")
        #expect(drawn(db.executeQuery("SELECT :v AS v", withParameterDictionary: values)) == "v\n'ann'")
    }

    @Test func testB125_aKeyWithAColonNamesNothing() throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (:v)", withParameterDictionary: [":v": 1]))
        #expect(db.executeQuery("SELECT :v", withParameterDictionary: [":v": 1]) == nil)
    }

    @Test(arguments: ["@v", "$v"], ["v", "@v", "$v", ":v"])
    func testB126_otherPrefixesCannotBeReached(placeholder: String, key: String) throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (\(placeholder))", withParameterDictionary: [key: 1]))
        #expect(!db.hadError())
        #expect(db.executeQuery("SELECT \(placeholder)", withParameterDictionary: [key: 1]) == nil)
        #expect(!db.hadError())
        #expect(try rows(db) == "v")
    }

    @Test func testB127_surplusKeysAreIgnored() throws {
        let db = try databaseWithTable()
        let values: [String: Any] = ["v": 1, "w": 2, "x": "y"]
        #expect(db.executeUpdate("INSERT INTO t VALUES (:v)", withParameterDictionary: values))
        #expect(try rows(db) == "v\n1")
        #expect(drawn(db.executeQuery("SELECT :v AS v", withParameterDictionary: values)) == "v\n1")
        #expect(drawn(db.executeQuery("SELECT 5 AS v", withParameterDictionary: values)) == "v\n5")
    }

    @Test func testD05_anUnknownKeyDoesNotStandInForAMissingOne() throws {
        let db = try databaseWithTable()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (:value)", withParameterDictionary: ["vaule": 1]))
        #expect(db.executeQuery("SELECT :value", withParameterDictionary: ["vaule": 1, "valeu": 2]) == nil)
        #expect(try rows(db) == "v")
    }

    @Test func testB128_aMissingKeyRunsNothing() throws {
        let db = try databaseWithTable()
        let sql = "INSERT INTO t VALUES (:v), (:w)"
        #expect(!db.executeUpdate(sql, withParameterDictionary: ["v": 1]))
        #expect(!db.executeUpdate(sql, withParameterDictionary: [:]))
        #expect(try rows(db) == "v")
    }

    @Test func testB128_aMissingKeyIsNoErrorOfSQLite() throws {
        let db = FMDatabase.memory()
        #expect(db.executeQuery("SELECT :v, :w", withParameterDictionary: ["v": 1]) == nil)
        #expect(!db.hadError())
        #expect(db.lastErrorCode() == 0)
    }

    @Test func testB129_aNameUsedTwiceNeedsOneKey() throws {
        let rows = FMDatabase.memory().executeQuery(
            "SELECT :x AS a, :y AS b, :x || :x AS c", withParameterDictionary: ["x": "p", "y": "q"])
        #expect(
            drawn(rows) == """
                a   | b   | c
                'p' | 'q' | 'pp'
                """)
    }

    @Test func testB130_anArrayFillsNamesInOrderOfFirstAppearance() throws {
        let rows = try FMDatabase.memory().executeQuery(
            "SELECT :b AS first, :a AS second, :b AS third", values: [1, 2])
        #expect(
            drawn(rows) == """
                first | second | third
                1     | 2      | 1
                """)
    }

    @Test func testB131_nsNullUnderANameBindsNull() throws {
        let db = try databaseWithTable()
        #expect(db.executeUpdate("INSERT INTO t VALUES (:v)", withParameterDictionary: ["v": NSNull()]))
        #expect(try rows(db) == "v\nNULL")
    }

    @Test func testB132_noDictionaryMeansNoArguments() throws {
        let db = FMDatabase.memory()
        #expect(drawn(db.executeQuery("SELECT 5 AS v", withParameterDictionary: nil)) == "v\n5")
        #expect(db.executeQuery("SELECT :v", withParameterDictionary: nil) == nil)
        #expect(!db.hadError())
    }

    @Test func testB134_namesAreCaseSensitive() throws {
        let db = FMDatabase.memory()
        #expect(db.executeQuery("SELECT :Name", withParameterDictionary: ["name": 1]) == nil)
        let rows = db.executeQuery(
            "SELECT :Name AS a, :name AS b", withParameterDictionary: ["name": 1, "Name": 2])
        #expect(
            drawn(rows) == """
                a | b
                2 | 1
                """)
    }
}
