import FMDB
import FMDBTestHelpers
import Testing

/// Rows on which the short ways of reading and binding could go wrong, each through FMDB's spelling and the throwing one.
@Suite struct ExtremeRowTests {
    private let db = FMDatabase.memory()

    init() {
        db.shouldCacheStatements = true
    }

    private func firstRow(_ sql: String) throws -> FMResultSet {
        let rows = try db.executeQuery(sql, values: nil)
        try #require(rows.next())
        return rows
    }

    // MARK: NUL

    @Test(arguments: ["a\0b", "\0", "fifteen bytes\0.", "a text of more than fifteen bytes\0and a rest"])
    func textKeepsItsNUL(text: String) throws {
        let rows = try db.executeQuery("SELECT ? AS t, ? AS u", values: [text, text])
        #expect(rows.next())
        #expect(rows.string(forColumn: "t") == text)
        #expect(rows.string(forColumnIndex: 1) == text)
        rows.close()
        let cursor = try db.query("SELECT ? AS t, ? AS u", text, text)
        let row = try #require(try cursor.nextRow())
        #expect(try row.value("t", as: String.self) == text)
        #expect(try row.value(at: 1, as: String?.self) == text)
        cursor.close()
        #expect(try db.value("SELECT length(CAST(? AS BLOB))", text, as: Int.self) == text.utf8.count)
    }

    @Test(arguments: ["a", "a column with a long name"])
    func aColumnsNameDoesNotEndAtANUL(name: String) throws {
        let rows = try firstRow("SELECT 1 AS \(FMSQL.quoted(identifier: name))")
        for _ in 1...2 {
            #expect(rows.columnIndex(forName: name + "\0") == -1)
            #expect(rows.columnIndex(forName: name + "\0b") == -1)
            #expect(rows.columnIndex(forName: name) == 0)
        }
        let cursor = try db.query(FMSQL(raw: "SELECT 1 AS \(FMSQL.quoted(identifier: name))"))
        defer { cursor.close() }
        let row = try #require(try cursor.nextRow())
        #expect(thrown { try row.value(name + "\0", as: Int.self) }?.resultCode == .range)
        #expect(try row.value(name, as: Int.self) == 1)
    }

    @Test func aParametersNameDoesNotEndAtANUL() throws {
        #expect(db.executeQuery("SELECT :a", withParameterDictionary: ["a\0": 1]) == nil)
        #expect(db.executeQuery("SELECT :a", withParameterDictionary: ["a": 1])?.next() == true)
        let error = thrown { try db.value(FMSQL(raw: "SELECT :a", arguments: ["a\0": 1]), as: Int.self) }
        #expect(error?.resultCode == .range)
    }

    // MARK: Bytes that are not UTF-8

    /// Lone, cut off at the end, behind a NUL, too long a form, a surrogate; short ones, and some beyond 15 bytes.
    @Test(arguments: [
        "FF", "C3", "6100FF", "C0AF", "EDA080", "616263646566676869C3", "6162636465666768696A6B6C6D6E6FFF70",
        "FF6162636465666768696A6B6C6D6E6F70", "6162636465666768696A6B6C6D6E6FF09F9880F09F98",
    ])
    func textThatIsNotUTF8IsNoString(bytes: String) throws {
        let sql = "SELECT CAST(x'\(bytes)' AS TEXT) AS t, 'c' AS c"
        let rows = try firstRow(sql)
        #expect(rows.string(forColumn: "t") == nil)
        #expect(rows.string(forColumnIndex: 0) == nil)
        #expect(rows.data(forColumn: "t")?.count == bytes.count / 2)
        #expect(rows.string(forColumn: "c") == "c")
        rows.close()
        let cursor = try db.query(FMSQL(raw: sql))
        defer { cursor.close() }
        let row = try #require(try cursor.nextRow())
        #expect(thrown { try row.value("t", as: String.self) }?.resultCode == .mismatch)
        #expect(thrown { try row.value(at: 0, as: String?.self) }?.resultCode == .mismatch)
        #expect(thrown { try row.dictionary() }?.resultCode == .mismatch)
        #expect(thrown { try row.values() }?.resultCode == .mismatch)
        #expect(try row.value("c", as: String.self) == "c")
    }

    // MARK: A schema that changes

    /// Makes the columns of `t` change places, under statements that are kept.
    private func swapColumns() throws {
        try db.execute("ALTER TABLE t RENAME TO former")
        try db.execute("CREATE TABLE t (the_second_of_the_columns, c, a)")
        try db.execute("INSERT INTO t SELECT the_second_of_the_columns, 3, a FROM former")
    }

    @Test func namesAreFoundWhereTheyAreAfterAChangeWithFMDBsCalls() throws {
        try db.execute("CREATE TABLE t (a, the_second_of_the_columns)")
        try db.execute("INSERT INTO t VALUES (1, 2), (1, 2)")
        func read() throws -> [[Int32]] {
            let rows = try db.executeQuery("SELECT * FROM t", values: nil)
            var all: [[Int32]] = []
            while rows.next() {
                all.append([rows.int(forColumn: "a"), rows.int(forColumn: "the_second_of_the_columns")])
            }
            return all
        }
        for _ in 1...2 { #expect(try read() == [[1, 2], [1, 2]]) }
        try swapColumns()
        for _ in 1...2 { #expect(try read() == [[1, 2], [1, 2]]) }

        let rows = try firstRow("SELECT * FROM t")
        #expect(rows.columnIndex(forName: "a") == 2)
        #expect(rows.columnNameToIndexMap["c"] as? Int == 1)
        #expect(rows.resultDictionary?["a"] as? Int == 1)
        #expect(rows.resultDictionary?.count == 3)
    }

    @Test func namesAreFoundWhereTheyAreAfterAChange() throws {
        try db.execute("CREATE TABLE t (a, the_second_of_the_columns)")
        try db.execute("INSERT INTO t VALUES (1, 2), (1, 2)")
        func read() throws -> [[Int]] {
            let cursor = try db.query("SELECT * FROM t")
            var all: [[Int]] = []
            while let row = try cursor.nextRow() {
                all.append([try row.value("a"), try row.value("the_second_of_the_columns")])
            }
            return all
        }
        for _ in 1...2 { #expect(try read() == [[1, 2], [1, 2]]) }
        try swapColumns()
        for _ in 1...2 { #expect(try read() == [[1, 2], [1, 2]]) }

        let cursor = try db.query("SELECT * FROM t")
        let row = try #require(try cursor.nextRow())
        #expect(row.columnNames == ["the_second_of_the_columns", "c", "a"])
        #expect(try row.dictionary() == ["the_second_of_the_columns": 2, "c": 3, "a": 1])
    }

    // MARK: Names that differ in case alone

    @Test func ofNamesEqualButForCaseTheLastCounts() throws {
        let sql = "SELECT 1 AS value, 2 AS Value, 3 AS VALUE"
        let rows = try firstRow(sql)
        for _ in 1...2 {
            #expect(["value", "Value", "VALUE", "vALUE"].map { rows.int(forColumn: $0) } == [3, 3, 3, 3])
        }
        #expect((0..<3).map { rows.int(forColumnIndex: $0) } == [1, 2, 3])
        #expect(rows.resultDictionary as? [String: Int] == ["value": 1, "Value": 2, "VALUE": 3])
        rows.close()
        let cursor = try db.query(FMSQL(raw: sql))
        defer { cursor.close() }
        let row = try #require(try cursor.nextRow())
        #expect(try ["value", "Value", "VALUE", "vALUE"].map { try row.value($0, as: Int.self) } == [3, 3, 3, 3])
        #expect(try (0..<3).map { try row.value(at: $0, as: Int.self) } == [1, 2, 3])
        #expect(try row.dictionary() == ["value": 1, "Value": 2, "VALUE": 3])
    }

    // MARK: Much

    @Test func aRowOfTwoThousandColumnsIsReadInAllWays() throws {
        let names = (0..<2_000).map { "column number \($0)" }
        let list = names.enumerated().map { "\($0) AS \(FMSQL.quoted(identifier: $1))" }.joined(separator: ", ")
        let all = Array(0..<2_000)

        let rows = try firstRow("SELECT \(list)")
        #expect(rows.columnCount == 2_000)
        #expect(all.map { rows.long(forColumnIndex: Int32($0)) } == all)
        #expect(names.map { rows.long(forColumn: $0) } == all)
        let objects = try #require(rows.resultDictionary)
        #expect(objects.count == 2_000)
        #expect(names.map { objects[$0] as? Int } == all)
        rows.close()

        let cursor = try db.query(FMSQL(raw: "SELECT \(list)"))
        defer { cursor.close() }
        let row = try #require(try cursor.nextRow())
        #expect(try all.map { try row.value(at: $0, as: Int.self) } == all)
        #expect(try names.map { try row.value($0, as: Int.self) } == all)
        let values = try row.dictionary()
        #expect(values.count == 2_000)
        #expect(names.map { values[$0] } == all.map { .integer(Int64($0)) })
        #expect(thrown { try row.value(at: 2_000, as: Int.self) }?.resultCode == .range)
    }

    /// The memory of the process that is in use; nil where the system does not say it in a file.
    private var residentMegabytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) >> 20 } : nil
    }

    #if os(Linux) || os(macOS)
        @Test func ofBlobsOfAHundredMegabytesNothingStays() async {
            // What the process has is counted, and other tests would take some meanwhile.
            await #expect(processExitsWith: .success) { try ExtremeRowTests().expectNothingStays() }
        }
    #endif

    /// Both statements stay compiled; what was bound to them must not stay. To keep but one copy of each would take 600
    /// megabytes; the half of that is what a sanitizer may hold back.
    private func expectNothingStays() throws {
        let size = 100 << 20
        let before = residentMegabytes
        for round in 1...3 {
            var blob = Data(repeating: UInt8(round), count: size)
            blob[size - 1] = 0xFF

            let rows = try db.executeQuery("SELECT ?1, length(?1)", values: [blob])
            #expect(rows.next())
            #expect(rows.long(forColumnIndex: 1) == size)
            #expect(rows.data(forColumnIndex: 0) == blob)
            rows.close()

            let cursor = try db.query("SELECT ?1, length(?1)", blob)
            let row = try #require(try cursor.nextRow())
            #expect(try row.value(at: 1, as: Int.self) == size)
            #expect(try row.value(at: 0, as: Data.self) == blob)
            cursor.close()
        }
        if let before, let after = residentMegabytes { #expect(after - before < 450) }
    }
}
