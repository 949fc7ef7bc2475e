import FMDB
import FMDBTestHelpers
import Testing

/// Properties that the Objective-C headers declare as settable, though hardly a client sets them.
@Suite struct SpellingSettableTests {
    /// Setting `inUse` does nothing: whether a statement is free is the library's own business.
    @available(*, deprecated, message: "the setter is deprecated")
    @Test func aStatementMadeByHand() {
        let useCount: ReferenceWritableKeyPath<FMStatement, Int> = \.useCount
        let query: ReferenceWritableKeyPath<FMStatement, String> = \.query
        let inUse: ReferenceWritableKeyPath<FMStatement, Bool> = \.inUse
        let statement = FMStatement()
        statement[keyPath: useCount] = 3
        statement[keyPath: query] = "SELECT 1"
        statement[keyPath: inUse] = true
        #expect(statement.useCount == 3)
        #expect(statement.query == "SELECT 1")
        #expect(!statement.inUse)
    }

    @available(*, deprecated, message: "two setters are deprecated")
    @Test func aResultSetMadeByHand() {
        let parentDB: ReferenceWritableKeyPath<FMResultSet, FMDatabase?> = \.parentDB
        let query: ReferenceWritableKeyPath<FMResultSet, String?> = \.query
        let statement: ReferenceWritableKeyPath<FMResultSet, FMStatement?> = \.statement
        let rows = FMResultSet()
        rows[keyPath: parentDB] = nil
        rows[keyPath: query] = "SELECT 1"
        rows[keyPath: statement] = nil
        #expect(rows.query == "SELECT 1")
    }

    @Test func thePlaceOfAQueue() {
        let path: ReferenceWritableKeyPath<FMDatabaseQueue, String?> = \.path
        let vfsName: ReferenceWritableKeyPath<FMDatabaseQueue, String?> = \.vfsName
        let queue = FMDatabaseQueue()
        queue[keyPath: path] = "/nowhere/test.db"
        queue[keyPath: vfsName] = "unix"
        #expect(queue.path == "/nowhere/test.db")
        #expect(queue.vfsName == "unix")
    }

    @Test func thePlaceOfAPool() {
        let path: ReferenceWritableKeyPath<FMDatabasePool, String?> = \.path
        let vfsName: ReferenceWritableKeyPath<FMDatabasePool, String?> = \.vfsName
        let pool = FMDatabasePool()
        pool[keyPath: path] = "/nowhere/test.db"
        pool[keyPath: vfsName] = "unix"
        #expect(pool.path == "/nowhere/test.db")
        #expect(pool.vfsName == "unix")
    }
}
