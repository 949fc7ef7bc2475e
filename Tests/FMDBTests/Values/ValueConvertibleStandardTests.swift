import FMDB
import FMDBTestHelpers
import Testing

/// Numbers, truth values and text of the standard library, stored and read back.
@Suite struct ValueConvertibleStandardTests {
    private let db = FMDatabase.memory()

    private func returned<Value: FMValueConvertible>(_ value: Value) throws -> Value {
        try db.value("SELECT \(value)", as: Value.self)
    }

    /// The storage class that SQLite sees.
    private func kind(_ value: some FMValueConvertible) throws -> String {
        try db.value("SELECT typeof(\(value))", as: String.self)
    }

    // MARK: Integers

    @Test func integersOfEveryWidthKeepTheirExtremes() throws {
        func keepsExtremes<Integer: FixedWidthInteger & FMValueConvertible>(_ type: Integer.Type) throws -> Bool {
            try [Integer.min, .max].allSatisfy { try returned($0) == $0 && kind($0) == "integer" }
        }
        #expect(try keepsExtremes(Int.self))
        #expect(try keepsExtremes(Int8.self))
        #expect(try keepsExtremes(Int16.self))
        #expect(try keepsExtremes(Int32.self))
        #expect(try keepsExtremes(Int64.self))
        #expect(try keepsExtremes(UInt8.self))
        #expect(try keepsExtremes(UInt16.self))
        #expect(try keepsExtremes(UInt32.self))
    }

    @Test func unsignedIntegersUpToTheLargestSignedOneAreKept() throws {
        #expect(try returned(UInt64(Int64.max)) == UInt64(Int64.max))
        #expect(try returned(UInt(Int.max)) == UInt(Int.max))
    }

    @Test func anUnsignedIntegerAboveTheLargestSignedOneIsRefused() throws {
        try db.execute("CREATE TABLE t (x)")

        for tooLarge in [UInt64(Int64.max) + 1, .max] {
            #expect(thrown { try tooLarge.fmValue }?.resultCode == .mismatch)
            #expect(thrown { try db.execute("INSERT INTO t VALUES (\(tooLarge))") }?.resultCode == .mismatch)
            #expect(thrown { try db.execute("INSERT INTO t VALUES (?)", tooLarge) }?.resultCode == .mismatch)
        }
        #expect(thrown { try db.execute("INSERT INTO t VALUES (?)", UInt.max) }?.resultCode == .mismatch)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func anIntegerOutOfTheTypesRangeDoesNotFit() {
        func refuses<Integer: FixedWidthInteger & FMValueConvertible>(_ type: Integer.Type, _ number: Int64) -> Bool {
            thrown { try db.value("SELECT \(number)", as: Integer.self) }?.resultCode == .mismatch
        }
        #expect(refuses(Int8.self, 128) && refuses(Int8.self, -129))
        #expect(refuses(Int16.self, 32_768) && refuses(Int16.self, -32_769))
        #expect(refuses(Int32.self, 2_147_483_648) && refuses(Int32.self, -2_147_483_649))
        #expect(refuses(UInt8.self, 256) && refuses(UInt8.self, -1))
        #expect(refuses(UInt16.self, 65_536) && refuses(UInt16.self, -1))
        #expect(refuses(UInt32.self, 4_294_967_296) && refuses(UInt32.self, -1))
        #expect(refuses(UInt64.self, -1) && refuses(UInt.self, -1))
    }

    @Test func aWholeRealNumberIsReadAsAnInteger() throws {
        #expect(try db.value("SELECT 3.0", as: Int.self) == 3)
        #expect(try db.value("SELECT -3.0", as: Int8.self) == -3)
    }

    @Test(arguments: [3.5, 1e19, .infinity]) func anyOtherRealNumberIsNoInteger(number: Double) {
        #expect(thrown { try db.value("SELECT \(number)", as: Int.self) }?.resultCode == .mismatch)
    }

    @Test func aWholeRealNumberOutOfTheTypesRangeDoesNotFit() {
        #expect(thrown { try db.value("SELECT 128.0", as: Int8.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: ["'7'", "X'37'", "NULL"]) func nothingElseIsAnInteger(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Int.self) }?.resultCode == .mismatch)
    }

    // MARK: Real numbers

    @Test(arguments: [
        0, 0.1, -1.5, .pi, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
        -.infinity,
    ])
    func aDoubleKeepsItsBits(number: Double) throws {
        #expect(try returned(number).bitPattern == number.bitPattern)
        #expect(try kind(number) == "real")
    }

    @Test func notANumberIsStoredAsNull() throws {
        #expect(try kind(Double.nan) == "null")
        #expect(try kind(Float.nan) == "null")
        #expect(thrown { try returned(Double.nan) }?.resultCode == .mismatch)
        #expect(try returned(Double?.some(.nan)) == nil)
    }

    @Test func anIntegerIsReadAsADouble() throws {
        #expect(try db.value("SELECT 7", as: Double.self) == 7)
    }

    @Test(arguments: ["'1.5'", "X'31'", "NULL"]) func nothingElseIsADouble(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Double.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: [0.1, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity])
    func aFloatKeepsItsBits(number: Float) throws {
        #expect(try returned(number).bitPattern == number.bitPattern)
        #expect(try kind(number) == "real")
    }

    @Test func aFloatRoundsWhatADoubleHoldsMorePrecisely() throws {
        #expect(try db.value("SELECT 0.1", as: Float.self) == 0.1)
        #expect(try db.value("SELECT 16777217", as: Float.self) == 16_777_216)
    }

    @Test(arguments: [1e300, -1e300]) func aNumberOutOfTheRangeOfFloatDoesNotFit(number: Double) {
        #expect(thrown { try db.value("SELECT \(number)", as: Float.self) }?.resultCode == .mismatch)
    }

    // MARK: Truth values

    @Test func aBoolIsStoredAsOneOrZero() throws {
        #expect(drawn(try db.query("SELECT \(true) AS yes, \(false) AS no")) == "yes | no\n1   | 0")
    }

    @Test func everyIntegerButZeroIsTrue() throws {
        #expect(try db.value("SELECT 0", as: Bool.self) == false)
        for number in [1, -1, 2, 1 << 32] {
            #expect(try db.value("SELECT \(number)", as: Bool.self))
        }
    }

    @Test(arguments: ["1.0", "'true'", "X'01'", "NULL"]) func nothingElseIsABool(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Bool.self) }?.resultCode == .mismatch)
    }

    // MARK: Text

    @Test(arguments: [
        "", "a", "fifteen bytes..", "sixteen bytes...", "zwölf 🦆 ありがとう", "e\u{301}", "\u{FEFF}bom", "line\nline",
        String(repeating: "long ", count: 10_000),
    ])
    func textKeepsItsBytes(text: String) throws {
        #expect(try Array(returned(text).utf8) == Array(text.utf8))
        #expect(try kind(text) == "text")
    }

    @Test(arguments: ["a\0b", "\0", "a text of more than fifteen bytes\0and a rest"])
    func aNULWithinTextIsKept(text: String) throws {
        #expect(try returned(text) == text)
        #expect(try db.value("SELECT length(CAST(? AS BLOB))", text, as: Int.self) == text.utf8.count)
    }

    @Test func emptyTextIsNotNull() throws {
        #expect(drawn(try db.query("SELECT \("") AS text")) == "text\n''")
        #expect(drawn(try db.query("SELECT ? AS text", "")) == "text\n''")
    }

    @Test(arguments: ["7", "1.5", "X'61'", "NULL"]) func nothingElseIsText(literal: String) {
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: String.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT \(raw: literal)", as: Substring.self) }?.resultCode == .mismatch)
    }

    @Test func aSubstringIsStoredAsItsPart() throws {
        let part = "first second third".split(separator: " ")[1]

        #expect(drawn(try db.query("SELECT \(part) AS part")) == "part\n'second'")
        #expect(try returned(part) == "second")
    }
}

/// Text of a blob's bytes is not checked by SQLite. The typed calls refuse what is not UTF-8.
@Suite struct InvalidTextTests {
    private let db = FMDatabase.memory()
    /// Bytes in hexadecimal: short and long, wrong at the start and at the end, a surrogate, an overlong form, a cut
    /// sequence.
    private static let bytes = [
        "FF", "61FF", "ED A0 80", "C0 80", "E3 81", "6162636465666768696A6B6C6D6E6F70FF",
        "FF6162636465666768696A6B6C6D6E6F70",
    ].map { $0.replacing(" ", with: "") }

    @Test(arguments: bytes) func aTypedReadThrows(hexadecimal: String) {
        let sql: FMSQL = "SELECT CAST(X'\(raw: hexadecimal)' AS TEXT) AS x"

        #expect(thrown { try db.value(sql, as: String.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value(sql, as: String?.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value(sql, as: FMValue.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.rows(sql, as: String.self) }?.resultCode == .mismatch)
    }

    @Test(arguments: bytes) func fmdbsCallReadsNil(hexadecimal: String) throws {
        let rows = try db.query("SELECT CAST(X'\(raw: hexadecimal)' AS TEXT) AS x")

        #expect(rows.next())
        #expect(rows.string(forColumn: "x") == nil)
        #expect(rows.string(forColumnIndex: 0) == nil)
        #expect(rows.type(forColumn: "x") == .text)
        #expect(rows.data(forColumn: "x")?.count == hexadecimal.count / 2)
    }

    @Test func theErrorSaysWhatIsWrong() {
        let error = thrown { try db.value("SELECT CAST(X'FF' AS TEXT) AS name", as: String.self) }

        #expect(error?.message == "column name: expected String, found text that is not UTF-8")
    }
}
