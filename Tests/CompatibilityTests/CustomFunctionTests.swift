import FMDB
import FMDBTestHelpers
import Testing

/// Lets a test call a deprecated spelling without a warning.
private protocol DeprecatedFunctionSpelling {
    func makeFunctionNamed(
        _ name: String, maximumArguments count: Int32,
        with block: @escaping (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<UnsafeMutableRawPointer>) -> Void
    )
}

extension FMDatabase: DeprecatedFunctionSpelling {}

/// SQL functions written in Swift: how they are registered, found and called, and what their arguments tell.
///
/// The blocks name their database `unowned`, because the database keeps the blocks.
@Suite struct CustomFunctionTests {
    private let folder = TemporaryFolder()

    /// Registers a function that answers a fixed number.
    private func register(
        _ name: String, arguments: Int32, answering answer: Int32, in database: FMDatabase
    ) {
        database.makeFunctionNamed(name, arguments: arguments) { [unowned database] context, _, _ in
            database.resultInt(answer, context: context)
        }
    }

    /// The answer of a function of one argument whose value a closure reads.
    private func read<Value>(
        _ literal: String, _ read: @escaping (FMDatabase, UnsafeMutableRawPointer) -> Value
    ) throws -> Value {
        let database = FMDatabase.memory()
        var value: Value?
        database.makeFunctionNamed("probe", arguments: 1) { [unowned database] _, _, arguments in
            value = read(database, arguments[0])
        }
        let rows = try database.executeQuery("SELECT probe(\(literal))", values: nil)
        #expect(rows.next())
        return try #require(value)
    }

    // MARK: Registering and calling

    @Test func testB410_aFunctionTakesExactlyItsNumberOfArguments() {
        let database = FMDatabase.memory()
        register("two", arguments: 2, answering: 2, in: database)
        #expect(database.intForQuery("SELECT two('a', 'b')") == 2)
        #expect(database.intForQuery("SELECT two('a')") == nil)
    }

    @Test func testB410_minusOneTakesAnyNumberOfArguments() {
        let database = FMDatabase.memory()
        database.makeFunctionNamed("tally", arguments: -1) { [unowned database] context, count, _ in
            database.resultInt(count, context: context)
        }
        #expect(database.intForQuery("SELECT tally()") == 0)
        #expect(database.intForQuery("SELECT tally(1)") == 1)
        #expect(database.intForQuery("SELECT tally(1, 2, 3, 4, 5)") == 5)
    }

    @Test func testB411_theBlockGetsCountAndArgumentsInOrder() {
        let database = FMDatabase.memory()
        database.makeFunctionNamed("joined", arguments: -1) { [unowned database] context, count, arguments in
            let texts = (0..<Int(count)).map { database.valueString(arguments[$0]) ?? "NULL" }
            database.resultString(texts.joined(separator: "-"), context: context)
        }
        #expect(database.stringForQuery("SELECT joined('a', NULL, 3)") == "a-NULL-3")
    }

    @Test func testB411_theBlockRunsOncePerRow() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE t (a)", values: nil)
        try database.executeUpdate("INSERT INTO t VALUES (1), (2), (3)", values: nil)
        var seen: [Int32] = []
        database.makeFunctionNamed("doubled", arguments: 1) { [unowned database] context, _, arguments in
            seen.append(database.valueInt(arguments[0]))
            database.resultInt(2 * database.valueInt(arguments[0]), context: context)
        }
        let rows = try database.executeQuery("SELECT doubled(a) AS b FROM t ORDER BY a", values: nil)
        #expect(
            drawn(rows) == """
                b
                2
                4
                6
                """)
        #expect(seen.sorted() == [1, 2, 3])
    }

    @Test func testB412_aWrongArgumentCountFailsToPrepare() {
        let database = FMDatabase.memory()
        register("two", arguments: 2, answering: 2, in: database)
        #expect(database.executeQuery("SELECT two(1)", withArgumentsIn: []) == nil)
        #expect(database.lastErrorMessage().contains("wrong number of arguments to function two"))
    }

    @Test func testB418_registeringAgainReplacesTheFunction() {
        let database = FMDatabase.memory()
        register("answer", arguments: 0, answering: 1, in: database)
        #expect(database.intForQuery("SELECT answer()") == 1)
        register("answer", arguments: 0, answering: 2, in: database)
        #expect(database.intForQuery("SELECT answer()") == 2)
    }

    @Test func testB418_differentArgumentCountsCoexist() {
        let database = FMDatabase.memory()
        register("arity", arguments: 1, answering: 1, in: database)
        register("arity", arguments: 2, answering: 2, in: database)
        #expect(database.intForQuery("SELECT arity('a')") == 1)
        #expect(database.intForQuery("SELECT arity('a', 'b')") == 2)
    }

    @Test func testB419_aFunctionIsGoneAfterClose() {
        let database = FMDatabase.memory()
        register("answer", arguments: 0, answering: 42, in: database)
        #expect(database.intForQuery("SELECT answer()") == 42)

        database.close()
        #expect(database.open())
        #expect(database.intForQuery("SELECT answer()") == nil)
        #expect(database.lastErrorMessage() == "no such function: answer")
    }

    @Test func testB419_anotherConnectionDoesNotKnowTheFunction() {
        let first = FMDatabase.file(folder.file())
        let second = FMDatabase.file(folder.file())
        register("answer", arguments: 0, answering: 42, in: first)
        #expect(first.intForQuery("SELECT answer()") == 42)
        #expect(second.intForQuery("SELECT answer()") == nil)
    }

    @Test func testB420_theDeprecatedSpellingDoesTheSame() {
        let database = FMDatabase.memory()
        let old: any DeprecatedFunctionSpelling = database
        old.makeFunctionNamed("shout", maximumArguments: 1) { [unowned database] context, _, arguments in
            database.resultString((database.valueString(arguments[0]) ?? "") + "!", context: context)
        }
        #expect(database.stringForQuery("SELECT shout('hey')") == "hey!")
        #expect(database.stringForQuery("SELECT shout('hey', 'you')") == nil)
    }

    @Test func testB422_namesAreCaseInsensitive() {
        let database = FMDatabase.memory()
        register("Answer", arguments: 0, answering: 42, in: database)
        #expect(database.intForQuery("SELECT aNSWER()") == 42)
    }

    // MARK: Arguments

    @Test func testB413_valueTypeTellsTheStorageClass() throws {
        #expect(try read("1") { $0.valueType($1) } == .integer)
        #expect(try read("1.5") { $0.valueType($1) } == .float)
        #expect(try read("'a'") { $0.valueType($1) } == .text)
        #expect(try read("x'00'") { $0.valueType($1) } == .blob)
        #expect(try read("NULL") { $0.valueType($1) } == .null)
    }

    @Test(arguments: [("7", 7), ("3.9", 3), ("'12abc'", 12), ("'x'", 0), ("NULL", 0)] as [(String, Int32)])
    func testB413_valueIntConverts(literal: String, expected: Int32) throws {
        #expect(try read(literal) { $0.valueInt($1) } == expected)
    }

    @Test(arguments: [("5000000000", 5_000_000_000), ("'-7x'", -7), ("NULL", 0)] as [(String, Int64)])
    func testB413_valueLongConverts(literal: String, expected: Int64) throws {
        #expect(try read(literal) { $0.valueLong($1) } == expected)
    }

    @Test(arguments: [("2.5", 2.5), ("3", 3), ("'0.25x'", 0.25), ("NULL", 0)] as [(String, Double)])
    func testB413_valueDoubleConverts(literal: String, expected: Double) throws {
        #expect(try read(literal) { $0.valueDouble($1) } == expected)
    }

    @Test(arguments: [("'größe'", "größe"), ("5", "5"), ("1.5", "1.5"), ("x'6869'", "hi"), ("''", "")])
    func testB413_valueStringConverts(literal: String, expected: String) throws {
        #expect(try read(literal) { $0.valueString($1) } == expected)
    }

    @Test(arguments: [("x'00ff'", Data([0, 255])), ("'hi'", Data("hi".utf8)), ("12", Data("12".utf8))])
    func testB413_valueDataConverts(literal: String, expected: Data) throws {
        #expect(try read(literal) { $0.valueData($1) } == expected)
    }

    @Test func testB413_nullHasNeitherStringNorData() throws {
        #expect(try read("NULL") { $0.valueString($1) } == nil)
        #expect(try read("NULL") { $0.valueData($1) } == nil)
    }

    @Test func testB423_valueDataOfAZeroLengthBlobIsNil() throws {
        #expect(try read("x''") { $0.valueType($1) } == .blob)
        #expect(try read("x''") { $0.valueData($1) } == nil)
    }

    // MARK: Coming back to the database

    @Test func testB448_aFunctionMayQueryItsOwnDatabase() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE names (id INTEGER, name TEXT)", values: nil)
        try database.executeUpdate("INSERT INTO names VALUES (1, 'ann'), (2, 'bob')", values: nil)
        database.makeFunctionNamed("nameOf", arguments: 1) { [unowned database] context, _, arguments in
            let id = database.valueInt(arguments[0])
            let name = database.stringForQuery("SELECT name FROM names WHERE id = ?", id)
            database.resultString(name ?? "nobody", context: context)
        }
        let rows = try database.executeQuery("SELECT nameOf(id) AS n FROM names ORDER BY id", values: nil)
        #expect(
            drawn(rows) == """
                n
                'ann'
                'bob'
                """)
    }

    @Test func testB448_aFunctionMayUpdateItsOwnDatabase() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE log (entry TEXT)", values: nil)
        database.makeFunctionNamed("note", arguments: 1) { [unowned database] context, _, arguments in
            let entry = database.valueString(arguments[0]) ?? ""
            let written = database.executeUpdate("INSERT INTO log VALUES (?)", withArgumentsIn: [entry])
            database.resultInt(written ? 1 : 0, context: context)
        }
        #expect(database.intForQuery("SELECT note('hello')") == 1)
        #expect(database.stringForQuery("SELECT entry FROM log") == "hello")
    }
}
