import FMDB
import FMDBTestHelpers
import Testing

/// Values by name, for a statement that is run more than once.
@Suite struct ParameterNamesTests {
    private let db: FMDatabase

    init() {
        db = FMDatabase.memory()
        db.shouldCacheStatements = true
    }

    /// The parameters, in the throwing and in FMDB's way to give values by name; that with keys of any kind gives the same.
    private func row(_ text: String, _ values: [String: Int]) throws -> [String] {
        let arguments = FMArguments(values.mapValues { $0 as any FMValueConvertible })
        let boxed = drawn(db.executeQuery(text, withParameterDictionary: values as [AnyHashable: Any]))
        #expect(boxed == drawn(db.executeQuery(text, withParameterDictionary: values as [AnyHashable: Any])))
        return [
            drawn(try db.query(FMSQL(raw: text, arguments: arguments))),
            drawn(db.executeQuery(text, withParameterDictionary: values)),
        ]
    }

    // MARK: Order

    @Test func namesMayComeInAnotherOrderEachTime() throws {
        let text = "SELECT :a AS a, :b AS b, :c AS c"
        let orders: [FMArguments] = [
            ["a": 1, "b": 2, "c": 3], ["c": 3, "b": 2, "a": 1], ["b": 2, "a": 1, "c": 3], ["a": 1, "b": 2, "c": 3],
        ]

        for arguments in orders {
            #expect(drawn(try db.query(FMSQL(raw: text, arguments: arguments))) == "a | b | c\n1 | 2 | 3")
        }
    }

    @Test func dictionariesOfAnyOrderAreUnderstood() throws {
        let names = (0..<9).map { "name\($0)" }
        let text = "SELECT " + names.map { ":\($0)" }.joined(separator: " || '-' || ") + " AS x"

        // Each dictionary has an order of its own.
        for count in 0..<50 {
            var values = [String: Int](minimumCapacity: count)
            for (index, name) in names.enumerated() { values[name] = index }
            #expect(try row(text, values) == Array(repeating: "x\n'0-1-2-3-4-5-6-7-8'", count: 2))
        }
    }

    // MARK: Spelling

    @Test func longNamesMadeAtRunTimeAreFound() throws {
        for number in 0..<20 {
            let names = [1, 2].map {
                "a name of more than fifteen bytes \($0)".replacingOccurrences(of: " ", with: "_")
            }
            let values = [names[0]: number, names[1]: -number]
            #expect(
                try row("SELECT :\(names[0]) AS a, :\(names[1]) + 0 AS b", values)
                    == (try row("SELECT \(number) AS a, \(-number) AS b", [:])))
        }
    }

    @Test func aNameIsTheSameHoweverItsAccentsAreComposed() throws {
        #expect(try row("SELECT :\u{E9} AS x", ["e\u{301}": 7]) == ["x\n7", "x\n7"])
        #expect(try row("SELECT :e\u{301} AS x", ["\u{E9}": 7]) == ["x\n7", "x\n7"])
    }

    @Test func namesThatOnlyLookAlikeKeepTheirOwnValues() throws {
        let text = "SELECT :\u{E9} AS a, :e\u{301} AS b"
        for _ in 1...2 {
            let values: FMArguments = ["\u{E9}": 1, "e\u{301}": 2]
            #expect(drawn(try db.query(FMSQL(raw: text, arguments: values))) == "a | b\n1 | 2")
            let reversed: FMArguments = ["e\u{301}": 2, "\u{E9}": 1]
            #expect(drawn(try db.query(FMSQL(raw: text, arguments: reversed))) == "a | b\n1 | 2")
        }
    }

    @Test func aDictionaryWithOneOfTwoNamesThatLookAlikeLacksTheOther() {
        db.logsErrors = false
        let text = "SELECT :\u{E9} AS a, :e\u{301} AS b"

        #expect(db.executeQuery(text, withParameterDictionary: ["\u{E9}": 1]) == nil)
        #expect(db.executeQuery(text, withParameterDictionary: ["\u{E9}": 1] as [AnyHashable: Any]) == nil)
    }

    @Test func namesBeyondASCIIAreTwoInTwoCases() throws {
        let values = ["\u{C4}": 1, "\u{E4}": 2]
        #expect(try row("SELECT :\u{C4} AS a, :\u{E4} AS b", values) == ["a | b\n1 | 2", "a | b\n1 | 2"])
    }

    @Test func aNameMayBeginWithACombiningMark() throws {
        #expect(try row("SELECT :\u{301}a AS x", ["\u{301}a": 7]) == ["x\n7", "x\n7"])
    }

    @Test func foundationTextsAreKeys() {
        let values: [AnyHashable: Any] = ["a": 1, NSString(string: "b"): 2]

        for _ in 0..<2 {
            let rows = db.executeQuery("SELECT :a AS a, :b AS b", withParameterDictionary: values)
            #expect(drawn(rows) == "a | b\n1 | 2")
        }
    }

    @Test func aKeyThatIsNoTextNamesNothing() {
        db.logsErrors = false

        #expect(db.executeQuery("SELECT :a AS a, :b AS b", withParameterDictionary: ["a": 1, 2: 2]) == nil)
    }

    // MARK: Number

    @Test(arguments: [1, 16, 63, 64, 65, 200]) func thereMayBeManyNames(count: Int) throws {
        let names = (1...count).map { "p\($0)" }
        let text = "SELECT " + names.map { ":\($0)" }.joined(separator: " + ") + " AS x"
        let values = Dictionary(uniqueKeysWithValues: zip(names, 1...count))

        #expect(try row(text, values) == Array(repeating: "x\n\(count * (count + 1) / 2)", count: 2))
    }

    @Test func ofANameSetOftenTheLastValueCounts() throws {
        var arguments: FMArguments = ["b": -1]
        for number in 0..<1000 { arguments.set(number, for: "a") }

        #expect(drawn(try db.query(FMSQL(raw: "SELECT :a AS a, :b AS b", arguments: arguments))) == "a   | b\n999 | -1")
    }

    @Test func aNameGivenTwiceDoesNotStandForAnother() {
        let error = thrown { try db.query(FMSQL(raw: "SELECT :a AS a, :b AS b", arguments: ["a": 1, "a": 2])) }

        #expect(error?.message == "no value for the parameter :b")
    }

    // MARK: Overriding

    @Test func anOverriddenMethodIsAskedWhateverTheKeys() throws {
        let db = Recording(path: nil)
        #expect(db.open())
        let named: [String: Any] = ["a": 1]

        #expect(drawn(db.executeQuery("SELECT :a AS a", withParameterDictionary: ["a": 1])) == "a\n1")
        #expect(drawn(db.executeQuery("SELECT :a AS a", withParameterDictionary: named)) == "a\n1")
        #expect(db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
        #expect(db.executeUpdate("INSERT INTO t VALUES (:a)", withParameterDictionary: ["a": 1]))
        #expect(db.executeUpdate("INSERT INTO t VALUES (:a)", withParameterDictionary: named))

        #expect(db.asked == 4)
    }

    @Test func aPreparedStatementTakesNamesOfBothKinds() throws {
        let rows = db.prepare("SELECT :a AS a")
        for values in [["a": 1] as [AnyHashable: Any], [NSString(string: "a"): 1]] {
            #expect(rows.bind(with: values))
            #expect(rows.next())
            #expect(rows.int(forColumn: "a") == 1)
        }
        #expect(rows.bind(with: ["a": 2]))
        #expect(rows.next())
        #expect(rows.int(forColumn: "a") == 2)
        rows.close()
    }

    @Test func anEmptyDictionaryIsOne() {
        #expect(drawn(db.executeQuery("SELECT 1 AS a", withParameterDictionary: [:])) == "a\n1")
        #expect(drawn(db.executeQuery("SELECT 1 AS a", withParameterDictionary: nil)) == "a\n1")
    }

    // MARK: Failures

    @Test func anExecutionAfterAMissingNameHasItsOwnValues() throws {
        db.logsErrors = false
        let text = "SELECT :a AS a, :b AS b"

        #expect(thrown { try db.query(FMSQL(raw: text, arguments: ["a": "old", "c": "old"])) } != nil)
        #expect(db.executeQuery(text, withParameterDictionary: ["a": "old", "c": "old"]) == nil)
        #expect(try row(text, ["a": 1, "b": 2]) == Array(repeating: "a | b\n1 | 2", count: 2))
    }

    @Test func ofSeveralBadValuesTheFirstParametersIsTheOneThatFails() {
        db.logsErrors = false
        let names = ["a", "b", "c", "d", "e"]
        let text = "SELECT " + names.map { ":\($0)" }.joined(separator: ", ")
        let last = Locked("")
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, Refused(name: $0, last: last)) })

        // Each dictionary has an order of its own.
        for _ in 0..<10 {
            #expect(db.executeQuery(text, withParameterDictionary: values.mapValues { $0 as Any }) == nil)
            #expect(last.value == "a")
        }
    }

    @Test func copiesOfArgumentsAreIndependent() throws {
        let one: FMArguments = ["a": 1]
        var other = one
        other.set(2, for: "a")

        #expect(drawn(try db.query(FMSQL(raw: "SELECT :a AS a", arguments: one))) == "a\n1")
        #expect(drawn(try db.query(FMSQL(raw: "SELECT :a AS a", arguments: other))) == "a\n2")
    }
}

/// Overrides FMDB's methods.
private final class Recording: FMDatabase {
    private(set) var asked = 0

    override func executeUpdate(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]) -> Bool {
        asked += 1
        return super.executeUpdate(sql, withParameterDictionary: arguments)
    }

    override func executeQuery(
        _ sql: String, withParameterDictionary arguments: [AnyHashable: Any]?
    ) -> FMResultSet? {
        asked += 1
        return super.executeQuery(sql, withParameterDictionary: arguments)
    }
}

/// A value that cannot be stored. It leaves its name behind.
private struct Refused: FMValueConvertible {
    let name: String
    let last: Locked<String>

    var fmValue: FMValue {
        get throws(FMError) {
            last.withLock { $0 = name }
            throw FMError(.mismatch, name)
        }
    }

    static func fromFMValue(_ value: FMValue) -> Refused? { nil }
}
