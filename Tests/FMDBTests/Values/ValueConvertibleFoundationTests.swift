import FMDB
import FMDBTestHelpers
import Testing

/// Foundation's types, stored and read back.
@Suite struct ValueConvertibleFoundationTests {
    private let db = FMDatabase.memory()

    private func returned<Value: FMValueConvertible>(_ value: Value) throws -> Value {
        try db.value("SELECT \(value)", as: Value.self)
    }

    // MARK: Bytes

    @Test(arguments: [Data(), Data([0]), Data(0...255), Data(repeating: 7, count: 100_000)])
    func dataIsABlob(data: Data) throws {
        #expect(try returned(data) == data)
        #expect(try db.value("SELECT typeof(?)", data, as: String.self) == "blob")
    }

    @Test func aSliceOfDataIsStoredAsItsPart() throws {
        let part = Data(0...9).dropFirst(3).prefix(2)

        #expect(drawn(try db.query("SELECT \(part) AS part")) == "part\nX'0304'")
    }

    @Test func bytesAreOneBlob() throws {
        let bytes: [UInt8] = [0, 1, 255]

        #expect(drawn(try db.query("SELECT ? AS bytes", bytes)) == "bytes\nX'0001FF'")
        #expect(try returned(bytes) == bytes)
    }

    @Test func anEmptyBlobIsNotNull() throws {
        #expect(try db.value("SELECT X''", as: Data?.self) == Data())
        #expect(try db.value("SELECT X''", as: [UInt8]?.self) == [])
        #expect(try db.value("SELECT NULL", as: Data?.self) == nil)
        #expect(try db.value("SELECT typeof(?)", Data(), as: String.self) == "blob")
        #expect(try db.value("SELECT typeof(\([UInt8]()))", as: String.self) == "blob")
    }

    @Test(arguments: ["7", "1.5", "'text'", "NULL"]) func nothingElseIsABlob(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Data.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: [UInt8].self) }?.resultCode == .mismatch)
    }

    // MARK: Dates

    @Test func aDateIsSecondsSince1970() throws {
        #expect(drawn(try db.query("SELECT \(Date(timeIntervalSince1970: 1.5)) AS date")) == "date\n1.5")
    }

    @Test(arguments: [0, -1, 1_700_000_000.123456, 253_402_300_799.999, -62_135_596_800])
    func aDateKeepsItsPrecision(seconds: TimeInterval) throws {
        #expect(try returned(Date(timeIntervalSince1970: seconds)).timeIntervalSince1970 == seconds)
    }

    @Test func aDateIsKeptToTheMicrosecond() throws {
        // Foundation counts from 2001, and holds the more digits the nearer a date is to that.
        let date = Date(timeIntervalSinceReferenceDate: 0.123456789)

        #expect(try abs(returned(date).timeIntervalSince(date)) < 1e-6)
    }

    @Test func anIntegerIsReadAsADate() throws {
        #expect(try db.value("SELECT 60", as: Date.self) == Date(timeIntervalSince1970: 60))
    }

    @Test(arguments: ["'2024-01-05'", "X'00'", "NULL"]) func nothingElseIsADate(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Date.self) }?.resultCode == .mismatch)
    }

    // MARK: UUIDs and URLs

    @Test func aUUIDIsTextInUpperCase() throws {
        let id = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))

        #expect(drawn(try db.query("SELECT \(id) AS id")) == "id\n'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'")
        #expect(try returned(id) == id)
        #expect(try db.value("SELECT ?", id.uuidString.lowercased(), as: UUID.self) == id)
    }

    @Test(arguments: ["'no uuid'", "''", "7", "X'00'", "NULL"]) func nothingElseIsAUUID(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: UUID.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: ["https://example.org/a%20b?q=1#top", "file:///tmp/x", "relative/path", "mailto:ann@example.org"])
    func aURLIsItsText(text: String) throws {
        let url = try #require(URL(string: text))

        #expect(drawn(try db.query("SELECT \(url) AS url")) == "url\n'\(text)'")
        #expect(try returned(url) == url)
    }

    @Test func aRelativeURLIsStoredWithItsBase() throws {
        let url = try #require(URL(string: "b", relativeTo: URL(string: "https://example.org/a/")))

        #expect(drawn(try db.query("SELECT \(url) AS url")) == "url\n'https://example.org/a/b'")
    }

    @Test(arguments: ["''", "7", "X'00'", "NULL"]) func nothingElseIsAURL(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: URL.self) }?.resultCode == .mismatch)
    }

    // MARK: Decimals

    @Test(arguments: [
        "0", "0.1", "-12.34", "12345678901234567890123456789012345678",
        "-0.00000000000000000000000000000000000001", "1234567890.12345678901234567890",
    ])
    func aDecimalKeepsEveryDigit(digits: String) throws {
        let decimal = try #require(Decimal(string: digits))

        #expect(try returned(decimal) == decimal)
        #expect(try db.value("SELECT typeof(?)", decimal, as: String.self) == "text")
    }

    @Test(arguments: [Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude])
    func aDecimalKeepsItsExtremes(decimal: Decimal) throws {
        #expect(try returned(decimal) == decimal)
    }

    @Test func notANumberIsStoredAsNull() throws {
        #expect(drawn(try db.query("SELECT \(Decimal.nan) AS price")) == "price\nNULL")
    }

    @Test func numbersAreReadAsDecimals() throws {
        #expect(try db.value("SELECT 9223372036854775807", as: Decimal.self) == Decimal(Int64.max))
        #expect(try db.value("SELECT 0.25", as: Decimal.self) == Decimal(string: "0.25"))
    }

    @Test(
        arguments: zip(
            ["+7", ".5", "5.", "1e5", "1E-3", "-1.5e+2"], ["7", "0.5", "5", "100000", "0.001", "-150"]))
    func everySpellingOfADecimalIsRead(text: String, digits: String) throws {
        #expect(try db.value("SELECT ?", text, as: Decimal.self) == Decimal(string: digits))
    }

    @Test(arguments: [
        "", " 1", "1 ", "1,5", "0x10", "NaN", "inf", "one", "2024-01-05", "1.2.3", "5-3", "--5", "+", "-", ".", "1e",
        "1e+",
        "e5", "1e2.5", "1e400", "1\n",
    ])
    func textThatIsNotWhollyANumberIsNoDecimal(text: String) {
        #expect(thrown { try db.value("SELECT ?", text, as: Decimal.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: [1e300, -1e300, 1e-300, .infinity]) func aRealNumberThatADecimalCannotHoldDoesNotFit(
        number: Double
    ) {
        #expect(thrown { try db.value("SELECT ?", number, as: Decimal.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: ["X'37'", "NULL"]) func nothingElseIsADecimal(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Decimal.self) }?.resultCode == .mismatch)
    }
}

/// The reference types that come from FMDB's time.
@Suite struct ValueConvertibleReferenceTests {
    private let db = FMDatabase.memory()

    @Test func nsNullIsNull() throws {
        #expect(drawn(try db.query("SELECT \(NSNull()) AS x")) == "x\nNULL")
        #expect(try db.value("SELECT NULL", as: NSNull.self) == NSNull())
        #expect(thrown { try db.value("SELECT 0", as: NSNull.self) }?.resultCode == .mismatch)
    }

    @Test func nsStringIsText() throws {
        #expect(drawn(try db.query("SELECT \(NSString(string: "zwölf")) AS x")) == "x\n'zwölf'")
        #expect(try db.value("SELECT 'zwölf'", as: NSString.self) == NSString(string: "zwölf"))
        #expect(thrown { try db.value("SELECT 7", as: NSString.self) }?.resultCode == .mismatch)
    }

    @Test func nsDataIsABlob() throws {
        let data = Data([1, 2])

        #expect(drawn(try db.query("SELECT \(NSData(data: data)) AS x")) == "x\nX'0102'")
        #expect(try db.value("SELECT X'0102'", as: NSData.self) == NSData(data: data))
        #expect(thrown { try db.value("SELECT 'x'", as: NSData.self) }?.resultCode == .mismatch)
    }

    @Test func nsDateIsSecondsSince1970() throws {
        let date = NSDate(timeIntervalSince1970: 1.5)

        #expect(drawn(try db.query("SELECT \(date) AS x")) == "x\n1.5")
        #expect(try db.value("SELECT 1.5", as: NSDate.self).timeIntervalSince1970 == 1.5)
        #expect(thrown { try db.value("SELECT 'x'", as: NSDate.self) }?.resultCode == .mismatch)
    }

    @Test func nsNumberIsStoredByItsOwnKind() throws {
        let numbers: [(NSNumber, FMValue)] = [
            (NSNumber(value: true), 1), (NSNumber(value: Int8.min), -128), (NSNumber(value: Int64.min), .integer(.min)),
            (NSNumber(value: UInt64(Int64.max)), .integer(.max)), (NSNumber(value: 1.5), 1.5),
            (NSNumber(value: Float(0.5)), 0.5), (NSNumber(value: 2.0), 2.0),
        ]
        for (number, stored) in numbers {
            #expect(try db.value("SELECT \(number)", as: FMValue.self) == stored)
        }
    }

    @Test func anNSNumberAboveTheLargestSignedIntegerIsRefused() {
        #expect(thrown { try db.execute("SELECT \(NSNumber(value: UInt64.max))") }?.resultCode == .mismatch)
    }

    @Test func nsNumberReadsNumbers() throws {
        #expect(try db.value("SELECT 9223372036854775807", as: NSNumber.self).int64Value == .max)
        #expect(try db.value("SELECT 1.5", as: NSNumber.self).doubleValue == 1.5)
        #expect(thrown { try db.value("SELECT '1'", as: NSNumber.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT NULL", as: NSNumber.self) }?.resultCode == .mismatch)
    }
}
