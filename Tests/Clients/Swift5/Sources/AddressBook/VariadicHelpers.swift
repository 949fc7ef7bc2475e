// swift-format-ignore-file: NeverForceUnwrap
import FMDB

// The app's own copies of the variadic helpers, edited over the years: other return types than the library's.
extension FMDatabase {
    private func valueForQuery<T>(_ sql: String, values: [Any]?, completionHandler: (FMResultSet) -> T?) -> T! {
        var result: T!
        if let rs = executeQuery(sql, withArgumentsIn: values ?? []) {
            if rs.next() {
                let obj: Any! = rs.object(forColumnIndex: 0)
                if !(obj is NSNull) {
                    result = completionHandler(rs)
                }
            }
            rs.close()
        }
        return result
    }

    func stringForQuery(_ sql: String, _ values: AnyObject...) -> String! {
        return valueForQuery(sql, values: values) { $0.string(forColumnIndex: 0) }
    }

    func intForQuery(_ sql: String, _ values: AnyObject...) -> Int32! {
        return valueForQuery(sql, values: values) { $0.int(forColumnIndex: 0) }
    }

    func longForQuery(_ sql: String, _ values: AnyObject...) -> Int! {
        return valueForQuery(sql, values: values) { $0.long(forColumnIndex: 0) }
    }

    func boolForQuery(_ sql: String, _ values: Any...) -> Bool {
        return valueForQuery(sql, values: values) { $0.bool(forColumnIndex: 0) } ?? false
    }

    func doubleForQuery(_ sql: String, values: [Any]?) throws -> Double? {
        return valueForQuery(sql, values: values) { $0.double(forColumnIndex: 0) }
    }

    func executeQuery(_ sql: String, _ values: AnyObject...) -> FMResultSet? {
        return executeQuery(sql, withArgumentsIn: values as [AnyObject])
    }

    @discardableResult
    func executeUpdate(_ sql: String, _ values: AnyObject...) -> Bool {
        return executeUpdate(sql, withArgumentsIn: values as [AnyObject])
    }
}

func checkVariadicHelpers() {
    let db = FMDatabase()
    db.open()
    defer { db.close() }
    db.executeUpdate("CREATE TABLE t (a INTEGER, b TEXT)")
    db.executeUpdate("INSERT INTO t VALUES (?, ?)", 1 as AnyObject, "one" as AnyObject)
    if db.executeUpdate("INSERT INTO t VALUES (?, ?)", NSNumber(value: 2), "two" as NSString) {
        expectEqual(db.changes, 1)
    }
    let count: Int32 = db.intForQuery("SELECT count(*) FROM t")
    expectEqual(count, 2)
    expectEqual(db.intForQuery("SELECT a FROM t WHERE b = ?", "two" as AnyObject) + 1, 3)
    expect(db.intForQuery("SELECT a FROM t WHERE b = ?", "" as AnyObject) == nil, "no row")
    expectEqual(db.stringForQuery("SELECT b FROM t WHERE a = ?", 1 as AnyObject), "one")
    expectEqual(db.longForQuery("SELECT max(a) FROM t") * 2, 4)
    expect(db.boolForQuery("SELECT 1 FROM t WHERE a = ?", 2), "boolForQuery")
    expectEqual(try? db.doubleForQuery("SELECT avg(a) FROM t", values: nil), 1.5)
    var texts: [String] = []
    if let rs = db.executeQuery("SELECT b FROM t WHERE a > ? ORDER BY a", 0 as AnyObject) {
        while rs.next() {
            texts.append(rs.string(forColumn: "b")!)
        }
    }
    expectEqual(texts, ["one", "two"])
}
