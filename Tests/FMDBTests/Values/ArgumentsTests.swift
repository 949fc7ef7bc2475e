import FMDB
import FMDBTestHelpers
import Testing

@Suite struct ArgumentsTests {
    private let db = FMDatabase.memory()

    private func drawnQuery(_ text: String, _ arguments: FMArguments) throws -> String {
        drawn(try db.query(FMSQL(raw: text, arguments: arguments)))
    }

    private func failure(_ text: String, _ arguments: FMArguments) -> FMError? {
        thrown { try db.query(FMSQL(raw: text, arguments: arguments)) }
    }

    // MARK: By position

    @Test func anArrayLiteralGivesValuesByPosition() throws {
        #expect(
            try drawnQuery("SELECT ? AS a, ? AS b, ? AS c, ? AS d", [1, "ann", nil, 1.5]) == """
                a | b     | c    | d
                1 | 'ann' | NULL | 1.5
                """)
    }

    @Test func anArrayOfMixedTypesGivesValuesByPosition() throws {
        let values: [any FMValueConvertible] = [Int8(1), Data([2]), "x"]

        #expect(
            try drawnQuery("SELECT ? AS a, ? AS b, ? AS c", FMArguments(values)) == "a | b     | c\n1 | X'02' | 'x'")
    }

    @Test func valuesOfALiteralAreStoredAsTheirTypesSay() throws {
        let date = Date(timeIntervalSince1970: 1.5)
        let text = "one text of more than fifteen bytes"
        let none: Int? = nil

        #expect(
            try drawnQuery(
                "SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f, ? AS g, ? AS h",
                [date, Date?.some(date), text, none, true, Data([1]), Float(0.5), NSNull()])
                == drawnQuery(
                    """
                    SELECT 1.5 AS a, 1.5 AS b, '\(text)' AS c, NULL AS d, 1 AS e, X'01' AS f, 0.5 AS g, NULL AS h
                    """, []))
        #expect(
            try drawnQuery(
                "SELECT :a AS a, :b AS b, :c AS c, :d AS d, :e AS e",
                ["a": date, "b": Int32(-1), "c": text, "d": none, "e": UInt8(255)])
                == drawnQuery("SELECT 1.5 AS a, -1 AS b, '\(text)' AS c, NULL AS d, 255 AS e", []))
    }

    @Test func appendedValuesComeInTheirOrder() throws {
        var arguments = FMArguments()
        for number in 1...3 { arguments.append(number) }

        #expect(try drawnQuery("SELECT ? AS a, ? AS b, ? AS c", arguments) == "a | b | c\n1 | 2 | 3")
    }

    @Test func otherArgumentsAreAddedBehind() throws {
        var arguments: FMArguments = [1]
        arguments.append(contentsOf: [2, 3])

        #expect(try drawnQuery("SELECT ? AS a, ? AS b, ? AS c", arguments) == "a | b | c\n1 | 2 | 3")
    }

    @Test func valuesByPositionFillNamedParameters() throws {
        #expect(try drawnQuery("SELECT :b AS b, @a AS a, :b AS c", [1, 2]) == "b | a | c\n1 | 2 | 1")
    }

    @Test func aNumberedParameterMayStandSeveralTimes() throws {
        #expect(try drawnQuery("SELECT ?2 AS b, ?1 AS a, ?2 AS c", [1, 2]) == "b | a | c\n2 | 1 | 2")
    }

    @Test(arguments: [[], [1], [1, 2, 3]] as [[Int]]) func aWrongNumberOfValuesIsRefused(numbers: [Int]) {
        let error = failure("SELECT ? AS a, ? AS b", FMArguments(numbers))

        #expect(error?.resultCode == .range)
        #expect(error?.message == "expected 2 values, got \(numbers.count)")
    }

    // MARK: By name

    @Test(arguments: [":", "@", "$"]) func aNameMatchesEveryPrefix(prefix: String) throws {
        #expect(try drawnQuery("SELECT \(prefix)name AS x", ["name": "ann"]) == "x\n'ann'")
    }

    @Test func aNameFillsParametersOfSeveralPrefixes() throws {
        #expect(try drawnQuery("SELECT :a AS x, @a AS y, $a AS z", ["a": 7]) == "x | y | z\n7 | 7 | 7")
    }

    @Test func aNamedParameterMayStandSeveralTimes() throws {
        #expect(try drawnQuery("SELECT :a + :a AS x", ["a": 7]) == "x\n14")
    }

    @Test func theOrderOfNamesDoesNotMatter() throws {
        #expect(try drawnQuery("SELECT :a AS a, :b AS b", ["b": 2, "a": nil]) == "a    | b\nNULL | 2")
    }

    @Test func aDictionaryGivesValuesByName() throws {
        let values: [String: any FMValueConvertible] = ["a": 1, "b": "x"]

        #expect(try drawnQuery("SELECT :a AS a, :b AS b", FMArguments(values)) == "a | b\n1 | 'x'")
    }

    @Test func ofANameGivenTwiceTheLastValueCounts() throws {
        var arguments: FMArguments = ["a": 1, "a": 2]
        #expect(try drawnQuery("SELECT :a AS a", arguments) == "a\n2")

        arguments.set(3, for: "a")
        #expect(try drawnQuery("SELECT :a AS a", arguments) == "a\n3")

        arguments.append(contentsOf: ["a": 4])
        #expect(try drawnQuery("SELECT :a AS a", arguments) == "a\n4")
    }

    @Test func aNameThatTheStatementDoesNotHaveIsRefused() {
        let error = failure("SELECT :a AS a", ["a": 1, "b": 2])

        #expect(error?.resultCode == .range)
        #expect(error?.message == "the statement has no parameter named b")
    }

    @Test(arguments: [":", "@", "$"]) func aParameterWithoutAValueIsRefused(prefix: String) {
        let error = failure("SELECT \(prefix)a AS a, \(prefix)b AS b", ["a": 1])

        #expect(error?.resultCode == .range)
        #expect(error?.message == "no value for the parameter \(prefix)b")
    }

    @Test func aNameIsWrittenWithoutItsPrefix() {
        #expect(failure("SELECT :a AS a", [":a": 1])?.resultCode == .range)
    }

    @Test func namesDifferInCase() {
        #expect(failure("SELECT :name AS a", ["Name": 1])?.resultCode == .range)
    }

    @Test func aParameterWithoutANameIsNotFilledByName() {
        let error = failure("SELECT :a AS a, ? AS b", ["a": 1])

        #expect(error?.resultCode == .range)
        #expect(error?.message == "expected 2 values, got 1")
    }

    // MARK: By position and by name

    @Test func valuesByPositionFillWhatNoNameFills() throws {
        var arguments: FMArguments = ["name": "ann"]
        arguments.append(1)
        arguments.append(2)

        #expect(try drawnQuery("SELECT ? AS a, :name AS b, ? AS c", arguments) == "a | b     | c\n1 | 'ann' | 2")
    }

    @Test func aValueByPositionTooManyIsRefusedBesideNames() {
        var arguments: FMArguments = ["name": "ann"]
        arguments.append(1)

        #expect(
            failure("SELECT :name AS a", arguments)?.message
                == "expected 1 value, got 2")
    }

    // MARK: Values that cannot be stored

    @Test func aValueThatCannotBeStoredIsReportedWhenTheStatementRuns() {
        let arguments: FMArguments = [1, UInt64.max, 3]

        #expect(!arguments.isEmpty)
        #expect(failure("SELECT ?, ?, ?", arguments)?.resultCode == .mismatch)
        #expect(failure("SELECT :a", ["a": UInt64.max])?.resultCode == .mismatch)
    }

    @Test func aValueThatCannotBeStoredIsReportedAfterAppending() {
        var arguments: FMArguments = [1]
        arguments.append(contentsOf: [UInt64.max])

        #expect(failure("SELECT ?", arguments)?.resultCode == .mismatch)
    }

    // MARK: Facts

    @Test func argumentsWithoutAValueAreEmpty() {
        #expect(FMArguments().isEmpty)
        #expect(([] as FMArguments).isEmpty)
        #expect(!([nil] as FMArguments).isEmpty)
        #expect(!(["a": nil] as FMArguments).isEmpty)
        #expect(!([UInt64.max] as FMArguments).isEmpty)
    }
}
