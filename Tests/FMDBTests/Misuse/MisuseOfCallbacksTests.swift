import FMDB
import FMDBTestHelpers
import Testing

/// A client's own objects that come back to the database at odd moments.
@Suite struct MisuseOfCallbacksTests {
    private let database = MisuseScene.stage()

    /// Does something when it is released.
    private final class Farewell {
        let deed: () -> Void

        init(_ deed: @escaping () -> Void) {
            self.deed = deed
        }

        deinit {
            deed()
        }
    }

    /// Registers a function that keeps an object, and nothing else does.
    private func addFunction(keeping farewell: Farewell) throws {
        try database.addFunction("kept", argumentCount: 0) { _ in
            withExtendedLifetime(farewell) { 1 }
        }
    }

    @Test func aFunctionThatIsReleasedByClosingFindsTheDatabaseClosed() throws {
        var answers: [Bool] = []
        try addFunction(
            keeping: Farewell { [unowned database] in
                answers = [database.isOpen, database.executeUpdate("INSERT INTO t VALUES (4)", withArgumentsIn: [])]
                database.close()
            })
        #expect(database.close())
        #expect(answers == [false, false])
    }

    @Test func aFunctionThatIsReleasedByClosingMayOpenAgain() throws {
        try addFunction(keeping: Farewell { [unowned database] in database.open() })
        #expect(database.close())
        #expect(database.isOpen)
        #expect(!database.tableExists("t"))
        #expect(database.close())
    }

    @Test func aFunctionThatIsReplacedMayUseTheDatabase() throws {
        var count: Int32?
        try addFunction(
            keeping: Farewell { [unowned database] in count = database.intForQuery("SELECT count(*) FROM t") })
        try database.addFunction("kept", argumentCount: 0) { _ in 2 }
        #expect(count == 3)
        #expect(try database.value("SELECT kept()", as: Int.self) == 2)
    }

    @Test func aFunctionThatReplacesItselfIsRefusedAndGoesOn() throws {
        var codes: [FMResultCode] = []
        try database.addFunction("itself", argumentCount: 1) { [unowned database] arguments in
            do {
                try database.addFunction("itself", argumentCount: 1) { _ in 0 }
            } catch let error as FMError {
                codes.append(error.resultCode)
            }
            return arguments[0]
        }
        #expect(try database.rows("SELECT itself(x) FROM t", as: Int.self) == [1, 2, 3])
        #expect(codes == [.busy, .busy, .busy])
    }

    @Test func aFunctionThatCannotBeRegisteredIsReleased() {
        weak var witness: Farewell?
        func register() {
            let farewell = Farewell {}
            witness = farewell
            #expect(throws: FMError.self) {
                try database.addFunction("kept", argumentCount: 1001) { _ in withExtendedLifetime(farewell) { 1 } }
            }
        }
        register()
        #expect(witness == nil)
    }

    @Test func aFunctionThatKeepsItsDatabaseLetsItGoWithClose() throws {
        weak var gone: FMDatabase?
        func use() throws {
            let database = FMDatabase.memory()
            gone = database
            try database.addFunction("kept", argumentCount: 0) { _ in database.isOpen ? 1 : 0 }
            #expect(try database.value("SELECT kept()", as: Int.self) == 1)
            database.close()
        }
        try use()
        #expect(gone == nil)
    }

    @Test func anObjectThatIsFilledMayCloseTheDatabase() throws {
        final class Target: FMKeyValueSettable {
            let database: FMDatabase
            var names: [String] = []

            init(_ database: FMDatabase) {
                self.database = database
            }

            func setValue(_ value: Any?, forKey key: String) {
                names.append(key)
                database.close()
            }
        }
        let rows = try database.executeQuery("SELECT x AS a, x AS b, x AS c FROM t", values: nil)
        #expect(rows.next())
        let target = Target(database)
        rows.kvcMagic(target)
        #expect(target.names == ["a"])
        #expect(!rows.next())
    }

    /// A value that closes the database when it is read.
    private struct Closing: FMValueConvertible, Decodable {
        // SAFETY: set and read by the one thread that reads.
        struct Database: @unchecked Sendable { let database: FMDatabase }
        @TaskLocal static var current: Database?

        var fmValue: FMValue { .null }

        static func fromFMValue(_ value: FMValue) -> Closing? {
            current?.database.close()
            return Closing()
        }
    }

    private struct Row: Decodable {
        var a: Closing
        var b: Int?
    }

    @Test func aDecodingThatClosesTheDatabaseThrows() {
        Closing.$current.withValue(Closing.Database(database: database)) {
            let error = #expect(throws: FMError.self) {
                try database.rows("SELECT x AS a, x AS b FROM t", as: Row.self)
            }
            #expect(error != nil)
        }
    }

    @Test func aTupleThatClosesTheDatabaseThrows() {
        Closing.$current.withValue(Closing.Database(database: database)) {
            #expect(throws: FMError.self) { try database.rows("SELECT x, x FROM t", as: (Closing, Int?).self) }
        }
    }

    @Test func aDictionaryOfARowThatClosesTheDatabaseDoesNotExist() throws {
        let cursor = try database.query("SELECT x FROM t")
        let row = try #require(try cursor.nextRow())
        try Closing.$current.withValue(Closing.Database(database: database)) {
            _ = try row.value(at: 0, as: Closing.self)
        }
        #expect(throws: FMError.self) { try row.dictionary() }
        #expect(throws: FMError.self) { try cursor.nextRow() }
    }

    @Test func anErrorOfAnyTypeBecomesTheStatementsError() throws {
        struct Odd: Error, CustomStringConvertible {
            let description = "odd \u{0} error"
        }
        try database.addFunction("odd", argumentCount: 0) { _ in throw Odd() }
        let error = #expect(throws: FMError.self) { try database.execute("SELECT odd()") }
        #expect(error?.resultCode == .error)
        #expect(error?.message.hasPrefix("odd ") == true)
    }

    /// `.done` is what a query without a row throws, `.row` an update that returns one; a function may pass both on.
    @Test(arguments: [.ok, .row, .done, FMResultCode(rawValue: -1)] as [FMResultCode])
    func anErrorWhoseCodeIsNoneStillFails(_ code: FMResultCode) throws {
        var calls = 0
        try database.addFunction("odd", argumentCount: 0) { _ in
            calls += 1
            // Without an end the test would not tell what is wrong.
            throw calls < 10 ? FMError(code, "odd") : FMError(.interrupt, "odd for the tenth time")
        }
        let error = #expect(throws: FMError.self) { try database.rows("SELECT odd() FROM t", as: Int?.self) }
        #expect(error?.message == "odd")
        #expect(calls == 1)
        #expect(throws: FMError.self) { try database.value("SELECT odd()", as: Int?.self) }
        #expect(throws: FMError.self) { try database.execute("INSERT INTO log SELECT odd() FROM t") }
        #expect(!database.executeUpdate("INSERT INTO log SELECT odd() FROM t", withArgumentsIn: []))
        #expect(try database.value("SELECT count(*) FROM log", as: Int.self) == 0)
    }

    @Test(arguments: [-1, 0, 100, 101, .min] as [Int32])
    func aResultErrorCodeThatIsNoneStillFails(_ code: Int32) throws {
        var calls = 0
        database.makeFunctionNamed("odd", arguments: 0) { [unowned database] context, _, _ in
            calls += 1
            database.resultErrorCode(calls < 10 ? code : 9, context: context)
        }
        let rows = try database.executeQuery("SELECT odd() FROM t", values: nil)
        #expect(!rows.next())
        #expect(database.hadError())
        #expect(calls == 1)
        #expect(!database.executeUpdate("INSERT INTO log SELECT odd() FROM t", withArgumentsIn: []))
        #expect(try database.value("SELECT count(*) FROM log", as: Int.self) == 0)
    }

    @Test func aFunctionThatFindsNoRowFailsTheStatementAroundIt() throws {
        try database.addFunction("successor", argumentCount: 1) { [unowned database] arguments in
            .integer(try database.value("SELECT x FROM t WHERE x = \(arguments[0]) + 1"))
        }
        let error = #expect(throws: FMError.self) { try database.rows("SELECT successor(x) FROM t", as: Int.self) }
        #expect(error?.message == "the query returned no row")
    }
}
