import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// SQL functions made of closures over Swift types.
@Suite struct TypedFunctionTests {
    private let db = FMDatabase.memory()

    private enum Level: Int, FMValueConvertible { case low, high }

    private struct Refusal: Error, Equatable { var number: Int }

    // MARK: What is written

    @Test func closuresOfEverydayCodeCompile() throws {
        try db.addFunction("answer") { 42 }
        try db.addFunction("twice") { (x: Int) in x * 2 }
        try db.addFunction("length_of") { (s: String?) in s?.count }
        try db.addFunction("distance") { (a: Double, b: Double) -> Double in (a - b).magnitude }
        try db.addFunction("initial") { (name: String) -> String in
            let first = name.first
            guard let first else { return "" }
            return String(first)
        }
        try db.addFunction("joined", options: [.deterministic]) { (a: String, b: Int?, c: Data) in
            var text = a
            if let b { text += "\(b)" }
            text += "\(c.count)"
            return text
        }
        try db.addFunction("same") { (value: FMValue) in value }
        func shout(_ text: String) -> String { text.uppercased() }
        try db.addFunction("named", body: shout)
        let row = try db.query(
            """
            SELECT answer() AS a, twice(4) AS b, length_of('four') AS c, length_of(NULL) AS d, distance(1, 3.5) AS e,
            initial('Ada') AS f, joined('x', NULL, x'0102') AS g, same(7.0) AS h, named('up') AS i
            """)
        #expect(
            drawn(row)
                == "a  | b | c | d    | e   | f   | g    | h   | i\n42 | 8 | 4 | NULL | 2.5 | 'A' | 'x2' | 7.0 | 'UP'")
    }

    @Test func closuresOverAnyNumberOfValuesCompile() throws {
        try db.addFunction("greatest") { (values: [FMValue]) in values.compactMap { Int.fromFMValue($0) }.max() }
        try db.addFunction("tally") { values in values.count }
        try db.addFunction("tallied") { $0.count }
        try db.addFunction("first_of") { values in values[0] }
        try db.addFunction("one_always") { _ in 1 }
        try db.addFunction("guarded") { values in
            guard let first = values.first else { return FMValue.null }
            return first
        }
        try db.addFunction("counted", argumentCount: 2) { .integer(Int64($0.count)) }
        try db.addFunction("certain", argumentCount: 2, deterministic: true) { values in values[1] }
        try db.addFunction("direct", argumentCount: nil, options: .deterministic) { values in
            .integer(Int64(values.count))
        }
        let row = try db.query(
            """
            SELECT greatest(3, 9, 4) AS a, tally() AS b, tallied(1, 2) AS c, first_of('x', 1) AS d, one_always(1) AS e,
            guarded() AS f, counted(1, 2) AS g, certain(1, 5) AS h, direct(1, 1, 1) AS i
            """)
        #expect(drawn(row) == "a | b | c | d   | e | f    | g | h | i\n9 | 0 | 2 | 'x' | 1 | NULL | 2 | 5 | 3")
    }

    @Test func functionsOfUpToSixArguments() throws {
        try db.addFunction("sum_of") { (a: Int, b: Int, c: Int) in a + b + c }
        try db.addFunction("sum_of") { (a: Int, b: Int, c: Int, d: Int) in a + b + c + d }
        try db.addFunction("sum_of") { (a: Int, b: Int, c: Int, d: Int, e: Int) in a + b + c + d + e }
        try db.addFunction("sum_of") { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in a + b + c + d + e + f }
        let row = try db.query(
            "SELECT sum_of(1,2,3) AS a, sum_of(1,2,3,4) AS b, sum_of(1,2,3,4,5) AS c, sum_of(1,2,3,4,5,6) AS d")
        #expect(drawn(row) == "a | b  | c  | d\n6 | 10 | 15 | 21")
        #expect(
            thrown { try db.value("SELECT sum_of(1)", as: Int.self) }?.message.contains("wrong number of arguments")
                == true)
    }

    @Test func typesOfOnesOwnAreTakenAndReturned() throws {
        try db.addFunction("other") { (level: Level) in level == .low ? Level.high : .low }
        try db.addFunction("later") { (date: Date, id: UUID?) in id == nil ? date.addingTimeInterval(60) : date }
        #expect(try db.value("SELECT other(0)", as: Level.self) == .high)
        let date = Date(timeIntervalSince1970: 1000)
        #expect(try db.value("SELECT later(\(date), NULL)", as: Date.self) == Date(timeIntervalSince1970: 1060))
    }

    // MARK: What does not fit

    @Test func nullForAParameterThatTakesNoneIsNamed() throws {
        try db.addFunction("distance") { (a: Double, b: Double) in a - b }
        let error = thrown { try db.value("SELECT distance(1, NULL)", as: Double.self) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "argument 2 of distance(): expected Double, found null")
    }

    @Test func aValueOfAnotherTypeIsNamed() throws {
        try db.addFunction("byte") { (x: Int8?) in x }
        try db.addFunction("level") { (level: Level) in level }
        #expect(try db.value("SELECT byte(NULL)", as: Int8?.self) == nil)
        #expect(
            thrown { try db.value("SELECT byte('x')", as: Int8?.self) }?.message
                == "argument 1 of byte(): expected Optional<Int8>, found text")
        #expect(
            thrown { try db.value("SELECT byte(500)", as: Int8?.self) }?.message
                == "argument 1 of byte(): the integer is out of the range of Int8")
        #expect(
            thrown { try db.value("SELECT level(9)", as: Level.self) }?.message
                == "argument 1 of level(): the integer is not a raw value of Level")
    }

    @Test func theErrorDoesNotContainTheValue() throws {
        try db.addFunction("number") { (x: Int) in x }
        let error = thrown { try db.value("SELECT number(\("secret"))", as: Int.self) }
        #expect(error?.resultCode == .mismatch)
        #expect("\(error as Any)".contains("secret") == false)
    }

    @Test func aResultThatSQLiteCannotStoreIsAnError() throws {
        try db.addFunction("most") { UInt64.max }
        #expect(thrown { try db.value("SELECT most()", as: Int.self) }?.resultCode == .mismatch)
    }

    @Test func whatTheClosureThrowsIsTheUnderlyingError() throws {
        try db.addFunction("refuse") { (x: Int) -> Int in throw Refusal(number: x) }
        let error = thrown { try db.value("SELECT refuse(7)", as: Int.self) }
        #expect(error?.resultCode == .error)
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? Refusal == Refusal(number: 7))
        try db.addFunction("refuse") { () throws(FMError) -> Int in throw FMError(.constraintCheck, "not today") }
        #expect(thrown { try db.value("SELECT refuse()", as: Int.self) }?.extendedCode == .constraintCheck)
    }

    @Test func aFailureWritesNothing() throws {
        try db.execute("CREATE TABLE t (x)")
        try db.addFunction("small") { (x: Int) in x }
        let sql: FMSQL = "WITH v (x) AS (VALUES (1), ('x')) INSERT INTO t SELECT small(x) FROM v"
        #expect(thrown { try db.execute(sql) }?.message.contains("small") == true)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    // MARK: Options

    @Test func aDeterministicFunctionMayBeUsedInAnIndex() throws {
        try db.execute("CREATE TABLE t (x)")
        try db.addFunction("twice") { (x: Int) in 2 * x }
        #expect(thrown { try db.execute("CREATE INDEX i ON t (twice(x))") }?.resultCode == .error)
        try db.addFunction("twice", options: .deterministic) { (x: Int) in 2 * x }
        try db.execute("CREATE INDEX i ON t (twice(x))")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
    func theSchemaMayCallOnlyWhatTheOptionsAllow() throws {
        try db.addFunction("plain") { 1 }
        try db.addFunction("direct", options: .directOnly) { 2 }
        try db.addFunction("harmless", options: [.innocuous, .deterministic]) { 3 }
        for name in ["plain", "direct", "harmless"] {
            try db.execute(FMSQL(raw: "CREATE VIEW \(name)_view AS SELECT \(name)() AS x"))
            #expect(try db.value(FMSQL(raw: "SELECT \(name)()"), as: Int.self) > 0)
        }
        #expect(try db.value("SELECT x FROM plain_view", as: Int.self) == 1)
        #expect(thrown { try db.value("SELECT x FROM direct_view", as: Int.self) }?.message == "unsafe use of direct()")
        try db.execute("PRAGMA trusted_schema = 0")
        #expect(thrown { try db.value("SELECT x FROM plain_view", as: Int.self) }?.message == "unsafe use of plain()")
        #expect(try db.value("SELECT x FROM harmless_view", as: Int.self) == 3)
    }

    @Test(.enabled(if: SQLiteVersion.linked < SQLiteVersion(3, 30)))
    func anOptionThatSQLiteDoesNotHaveIsRefused() {
        let error = thrown { try db.addFunction("f", options: .directOnly) { 1 } }
        #expect(error?.extendedCode == .notSupported)
        #expect(error?.message.contains("directOnly needs SQLite 3.30") == true)
        #expect(thrown { try db.addFunction("f", options: .innocuous) { 1 } }?.message.contains("3.31") == true)
        #expect(thrown { try db.value("SELECT f()", as: Int.self) }?.message.contains("no such function") == true)
    }

    @Test func bitsOfAnotherEncodingChangeNothing() throws {
        try db.addFunction("upper_case", options: FMFunctionOptions(rawValue: 0x802)) { (text: String) in
            text.uppercased()
        }
        #expect(try db.value("SELECT upper_case('größe')", as: String.self) == "GRÖSSE")
    }

    // MARK: Registration

    @Test func aRemovedFunctionIsUnknown() throws {
        try db.addFunction("f") { 1 }
        try db.addFunction("f") { (x: Int) in x }
        try db.addFunction("f") { values in values.count }
        #expect(try db.value("SELECT f() + f(10) + f(1, 2)", as: Int.self) == 13)
        try db.removeFunction("F", argumentCount: 1)
        #expect(try db.value("SELECT f() + f(1, 2)", as: Int.self) == 3)
        #expect(
            thrown { try db.value("SELECT f(10)", as: Int.self) }?.message.contains("wrong number of arguments") == true
        )
        try db.removeFunction("f", argumentCount: nil)
        #expect(try db.value("SELECT f()", as: Int.self) == 1)
        #expect(
            thrown { try db.value("SELECT f(1, 2)", as: Int.self) }?.message.contains("wrong number of arguments")
                == true)
        try db.removeFunction("f", argumentCount: 0)
        try db.removeFunction("never", argumentCount: 0)
        #expect(thrown { try db.value("SELECT f()", as: Int.self) }?.message == "no such function: f")
    }

    @Test func aFunctionIsNotReplacedOrRemovedWhileAStatementRuns() throws {
        try db.addFunction("f") { (x: Int) in x }
        let rows = try db.query("WITH v (x) AS (VALUES (1), (2)) SELECT f(x) FROM v")
        #expect(rows.next())
        #expect(thrown { try db.addFunction("f") { (x: Int) in -x } }?.resultCode == .busy)
        #expect(thrown { try db.removeFunction("f", argumentCount: 1) }?.resultCode == .busy)
        #expect(rows.next())
        #expect(rows.long(forColumnIndex: 0) == 2)
        rows.close()
        try db.removeFunction("f", argumentCount: 1)
    }

    @Test func impossibleNamesAndNumbersAreRefused() {
        let long = String(repeating: "n", count: 256)
        for name in [long, "a\0b"] {
            #expect(thrown { try db.addFunction(name) { 1 } }?.resultCode == .misuse)
            #expect(thrown { try db.addFunction(name) { values in values.count } }?.resultCode == .misuse)
            #expect(thrown { try db.removeFunction(name, argumentCount: 0) }?.resultCode == .misuse)
        }
        #expect(thrown { try db.removeFunction("f", argumentCount: -2) }?.resultCode == .misuse)
        #expect(thrown { try db.addFunction("f", argumentCount: 5000, options: []) { _ in 1 } }?.resultCode == .misuse)
        #expect(thrown { try FMDatabase(path: nil).addFunction("f") { 1 } }?.resultCode == .misuse)
        #expect(thrown { try FMDatabase(path: nil).removeFunction("f", argumentCount: 0) }?.resultCode == .misuse)
    }

    @Test func theErrorOfANameOrANumberSaysWhatIsWrong() {
        let (empty, long) = (
            "the name of the function is empty", "the name of the function has 256 bytes; at most 255 are allowed"
        )
        let name = String(repeating: "n", count: 256)
        #expect(thrown { try db.addFunction("") { 1 } }?.message == empty)
        #expect(thrown { try db.addAggregate("", Total.self) }?.message == empty)
        #expect(thrown { try db.removeFunction("", argumentCount: 0) }?.message == empty)
        #expect(thrown { try db.addFunction(name) { 1 } }?.message == long)
        #expect(thrown { try db.addAggregate(name, Total.self) }?.message == long)
        let many = thrown { try db.addFunction("f", argumentCount: 5000) { _ in .null } }
        #expect(many?.message == "a function cannot have 5000 arguments")
    }

    private struct Total: FMAggregate {
        private var total = 0
        mutating func step(_ value: Int) { total += value }
        func result() -> Int { total }
    }

    @Test func theClosureIsReleasedWhenItIsReplacedRemovedRefusedOrClosed() throws {
        let living = Locked(0)
        final class Witness {
            let living: Locked<Int>

            init(_ living: Locked<Int>) {
                self.living = living
                living.withLock { $0 += 1 }
            }

            deinit { living.withLock { $0 -= 1 } }
        }
        func add(_ name: String) throws {
            let witness = Witness(living)
            try db.addFunction(name) { (x: Int) in withExtendedLifetime(witness) { x } }
        }
        try add("f")
        try add("f")
        #expect(living.value == 1)
        #expect(thrown { try add("a\0b") } != nil)
        #expect(thrown { try add(String(repeating: "n", count: 256)) } != nil)
        #expect(living.value == 1)
        try db.removeFunction("f", argumentCount: 1)
        #expect(living.value == 0)
        try add("f")
        try add("g")
        #expect(living.value == 2)
        db.close()
        #expect(living.value == 0)
    }

    // MARK: The database within the body

    @Test func theBodyMayAskTheDatabaseAndCannotCloseIt() throws {
        try db.execute("CREATE TABLE name (id, name)")
        try db.execute("INSERT INTO name VALUES (1, 'one')")
        try db.addFunction("name_of") { [unowned db] (id: Int) in
            try db.value("SELECT name FROM name WHERE id = \(id)", as: String.self)
        }
        try db.addFunction("close_it") { [unowned db] in db.close() }
        #expect(try db.value("SELECT name_of(1)", as: String.self) == "one")
        #expect(thrown { try db.value("SELECT name_of(2)", as: String.self) }?.message == "the query returned no row")
        #expect(try db.value("SELECT close_it()", as: Bool.self) == false)
        #expect(db.isOpen)
    }
}
