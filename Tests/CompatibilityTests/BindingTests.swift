import FMDB
import FMDBTestHelpers
import Testing

/// NULL, text, blobs, dates and objects as arguments.
@Suite struct BindingTests {
    @Test(arguments: BindingForm.allCases)
    func testB080_nsNullBindsNull(form: BindingForm) throws {
        #expect(try form.literal(of: NSNull()) == "NULL")
    }

    @Test(arguments: BindingForm.allCases)
    func testB081_aBoxedNilBindsNull(form: BindingForm) throws {
        let nothing: String? = nil
        let nested: Int?? = .some(nil)
        #expect(try form.literal(of: nothing as Any) == "NULL")
        #expect(try form.literal(of: nested as Any) == "NULL")
    }

    @Test(arguments: BindingForm.allCases)
    func testB081_aBoxedOptionalBindsWhatItWraps(form: BindingForm) throws {
        let text: String? = "ann"
        let nested: Int?? = 7
        #expect(try form.literal(of: text as Any) == "'ann'")
        #expect(try form.literal(of: nested as Any) == "7")
    }

    @Test func testB081_anArrayMayMixNilAndValues() throws {
        let nothing: Int? = nil
        let row = try FMDatabase.memory().executeQuery(
            "SELECT ? AS a, ? AS b, ? AS c", values: [1, nothing as Any, "x"])
        #expect(
            drawn(row) == """
                a | b    | c
                1 | NULL | 'x'
                """)
    }

    @Test(arguments: BindingForm.allCases)
    func testB082_aStringBindsTextWithAllItsCharacters(form: BindingForm) throws {
        let text = "Zoë, 日本, e\u{301}, 🌍"
        for value in [text, NSString(string: text)] as [Any] {
            let rows = try form.rows(of: value, selecting: "typeof(v) AS kind, v")
            #expect(rows.next())
            #expect(rows.string(forColumn: "kind") == "text")
            #expect(rows.data(forColumn: "v") == Data(text.utf8))
        }
    }

    @Test(arguments: BindingForm.allCases)
    func testB082_anEmbeddedNulDoesNotEndTheText(form: BindingForm) throws {
        let rows = try form.rows(of: "a\0b", selecting: "typeof(v) AS kind, hex(v) AS bytes")
        #expect(
            drawn(rows) == """
                kind   | bytes
                'text' | '610062'
                """)
    }

    @Test(arguments: BindingForm.allCases)
    func testB083_dataBindsABlob(form: BindingForm) throws {
        let data = Data([0x00, 0x01, 0xFF])
        #expect(try form.literal(of: data) == "X'0001FF'")
        #expect(try form.literal(of: NSData(data: data)) == "X'0001FF'")
        #expect(try form.literal(of: data.dropFirst()) == "X'01FF'")
    }

    @Test(arguments: BindingForm.allCases)
    func testB084_emptyDataBindsAnEmptyBlob(form: BindingForm) throws {
        for value in [Data(), NSData(), Data([1]).dropFirst()] as [Any] {
            let rows = try form.rows(of: value, selecting: "typeof(v) AS kind, length(v) AS size")
            #expect(
                drawn(rows) == """
                    kind   | size
                    'blob' | 0
                    """)
        }
    }

    @Test(arguments: BindingForm.allCases)
    func testB085_aDateBindsItsSecondsSince1970(form: BindingForm) throws {
        #expect(try form.literal(of: Date(timeIntervalSince1970: 1_700_000_000.5)) == "1700000000.5")
        #expect(try form.literal(of: NSDate(timeIntervalSince1970: 1_700_000_000)) == "1700000000.0")
        #expect(try form.literal(of: Date(timeIntervalSince1970: -1)) == "-1.0")
    }

    @Test(arguments: BindingForm.allCases)
    func testB086_aDateWithAFormatBindsText(form: BindingForm) throws {
        let seconds: TimeInterval = 1_700_000_000
        for value in [Date(timeIntervalSince1970: seconds), NSDate(timeIntervalSince1970: seconds)] as [Any] {
            let db = FMDatabase.memory()
            db.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd HH:mm:ss"))
            #expect(try form.literal(of: value, in: db) == "'2023-11-14 22:13:20'")
        }
    }

    @Test(arguments: BindingForm.allCases)
    func testB092_anyOtherValueBindsItsDescription(form: BindingForm) throws {
        let id = UUID()
        let url = try #require(URL(string: "https://example.org/a%20b?c=d#e"))
        #expect(try form.literal(of: id) == "'\(id.uuidString)'")
        #expect(try form.literal(of: url) == "'https://example.org/a%20b?c=d#e'")
        #expect(try form.literal(of: "abcdef".dropFirst(2)) == "'cdef'")
        #expect(try form.literal(of: Place(column: "c", line: 4)) == "'c4'")
        #expect(try form.literal(of: Badge()) == "'badge 7'")
    }

    @Test func testB094_changingAStringAfterTheCallChangesNothing() throws {
        let text = NSMutableString(string: "before")
        let rows = try FMDatabase.memory().executeQuery("SELECT ? AS v", values: [text])
        text.setString("after all")
        #expect(drawn(rows) == "v\n'before'")
    }

    @Test func testB094_changingDataAfterTheCallChangesNothing() throws {
        let data = NSMutableData(data: Data([1, 2, 3]))
        let rows = try FMDatabase.memory().executeQuery("SELECT ? AS v", values: [data])
        data.resetBytes(in: NSRange(location: 0, length: 3))
        #expect(drawn(rows) == "v\nX'010203'")
    }

    @Test func testB094_aPreparedSetKeepsACopyToo() throws {
        let data = NSMutableData(data: Data([1, 2, 3]))
        let rows = FMDatabase.memory().prepare("SELECT :v AS v")
        #expect(rows.bind(with: ["v": data]))
        data.length = 0
        #expect(drawn(rows) == "v\nX'010203'")
    }

    @Test(arguments: BindingForm.allCases)
    func testB096_aValueIsNeverReadAsSQL(form: BindingForm) throws {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (a)", values: nil)
        let attack = "'); DROP TABLE t; -- ? :v \"%s\""
        #expect(try form.literal(of: attack, in: db) == "'\(attack)'")
        #expect(db.tableExists("t"))
    }

    @Test(arguments: BindingForm.allCases)
    func testB100_anEmptyStringBindsEmptyText(form: BindingForm) throws {
        for value in ["", NSString()] as [Any] {
            let rows = try form.rows(of: value, selecting: "typeof(v) AS kind, length(v) AS size")
            #expect(
                drawn(rows) == """
                    kind   | size
                    'text' | 0
                    """)
        }
    }

    @Test func testD09_aBlobOfSomeMegabytesSurvives() throws {
        let blob = Data((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (v)", values: nil)
        try db.executeUpdate("INSERT INTO t VALUES (?)", values: [blob])
        let rows = try db.executeQuery("SELECT v, length(v) AS size FROM t", values: nil)
        #expect(rows.next())
        #expect(rows.int(forColumn: "size") == 3_000_001)
        let isUnchanged = rows.data(forColumn: "v") == blob
        #expect(isUnchanged)
    }

    @Test(arguments: BindingForm.allCases)
    func testD11_textWithANulIsWrittenAndReadWhole(form: BindingForm) throws {
        let text = "one\0two\0"
        let rows = try form.rows(of: text)
        #expect(rows.next())
        #expect(rows.string(forColumn: "v") == text)
        #expect(rows.object(forColumn: "v") as? String == text)
    }
}

private struct Place: CustomStringConvertible {
    let column: Character
    let line: Int
    var description: String { "\(column)\(line)" }
}

private final class Badge: NSObject {
    override var description: String { "badge 7" }
}
