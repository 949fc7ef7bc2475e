import FMDB
import FMDBTestHelpers
import Testing

/// Reading columns as text, data and dates.
@Suite struct ResultSetContentTests {
    private let moment = Date(timeIntervalSince1970: 1_700_000_000)
    private let momentAsText = "2023-11-14 22:13:20"

    private func withDateFormat() -> FMDatabase {
        let database = FMDatabase.memory()
        database.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd HH:mm:ss"))
        return database
    }

    @Test func testB202_nullIsNilForTextDataAndDates() throws {
        let rows = try ResultSetFixture.firstRow("SELECT NULL AS n")
        #expect(rows.string(forColumn: "n") == nil)
        #expect(rows.data(forColumn: "n") == nil)
        #expect(rows.dataNoCopy(forColumn: "n") == nil)
        #expect(rows.utf8String(forColumn: "n") == nil)
        #expect(rows.date(forColumn: "n") == nil)
        #expect(rows.string(forColumnIndex: 0) == nil)
        #expect(rows.data(forColumnIndex: 0) == nil)
        #expect(rows.dataNoCopy(forColumnIndex: 0) == nil)
        #expect(rows.utf8String(forColumnIndex: 0) == nil)
        #expect(rows.date(forColumnIndex: 0) == nil)
    }

    @Test func testB202_nullIsZeroForNumbersAndNSNullAsAnObject() throws {
        let rows = try ResultSetFixture.firstRow("SELECT NULL AS n")
        #expect(rows.int(forColumn: "n") == 0)
        #expect(rows.long(forColumn: "n") == 0)
        #expect(rows.longLongInt(forColumn: "n") == 0)
        #expect(rows.unsignedLongLongInt(forColumn: "n") == 0)
        #expect(rows.double(forColumn: "n") == 0)
        #expect(!rows.bool(forColumn: "n"))
        #expect(rows.object(forColumn: "n") is NSNull)
        #expect(rows.type(forColumn: "n") == .null)
        #expect(rows.columnIsNull("n"))
    }

    @Test func testB202_nullIsNoDateWithAFormatEither() throws {
        let rows = try ResultSetFixture.firstRow("SELECT NULL AS n", in: withDateFormat())
        #expect(rows.date(forColumn: "n") == nil)
    }

    @Test func testB210_stringOfANumberIsItsText() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 5 AS i, 5.5 AS f, -9223372036854775808 AS least")
        #expect(rows.string(forColumn: "i") == "5")
        #expect(rows.string(forColumn: "f") == "5.5")
        #expect(rows.string(forColumnIndex: 2) == "-9223372036854775808")
    }

    @Test func testB210_stringOfABlobIsItsBytesAsUTF8() throws {
        let rows = try ResultSetFixture.firstRow("SELECT X'636166C3A9' AS b, X'61FF62' AS invalid")
        #expect(rows.string(forColumn: "b") == "café")
        #expect(rows.string(forColumn: "invalid") == nil)
    }

    @Test func testB211_dataOfTextIsItsUTF8() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 'café' AS t")
        #expect(rows.data(forColumn: "t") == Data("café".utf8))
        #expect(rows.data(forColumnIndex: 0) == Data("café".utf8))
    }

    @Test func testB211_dataOfAnIntegerIsThatOfItsText() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 125 AS i")
        #expect(rows.data(forColumn: "i") == Data("125".utf8))
    }

    @Test(arguments: ["X''", "zeroblob(0)"])
    func testB212_dataOfAZeroLengthBlobIsNil(blob: String) throws {
        let rows = try ResultSetFixture.firstRow("SELECT \(blob) AS b")
        #expect(rows.data(forColumn: "b") == nil)
        #expect(rows.data(forColumnIndex: 0) == nil)
        #expect(rows.object(forColumn: "b") is NSNull)
        #expect(rows.type(forColumn: "b") == .blob)
        #expect(!rows.columnIsNull("b"))
    }

    @Test func testB213_dataNoCopyIsTheSameAsData() throws {
        let rows = try ResultSetFixture.firstRow("SELECT X'000102FF' AS b")
        #expect(rows.dataNoCopy(forColumn: "b") == Data([0, 1, 2, 255]))
        #expect(rows.dataNoCopy(forColumnIndex: 0) == rows.data(forColumnIndex: 0))
    }

    @Test(arguments: ["X''", "zeroblob(0)"])
    func testB213_dataNoCopyOfAZeroLengthBlobIsEmpty(blob: String) throws {
        let rows = try ResultSetFixture.firstRow("SELECT \(blob) AS b")
        #expect(rows.dataNoCopy(forColumn: "b") == Data())
        #expect(rows.dataNoCopy(forColumnIndex: 0) == Data())
    }

    @Test func testB214_utf8StringPointsToTheBytesWithATerminator() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 'naïve ☕' AS t")
        let byName = try #require(rows.utf8String(forColumn: "t"))
        #expect(String(cString: byName) == "naïve ☕")
        let byIndex = try #require(rows.utf8String(forColumnIndex: 0))
        #expect(Array(UnsafeBufferPointer(start: byIndex, count: 11)) == Array("naïve ☕".utf8) + [0])
    }

    @available(*, deprecated, message: "It calls a deprecated spelling.")
    @Test func testB214_theDeprecatedSpellingOfUtf8StringIsTheSame() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 'word' AS t")
        let text = try #require(rows.utf8String(forColumnName: "t"))
        #expect(String(cString: text) == "word")
        #expect(rows.utf8String(forColumnName: "missing") == nil)
    }

    @Test func testB215_aDateWithoutAFormatIsItsSecondsSince1970() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1700000000.25 AS r, 1700000000 AS i, -1.5 AS before")
        #expect(rows.date(forColumn: "r") == Date(timeIntervalSince1970: 1_700_000_000.25))
        #expect(rows.date(forColumn: "i") == moment)
        #expect(rows.date(forColumnIndex: 2) == Date(timeIntervalSince1970: -1.5))
    }

    @Test func testB215_zeroIsADate() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 0 AS epoch")
        #expect(rows.date(forColumn: "epoch") == Date(timeIntervalSince1970: 0))
    }

    @Test func testB216_aDateWithAFormatIsParsedFromTheText() throws {
        let rows = try ResultSetFixture.firstRow("SELECT ? AS d", [momentAsText], in: withDateFormat())
        #expect(rows.date(forColumn: "d") == moment)
        #expect(rows.date(forColumnIndex: 0) == moment)
    }

    @Test func testB216_unparsableTextIsNoDate() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 'some day' AS d, '' AS empty", in: withDateFormat())
        #expect(rows.date(forColumn: "d") == nil)
        #expect(rows.date(forColumn: "empty") == nil)
    }

    @Test func testB223_textWithAnEmbeddedNulIsReadWhole() throws {
        let rows = try ResultSetFixture.firstRow("SELECT CAST(X'610062' AS TEXT) AS t")
        #expect(rows.string(forColumn: "t") == "a\0b")
        #expect(rows.object(forColumn: "t") as? String == "a\0b")
        #expect(rows.data(forColumn: "t") == Data([0x61, 0, 0x62]))
    }

    @Test(arguments: [
        "", "plain", "caf\u{E9}", "cafe\u{301}", "日本語", "עברית", "👩‍👩‍👧‍👦🏳️‍🌈", "\u{FEFF}marked", "\u{10FFFF}", "a\r\nb\tc",
    ])
    func testB225_textComesBackUnchanged(text: String) throws {
        let rows = try ResultSetFixture.firstRow("SELECT ? AS t", [text])
        // Swift's == also holds for different spellings of a character, so the bytes are compared.
        #expect(rows.string(forColumn: "t").map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func testB225_textOfALiteralComesBackUnchanged() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 'Ærøskøbing 🚲' AS \"Überschrift 🚲\"")
        #expect(rows.columnName(for: 0) == "Überschrift 🚲")
        #expect(rows.string(forColumn: "Überschrift 🚲") == "Ærøskøbing 🚲")
    }

    @Test func testD10_onlyTheTypeTellsAStoredEmptyBlobFromNull() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE files (body BLOB)", values: nil)
        try database.executeUpdate("INSERT INTO files VALUES (?), (?)", values: [Data(), NSNull()])
        let rows = try ResultSetFixture.firstRow("SELECT body FROM files ORDER BY rowid", in: database)
        #expect(rows.data(forColumn: "body") == nil)
        #expect(rows.object(forColumn: "body") is NSNull)
        #expect(rows.type(forColumn: "body") == .blob)
        #expect(rows.next())
        #expect(rows.data(forColumn: "body") == nil)
        #expect(rows.object(forColumn: "body") is NSNull)
        #expect(rows.type(forColumn: "body") == .null)
    }

    @Test func testD12_theStorageClassTellsHowADateWasStored() throws {
        let seconds = try ResultSetFixture.firstRow("SELECT ? AS d", [moment])
        #expect(seconds.type(forColumn: "d") == .float)
        #expect(seconds.date(forColumn: "d") == moment)
        let formatted = try ResultSetFixture.firstRow("SELECT ? AS d", [moment], in: withDateFormat())
        #expect(formatted.type(forColumn: "d") == .text)
        #expect(formatted.string(forColumn: "d") == momentAsText)
        #expect(formatted.date(forColumn: "d") == moment)
    }

    @Test func testD12_theFormatOfOneConnectionIsNotThatOfAnother() throws {
        let formatted = withDateFormat()
        let plain = FMDatabase.memory()
        #expect(formatted.hasDateFormatter())
        let rows = try ResultSetFixture.firstRow("SELECT ? AS d", [moment], in: plain)
        #expect(rows.type(forColumn: "d") == .float)
    }

    @Test func testD12_aTextDateReadWithoutItsFormatIsItsLeadingNumberAsSeconds() throws {
        let rows = try ResultSetFixture.firstRow("SELECT ? AS d", [momentAsText])
        #expect(rows.date(forColumn: "d") == Date(timeIntervalSince1970: 2023))
    }

    @Test func testD12_aDateInSecondsReadWithAFormatIsNil() throws {
        let rows = try ResultSetFixture.firstRow("SELECT 1700000000.0 AS d", in: withDateFormat())
        #expect(rows.date(forColumn: "d") == nil)
    }
}
