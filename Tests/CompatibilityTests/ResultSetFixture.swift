import FMDB
import FMDBTestHelpers
import Testing

/// What the tests of result sets and prepared statements share.
enum ResultSetFixture {
    /// A database whose table `numbers` holds the values in its column `n`.
    static func numbers(_ values: Int...) throws -> FMDatabase {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE numbers (n INTEGER UNIQUE)", values: nil)
        for value in values {
            try database.executeUpdate("INSERT INTO numbers VALUES (?)", values: [value])
        }
        return database
    }

    /// A set that stands on the first row of a query.
    static func firstRow(
        _ sql: String, _ values: [Any]? = nil, in database: FMDatabase = .memory()
    ) throws -> FMResultSet {
        let rows = try database.executeQuery(sql, values: values)
        try #require(rows.next(), "the query has no row")
        return rows
    }

    /// The first column of the remaining rows.
    static func remaining(_ rows: FMResultSet) -> [Int] {
        var values: [Int] = []
        while rows.next() { values.append(rows.long(forColumnIndex: 0)) }
        return values
    }

    /// The error of a call that must throw.
    static func error(thrownBy body: () throws -> Void) throws -> NSError {
        let error = try #require(throws: (any Error).self) { try body() }
        return error as NSError
    }

    /// Expects of every accessor by name what it answers when there is no such column.
    static func expectNothing(
        named column: String, in rows: FMResultSet, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(rows.int(forColumn: column) == 0, sourceLocation: sourceLocation)
        #expect(rows.long(forColumn: column) == 0, sourceLocation: sourceLocation)
        #expect(rows.longLongInt(forColumn: column) == 0, sourceLocation: sourceLocation)
        #expect(rows.unsignedLongLongInt(forColumn: column) == 0, sourceLocation: sourceLocation)
        #expect(rows.double(forColumn: column) == 0, sourceLocation: sourceLocation)
        #expect(!rows.bool(forColumn: column), sourceLocation: sourceLocation)
        #expect(rows.string(forColumn: column) == nil, sourceLocation: sourceLocation)
        #expect(rows.date(forColumn: column) == nil, sourceLocation: sourceLocation)
        #expect(rows.data(forColumn: column) == nil, sourceLocation: sourceLocation)
        #expect(rows.dataNoCopy(forColumn: column) == nil, sourceLocation: sourceLocation)
        #expect(rows.utf8String(forColumn: column) == nil, sourceLocation: sourceLocation)
        #expect(rows.object(forColumn: column) == nil, sourceLocation: sourceLocation)
        #expect(rows[column] == nil, sourceLocation: sourceLocation)
    }

    /// Expects of every accessor by index what it answers when there is no such column.
    static func expectNothing(
        at index: Int32, in rows: FMResultSet, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(rows.int(forColumnIndex: index) == 0, sourceLocation: sourceLocation)
        #expect(rows.long(forColumnIndex: index) == 0, sourceLocation: sourceLocation)
        #expect(rows.longLongInt(forColumnIndex: index) == 0, sourceLocation: sourceLocation)
        #expect(rows.unsignedLongLongInt(forColumnIndex: index) == 0, sourceLocation: sourceLocation)
        #expect(rows.double(forColumnIndex: index) == 0, sourceLocation: sourceLocation)
        #expect(!rows.bool(forColumnIndex: index), sourceLocation: sourceLocation)
        #expect(rows.string(forColumnIndex: index) == nil, sourceLocation: sourceLocation)
        #expect(rows.date(forColumnIndex: index) == nil, sourceLocation: sourceLocation)
        #expect(rows.data(forColumnIndex: index) == nil, sourceLocation: sourceLocation)
        #expect(rows.dataNoCopy(forColumnIndex: index) == nil, sourceLocation: sourceLocation)
        #expect(rows.utf8String(forColumnIndex: index) == nil, sourceLocation: sourceLocation)
        #expect(rows.object(forColumnIndex: index) == nil, sourceLocation: sourceLocation)
        #expect(rows[index] == nil, sourceLocation: sourceLocation)
    }
}
