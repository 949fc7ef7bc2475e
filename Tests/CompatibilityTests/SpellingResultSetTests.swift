import FMDB
import FMDBTestHelpers
import Testing

/// The deprecated members, which a protocol reaches without a warning.
private protocol DeprecatedResultSetSpellings {
    func utf8String(forColumnName columnName: String) -> UnsafePointer<UInt8>?
    func object(forColumnName columnName: String) -> Any?
    func resultDict() -> [AnyHashable: Any]?
}

extension FMResultSet: DeprecatedResultSetSpellings {}

/// The spellings of `FMStatement` and `FMResultSet`, each with its full type: when one changes, this file no longer
/// compiles.
@Suite struct SpellingResultSetTests {
    private func row(_ sql: String) throws -> FMResultSet {
        let rows = try FMDatabase.memory().executeQuery(sql, values: nil)
        #expect(rows.next())
        return rows
    }

    // MARK: FMStatement

    @Test func statementProperties() throws {
        let useCount: KeyPath<FMStatement, Int> = \.useCount
        let query: KeyPath<FMStatement, String> = \.query
        let inUse: KeyPath<FMStatement, Bool> = \.inUse
        let rows = try row("SELECT 1")
        let statement: FMStatement = try #require(rows.statement)
        let handle: UnsafeMutableRawPointer = statement.statement
        #expect(OpaquePointer(handle) == OpaquePointer(statement.statement))
        #expect(statement[keyPath: useCount] == 1)
        #expect(statement[keyPath: query] == "SELECT 1")
        #expect(statement[keyPath: inUse])
    }

    @Test func statementMethods() {
        let plain: () -> FMStatement = { FMStatement() }
        let close: (FMStatement) -> () -> Void = FMStatement.close
        let reset: (FMStatement) -> () -> Void = FMStatement.reset
        let statement = plain()
        reset(statement)()
        close(statement)()
        #expect(!statement.inUse)
    }

    // MARK: FMResultSet

    @Test func resultSetProperties() throws {
        let parentDB: KeyPath<FMResultSet, FMDatabase?> = \.parentDB
        let query: KeyPath<FMResultSet, String?> = \.query
        let map: KeyPath<FMResultSet, NSMutableDictionary> = \.columnNameToIndexMap
        let statement: KeyPath<FMResultSet, FMStatement?> = \.statement
        let columnCount: KeyPath<FMResultSet, Int32> = \.columnCount
        let dictionary: KeyPath<FMResultSet, [AnyHashable: Any]?> = \.resultDictionary
        let rows = try row("SELECT 1 AS a")
        #expect(rows[keyPath: parentDB] != nil)
        #expect(rows[keyPath: query] == "SELECT 1 AS a")
        #expect(rows[keyPath: map].count == 1)
        #expect(rows[keyPath: statement] != nil)
        #expect(rows[keyPath: columnCount] == 1)
        #expect(rows[keyPath: dictionary]?.count == 1)
    }

    @Test func stepping() throws {
        let plain: () -> FMResultSet = { FMResultSet() }
        let next: (FMResultSet) -> () -> Bool = FMResultSet.next
        let nextWithError: (FMResultSet) -> () throws -> Void = FMResultSet.nextWithError
        let step: (FMResultSet) -> () -> Bool = FMResultSet.step
        let stepWithError: (FMResultSet) -> () throws -> Void = FMResultSet.stepWithError
        let hasAnotherRow: (FMResultSet) -> () -> Bool = FMResultSet.hasAnotherRow
        let close: (FMResultSet) -> () -> Void = FMResultSet.close
        let database = FMDatabase.memory()
        let rows = try database.executeQuery("SELECT 1 UNION ALL SELECT 2", values: nil)
        #expect(next(rows)())
        try nextWithError(rows)()
        #expect(hasAnotherRow(rows)())
        close(rows)()
        let create = database.prepare("CREATE TABLE t (a)")
        #expect(step(create)())
        close(create)()
        let insert = database.prepare("INSERT INTO t VALUES (1)")
        try stepWithError(insert)()
        close(insert)()
        #expect(!next(plain())())
    }

    @Test func binding() {
        let array: (FMResultSet) -> ([Any]) -> Bool = FMResultSet.bind(with:)
        let dictionary: (FMResultSet) -> ([AnyHashable: Any]) -> Bool = FMResultSet.bind(with:)
        let database = FMDatabase.memory()
        let rows = database.prepare("SELECT :a")
        #expect(array(rows)([1]))
        #expect(dictionary(rows)(["a": 1]))
        let without = database.prepare("SELECT 1")
        #expect(without.bind(with: []))
        #expect(without.bind(with: [:]))
        rows.close()
        without.close()
    }

    @Test func columns() throws {
        let index: (FMResultSet) -> (String) -> Int32 = FMResultSet.columnIndex(forName:)
        let name: (FMResultSet) -> (Int32) -> String? = FMResultSet.columnName(for:)
        let indexIsNull: (FMResultSet) -> (Int32) -> Bool = FMResultSet.columnIndexIsNull(_:)
        let isNull: (FMResultSet) -> (String) -> Bool = FMResultSet.columnIsNull(_:)
        let rows = try row("SELECT NULL AS a")
        #expect(index(rows)("a") == 0)
        #expect(name(rows)(0) == "a")
        #expect(indexIsNull(rows)(0))
        #expect(isNull(rows)("a"))
    }

    @Test func numbersByName() throws {
        let int: (FMResultSet) -> (String) -> Int32 = FMResultSet.int(forColumn:)
        let long: (FMResultSet) -> (String) -> Int = FMResultSet.long(forColumn:)
        let longLong: (FMResultSet) -> (String) -> Int64 = FMResultSet.longLongInt(forColumn:)
        let unsigned: (FMResultSet) -> (String) -> UInt64 = FMResultSet.unsignedLongLongInt(forColumn:)
        let bool: (FMResultSet) -> (String) -> Bool = FMResultSet.bool(forColumn:)
        let double: (FMResultSet) -> (String) -> Double = FMResultSet.double(forColumn:)
        let rows = try row("SELECT 7 AS a")
        #expect(int(rows)("a") == 7)
        #expect(long(rows)("a") == 7)
        #expect(longLong(rows)("a") == 7)
        #expect(unsigned(rows)("a") == 7)
        #expect(bool(rows)("a"))
        #expect(double(rows)("a") == 7)
    }

    @Test func numbersByIndex() throws {
        let int: (FMResultSet) -> (Int32) -> Int32 = FMResultSet.int(forColumnIndex:)
        let long: (FMResultSet) -> (Int32) -> Int = FMResultSet.long(forColumnIndex:)
        let longLong: (FMResultSet) -> (Int32) -> Int64 = FMResultSet.longLongInt(forColumnIndex:)
        let unsigned: (FMResultSet) -> (Int32) -> UInt64 = FMResultSet.unsignedLongLongInt(forColumnIndex:)
        let bool: (FMResultSet) -> (Int32) -> Bool = FMResultSet.bool(forColumnIndex:)
        let double: (FMResultSet) -> (Int32) -> Double = FMResultSet.double(forColumnIndex:)
        let rows = try row("SELECT 7")
        #expect(int(rows)(0) == 7)
        #expect(long(rows)(0) == 7)
        #expect(longLong(rows)(0) == 7)
        #expect(unsigned(rows)(0) == 7)
        #expect(bool(rows)(0))
        #expect(double(rows)(0) == 7)
    }

    @Test func valuesByName() throws {
        let string: (FMResultSet) -> (String) -> String? = FMResultSet.string(forColumn:)
        let date: (FMResultSet) -> (String) -> Date? = FMResultSet.date(forColumn:)
        let data: (FMResultSet) -> (String) -> Data? = FMResultSet.data(forColumn:)
        let dataNoCopy: (FMResultSet) -> (String) -> Data? = FMResultSet.dataNoCopy(forColumn:)
        let utf8: (FMResultSet) -> (String) -> UnsafePointer<UInt8>? = FMResultSet.utf8String(forColumn:)
        let object: (FMResultSet) -> (String) -> Any? = FMResultSet.object(forColumn:)
        let type: (FMResultSet) -> (String) -> SqliteValueType = FMResultSet.type(forColumn:)
        let rows = try row("SELECT 'x' AS a, 1.0 AS d")
        #expect(string(rows)("a") == "x")
        #expect(date(rows)("d") == Date(timeIntervalSince1970: 1))
        #expect(data(rows)("a") == Data("x".utf8))
        #expect(dataNoCopy(rows)("a") == Data("x".utf8))
        #expect(utf8(rows)("a")?.pointee == UInt8(ascii: "x"))
        #expect(object(rows)("a") as? String == "x")
        #expect(type(rows)("a") == .text)
    }

    @Test func valuesByIndex() throws {
        let string: (FMResultSet) -> (Int32) -> String? = FMResultSet.string(forColumnIndex:)
        let date: (FMResultSet) -> (Int32) -> Date? = FMResultSet.date(forColumnIndex:)
        let data: (FMResultSet) -> (Int32) -> Data? = FMResultSet.data(forColumnIndex:)
        let dataNoCopy: (FMResultSet) -> (Int32) -> Data? = FMResultSet.dataNoCopy(forColumnIndex:)
        let utf8: (FMResultSet) -> (Int32) -> UnsafePointer<UInt8>? = FMResultSet.utf8String(forColumnIndex:)
        let object: (FMResultSet) -> (Int32) -> Any? = FMResultSet.object(forColumnIndex:)
        let type: (FMResultSet) -> (Int32) -> SqliteValueType = FMResultSet.type(forColumnIndex:)
        let rows = try row("SELECT 'x', 1.0")
        #expect(string(rows)(0) == "x")
        #expect(date(rows)(1) == Date(timeIntervalSince1970: 1))
        #expect(data(rows)(0) == Data("x".utf8))
        #expect(dataNoCopy(rows)(0) == Data("x".utf8))
        #expect(utf8(rows)(0)?.pointee == UInt8(ascii: "x"))
        #expect(object(rows)(0) as? String == "x")
        #expect(type(rows)(0) == .text)
    }

    @Test func subscripts() throws {
        let byName: (FMResultSet, String) -> Any? = { $0[$1] }
        let byIndex: (FMResultSet, Int32) -> Any? = { $0[$1] }
        let rows = try row("SELECT 'x' AS a")
        #expect(byName(rows, "a") as? String == "x")
        #expect(byIndex(rows, 0) as? String == "x")
        #expect(rows["a"] as? String == "x")
        #expect(rows[0] as? String == "x")
    }

    @Test func deprecatedReaders() throws {
        let rows: any DeprecatedResultSetSpellings = try row("SELECT 'x' AS a")
        #expect(rows.utf8String(forColumnName: "a")?.pointee == UInt8(ascii: "x"))
        #expect(rows.object(forColumnName: "a") as? String == "x")
        #expect(rows.resultDict()?["a"] as? String == "x")
    }

    @Test func keyValueCoding() throws {
        let fill: (FMResultSet) -> (Any) -> Void = FMResultSet.kvcMagic(_:)
        let target = NSMutableDictionary()
        fill(try row("SELECT 'x' AS a"))(target)
        #expect(target["a"] as? String == "x")
    }
}
