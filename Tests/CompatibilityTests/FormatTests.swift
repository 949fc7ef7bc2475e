import FMDB
import FMDBTestHelpers
import Testing

/// Format strings: each conversion takes one argument, which is bound.
@Suite struct FormatTests {
    /// A conversion, the argument it takes and the literal that the database must show.
    struct Sample: Sendable, CustomTestStringConvertible {
        let conversion: String
        let argument: any Sendable
        let literal: String

        init(_ conversion: String, _ argument: any Sendable, _ literal: String) {
            self.conversion = conversion
            self.argument = argument
            self.literal = literal
        }

        var testDescription: String { "\(conversion) with \(type(of: argument)) as \(literal)" }

        func check() {
            let db = FMDatabase.memory()
            #expect(drawn(db.executeQuery(withFormat: "SELECT \(conversion) AS v", argument)) == "v\n\(literal)")
            db.executeStatements("CREATE TABLE t (v)")
            #expect(db.executeUpdate(withFormat: "INSERT INTO t VALUES (\(conversion))", argument))
            #expect(drawn(db.executeQuery("SELECT v FROM t", withArgumentsIn: [])) == "v\n\(literal)")
        }
    }

    @Test func testB160_aConversionBecomesAPlaceholder() throws {
        let db = FMDatabase.memory()
        let rows = try #require(db.executeQuery(withFormat: "SELECT %@ AS a, %d AS b, %f AS c", "x", 2, 0.5))
        #expect(rows.query == "SELECT ? AS a, ? AS b, ? AS c")
        #expect(
            drawn(rows) == """
                a   | b | c
                'x' | 2 | 0.5
                """)
    }

    @Test func testB160_anArgumentIsNotPastedIntoTheSQL() throws {
        let db = FMDatabase.memory()
        #expect(db.executeStatements("CREATE TABLE t (v)"))
        let attack = "x'); DROP TABLE t; -- %d ?"
        #expect(db.executeUpdate(withFormat: "INSERT INTO t VALUES (%@)", attack))
        #expect(drawn(try db.executeQuery("SELECT v FROM t", values: nil)) == "v\n'\(attack)'")
    }

    @Test(
        arguments: [
            Sample("%@", "text", "'text'"),
            Sample("%@", 7, "7"),
            Sample("%@", 2.5, "2.5"),
            Sample("%@", true, "1"),
            Sample("%@", Data([0xAB]), "X'AB'"),
            Sample("%@", Date(timeIntervalSince1970: 3), "3.0"),
            Sample("%@", NSNumber(value: 9), "9"),
            Sample("%@", NSNull(), "NULL"),
        ])
    func testB161_atTakesAnyObject(sample: Sample) {
        sample.check()
    }

    @Test func testB161_nilBecomesTheLiteralNull() throws {
        let db = FMDatabase.memory()
        let nothing: String? = nil
        let rows = try #require(db.executeQuery(withFormat: "SELECT %@ AS a, %@ AS b, %@ AS c", nothing, 1, nil))
        #expect(rows.query == "SELECT NULL AS a, ? AS b, NULL AS c")
        #expect(
            drawn(rows) == """
                a    | b | c
                NULL | 1 | NULL
                """)
    }

    @Test(
        arguments: [
            Sample("%c", UInt8(65), "'A'"), Sample("%c", Int8(65), "'A'"), Sample("%c", Character("A"), "'A'"),
            Sample("%s", "Zoë", "'Zoë'"), Sample("%s", "", "''"),
        ])
    func testB162_charactersAndCStringsBindText(sample: Sample) {
        sample.check()
    }

    @Test(
        arguments: [
            Sample("%d", Int32.min, "-2147483648"), Sample("%D", Int32.max, "2147483647"), Sample("%i", -7, "-7"),
            Sample("%u", UInt32.max, "4294967295"), Sample("%U", UInt32.max, "4294967295"), Sample("%u", 7, "7"),
        ])
    func testB163_thePlainLettersBind32Bits(sample: Sample) {
        sample.check()
    }

    @Test(
        arguments: [
            Sample("%hi", Int16.min, "-32768"), Sample("%hi", 7, "7"),
            Sample("%hu", UInt16.max, "65535"), Sample("%hu", 7, "7"),
        ])
    func testB164_theShortLettersBind16Bits(sample: Sample) {
        sample.check()
    }

    @Test(
        arguments: [
            Sample("%qi", Int64.min, "-9223372036854775808"), Sample("%lld", Int64.max, "9223372036854775807"),
            Sample("%qu", UInt64(1) << 40, "1099511627776"), Sample("%llu", UInt64.max, "-1"),
            Sample("%ld", Int.min, "-9223372036854775808"), Sample("%lu", UInt(1) << 40, "1099511627776"),
        ])
    func testB165_theLongLettersBind64Bits(sample: Sample) {
        sample.check()
    }

    @Test(arguments: ["%qu", "%llu", "%lu"])
    func testB165_aLargeUnsignedArgumentReadsBackAsItself(conversion: String) throws {
        let rows = FMDatabase.memory().executeQuery(withFormat: "SELECT \(conversion) AS v", UInt64.max)
        let row = try #require(rows)
        #expect(row.next())
        #expect(row.unsignedLongLongInt(forColumn: "v") == .max)
    }

    @Test func testB166_fKeepsADoubleAndGRoundsItToAFloat() throws {
        let rows = try #require(FMDatabase.memory().executeQuery(withFormat: "SELECT %f AS f, %g AS g", 2.2, 2.2))
        #expect(rows.next())
        #expect(rows.double(forColumn: "f") == 2.2)
        #expect(rows.double(forColumn: "g") == Double(Float(2.2)))
    }

    @Test func testB167_twoPercentSignsAreOne() {
        let db = FMDatabase.memory()
        #expect(drawn(db.executeQuery(withFormat: "SELECT 17 %% 5 AS v")) == "v\n2")
        #expect(drawn(db.executeQuery(withFormat: "SELECT %d %% %d AS v", 17, 5)) == "v\n2")
    }

    @Test func testB167_textInQuotesIsLeftAlone() throws {
        let db = FMDatabase.memory()
        #expect(db.executeStatements("CREATE TABLE t (v); INSERT INTO t VALUES ('my admin 1'), ('user')"))
        let rows = try #require(
            db.executeQuery(withFormat: "SELECT v, '%d ''%@' AS w FROM t WHERE v LIKE '%admin%' AND %d = 1", 1))
        #expect(rows.query == "SELECT v, '%d ''%@' AS w FROM t WHERE v LIKE '%admin%' AND ? = 1")
        #expect(
            drawn(rows) == """
                v            | w
                'my admin 1' | '%d '%@'
                """)
    }

    @Test func testB168_anUnknownLetterLosesItsPercentSign() throws {
        let rows = try #require(FMDatabase.memory().executeQuery(withFormat: "SELECT %d AS %value", 5))
        #expect(rows.query == "SELECT ? AS value")
        #expect(drawn(rows) == "value\n5")
    }

    @Test func testB169_aFormatWithoutConversionsIsPlainSQL() throws {
        let db = FMDatabase.memory()
        #expect(db.executeUpdate(withFormat: "CREATE TABLE t (v)"))
        #expect(db.executeUpdate(withFormat: "INSERT INTO t VALUES (5)"))
        let rows = try #require(db.executeQuery(withFormat: "SELECT v FROM t"))
        #expect(rows.query == "SELECT v FROM t")
        #expect(drawn(rows) == "v\n5")
    }

    /// As long as this a format took minutes when each character of a quotation moved all those behind it.
    @Test func testB167_longQuotationsAndCommentsAreCopiedWhole() throws {
        let filler = String(repeating: "%d ? é \u{1F600} -", count: 400_000)
        let formats = ["SELECT '\(filler)' AS v, %d AS w", "/* \(filler) */ SELECT 'x' AS v, %d AS w"]
        for format in formats {
            let rows = try #require(FMDatabase.memory().executeQuery(withFormat: format, 7))
            #expect(rows.query == format.replacingOccurrences(of: "%d AS w", with: "? AS w"))
            #expect(rows.next())
            #expect(rows.int(forColumn: "w") == 7)
            rows.close()
        }
    }

    @Test(arguments: [
        ("SELECT 1 AS \"%d\" -- %d\n, %d AS v", "SELECT 1 AS \"%d\" -- %d\n, ? AS v"),
        (
            "SELECT 1 AS [%d], `%d`.v AS w, %d AS v FROM (SELECT 1 AS v) AS `%d`",
            "SELECT 1 AS [%d], `%d`.v AS w, ? AS v FROM (SELECT 1 AS v) AS `%d`"
        ),
        ("SELECT /*/ %d */ %d AS v", "SELECT /*/ %d */ ? AS v"),
        ("SELECT 'a''%d' AS w, %d - -0 %% 2 AS v", "SELECT 'a''%d' AS w, ? - -0 % 2 AS v"),
        ("SELECT %lld AS v -- %d", "SELECT ? AS v -- %d"),
        ("SELECT %d AS v /* %d", "SELECT ? AS v /* %d"),
        ("SELECT %d AS v, 'e\u{301}%d' AS w %", "SELECT ? AS v, 'e\u{301}%d' AS w "),
    ])
    func testB167_quotationsAndCommentsOfEveryKind(format: String, sql: String) throws {
        let rows = try #require(FMDatabase.memory().executeQuery(withFormat: format, 7))
        #expect(rows.query == sql)
        #expect(rows.next())
        #expect(rows.int(forColumn: "v") == 7)
    }
}
