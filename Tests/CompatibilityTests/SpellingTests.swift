import FMDB
import FMDBTestHelpers
import Testing

/// The deprecated members, which a protocol reaches without a warning.
private protocol DeprecatedDatabaseSpellings: AnyObject {
    var isOpen: Bool { get set }
    func inTransaction() -> Bool
    static func fmdbVersion() -> Int32
}

extension FMDatabase: DeprecatedDatabaseSpellings {}

/// The spellings of `FMDatabase` and of the global names, each with its full type: when one changes, this file no
/// longer compiles.
@Suite struct SpellingTests {
    // MARK: Global names

    @Test func theCallbackBlock() {
        let block: ([AnyHashable: Any]) -> Int32 = { Int32($0.count) }
        let named: FMDBExecuteStatementsCallbackBlock = block
        #expect(named(["a": 1]) == 1)
    }

    @Test func theCheckpointModes() {
        let all: [FMDBCheckpointMode] = [.passive, .full, .restart, .truncate]
        let raw: [Int32] = all.map(\.rawValue)
        #expect(raw == [0, 1, 2, 3])
        let make: (Int32) -> FMDBCheckpointMode? = FMDBCheckpointMode.init(rawValue:)
        #expect(make(3) == .truncate)
        #expect(make(4) == nil)
    }

    @Test func theValueTypes() {
        let all: [SqliteValueType] = [.integer, .float, .text, .blob, .null]
        let raw: [Int32] = all.map(\.rawValue)
        #expect(raw == [1, 2, 3, 4, 5])
        let make: (Int32) -> SqliteValueType? = SqliteValueType.init(rawValue:)
        #expect(make(5) == .null)
        #expect(make(6) == nil)
    }

    @Test func theCipherLogLevels() {
        let all: [CipherLogLevel] = [
            CipherLogLevelNone, CipherLogLevelError, CipherLogLevelWarn,
            CipherLogLevelInfo, CipherLogLevelDebug, CipherLogLevelTrace,
        ]
        let raw: [UInt] = all.map(\.rawValue)
        #expect(raw == [0, 1, 2, 3, 4, 5])
        let unlabelled: (UInt) -> CipherLogLevel = { CipherLogLevel($0) }
        let labelled: (UInt) -> CipherLogLevel = { CipherLogLevel(rawValue: $0) }
        #expect(unlabelled(2) == CipherLogLevelWarn)
        #expect(labelled(2) != CipherLogLevelInfo)
    }

    // MARK: Properties

    @Test func theFlags() {
        let flags: [ReferenceWritableKeyPath<FMDatabase, Bool>] = [
            \.traceExecution, \.checkedOut, \.crashOnErrors, \.logsErrors, \.shouldCacheStatements,
        ]
        let database = FMDatabase(path: nil)
        for flag in flags {
            database[keyPath: flag] = false
            #expect(!database[keyPath: flag])
            database[keyPath: flag] = true
            #expect(database[keyPath: flag])
        }
    }

    @Test func theStates() {
        let goodConnection: KeyPath<FMDatabase, Bool> = \.goodConnection
        let isInTransaction: KeyPath<FMDatabase, Bool> = \.isInTransaction
        let hasOpenResultSets: KeyPath<FMDatabase, Bool> = \.hasOpenResultSets
        let database: any DeprecatedDatabaseSpellings = FMDatabase.memory()
        #expect(database.isOpen)
        #expect(FMDatabase.memory()[keyPath: goodConnection])
        #expect(!FMDatabase.memory()[keyPath: isInTransaction])
        #expect(!FMDatabase.memory()[keyPath: hasOpenResultSets])
    }

    @Test func theNumbers() {
        let lastInsertRowId: KeyPath<FMDatabase, Int64> = \.lastInsertRowId
        let changes: KeyPath<FMDatabase, Int32> = \.changes
        let interval: ReferenceWritableKeyPath<FMDatabase, TimeInterval> = \.maxBusyRetryTimeInterval
        let database = FMDatabase.memory()
        database[keyPath: interval] = 0.5
        #expect(database[keyPath: interval] == 0.5)
        #expect(database[keyPath: lastInsertRowId] == 0)
        #expect(database[keyPath: changes] == 0)
    }

    @Test func thePlaces() {
        let databasePath: KeyPath<FMDatabase, String?> = \.databasePath
        let databaseURL: KeyPath<FMDatabase, URL?> = \.databaseURL
        let database = FMDatabase(path: "/nowhere/test.db")
        #expect(database[keyPath: databasePath] == "/nowhere/test.db")
        #expect(database[keyPath: databaseURL]?.path == "/nowhere/test.db")
    }

    @Test func theCacheAndTheHandle() {
        let cache: ReferenceWritableKeyPath<FMDatabase, NSMutableDictionary?> = \.cachedStatements
        let database = FMDatabase.memory()
        let handle: UnsafeMutableRawPointer = database.sqliteHandle
        #expect(OpaquePointer(handle) == OpaquePointer(database.sqliteHandle))
        #expect(database[keyPath: cache] == nil)
        database[keyPath: cache] = nil
    }

    // MARK: Creating, opening, closing

    @Test func theInitialisers() {
        let plain: () -> FMDatabase = { FMDatabase() }
        let path: (String?) -> FMDatabase = FMDatabase.init(path:)
        let url: (URL?) -> FMDatabase = FMDatabase.init(url:)
        let metatype: FMDatabase.Type = FMDatabase.self
        #expect(plain().databasePath == nil)
        #expect(path("a").databasePath == "a")
        #expect(url(URL(fileURLWithPath: "/a")).databasePath == "/a")
        #expect(metatype.init(path: "b").databasePath == "b")
    }

    @Test func openingAndClosing() {
        let open: (FMDatabase) -> () -> Bool = FMDatabase.open
        let withFlags: (FMDatabase) -> (Int32) -> Bool = FMDatabase.open(withFlags:)
        let withVFS: (FMDatabase) -> (Int32, String?) -> Bool = FMDatabase.open(withFlags:vfs:)
        let close: (FMDatabase) -> () -> Bool = FMDatabase.close
        let database = FMDatabase(path: nil)
        #expect(open(database)())
        #expect(close(database)())
        #expect(withFlags(database)(6))
        #expect(close(database)())
        #expect(withVFS(database)(6, nil))
        #expect(close(database)())
    }

    // MARK: Executing

    @Test func updates() throws {
        let inArray: (FMDatabase) -> (String, [Any]) -> Bool = FMDatabase.executeUpdate(_:withArgumentsIn:)
        let throwing: (FMDatabase) -> (String, [Any]?) throws -> Void = FMDatabase.executeUpdate(_:values:)
        let named: (FMDatabase) -> (String, [AnyHashable: Any]) -> Bool =
            FMDatabase.executeUpdate(_:withParameterDictionary:)
        let database = FMDatabase.memory()
        #expect(inArray(database)("CREATE TABLE t (a)", []))
        try throwing(database)("INSERT INTO t VALUES (?)", [1])
        #expect(named(database)("INSERT INTO t VALUES (:a)", ["a": 2]))
        let byText: [String: Any] = ["a": 3]
        #expect(database.executeUpdate("INSERT INTO t VALUES (:a)", withParameterDictionary: byText))
        #expect(database.changes == 1)
    }

    @Test func statements() {
        let plain: (FMDatabase) -> (String) -> Bool = FMDatabase.executeStatements(_:)
        let withBlock: (FMDatabase) -> (String, FMDBExecuteStatementsCallbackBlock?) -> Bool =
            FMDatabase.executeStatements(_:withResultBlock:)
        let database = FMDatabase.memory()
        #expect(plain(database)("CREATE TABLE t (a)"))
        #expect(withBlock(database)("INSERT INTO t VALUES (1)", nil))
        #expect(database.executeStatements("SELECT a FROM t"))
        let trailing = database.executeStatements("SELECT a FROM t") { row in Int32(row.count - 1) }
        #expect(trailing)
    }

    @Test func queries() throws {
        let inArray: (FMDatabase) -> (String, [Any]) -> FMResultSet? = FMDatabase.executeQuery(_:withArgumentsIn:)
        let throwing: (FMDatabase) -> (String, [Any]?) throws -> FMResultSet = FMDatabase.executeQuery(_:values:)
        let named: (FMDatabase) -> (String, [AnyHashable: Any]?) -> FMResultSet? =
            FMDatabase.executeQuery(_:withParameterDictionary:)
        let prepare: (FMDatabase) -> (String) -> FMResultSet = FMDatabase.prepare(_:)
        let database = FMDatabase.memory()
        #expect(inArray(database)("SELECT ?", [1])?.next() == true)
        #expect(try throwing(database)("SELECT 1", nil).next())
        #expect(named(database)("SELECT 1", nil)?.next() == true)
        #expect(prepare(database)("SELECT 1").next())
        let byText: [String: Any] = ["a": 3]
        #expect(database.executeQuery("SELECT :a", withParameterDictionary: byText)?.next() == true)
    }

    // MARK: Transactions, save points, checkpoints

    @Test func transactions() {
        let begins: [(FMDatabase) -> () -> Bool] = [
            FMDatabase.beginTransaction, FMDatabase.beginDeferredTransaction,
            FMDatabase.beginImmediateTransaction, FMDatabase.beginExclusiveTransaction,
        ]
        let commit: (FMDatabase) -> () -> Bool = FMDatabase.commit
        let rollback: (FMDatabase) -> () -> Bool = FMDatabase.rollback
        let database = FMDatabase.memory()
        let old: any DeprecatedDatabaseSpellings = database
        for begin in begins {
            #expect(begin(database)())
            #expect(old.inTransaction())
            #expect(commit(database)())
            #expect(!rollback(database)())
        }
    }

    @Test func savePoints() throws {
        let start: (FMDatabase) -> (String) throws -> Void = FMDatabase.startSavePoint(withName:)
        let release: (FMDatabase) -> (String) throws -> Void = FMDatabase.releaseSavePoint(withName:)
        let rollBack: (FMDatabase) -> (String) throws -> Void = FMDatabase.rollbackToSavePoint(withName:)
        let inSavePoint: (FMDatabase) -> ((UnsafeMutablePointer<ObjCBool>) -> Void) -> (any Error)? =
            FMDatabase.inSavePoint(_:)
        let database = FMDatabase.memory()
        try start(database)("a")
        try rollBack(database)("a")
        try release(database)("a")
        let error = inSavePoint(database)({ flag in flag.pointee = true })
        #expect(error == nil)
    }

    @Test func checkpoints() throws {
        let plain: (FMDatabase) -> (FMDBCheckpointMode) throws -> Void = FMDatabase.checkpoint(_:)
        let named: (FMDatabase) -> (FMDBCheckpointMode, String?) throws -> Void = FMDatabase.checkpoint(_:name:)
        let counting:
            (FMDatabase) -> (
                FMDBCheckpointMode, String?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
            ) throws -> Void = FMDatabase.checkpoint(_:name:logFrameCount:checkpointCount:)
        let database = FMDatabase.memory()
        var frames: Int32 = 0
        var checkpointed: Int32 = 0
        try plain(database)(.passive)
        try named(database)(.full, "main")
        try counting(database)(.truncate, nil, &frames, &checkpointed)
        try database.checkpoint(.restart, name: "main", logFrameCount: &frames, checkpointCount: nil)
        #expect(frames == -1)
        #expect(checkpointed == -1)
    }

    // MARK: Statements, errors, information

    @Test func upkeep() {
        let clear: (FMDatabase) -> () -> Void = FMDatabase.clearCachedStatements
        let closeAll: (FMDatabase) -> () -> Void = FMDatabase.closeOpenResultSets
        let interrupt: (FMDatabase) -> () -> Bool = FMDatabase.interrupt
        let database = FMDatabase.memory()
        clear(database)()
        closeAll(database)()
        #expect(interrupt(database)())
    }

    @Test func errors() {
        let message: (FMDatabase) -> () -> String = FMDatabase.lastErrorMessage
        let code: (FMDatabase) -> () -> Int32 = FMDatabase.lastErrorCode
        let extendedCode: (FMDatabase) -> () -> Int32 = FMDatabase.lastExtendedErrorCode
        let hadError: (FMDatabase) -> () -> Bool = FMDatabase.hadError
        let error: (FMDatabase) -> () -> any Error = { database in { database.lastError() } }
        let database = FMDatabase.memory()
        #expect(message(database)() == "not an error")
        #expect(code(database)() == 0)
        #expect(extendedCode(database)() == 0)
        #expect(!hadError(database)())
        #expect((error(database)() as NSError).domain == "FMDatabase")
    }

    @Test func versionsAndLimits() {
        let threadSafe: () -> Bool = FMDatabase.isSQLiteThreadSafe
        let limit: (FMDatabase) -> (Int32, Int32) -> Int32 = FMDatabase.limit(for:value:)
        let libVersion: () -> String = FMDatabase.sqliteLibVersion
        let userVersion: () -> String = FMDatabase.fmdbUserVersion
        let old: any DeprecatedDatabaseSpellings.Type = FMDatabase.self
        #expect(threadSafe())
        #expect(limit(FMDatabase.memory())(0, -1) > 0)
        #expect(libVersion().hasPrefix("3."))
        #expect(!userVersion().isEmpty)
        #expect(old.fmdbVersion() >= 0x27C)
    }

    @Test func dates() {
        let format: (String) -> DateFormatter = FMDatabase.storeableDateFormat(_:)
        let hasFormatter: (FMDatabase) -> () -> Bool = FMDatabase.hasDateFormatter
        let setFormat: (FMDatabase) -> (DateFormatter?) -> Void = FMDatabase.setDateFormat(_:)
        let toDate: (FMDatabase) -> (String) -> Date? = FMDatabase.date(from:)
        let toText: (FMDatabase) -> (Date) -> String? = FMDatabase.string(from:)
        let database = FMDatabase(path: nil)
        setFormat(database)(format("yyyy"))
        #expect(hasFormatter(database)())
        #expect(toDate(database)("1970") == Date(timeIntervalSince1970: 0))
        #expect(toText(database)(Date(timeIntervalSince1970: 0)) == "1970")
    }
}
