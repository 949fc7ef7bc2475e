import FMDB
import FMDBTestHelpers
import Testing

/// Reading columns as numbers and as objects.
@Suite struct ResultSetNumberTests {
    @Test func testB203_anIntegerIsANumberObject() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 9007199254740993 AS n")
        let number = try #require(rows.object(forColumn: "n") as? NSNumber)
        #expect(number.int64Value == 9_007_199_254_740_993)
    }

    @Test func testB203_aRealIsANumberObject() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 2.5 AS r")
        let number = try #require(rows.object(forColumn: "r") as? NSNumber)
        #expect(number.doubleValue == 2.5)
    }

    @Test func testB203_textIsAString() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 'word' AS t, '' AS empty")
        #expect(rows.object(forColumn: "t") as? String == "word")
        #expect(rows.object(forColumn: "empty") as? String == "")
    }

    @Test func testB203_aBlobIsData() throws {
        let rows = try ResultSetFixture.firstRow("SELECT X'0102' AS b")
        #expect(rows.object(forColumn: "b") as? Data == Data([1, 2]))
    }

    @Test func testB203_nullIsNSNullAndAnUnknownColumnNil() throws {
        let rows = try ResultSetFixture.firstRow("SELECT NULL AS vacant")
        #expect(rows.object(forColumn: "vacant") is NSNull)
        #expect(rows.object(forColumnIndex: 0) is NSNull)
        #expect(rows.object(forColumn: "missing") == nil)
        #expect(rows.object(forColumnIndex: 1) == nil)
    }

    @Test(arguments: [0, 1, -1, 4_294_967_296, Int64.max, Int64.min])
    func testB204_anIntegerObjectCastsToTheIntegerTypes(value: Int64) throws {
        let rows = try ResultSetFixture.firstRow("SELECT ? AS n", [value])
        let object = rows.object(forColumn: "n")
        #expect(object as? Int == Int(value))
        #expect(object as? Int64 == value)
        #expect(object as? NSNumber == NSNumber(value: value))
    }

    @Test func testB204_aRealObjectCastsToDouble() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 0.1 AS r")
        let object = rows.object(forColumn: "r")
        #expect(object as? Double == 0.1)
        #expect(object as? NSNumber == NSNumber(value: 0.1))
    }

    @Test func testB205_theNameSubscriptIsTheObject() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, 'word' AS Word, NULL AS vacant")
        #expect(rows["n"] as? Int == 5)
        #expect(rows["WORD"] as? String == "word")
        #expect(rows["vacant"] is NSNull)
        #expect(rows["missing"] == nil)
    }

    @Test func testB205_theIndexSubscriptIsTheObject() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, 'word' AS word, NULL AS vacant")
        #expect(rows[0] as? Int == 5)
        #expect(rows[1] as? String == "word")
        #expect(rows[2] is NSNull)
        #expect(rows[3] == nil)
    }

    @available(*, deprecated, message: "It calls a deprecated spelling.")
    @Test func testB205_theDeprecatedSpellingIsTheObject() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n, NULL AS vacant")
        #expect(rows.object(forColumnName: "N") as? Int == 5)
        #expect(rows.object(forColumnName: "vacant") is NSNull)
        #expect(rows.object(forColumnName: "missing") == nil)
    }

    @Test func testB206_textConvertsByItsLeadingNumber() throws {
        let rows = try ResultSetFixture.firstRow("SELECT '12abc' AS t, '1.5e1 and more' AS e, 'x' AS x")
        #expect(rows.int(forColumn: "t") == 12)
        #expect(rows.long(forColumn: "t") == 12)
        #expect(rows.longLongInt(forColumn: "t") == 12)
        #expect(rows.double(forColumn: "t") == 12)
        #expect(rows.double(forColumn: "e") == 15)
        #expect(rows.int(forColumn: "x") == 0)
        #expect(rows.double(forColumn: "x") == 0)
    }

    @Test func testB206_aRealConvertsByCuttingItsFraction() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 3.9 AS r, -3.9 AS negative")
        #expect(rows.int(forColumn: "r") == 3)
        #expect(rows.longLongInt(forColumn: "r") == 3)
        #expect(rows.long(forColumnIndex: 1) == -3)
    }

    @Test func testB206_anIntegerConvertsToDouble() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS n")
        #expect(rows.double(forColumn: "n") == 5)
        #expect(rows.double(forColumnIndex: 0) == 5)
    }

    @Test func testB207_intKeepsTheLowThirtyTwoBits() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 4294967301 AS past, 2147483648 AS sign, -4294967297 AS below")
        #expect(rows.int(forColumn: "past") == 5)
        #expect(rows.int(forColumn: "sign") == Int32.min)
        #expect(rows.int(forColumnIndex: 2) == -1)
    }

    @Test(arguments: [4_294_967_301, Int64.max, Int64.min])
    func testB207_longAndLongLongIntHaveAllBits(value: Int64) throws {
        let rows = try ResultSetFixture.firstRow("SELECT ? AS n", [value])
        #expect(rows.long(forColumn: "n") == Int(value))
        #expect(rows.long(forColumnIndex: 0) == Int(value))
        #expect(rows.longLongInt(forColumn: "n") == value)
        #expect(rows.longLongInt(forColumnIndex: 0) == value)
    }

    @Test func testB208_unsignedLongLongIntReadsTheSameBits() throws {
        let rows = try ResultSetFixture.firstRow("SELECT -1 AS all_bits, -9223372036854775808 AS top, 7 AS small")
        #expect(rows.unsignedLongLongInt(forColumn: "all_bits") == UInt64.max)
        #expect(rows.unsignedLongLongInt(forColumnIndex: 1) == 1 << 63)
        #expect(rows.unsignedLongLongInt(forColumn: "small") == 7)
    }

    @Test func testB209_boolIsTrueForEveryOtherNumberThanZero() throws {
        let sql = "SELECT 1 AS one, -1 AS minus, 2.7 AS r, '3' AS t, 0 AS zero, 'x' AS x"
        let rows = try ResultSetFixture.firstRow(sql)
        #expect(["one", "minus", "r", "t"].allSatisfy { rows.bool(forColumn: $0) })
        #expect(!rows.bool(forColumn: "zero"))
        #expect(!rows.bool(forColumn: "x"))
        #expect(rows.bool(forColumnIndex: 0))
        #expect(!rows.bool(forColumnIndex: 4))
    }

    @Test func testB209_boolIsThatOfTheTruncatedInteger() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 0.5 AS half, 4294967296 AS past, 4294967297 AS past_and_one")
        #expect(!rows.bool(forColumn: "half"))
        #expect(!rows.bool(forColumn: "past"))
        #expect(rows.bool(forColumn: "past_and_one"))
    }

    @Test func testB217_theTypeIsTheStorageClassOfTheValue() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS i, 1.5 AS f, 'x' AS t, X'00' AS b, NULL AS n")
        #expect((0..<5).map { rows.type(forColumnIndex: $0) } == [.integer, .float, .text, .blob, .null])
        #expect(["i", "f", "t", "b", "n"].map { rows.type(forColumn: $0) } == [.integer, .float, .text, .blob, .null])
    }

    @Test func testB217_theTypeFollowsTheRow() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1 AS v UNION ALL SELECT 'x' ORDER BY v")
        #expect(rows.type(forColumn: "v") == .integer)
        #expect(rows.next())
        #expect(rows.type(forColumn: "v") == .text)
    }

    @Test func testB228_beforeTheFirstNextAColumnReadsAsNull() throws {
        let rows = try FMDatabase.memory().executeQuery("SELECT 5 AS n, 'five' AS word", values: nil)
        #expect(rows.int(forColumn: "n") == 0)
        #expect(rows.longLongInt(forColumnIndex: 0) == 0)
        #expect(rows.double(forColumn: "n") == 0)
        #expect(!rows.bool(forColumn: "n"))
        #expect(rows.string(forColumn: "word") == nil)
        #expect(rows.data(forColumn: "word") == nil)
        #expect(rows.date(forColumn: "n") == nil)
        #expect(rows.columnIsNull("n"))
        #expect(rows.next())
        #expect(rows.int(forColumn: "n") == 5)
    }

    @Test func testD08_aLargeIdentifierIsCutByIntAndKeptByTheLongAccessors() throws {
        let identifier = 5_000_000_000
        let database = try ResultSetFixture.numbers(identifier)
        let rows = try ResultSetFixture.firstRow("SELECT n FROM numbers", in: database)
        #expect(rows.int(forColumn: "n") == Int32(truncatingIfNeeded: identifier))
        #expect(rows.long(forColumn: "n") == identifier)
        #expect(rows.longLongInt(forColumn: "n") == Int64(identifier))
        #expect(rows.object(forColumn: "n") as? Int == identifier)
    }
}
