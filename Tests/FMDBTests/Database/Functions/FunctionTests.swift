import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite struct FunctionTests {
    private let db = FMDatabase.memory()

    // MARK: Values

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), 0.1, .real(.infinity), "", "short",
            "a text of more than fifteen bytes",
            "a\0b", "zwölf 🦆", .blob(Data()), .blob(Data(0...255)),
        ] as [FMValue])
    func everyValueGoesInAndOutUnchanged(value: FMValue) throws {
        nonisolated(unsafe) var seen: [FMValue] = []
        try db.addFunction("echo", argumentCount: 1) { arguments in
            seen = arguments
            return arguments[0]
        }

        #expect(try db.value("SELECT echo(\(value))", as: FMValue.self) == value)
        #expect(seen == [value])
    }

    @Test func theResultHasTheStorageClassOfItsValue() throws {
        let results: [FMValue] = [.null, 7, 7.0, "7", .blob(Data([7]))]
        try db.addFunction("pick", argumentCount: 1) { arguments in
            guard case .integer(let index) = arguments[0] else { return .null }
            return results[Int(index)]
        }

        let kinds = try (0..<5).map { try db.value("SELECT typeof(pick(\($0)))", as: String.self) }
        #expect(kinds == ["null", "integer", "real", "text", "blob"])
    }

    @Test func notANumberIsNull() throws {
        try db.addFunction("nan", argumentCount: 0) { _ in .real(.nan) }

        #expect(try db.value("SELECT nan()", as: Double?.self) == nil)
    }

    @Test func itRunsForEachRow() throws {
        try db.addFunction("twice", argumentCount: 1) { arguments in
            guard case .integer(let number) = arguments[0] else { return .null }
            return .integer(2 * number)
        }

        let rows = try db.query("SELECT x, twice(x) AS y FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 'a')")
        #expect(drawn(rows) == "x   | y\n1   | 2\n2   | 4\n'a' | NULL")
    }

    @Test func textThatIsNotUTF8ArrivesAsItsBytes() throws {
        nonisolated(unsafe) var seen: [FMValue] = []
        try db.addFunction("see", argumentCount: 1) { arguments in
            seen = arguments
            return .null
        }

        try db.execute("SELECT see(CAST(X'61FF' AS TEXT))")

        #expect(seen == [.blob(Data([0x61, 0xFF]))])
    }

    // MARK: Arguments

    @Test func theArgumentsComeInTheirOrder() throws {
        try db.addFunction("joined", argumentCount: 3) { arguments in
            .text(arguments.map { "\($0)" }.joined(separator: " "))
        }

        #expect(try db.value("SELECT joined(1, 'b', NULL)", as: String.self) == "1 'b' NULL")
    }

    @Test func nilIsAnyNumberOfArguments() throws {
        try db.addFunction("tally", argumentCount: nil) { .integer(Int64($0.count)) }

        #expect(
            drawn(try db.query("SELECT tally() AS a, tally(NULL) AS b, tally(1, 2, 3, 4, 5) AS c")) == """
                a | b | c
                0 | 1 | 5
                """)
    }

    @Test func aFixedNumberOfArgumentsIsKept() throws {
        try db.addFunction("two", argumentCount: 2) { _ in 2 }

        #expect(try db.value("SELECT two(1, 2)", as: Int.self) == 2)
        #expect(thrown { try db.value("SELECT two(1)", as: Int.self) }?.resultCode == .error)
        #expect(thrown { try db.value("SELECT two(1, 2, 3)", as: Int.self) }?.resultCode == .error)
    }

    @Test func aHundredArgumentsArePossible() throws {
        try db.addFunction("tally", argumentCount: 100) { .integer(Int64($0.count)) }
        let list = Array(repeating: "0", count: 100).joined(separator: ",")

        #expect(try db.value("SELECT tally(\(raw: list))", as: Int.self) == 100)
    }

    @Test(arguments: [-2, 1_001, 32_768] as [Int32]) func anImpossibleNumberOfArgumentsIsRefused(count: Int32) {
        #expect(thrown { try db.addFunction("f", argumentCount: count) { _ in 0 } }?.resultCode == .misuse)
    }

    @Test func aNameThatIsTooLongIsRefused() {
        let name = String(repeating: "f", count: 300)

        #expect(thrown { try db.addFunction(name, argumentCount: 0) { _ in 0 } }?.resultCode == .misuse)
    }

    // MARK: Errors

    @Test func anErrorOfTheLibrarysFormKeepsItsCodeAndMessage() throws {
        try db.addFunction("refuse", argumentCount: 0) { _ in throw FMError(.constraintCheck, "not today") }

        let error = thrown { try db.value("SELECT refuse()", as: Int.self) }
        #expect(error?.resultCode == .constraint)
        #expect(error?.extendedCode == .constraintCheck)
        #expect(error?.message == "not today")
        #expect(error?.sql == "SELECT refuse()")
    }

    @Test func anyOtherErrorIsItsDescription() throws {
        struct Refusal: Error, CustomStringConvertible { var description: String { "no, thanks" } }
        try db.addFunction("refuse", argumentCount: 0) { _ in throw Refusal() }

        let error = thrown { try db.value("SELECT refuse()", as: Int.self) }
        #expect(error?.resultCode == .error)
        #expect(error?.message == "no, thanks")
    }

    @Test func anErrorWithADescriptionForPeopleHasThatAsItsMessage() throws {
        struct Refusal: LocalizedError { var errorDescription: String? { "the price is missing" } }
        struct Silent: LocalizedError {}
        try db.addFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
        try db.addFunction("silent", argumentCount: 0) { _ in throw Silent() }

        let error = thrown { try db.value("SELECT refuse()", as: Int.self) }
        #expect(error?.message == "the price is missing")
        #expect(error?.underlyingError is Refusal)
        #expect(thrown { try db.value("SELECT silent()", as: Int.self) }?.message == "Silent()")
    }

    @Test(arguments: [FMResultCode.ok, .row, .done])
    func aCodeThatIsNoErrorFailsTheStatementAllTheSame(code: FMResultCode) throws {
        try db.addFunction("refuse", argumentCount: 0) { _ in throw FMError(code, "no row") }

        let error = thrown { try db.value("SELECT refuse()", as: FMValue?.self) }
        #expect(error?.resultCode == .error)
        #expect(error?.message == "no row")
    }

    @Test func aFunctionThatFindsNoRowDoesNotEndTheQuery() throws {
        let other = FMDatabase.memory()
        try db.addFunction("look_up", argumentCount: 0) { _ in try other.value("SELECT 1 WHERE 0", as: Int.self).fmValue
        }
        try db.execute("CREATE TABLE t (x)")

        #expect(thrown { try db.rows("SELECT look_up()", as: Int.self) }?.message == "the query returned no row")
        #expect(thrown { try db.execute("INSERT INTO t VALUES (look_up())") }?.resultCode == .error)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func anErrorUndoesItsStatement() throws {
        try db.execute("CREATE TABLE t (x)")
        try db.addFunction("below_three", argumentCount: 1) { arguments in
            guard case .integer(let number) = arguments[0], number < 3 else { throw FMError(.error, "too large") }
            return arguments[0]
        }

        let sql: FMSQL =
            "INSERT INTO t SELECT below_three(x) FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3)"
        #expect(thrown { try db.execute(sql) }?.message == "too large")
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    // MARK: Registration

    @Test func aLaterFunctionReplacesTheEarlierOne() throws {
        try db.addFunction("f", argumentCount: 0) { _ in 1 }
        #expect(try db.value("SELECT f()", as: Int.self) == 1)

        try db.addFunction("f", argumentCount: 0) { _ in 2 }

        #expect(try db.value("SELECT f()", as: Int.self) == 2)
    }

    @Test func functionsOfDifferentNumbersOfArgumentsStandSideBySide() throws {
        try db.addFunction("f", argumentCount: 0) { _ in 0 }
        try db.addFunction("f", argumentCount: 1) { _ in 1 }
        try db.addFunction("f", argumentCount: nil) { _ in -1 }

        #expect(drawn(try db.query("SELECT f() AS a, f(0) AS b, f(0, 0) AS c")) == "a | b | c\n0 | 1 | -1")
    }

    @Test func theNameIsFoundInAnyCase() throws {
        try db.addFunction("Größe", argumentCount: 0) { _ in 1 }
        try db.addFunction("Answer", argumentCount: 0) { _ in 42 }

        #expect(try db.value("SELECT ANSWER() + Größe()", as: Int.self) == 43)
    }

    @Test func aBuiltInFunctionMayBeReplaced() throws {
        try db.addFunction("upper", argumentCount: 1) { _ in "mine" }

        #expect(try db.value("SELECT upper('x')", as: String.self) == "mine")
    }

    @Test func theFunctionIsGoneAfterClosing() throws {
        try db.addFunction("f", argumentCount: 0) { _ in 1 }
        #expect(db.close())
        #expect(db.open())

        #expect(thrown { try db.value("SELECT f()", as: Int.self) }?.message == "no such function: f")
    }

    @Test func theBodyIsReleasedWhenItIsReplacedAndWhenTheDatabaseCloses() throws {
        final class Witness: Sendable {}
        func add(_ witness: Witness) throws {
            try db.addFunction("f", argumentCount: 0) { _ in .text("\(witness)") }
        }
        var (first, second): (Witness?, Witness?) = (Witness(), Witness())
        weak let (weakFirst, weakSecond) = (first, second)

        try add(try #require(first))
        first = nil
        #expect(weakFirst != nil)
        try add(try #require(second))
        second = nil
        #expect(weakFirst == nil)
        #expect(weakSecond != nil)

        db.close()
        #expect(weakSecond == nil)
    }

    @Test func aClosedDatabaseIsRefused() {
        let closed = FMDatabase(path: nil)

        #expect(thrown { try closed.addFunction("f", argumentCount: 0) { _ in 0 } }?.resultCode == .misuse)
    }

    // MARK: Deterministic functions

    @Test func aDeterministicFunctionMayBeUsedInAnIndex() throws {
        nonisolated(unsafe) var calls = 0
        try db.addFunction("key", argumentCount: 1, deterministic: true) { arguments in
            calls += 1
            return arguments[0]
        }
        try db.execute("CREATE TABLE t (x)")
        try db.execute("INSERT INTO t VALUES (3), (1), (2)")
        try db.execute("CREATE INDEX i ON t (key(x))")
        #expect(calls == 3)

        #expect(try db.rows("SELECT x FROM t INDEXED BY i ORDER BY key(x)", as: Int.self) == [1, 2, 3])
        #expect(calls == 3)
    }

    @Test func anyOtherFunctionMayNot() throws {
        try db.addFunction("key", argumentCount: 1) { $0[0] }
        try db.execute("CREATE TABLE t (x)")

        #expect(thrown { try db.execute("CREATE INDEX i ON t (key(x))") }?.resultCode == .error)
    }

    // MARK: The database within the body

    @Test func theBodyMayUseTheDatabase() throws {
        try db.execute("CREATE TABLE log (x)")
        try db.addFunction("logged", argumentCount: 1) { [unowned db] arguments in
            try db.execute("INSERT INTO log VALUES (\(arguments[0]))")
            return try db.value("SELECT count(*) FROM log", as: FMValue.self)
        }

        #expect(try db.rows("SELECT logged(x) FROM (SELECT 'a' AS x UNION ALL SELECT 'b')", as: Int.self) == [1, 2])
        #expect(try db.rows("SELECT x FROM log", as: String.self) == ["a", "b"])
    }

    @Test func theBodyCannotCloseTheDatabase() throws {
        try db.addFunction("close_it", argumentCount: 0) { [unowned db] _ in .integer(db.close() ? 1 : 0) }

        #expect(try db.value("SELECT close_it()", as: Bool.self) == false)
        #expect(db.isOpen)
    }

    @Test(arguments: [.noMemory, .ioError, .corrupt, .full, .schema, .notADatabase] as [FMResultCode])
    func whatAFunctionThrowsFailsTheStatementAlone(code: FMResultCode) throws {
        let calls = Locked(0)
        try db.addFunction("fail", argumentCount: 0) { _ in
            calls.withLock { $0 += 1 }
            throw FMError(code, "another database has failed")
        }
        try db.execute("CREATE TABLE t (x)")
        try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (1)")
            let error = thrown { try db.execute("INSERT INTO t VALUES (fail())") }
            #expect(error?.resultCode == code && error?.message == "another database has failed")
            #expect(db.isTransactionOpen)
            try db.execute("INSERT INTO t VALUES (2)")
        }
        #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1, 2])
        #expect(calls.withLock { $0 } == 1)
    }
}
