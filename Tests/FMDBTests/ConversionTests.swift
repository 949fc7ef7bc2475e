import FMDB
import FMDBTestHelpers
import Testing

/// Values, names and settings that do not fit, and those that look as if they did not.
@Suite struct ConversionTests {
    private let database = FMDatabase.memory()

    // MARK: Values that cannot be stored

    /// A value whose conversion fails, with a code that is no error to SQLite.
    private struct Unstorable: FMValueConvertible {
        var code = FMResultCode.done

        var fmValue: FMValue {
            get throws(FMError) { throw FMError(code, "this one is never stored") }
        }

        static func fromFMValue(_ value: FMValue) -> Unstorable? { nil }
    }

    @Test(arguments: [FMResultCode.ok, .row, .done, .mismatch])
    func aValueThatCannotBeConvertedFailsTheUpdate(_ code: FMResultCode) throws {
        try database.execute("CREATE TABLE t (x)")
        let values: [Any] = [Unstorable(code: code)]

        #expect(!database.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: values))
        #expect(!database.executeUpdate("INSERT INTO t VALUES (:x)", withParameterDictionary: ["x": values[0]]))
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test(arguments: [FMResultCode.ok, .row, .done, .mismatch])
    func theErrorOfAConversionIsThrownAsItIs(_ code: FMResultCode) throws {
        try database.execute("CREATE TABLE t (x)")
        let error = #expect(throws: FMError.self) {
            try database.executeUpdate("INSERT INTO t VALUES (?)", values: [Unstorable(code: code)])
        }
        #expect(error?.message == "this one is never stored")
        #expect(error?.resultCode == code)
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func anErrorOfAConversionIsNotThrownAgainByTheNextStatement() throws {
        database.shouldCacheStatements = true
        #expect(throws: FMError.self) { try database.executeQuery("SELECT ?", values: [Unstorable()]) }
        let rows = try database.executeQuery("SELECT ?", values: [1])
        #expect(drawn(rows) == "?\n1")
    }

    @Test func anOptionalWithoutAValueIsInterpolatedAsNull() throws {
        let missing: Int? = nil
        let present: Int? = 7
        #expect(try database.value("SELECT typeof(\(missing))", as: String.self) == "null")
        #expect(try database.value("SELECT typeof(\(present))", as: String.self) == "integer")
    }

    @Test func aNameOfFoundationsFindsItsParameter() throws {
        let values: [AnyHashable: Any] = [NSString("a") as AnyHashable: 1, "b": 2]
        let rows = try #require(database.executeQuery("SELECT :a, :b", withParameterDictionary: values))
        #expect(drawn(rows) == ":a | :b\n1  | 2")
        #expect(database.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
        #expect(
            database.executeUpdate(
                "INSERT INTO t VALUES (:a)", withParameterDictionary: [NSString("a") as AnyHashable: 1]))
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1])
    }

    // MARK: Values that do not fit where they are read

    @Test func aFunctionGetsTextThatIsNotUTF8AsItsBytes() throws {
        let seen = Locked<[FMValue]>([])
        try database.addFunction("see", argumentCount: 1) { arguments in
            seen.withLock { $0 += arguments }
            return .null
        }
        _ = try database.rows("SELECT see(CAST(x'61FF62' AS TEXT))", as: Int?.self)
        #expect(seen.value == [.blob(Data([0x61, 0xFF, 0x62]))])
    }

    private enum Mood: String, Decodable { case glad }
    private struct Person: Decodable { let name: String, mood: Mood }

    @Test func theErrorOfADecodedEnumerationDoesNotTellTheValue() throws {
        let error = #expect(throws: FMError.self) { try database.rows("SELECT 'melancholy'", as: Mood.self) }
        let found = try #require(error)
        #expect(found.resultCode == .mismatch)
        #expect(!found.message.contains("melancholy"))
        #expect(!found.localizedDescription.contains("melancholy"))
    }

    @Test func theErrorOfADecodedRowNamesThePropertyAndNotTheValue() throws {
        try database.execute("CREATE TABLE person (name, mood)")
        try database.execute("INSERT INTO person VALUES ('hildegard', 'melancholy')")
        let error = #expect(throws: FMError.self) {
            try database.rows("SELECT name, mood FROM person", as: Person.self)
        }
        let found = try #require(error)
        #expect(found.resultCode == .mismatch)
        #expect(found.message.contains("mood"))
        #expect(!found.description.contains("melancholy"))
        #expect(!found.description.contains("hildegard"))
    }

    // MARK: Settings

    #if os(Linux) || os(macOS)
        @Test func anEndlessIntervalForLocksDoesNotStopTheProcess() async {
            await #expect(processExitsWith: .success) {
                for interval in [Double.infinity, .greatestFiniteMagnitude, .nan, -.infinity] {
                    let folder = TemporaryFolder()
                    let before = FMDatabase(path: folder.file())
                    before.maxBusyRetryTimeInterval = interval
                    #expect(before.open())
                    let after = FMDatabase.file(folder.file())
                    after.maxBusyRetryTimeInterval = interval
                    #expect(after.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))
                    #expect(before.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
                }
            }
        }

        @Test func aLevelOfTheCipherLogThatDoesNotExistIsRefused() async {
            await #expect(processExitsWith: .success) {
                let database = FMDatabase.memory()
                #expect(!database.enableCipherLogging(CipherLogLevel(.max)))
            }
        }
    #endif

    @Test(arguments: ["a\0b.db", "\0", "a.db\0"])
    func aPathWithANulCharacterIsNotCutOffThere(_ name: String) throws {
        let folder = TemporaryFolder()
        let database = FMDatabase(path: folder.file(name))
        database.logsErrors = false

        #expect(!database.open())
        #expect(database.lastErrorCode() == 14)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    // MARK: Checking SQL

    #if os(Linux) || os(macOS)
        @Test func aCheckOfWrongSQLNeitherStopsTheProcessNorIsLogged() async throws {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
            ) {
                let database = FMDatabase.memory()
                database.logsErrors = true
                database.crashOnErrors = true
                #expect(throws: NSError.self) { try database.validateSQL("SELECT x FROM unknown_table") }
                #expect(throws: NSError.self) { try database.validateSQL("nonsense") }
            }
            #expect(!written(try #require(result)).contains("unknown_table"))
        }
    #endif

    @Test(arguments: ["", " \n", "-- a comment", "/* a comment */", ";"])
    func aTextWithoutAStatementIsValid(_ sql: String) throws {
        try database.validateSQL(sql)
    }

    // MARK: What is logged

    #if os(Linux) || os(macOS)
        @Test func aFailureThatIsThrownByALoopIsNotLoggedToo() async throws {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
            ) {
                let database = FMDatabase.memory()
                database.logsErrors = true
                let failing = "abs(-9223372036854775807 - 1)"
                let cursor = try database.query(FMSQL(raw: "SELECT \(failing) AS thrown_by_next_row"))
                #expect(throws: FMError.self) { try cursor.nextRow() }
                #expect(throws: FMError.self) {
                    try database.forEachRow(FMSQL(raw: "SELECT \(failing) AS thrown_by_each_row")) { _ in }
                }
                let rows = try database.executeQuery("SELECT \(failing) AS answered_by_next", values: nil)
                #expect(!rows.next())
            }
            let log = written(try #require(result))
            #expect(!log.contains("thrown_by"))
            #expect(log.contains("answered_by_next"))
        }
    #endif
}

#if os(Linux) || os(macOS)
    private func written(_ result: ExitTest.Result) -> String {
        String(decoding: result.standardOutputContent + result.standardErrorContent, as: UTF8.self)
    }
#endif

@Suite struct ConversionErrorTests {
    @Test(arguments: [false, true])
    func theErrorOfAValueThatCannotBeStoredNamesTheStatement(isListed: Bool) {
        let db = FMDatabase.memory()
        let thrown = #expect(throws: FMError.self) {
            if isListed { try db.execute("SELECT ?", UInt64.max) } else { try db.execute("SELECT \(UInt64.max)") }
        }
        #expect(thrown?.resultCode == .mismatch)
        #expect(thrown?.sql == "SELECT ?")
    }

    @Test func aDecimalNumberKeepsItsDigits() throws {
        let number = NSDecimalNumber(string: "12345678901234567890.123456789")
        #expect(try FMDatabase.memory().value("SELECT \(number)", as: String.self) == "12345678901234567890.123456789")
    }
}
