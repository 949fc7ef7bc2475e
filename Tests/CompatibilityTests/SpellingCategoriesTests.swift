import FMDB
import FMDBTestHelpers
import Testing

private typealias FunctionBlock =
    (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<UnsafeMutableRawPointer>) -> Void

/// The deprecated members, which a protocol reaches without a warning.
private protocol DeprecatedCategorySpellings {
    func columnExists(_ tableName: String, columnName: String) -> Bool
    func makeFunctionNamed(_ name: String, maximumArguments count: Int32, with block: @escaping FunctionBlock)
}

extension FMDatabase: DeprecatedCategorySpellings {}

/// The spellings of custom functions, of the additions, of SQLCipher and of the extras, each with its full type: when
/// one changes, this file no longer compiles.
@Suite struct SpellingCategoriesTests {
    // MARK: Custom functions

    @Test func makingFunctions() {
        let make: (FMDatabase) -> (String, Int32, @escaping FunctionBlock) -> Void =
            FMDatabase.makeFunctionNamed(_:arguments:block:)
        let database = FMDatabase.memory()
        let block: FunctionBlock = { [unowned database] context, _, _ in
            database.resultInt(1, context: context)
        }
        make(database)("new", 0, block)
        let old: any DeprecatedCategorySpellings = database
        old.makeFunctionNamed("old", maximumArguments: 0, with: block)
        #expect(database.intForQuery("SELECT new() + old()") == 2)
    }

    @Test func functionArguments() {
        let type: (FMDatabase) -> (UnsafeMutableRawPointer) -> SqliteValueType = FMDatabase.valueType(_:)
        let int: (FMDatabase) -> (UnsafeMutableRawPointer) -> Int32 = FMDatabase.valueInt(_:)
        let long: (FMDatabase) -> (UnsafeMutableRawPointer) -> Int64 = FMDatabase.valueLong(_:)
        let double: (FMDatabase) -> (UnsafeMutableRawPointer) -> Double = FMDatabase.valueDouble(_:)
        let data: (FMDatabase) -> (UnsafeMutableRawPointer) -> Data? = FMDatabase.valueData(_:)
        let string: (FMDatabase) -> (UnsafeMutableRawPointer) -> String? = FMDatabase.valueString(_:)
        let database = FMDatabase.memory()
        var calls = 0
        database.makeFunctionNamed("probe", arguments: 2) { [unowned database] _, _, arguments in
            calls += 1
            #expect(type(database)(arguments[0]) == .integer)
            #expect(int(database)(arguments[0]) == 7)
            #expect(long(database)(arguments[0]) == 7)
            #expect(double(database)(arguments[0]) == 7)
            #expect(data(database)(arguments[1]) == Data("x".utf8))
            #expect(string(database)(arguments[1]) == "x")
        }
        #expect(database.executeQuery("SELECT probe(7, 'x')", withArgumentsIn: [])?.next() == true)
        #expect(calls == 1)
    }

    @Test func functionResults() {
        let null: (FMDatabase) -> (UnsafeMutableRawPointer) -> Void = FMDatabase.resultNull(context:)
        let int: (FMDatabase) -> (Int32, UnsafeMutableRawPointer) -> Void = FMDatabase.resultInt(_:context:)
        let long: (FMDatabase) -> (Int64, UnsafeMutableRawPointer) -> Void = FMDatabase.resultLong(_:context:)
        let double: (FMDatabase) -> (Double, UnsafeMutableRawPointer) -> Void = FMDatabase.resultDouble(_:context:)
        let data: (FMDatabase) -> (Data, UnsafeMutableRawPointer) -> Void = FMDatabase.resultData(_:context:)
        let string: (FMDatabase) -> (String, UnsafeMutableRawPointer) -> Void = FMDatabase.resultString(_:context:)
        let database = FMDatabase.memory()
        database.makeFunctionNamed("answer", arguments: 0) { [unowned database] context, _, _ in
            null(database)(context)
            int(database)(1, context)
            long(database)(2, context)
            double(database)(3, context)
            data(database)(Data([4]), context)
            string(database)("five", context)
        }
        #expect(database.stringForQuery("SELECT answer()") == "five")
    }

    @Test func functionErrors() {
        let error: (FMDatabase) -> (String, UnsafeMutableRawPointer) -> Void = FMDatabase.resultError(_:context:)
        let code: (FMDatabase) -> (Int32, UnsafeMutableRawPointer) -> Void = FMDatabase.resultErrorCode(_:context:)
        let noMemory: (FMDatabase) -> (UnsafeMutableRawPointer) -> Void = FMDatabase.resultErrorNoMemory(context:)
        let tooBig: (FMDatabase) -> (UnsafeMutableRawPointer) -> Void = FMDatabase.resultErrorTooBig(context:)
        let database = FMDatabase.memory()
        database.makeFunctionNamed("refuse", arguments: 1) { [unowned database] context, _, arguments in
            switch database.valueInt(arguments[0]) {
            case 1: error(database)("refused", context)
            case 2: code(database)(19, context)
            case 3: noMemory(database)(context)
            default: tooBig(database)(context)
            }
        }
        for kind in 1...4 {
            let rows = database.executeQuery("SELECT refuse(?)", withArgumentsIn: [kind])
            #expect(rows?.next() == false)
        }
    }

    // MARK: Additions

    @Test func schemaQuestions() throws {
        let tableExists: (FMDatabase) -> (String) -> Bool = FMDatabase.tableExists(_:)
        let schema: (FMDatabase) -> () -> FMResultSet? = FMDatabase.getSchema
        let tableSchema: (FMDatabase) -> (String) -> FMResultSet? = FMDatabase.getTableSchema(_:)
        let columnExists: (FMDatabase) -> (String, String) -> Bool = FMDatabase.columnExists(_:inTableWithName:)
        let validate: (FMDatabase) -> (String) throws -> Void = FMDatabase.validateSQL(_:)
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE t (a)", values: nil)
        let old: any DeprecatedCategorySpellings = database
        #expect(tableExists(database)("t"))
        #expect(schema(database)()?.next() == true)
        #expect(tableSchema(database)("t")?.next() == true)
        #expect(columnExists(database)("a", "t"))
        #expect(old.columnExists("a", columnName: "t"))
        try validate(database)("SELECT a FROM t")
    }

    @Test func applicationNumbers() {
        let applicationID: ReferenceWritableKeyPath<FMDatabase, UInt32> = \.applicationID
        let userVersion: ReferenceWritableKeyPath<FMDatabase, UInt32> = \.userVersion
        let database = FMDatabase.memory()
        database[keyPath: applicationID] = 1
        database[keyPath: userVersion] = 2
        #expect(database.applicationID == 1)
        #expect(database.userVersion == 2)
    }

    #if os(macOS)
        @Test func applicationText() {
            let applicationIDString: ReferenceWritableKeyPath<FMDatabase, String> = \.applicationIDString
            let database = FMDatabase.memory()
            database[keyPath: applicationIDString] = "FMDB"
            #expect(database.applicationIDString == "FMDB")
        }
    #endif

    // MARK: SQLCipher

    @Test func cipherProperties() {
        let properties: [KeyPath<FMDatabase, String?>] = [
            \.cipherVersion, \.cipherFipsStatus, \.cipherProvider, \.cipherProviderVersion,
        ]
        let database = FMDatabase(path: nil)
        #expect(properties.allSatisfy { database[keyPath: $0] == nil })
    }

    @Test func cipherKeys() {
        let setKey: (FMDatabase) -> (String) -> Bool = FMDatabase.setKey(_:)
        let rekey: (FMDatabase) -> (String) -> Bool = FMDatabase.rekey(_:)
        let setKeyWith: (FMDatabase) -> (Data) -> Bool = FMDatabase.setKeyWith(_:)
        let rekeyWith: (FMDatabase) -> (Data) -> Bool = FMDatabase.rekey(with:)
        let closed = FMDatabase(path: nil)
        #expect(!setKey(closed)("key"))
        #expect(!rekey(closed)("key"))
        #expect(!setKeyWith(closed)(Data([1])))
        #expect(!rekeyWith(closed)(Data([1])))
    }

    @Test func cipherLicenseAndLogging() {
        let license: (FMDatabase) -> (String) -> Bool = FMDatabase.applyLicense(_:)
        let enable: (FMDatabase) -> (CipherLogLevel) -> Bool = FMDatabase.enableCipherLogging(_:)
        let disable: (FMDatabase) -> () -> Bool = FMDatabase.disableCipherLogging
        let closed = FMDatabase(path: nil)
        #expect(!license(closed)("license"))
        #expect(!enable(closed)(CipherLogLevelInfo))
        #expect(!disable(closed)())
    }

    // MARK: Extras

    @Test func loadingAndSaving() {
        let read: (FMDatabase) -> (String?) -> Bool = { database in { database.read(fromFile: $0) } }
        let write: (FMDatabase) -> (String?) -> Bool = { database in { database.write(toFile: $0) } }
        let folder = TemporaryFolder()
        #expect(write(FMDatabase.memory())(folder.file()))
        #expect(read(FMDatabase.memory())(folder.file()))
    }

    @Test func fullTextCommands() throws {
        let commands: [String] = [
            kFTSCommandOptimize, kFTSCommandRebuild, kFTSCommandIntegrityCheck, kFTSCommandMerge, kFTSCommandAutoMerge,
        ]
        let issue: (FMDatabase) -> (String?, String?) -> Bool = { database in
            { database.issueCommand($0, forTable: $1) }
        }
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE VIRTUAL TABLE t USING fts4(a)", values: nil)
        #expect(issue(database)(commands[0], "t"))
    }

    @Test func fullTextOffsets() throws {
        let make: (UnsafePointer<CChar>?) -> FMTextOffsets? = { FMTextOffsets(dbOffsets: $0) }
        let enumerate: (FMTextOffsets) -> (@escaping (Int, Int, NSRange) -> Void) -> Void = { offsets in
            { offsets.enumerate($0) }
        }
        let read: (FMResultSet) -> (Int32) -> FMTextOffsets? = { rows in { rows.offsets(forColumnIndex: $0) } }
        var groups = 0
        enumerate(try #require("0 0 0 1".withCString(make)))({ _, _, _ in groups += 1 })
        let rows = try FMDatabase.memory().executeQuery("SELECT '0 0 0 1'", values: nil)
        #expect(rows.next())
        enumerate(try #require(read(rows)(0)))({ _, _, _ in groups += 1 })
        #expect(groups == 2)
    }
}
