import FMDB
import FMDBTestHelpers
import Testing

/// Numbers as arguments.
@Suite struct BindingNumbersTests {
    private static let integers = [
        BindingSample(Int(-5), "-5"), BindingSample(UInt(5), "5"),
        BindingSample(Int8.min, "-128"), BindingSample(UInt8.max, "255"),
        BindingSample(Int16.min, "-32768"), BindingSample(UInt16.max, "65535"),
        BindingSample(Int32.min, "-2147483648"), BindingSample(UInt32.max, "4294967295"),
        BindingSample(Int64(1) << 40, "1099511627776"), BindingSample(UInt64(1) << 40, "1099511627776"),
        BindingSample(Int(0), "0"), BindingSample(Int(1), "1"),
    ]

    @Test(arguments: integers, BindingForm.allCases)
    func testB087_anIntegerBindsItsValue(sample: BindingSample, form: BindingForm) throws {
        #expect(try form.literal(of: sample.value) == sample.literal)
    }

    @Test(
        arguments: [
            BindingSample(UInt64.max, "-1"),
            BindingSample(UInt.max, "-1"),
            BindingSample(UInt64(Int64.max) + 1, "-9223372036854775808"),
        ], BindingForm.allCases)
    func testB088_aLargeUnsignedIntegerBindsItsBits(sample: BindingSample, form: BindingForm) throws {
        #expect(try form.literal(of: sample.value) == sample.literal)
    }

    @Test(arguments: BindingForm.allCases)
    func testB088_unsignedLongLongIntReadsALargeUnsignedIntegerBack(form: BindingForm) throws {
        for value in [UInt64.max, UInt64(Int64.max) + 1, UInt64(Int64.max)] {
            let rows = try form.rows(of: value)
            #expect(rows.next())
            #expect(rows.unsignedLongLongInt(forColumn: "v") == value)
        }
    }

    @Test(arguments: [BindingSample(2.5, "2.5"), BindingSample(-5.0, "-5.0"), BindingSample(Float(0.25), "0.25")])
    func testB089_aFloatingPointNumberBindsReal(sample: BindingSample) throws {
        for form in BindingForm.allCases {
            #expect(try form.literal(of: sample.value) == sample.literal)
        }
    }

    @Test(arguments: BindingForm.allCases)
    func testB089_aDoubleKeepsAllItsDigits(form: BindingForm) throws {
        for value in [2.2, 0.1 + 0.2, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            let rows = try form.rows(of: value)
            #expect(rows.next())
            #expect(rows.double(forColumn: "v") == value)
        }
    }

    @Test(arguments: BindingForm.allCases)
    func testB089_aFloatKeepsItsOwnPrecision(form: BindingForm) throws {
        let value: Float = 2.2
        let rows = try form.rows(of: value)
        #expect(rows.next())
        #expect(rows.double(forColumn: "v") == Double(value))
        #expect(rows.double(forColumn: "v") != 2.2)
    }

    @Test(arguments: BindingForm.allCases)
    func testB090_aBoolBindsOneOrZero(form: BindingForm) throws {
        #expect(try form.literal(of: true) == "1")
        #expect(try form.literal(of: false) == "0")
    }

    @Test(
        arguments: [
            BindingSample(NSNumber(value: 7), "7"),
            BindingSample(NSNumber(value: Int8(-7)), "-7"),
            BindingSample(NSNumber(value: Int64.min), "-9223372036854775808"),
            BindingSample(NSNumber(value: UInt32.max), "4294967295"),
            BindingSample(NSNumber(value: UInt64.max), "-1"),
            BindingSample(NSNumber(value: 2.5), "2.5"),
            BindingSample(NSNumber(value: 5.0), "5.0"),
            BindingSample(NSNumber(value: Float(0.25)), "0.25"),
            BindingSample(NSNumber(value: true), "1"),
            BindingSample(NSNumber(value: false), "0"),
        ], BindingForm.allCases)
    func testB091_anNSNumberBindsByItsKind(sample: BindingSample, form: BindingForm) throws {
        #expect(try form.literal(of: sample.value) == sample.literal)
    }

    @Test(arguments: BindingForm.allCases)
    func testB093_aDecimalBindsReal(form: BindingForm) throws {
        #expect(try form.literal(of: Decimal(125) / 10) == "12.5")
        #expect(try form.literal(of: NSDecimalNumber(string: "-3")) == "-3.0")
    }

    @Test(arguments: BindingForm.allCases)
    func testB093_aDecimalLosesWhatADoubleCannotHold(form: BindingForm) throws {
        let value = try #require(Decimal(string: "0.12345678901234567890123456789"))
        let rows = try form.rows(of: value)
        #expect(rows.next())
        #expect(rows.type(forColumn: "v") == .float)
        #expect(abs(rows.double(forColumn: "v") - 0.12345678901234568) < 1e-14)
    }

    @Test(arguments: BindingForm.allCases)
    func testB095_notANumberBindsNull(form: BindingForm) throws {
        #expect(try form.literal(of: Double.nan) == "NULL")
        #expect(try form.literal(of: Float.nan) == "NULL")
    }

    @Test(arguments: BindingForm.allCases)
    func testB095_infinityBindsReal(form: BindingForm) throws {
        for value in [Double.infinity, -Double.infinity] {
            let rows = try form.rows(of: value)
            #expect(rows.next())
            #expect(rows.type(forColumn: "v") == .float)
            #expect(rows.double(forColumn: "v") == value)
        }
    }

    @Test func testB098_theAffinityOfTheColumnStillApplies() throws {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (i INTEGER, s TEXT, r REAL)", values: nil)
        try db.executeUpdate("INSERT INTO t VALUES (?, ?, ?)", values: ["12", 12, 12])
        #expect(
            drawn(try db.executeQuery("SELECT i, s, r FROM t", values: nil)) == """
                i  | s    | r
                12 | '12' | 12.0
                """)
    }

    @Test(arguments: BindingForm.allCases)
    func testB099_theWholeRangeOf64BitsSurvives(form: BindingForm) throws {
        for value in [Int64.min, Int64.max] {
            let rows = try form.rows(of: value)
            #expect(rows.next())
            #expect(rows.longLongInt(forColumn: "v") == value)
            #expect(rows.type(forColumn: "v") == .integer)
        }
    }

    @Test func testD13_aUInt64AboveTheSignedRangeOrdersAsNegative() throws {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (v)", values: nil)
        try db.executeUpdate("INSERT INTO t VALUES (?), (?)", values: [UInt64(1), UInt64.max])
        #expect(
            drawn(try db.executeQuery("SELECT v FROM t ORDER BY v", values: nil)) == """
                v
                -1
                1
                """)
    }
}
