// swift-format-ignore-file: NeverForceUnwrap, AllPublicDeclarationsHaveDocumentation
import FMDB

// This app's helpers stop the process where a query fails, and walk a result set with `for … in`.

extension FMDatabase {
    func mustExecuteStatements(_ sql: String) {
        if !executeStatements(sql) {
            fatalError("DB query failed: \(lastErrorMessage())\nQuery: \(sql)")
        }
    }

    func mustExecuteUpdate(_ sql: String, args: [Any] = []) {
        if !executeUpdate(sql, withArgumentsIn: args) {
            fatalError("DB query failed: \(lastErrorMessage())\nQuery: \(sql)")
        }
    }

    func query(_ sql: String, args: [Any] = []) -> FMResultSet {
        if let result = executeQuery(sql, withArgumentsIn: args) {
            return result
        }
        fatalError("DB query failed: \(lastErrorMessage())\nQuery: \(sql)")
    }

    func executeQuery(_ sql: String) -> FMResultSet? {
        return try? executeQuery(sql, values: nil)
    }

    func executeUpdate(_ sql: String) -> Bool {
        return executeUpdate(sql, withArgumentsIn: [])
    }

    func intForQuery(_ sql: String) -> Int {
        guard let rs = executeQuery(sql) else { return 0 }
        defer { rs.close() }
        return rs.next() ? rs.long(forColumnIndex: 0) : 0
    }

    func stringForQuery(_ sql: String, values: [Any]?) throws -> String? {
        let rs = try executeQuery(sql, values: values)
        defer { rs.close() }
        return rs.next() ? rs.string(forColumnIndex: 0) : nil
    }
}

extension FMDatabaseQueue {
    func inDatabase<T>(fn: (FMDatabase) -> (T)) -> T {
        var ret: T!
        inDatabase { db in
            ret = fn(db)
            db.closeOpenResultSets()
        }
        return ret
    }
}

extension FMResultSet: @retroactive Sequence {
    public struct Iterator: IteratorProtocol {
        public typealias Element = FMResultSet

        public mutating func next() -> FMResultSet? {
            if resultSet.next() {
                return resultSet
            }
            return nil
        }

        var resultSet: FMResultSet
    }

    public __consuming func makeIterator() -> FMResultSet.Iterator {
        Iterator(resultSet: self)
    }
}
