import FMDB
import FMDBTestHelpers
import Testing

/// Rows as dictionaries, and rows written into objects.
@Suite struct ResultSetDictionaryTests {
    @Test func testB218_theDictionaryHasTheNamesAsWrittenAndTheObjects() throws {
        let sql = "SELECT 5 AS Number, 2.5 AS real, 'word' AS WORD, X'01' AS b"
        let row = try #require(try ResultSetFixture.firstRow(sql).resultDictionary)
        #expect(row.count == 4)
        #expect(row["Number"] as? Int == 5)
        #expect(row["number"] == nil)
        #expect(row["real"] as? Double == 2.5)
        #expect(row["WORD"] as? String == "word")
        #expect(row["b"] as? Data == Data([1]))
    }

    @Test func testB218_theDictionaryIsThatOfTheCurrentRow() throws {
        let database = try ResultSetFixture.numbers(1, 2)
        let rows = try ResultSetFixture.firstRow("SELECT n FROM numbers ORDER BY n", in: database)
        let first = rows.resultDictionary
        #expect(rows.next())
        #expect(first?["n"] as? Int == 1)
        #expect(rows.resultDictionary?["n"] as? Int == 2)
    }

    @Test func testB218_withoutACurrentRowThereIsNoDictionary() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 1 AS n", values: nil)
        #expect(rows.resultDictionary == nil)
        #expect(rows.next())
        #expect(rows.resultDictionary != nil)
        #expect(!rows.next())
        #expect(rows.resultDictionary == nil)
    }

    @available(*, deprecated, message: "It calls a deprecated spelling.")
    @Test func testB219_theDeprecatedDictionaryHasLowerCaseNames() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS Number, 'word' AS WORD, NULL AS Vacant")
        let row = try #require(rows.resultDict())
        #expect(row.count == 3)
        #expect(row["number"] as? Int == 5)
        #expect(row["word"] as? String == "word")
        #expect(row["vacant"] is NSNull)
        #expect(row["Number"] == nil)
    }

    @available(*, deprecated, message: "It calls a deprecated spelling.")
    @Test func testB219_withoutACurrentRowThereIsNoDeprecatedDictionary() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 1 AS n", values: nil)
        #expect(rows.resultDict() == nil)
    }

    @Test func testB220_nullIsNSNullInTheDictionary() throws {
        let row = try #require(try ResultSetFixture.firstRow("SELECT NULL AS vacant, 1 AS n").resultDictionary)
        #expect(row.count == 2)
        #expect(row["vacant"] is NSNull)
    }

    @Test func testB220_ofColumnsWithOneNameTheDictionaryKeepsTheLast() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS n, 2 AS other, 3 AS n")
        let row = try #require(rows.resultDictionary)
        #expect(row.count == 2)
        #expect(row["n"] as? Int == 3)
    }

    @Test func testB220_namesThatDifferInCaseStayApart() throws {
        let row = try #require(try ResultSetFixture.firstRow("SELECT 1 AS n, 2 AS N").resultDictionary)
        #expect(row["n"] as? Int == 1)
        #expect(row["N"] as? Int == 2)
    }

    @Test func testB224_kvcMagicSetsTheColumnsAsStringsInADictionary() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS Number, 2.5 AS real, 'word' AS word")
        let object = NSMutableDictionary()
        rows.kvcMagic(object)
        #expect(object.count == 3)
        #expect(object["Number"] as? String == "5")
        #expect(object["real"] as? String == "2.5")
        #expect(object["word"] as? String == "word")
    }

    @Test func testB224_kvcMagicSkipsNull() throws {
        let rows = try ResultSetFixture.firstRow("SELECT NULL AS absent, NULL AS kept, 'new' AS changed")
        let object = NSMutableDictionary()
        object["kept"] = "old"
        object["changed"] = "old"
        rows.kvcMagic(object)
        #expect(object.count == 2)
        #expect(object["kept"] as? String == "old")
        #expect(object["changed"] as? String == "new")
    }

    @Test func testB224_kvcMagicWithoutACurrentRowSetsNothing() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 'word' AS word", values: nil)
        let object = NSMutableDictionary()
        rows.kvcMagic(object)
        #expect(object.count == 0)
    }

    #if !canImport(ObjectiveC)
        @Test func testB224_kvcMagicSetsTheColumnsOfAnObjectThatTakesValuesByKey() throws {
            let rows = try ResultSetFixture.firstRow("SELECT 5 AS Number, 'word' AS word, NULL AS absent")
            let person = KeyRecorder()
            rows.kvcMagic(person)
            #expect(person.values == ["Number": "5", "word": "word"])
        }

        @Test func testB224_kvcMagicIgnoresObjectsWithoutKeys() throws {
            let rows = try ResultSetFixture.firstRow("SELECT 'word' AS word")
            rows.kvcMagic(NSObject())
            rows.kvcMagic("a string")
            #expect(rows.string(forColumn: "word") == "word")
        }
    #endif
}

#if !canImport(ObjectiveC)
    private final class KeyRecorder: FMKeyValueSettable {
        private(set) var values: [String: String] = [:]

        func setValue(_ value: Any?, forKey key: String) {
            values[key] = value as? String ?? "no string"
        }
    }
#endif
