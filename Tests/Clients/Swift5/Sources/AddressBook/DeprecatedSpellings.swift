import FMDB

/// Calls through this protocol carry no deprecation warning.
private protocol OldCode {
    func run(_ db: FMDatabase)
}

/// What Objective-C FMDB deprecates as well, or what headers before 2.7.4 offered.
private struct DeprecatedSpellings: OldCode {
    @available(*, deprecated)
    func run(_ db: FMDatabase) {
        db.setShouldCacheStatements(true)
        expect(db.shouldCacheStatements, "setShouldCacheStatements")
        db.executeUpdate("CREATE TABLE t (Name TEXT)", withArgumentsIn: nil)
        db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: ["Ann"])
        expect(!db.inTransaction(), "inTransaction()")
        expect(FMDatabase.fmdbVersion() >= 0x27C, "fmdbVersion()")
        let rs = db.executeQuery("SELECT Name FROM t", withArgumentsIn: nil)
        expect(rs?.next() ?? false, "a row")
        expectEqual(rs?.object(forColumnName: "name") as? String, "Ann")
        expectEqual(rs?.resultDict()?["name"] as? String, "Ann")
        expect(rs?.utf8String(forColumnName: "Name") != nil, "utf8String(forColumnName:)")
        rs?.close()
        db.makeFunctionNamed("answer", maximumArguments: 0) { context, argc, argv in
            db.resultInt(42, context: context)
        }
        let answer = db.executeQuery("SELECT answer()", withArgumentsIn: [])
        expect(answer?.next() ?? false, "a row")
        expectEqual(answer?.int(forColumnIndex: 0), 42)
        answer?.close()
    }
}

func checkDeprecatedSpellings() {
    let db = FMDatabase()
    db.open()
    let old: any OldCode = DeprecatedSpellings()
    old.run(db)
    db.close()
}
