import FMDB
import FMDBTestHelpers
import Testing

private let sqlError = 1  // SQLITE_ERROR
private let noMemory = 7  // SQLITE_NOMEM
private let tooBig = 18  // SQLITE_TOOBIG
private let constraint: Int32 = 19  // SQLITE_CONSTRAINT

/// What an SQL function written in Swift can answer.
@Suite struct CustomFunctionResultTests {
    /// A database with a function `answer()` whose body is a closure.
    private func database(_ body: @escaping (FMDatabase, UnsafeMutableRawPointer) -> Void) -> FMDatabase {
        let database = FMDatabase.memory()
        database.makeFunctionNamed("answer", arguments: 0) { [unowned database] context, _, _ in
            body(database, context)
        }
        return database
    }

    /// The answer as a drawn table, which shows its storage class.
    private func drawnAnswer(_ body: @escaping (FMDatabase, UnsafeMutableRawPointer) -> Void) -> String {
        drawn(database(body).executeQuery("SELECT answer() AS a", withArgumentsIn: []))
    }

    /// The error of a statement that calls the function.
    private func failure(_ body: @escaping (FMDatabase, UnsafeMutableRawPointer) -> Void) throws -> NSError {
        let database = database(body)
        try database.executeUpdate("CREATE TABLE t (a)", values: nil)
        let error = #expect(throws: (any Error).self) {
            try database.executeUpdate("INSERT INTO t VALUES (answer())", values: nil)
        }
        #expect(database.longForQuery("SELECT count(*) FROM t") == 0)
        return try #require(error) as NSError
    }

    // MARK: Values

    @Test func testB414_resultIntIsAnInteger() {
        #expect(drawnAnswer { $0.resultInt(.min, context: $1) } == "a\n-2147483648")
    }

    @Test func testB414_resultLongIsA64BitInteger() {
        #expect(drawnAnswer { $0.resultLong(.max, context: $1) } == "a\n9223372036854775807")
    }

    @Test func testB414_resultDoubleIsAReal() {
        #expect(drawnAnswer { $0.resultDouble(0.25, context: $1) } == "a\n0.25")
    }

    @Test func testB414_resultStringIsText() {
        #expect(drawnAnswer { $0.resultString("größe", context: $1) } == "a\n'größe'")
    }

    @Test func testB414_anEmptyStringIsEmptyText() {
        #expect(drawnAnswer { $0.resultString("", context: $1) } == "a\n''")
    }

    @Test func testB414_resultDataIsABlob() {
        #expect(drawnAnswer { $0.resultData(Data([0, 10, 255]), context: $1) } == "a\nX'000AFF'")
    }

    @Test func testB414_resultNullIsNull() {
        #expect(drawnAnswer { $0.resultNull(context: $1) } == "a\nNULL")
    }

    @Test func testB414_theLastResultCounts() {
        let answer = drawnAnswer { database, context in
            database.resultInt(1, context: context)
            database.resultString("two", context: context)
        }
        #expect(answer == "a\n'two'")
    }

    @Test func testB417_noResultIsNull() {
        #expect(drawnAnswer { _, _ in } == "a\nNULL")
    }

    @Test func testB421_aZeroLengthDataResultHasNoBytes() {
        let database = database { $0.resultData(Data(), context: $1) }
        #expect(database.intForQuery("SELECT coalesce(length(answer()), 0)") == 0)
        #expect(["blob", "null"].contains(database.stringForQuery("SELECT typeof(answer())")))
    }

    // MARK: Errors

    @Test func testB415_resultErrorFailsTheStatementWithItsMessage() throws {
        let error = try failure { $0.resultError("not today", context: $1) }
        #expect(error.code == sqlError)
        #expect(error.localizedDescription == "not today")
    }

    @Test func testB415_aFollowingCodeKeepsTheMessage() throws {
        let error = try failure { database, context in
            database.resultError("not today", context: context)
            database.resultErrorCode(constraint, context: context)
        }
        #expect(error.code == Int(constraint))
        #expect(error.localizedDescription == "not today")
    }

    @Test func testB415_aQueryFailsAtTheRow() throws {
        let database = database { $0.resultError("not today", context: $1) }
        let rows = try database.executeQuery("SELECT answer()", values: nil)
        let error = #expect(throws: (any Error).self) { try rows.nextWithError() }
        #expect(try #require(error).localizedDescription == "not today")
    }

    @Test func testB416_tooBig() throws {
        let error = try failure { $0.resultErrorTooBig(context: $1) }
        #expect(error.code == tooBig)
        #expect(error.localizedDescription == "string or blob too big")
    }

    @Test func testB416_noMemory() throws {
        let error = try failure { $0.resultErrorNoMemory(context: $1) }
        #expect(error.code == noMemory)
        #expect(error.localizedDescription == "out of memory")
    }

    @Test func testB416_theDatabaseIsUsableAfterwards() {
        let database = database { $0.resultErrorNoMemory(context: $1) }
        #expect(!database.executeUpdate("CREATE TABLE t AS SELECT answer()", withArgumentsIn: []))
        #expect(database.intForQuery("SELECT 1") == 1)
    }
}
