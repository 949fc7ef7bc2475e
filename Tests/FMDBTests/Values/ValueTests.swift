import FMDB
import FMDBTestHelpers
import Testing

@Suite struct ValueTests {
    private static let oneOfEachKind: [FMValue] = [.null, 7, 1.5, "ann", .blob(Data([0x0A, 0xFF]))]

    @Test func literalsMakeValues() {
        let values: [FMValue] = [nil, 7, -1.5, "ann", true, false]

        let expected: [FMValue] = [.null, .integer(7), .real(-1.5), .text("ann"), .integer(1), .integer(0)]
        #expect(values == expected)
    }

    @Test(arguments: oneOfEachKind) func theTypeNameIsTheOneOfSQL(value: FMValue) throws {
        let db = FMDatabase.memory()

        #expect(try db.value("SELECT typeof(\(value))", as: String.self) == value.typeName)
    }

    @Test func onlyNullIsNull() {
        #expect(ValueTests.oneOfEachKind.map(\.isNull) == [true, false, false, false, false])
    }

    @Test func equalNumbersOfDifferentKindsDiffer() {
        #expect(FMValue.integer(1) != .real(1))
        #expect(Set<FMValue>([1, 1.0, "1", 1]).count == 3)
    }

    @Test(
        arguments: zip(
            [.null, 7, 1.5, "it's", .blob(Data([0x0A, 0xFF])), .blob(Data())] as [FMValue],
            ["NULL", "7", "1.5", "'it''s'", "X'0AFF'", "X''"]))
    func theDescriptionIsTheLiteralOfSQL(value: FMValue, literal: String) {
        #expect("\(value)" == literal)
    }

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), 0.1, -1e300, 1.0, .real(.infinity), .real(-.infinity), "",
            "a'\u{301}b",
            "a 'quoted' \"text\"\n\t;--", "zwölf 🦆", .blob(Data()), .blob(Data(0...255)),
        ] as [FMValue])
    func sqlReadsTheDescriptionAsTheSameValue(value: FMValue) throws {
        let db = FMDatabase.memory()

        #expect(try db.value("SELECT \(raw: "\(value)")", as: FMValue.self) == value)
    }

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .real(.infinity), .real(.leastNonzeroMagnitude),
            .real(.greatestFiniteMagnitude), "", "a\0b", "zwölf 🦆", .blob(Data()), .blob(Data(0...255)),
        ] as [FMValue])
    func everyValueComesBackAsItWasStored(value: FMValue) throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (x)")
        try db.execute("INSERT INTO t VALUES (\(value))")

        #expect(try db.value("SELECT x FROM t", as: FMValue.self) == value)
    }

    @Test func theSignOfZeroIsKept() throws {
        let zero = try FMDatabase.memory().value("SELECT \(-0.0)", as: Double.self)

        #expect(zero.sign == .minus)
    }
}
