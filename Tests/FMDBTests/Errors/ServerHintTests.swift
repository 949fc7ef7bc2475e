import FMDB
import FMDBTestHelpers
import Testing

/// What a server may answer to a failed request.
@Suite struct ServerHintTests {
    private func hint(_ code: FMResultCode) -> FMError.ServerHint { FMError(code, "it failed").serverHint }

    @Test(arguments: [
        FMResultCode.busy, .busySnapshot, .locked, .interrupt, .deadlineExceeded, .abortRollback, .notShipped,
    ])
    func whatIsInUseNowMayBeFreeSoon(_ code: FMResultCode) {
        #expect(hint(code) == .unavailable(retryAfter: .seconds(1)))
    }

    @Test(arguments: [FMResultCode.full, .noMemory, .ioErrorNoMemory])
    func whatIsFullTakesLonger(_ code: FMResultCode) {
        #expect(hint(code) == .unavailable(retryAfter: .seconds(30)))
    }

    @Test(arguments: [
        FMResultCode.constraint, .constraintUnique, .constraintPrimaryKey, .constraintForeignKey, .constraintTrigger,
        .constraintRowID,
    ])
    func rowsThatContradictEachOtherAreAConflict(_ code: FMResultCode) {
        #expect(hint(code) == .conflict)
    }

    @Test(arguments: [FMResultCode.constraintCheck, .constraintNotNull, .constraintDataType, .tooBig])
    func aValueThatDoesNotFitIsABadRequest(_ code: FMResultCode) {
        #expect(hint(code) == .badRequest)
    }

    @Test(arguments: [
        FMResultCode.error, .misuse, .wouldDeadlock, .corrupt, .notADatabase, .readOnly, .ioError, .mismatch, .range,
        .notSupported, .schema,
    ])
    func everythingElseIsTheServersOwn(_ code: FMResultCode) {
        #expect(hint(code) == .internal)
    }

    @Test func eachHintHasItsStatusCode() {
        #expect(FMError.ServerHint.unavailable(retryAfter: .zero).statusCode == 503)
        #expect(FMError.ServerHint.conflict.statusCode == 409)
        #expect(FMError.ServerHint.badRequest.statusCode == 400)
        #expect(FMError.ServerHint.internal.statusCode == 500)
    }

    @Test func aPauseIsInWholeSeconds() {
        #expect(FMError.ServerHint.unavailable(retryAfter: .zero).retryAfterSeconds == 1)
        #expect(FMError.ServerHint.unavailable(retryAfter: .milliseconds(1001)).retryAfterSeconds == 2)
        #expect(FMError.ServerHint.unavailable(retryAfter: .seconds(30)).retryAfterSeconds == 30)
        #expect(FMError.ServerHint.conflict.retryAfterSeconds == nil)
    }

    @Test func realErrorsHaveTheirHints() throws {
        let folder = TemporaryFolder()
        let database = FMDatabase.file(folder.file("a.db"))
        try database.execute("CREATE TABLE t (x UNIQUE NOT NULL CHECK (x > 0))")
        func hint(_ sql: FMSQL) -> FMError.ServerHint? {
            #expect(throws: FMError.self) { try database.execute(sql) }?.serverHint
        }
        try database.execute("INSERT INTO t VALUES (1)")
        #expect(hint("INSERT INTO t VALUES (1)") == .conflict)
        #expect(hint("INSERT INTO t VALUES (NULL)") == .badRequest)
        #expect(hint("INSERT INTO t VALUES (-1)") == .badRequest)
        #expect(hint("INSERT INTO nothing VALUES (1)") == .internal)
        let other = FMDatabase.file(folder.file("a.db"))
        #expect(other.beginExclusiveTransaction())
        database.maxBusyRetryTimeInterval = 0
        #expect(hint("INSERT INTO t VALUES (2)") == .unavailable(retryAfter: .seconds(1)))
        #expect(other.rollback())
    }

    @Test func aClosedPoolIsUnavailable() throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file("a.db"))
        pool.close()
        let error = #expect(throws: FMError.self) { try pool.read { _ in } }
        #expect(error?.resultCode == .misuse)
        #expect(error?.serverHint == .unavailable(retryAfter: .seconds(1)))
    }
}
