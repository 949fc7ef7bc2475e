import FMDB

private let schemaVersion: UInt32 = 2

/// Migrations by `user_version`, as most apps do them.
func checkSchema() {
    let db = FMDatabase(url: documentsDirectory.appendingPathComponent("schema.db"))
    db.logsErrors = false
    expect(db.open(), "open")
    expectEqual(db.userVersion, 0)
    if db.userVersion < 1 {
        db.executeStatements("CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT);")
        db.userVersion = 1
    }
    if db.userVersion < schemaVersion && !db.columnExists("body", inTableWithName: "note") {
        db.executeUpdate("ALTER TABLE note ADD COLUMN body TEXT", withArgumentsIn: [])
        db.userVersion = schemaVersion
    }
    expectEqual(db.userVersion, schemaVersion)
    db.applicationID = 0x4142_4F4F
    expectEqual(db.applicationID, 0x4142_4F4F)
    expect(db.tableExists("note") && !db.tableExists("notes"), "tableExists")
    expect(db.columnExists("BODY", inTableWithName: "NOTE"), "columnExists")

    var columns: [String] = []
    if let schema = db.getTableSchema("note") {
        while schema.next() {
            columns.append(schema.string(forColumn: "name") ?? "")
        }
    }
    expectEqual(columns, ["id", "title", "body"])
    var tables = 0
    if let schema = db.getSchema() {
        while schema.next() { tables += 1 }
    }
    expectEqual(tables, 1)

    do {
        try db.validateSQL("SELECT title FROM note")
        try db.validateSQL("SELECT missing FROM note")
        fail("validateSQL has to throw")
    } catch let error as NSError {
        expectEqual(error.domain, NSCocoaErrorDomain)
        expectEqual(error.code, 1)
    }
    db.close()
    checkScripts()
}

private func checkScripts() {
    let db = FMDatabase()
    db.logsErrors = false
    db.open()
    let script = """
        CREATE TABLE a (x); CREATE TABLE b (y);
        INSERT INTO a VALUES (1); INSERT INTO a VALUES (NULL);
        SELECT count(*) AS n FROM a; SELECT x FROM a;
        """
    var rows: [[AnyHashable: Any]] = []
    let success = db.executeStatements(script) { dictionary in
        rows.append(dictionary)
        return 0
    }
    expect(success, "the script runs")
    expectEqual(rows.count, 3)
    expectEqual(rows.first?["n"] as? String, "2")
    expect(rows.last?["x"] is NSNull, "NULL")
    let stopped = db.executeStatements(
        "SELECT 1; SELECT 2", withResultBlock: { (row: [AnyHashable: Any]) -> Int32 in 1 })
    expect(!stopped, "a block result other than 0 stops")
    let block: FMDBExecuteStatementsCallbackBlock = { _ in 0 }
    db.executeStatements("SELECT 1", withResultBlock: block)
    expect(!db.executeStatements("CREATE TABLE a (x)"), "the table exists")
    expect(FMDatabase.isSQLiteThreadSafe(), "thread-safe")
    expect(FMDatabase.sqliteLibVersion().hasPrefix("3."), "a version")
    expect(FMDatabase.fmdbUserVersion().compare("2.7.12", options: .numeric) != .orderedAscending, "at least 2.7.12")
    db.close()
}
