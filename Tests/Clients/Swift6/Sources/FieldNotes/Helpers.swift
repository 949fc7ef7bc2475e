import FMDB

/// The variadic helpers, which apps used to copy into their sources and the library now has.
func checkHelpers() {
    let db = FMDatabase()
    db.logsErrors = false
    db.open()
    defer { db.close() }
    do {
        try db.executeUpdate("CREATE TABLE t (a INTEGER, b TEXT, c REAL, d BLOB, e DATE)")
        try db.executeUpdate(
            "INSERT INTO t VALUES (?, ?, ?, ?, ?)", 1, "x", 1.5, Data([7]), Date(timeIntervalSince1970: 9))
        let rs = try db.executeQuery("SELECT b FROM t WHERE a = ?", 1)
        expect(rs.next(), "a row")
        expectEqual(rs.string(forColumn: "b"), "x")
        rs.close()
        try? db.executeUpdate("INSERT INTO nowhere VALUES (?)", 1)
        expectEqual(db.lastErrorCode(), 1)
    } catch {
        fail("\(error)")
    }
    let count: Int32? = db.intForQuery("SELECT count(*) FROM t")
    expectEqual(count, 1)
    expectEqual(db.longForQuery("SELECT a FROM t WHERE b = ?", "x"), 1)
    expectEqual(db.stringForQuery("SELECT b FROM t"), "x")
    expectEqual(db.boolForQuery("SELECT a FROM t"), true)
    expectEqual(db.doubleForQuery("SELECT c FROM t"), 1.5)
    expectEqual(db.dataForQuery("SELECT d FROM t"), Data([7]))
    expectEqual(db.dateForQuery("SELECT e FROM t"), Date(timeIntervalSince1970: 9))
    expect(db.stringForQuery("SELECT b FROM t WHERE a = ?", 2) == nil, "no row")
    expect(db.executeUpdate(withFormat: "INSERT INTO t (a, b) VALUES (%d, %@)", 2, "y"), "a format")
    let formatted = db.executeQuery(withFormat: "SELECT a FROM t WHERE b = %@", "y")
    expect(formatted?.next() ?? false, "a row")
    expectEqual(formatted?.int(forColumnIndex: 0), 2)
    formatted?.close()

    db.makeFunctionNamed("shout", arguments: 1) { context, argc, argv in
        db.resultString((db.valueString(argv[0]) ?? "").uppercased(), context: context)
    }
    expectEqual(db.stringForQuery("SELECT shout(b) FROM t WHERE a = ?", 1), "X")
}
