import FMDB
import FMDBTestHelpers
import Testing

@Suite struct SQLTests {
    private let db = FMDatabase.memory()

    /// A table `t (id, name)` with three rows.
    private func table() throws -> FMDatabase {
        try db.execute("CREATE TABLE t (id INTEGER, name TEXT)")
        try db.execute("INSERT INTO t VALUES (1, 'ann'), (2, 'bob'), (3, 'cid')")
        return db
    }

    // MARK: Values

    @Test func aLiteralIsItsText() {
        let sql: FMSQL = "SELECT 1"

        #expect(sql.text == "SELECT 1")
        #expect(sql.arguments.isEmpty)
    }

    @Test func anInterpolatedValueBecomesAParameter() throws {
        let (name, age) = ("ann", 7)
        let sql: FMSQL = "SELECT \(name) AS name, \(age) AS age"

        #expect(sql.text == "SELECT ? AS name, ? AS age")
        #expect(drawn(try db.query(sql)) == "name  | age\n'ann' | 7")
    }

    @Test func theTextAroundAValueIsKeptAsItIs() throws {
        let (raw, column) = ("'Zoë 🏔'", "größe")
        let sql: FMSQL = "SELECT 'e\u{301}' AS é, \(raw: raw) AS z, \(7) AS \(identifier: column)"

        #expect(Array(sql.text.utf8) == Array("SELECT 'e\u{301}' AS é, 'Zoë 🏔' AS z, ? AS \"größe\"".utf8))
        #expect(drawn(try db.query(sql)).hasSuffix("'Zoë 🏔' | 7"))
    }

    @Test(arguments: ["'; DROP TABLE t; --", "\" OR 1 = 1", "x' OR 'x' = 'x", "?", ":name", "%s", "\\(x)", "NULL"])
    func aHostileStringStaysAValue(text: String) throws {
        let db = try table()

        try db.execute("INSERT INTO t (name) VALUES (\(text))")

        #expect(try db.rows("SELECT id FROM t WHERE name = \(text)", as: Int?.self) == [nil])
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 4)
    }

    @Test(arguments: [true, false]) func aStringLiteralIsAValueToo(flag: Bool) {
        let literal: FMSQL = "SELECT \("'; DROP TABLE t; --")"
        let choice: FMSQL = "SELECT \(flag ? "a" : "b")"
        let composed: FMSQL = "SELECT \("name \(flag)")"

        #expect([literal.text, choice.text, composed.text] == ["SELECT ?", "SELECT ?", "SELECT ?"])
    }

    @Test func bytesAreOneBlob() throws {
        let bytes: [UInt8] = [1, 2, 255]
        let sql: FMSQL = "SELECT \(bytes) AS bytes"

        #expect(sql.text == "SELECT ? AS bytes")
        #expect(drawn(try db.query(sql)) == "bytes\nX'0102FF'")
    }

    @Test func optionalBytesAreOneBlobOrNull() throws {
        let some: [UInt8]? = [1, 2]
        let none: [UInt8]? = nil

        #expect(drawn(try db.query("SELECT \(some) AS a, \(none) AS b")) == "a       | b\nX'0102' | NULL")
    }

    @Test func dataIsOneBlob() throws {
        #expect(drawn(try db.query("SELECT \(Data([1, 2])) AS data")) == "data\nX'0102'")
    }

    // MARK: Lists

    @Test func anArrayIsAListInParentheses() throws {
        let sql: FMSQL = "SELECT name FROM t WHERE id IN \([3, 1]) ORDER BY id"

        #expect(sql.text == "SELECT name FROM t WHERE id IN (?,?) ORDER BY id")
        #expect(try table().rows(sql, as: String.self) == ["ann", "cid"])
    }

    @Test func anArrayOfOneIsAListOfOne() throws {
        #expect(try table().rows("SELECT name FROM t WHERE id IN \([2])", as: String.self) == ["bob"])
    }

    @Test func anEmptyArrayMatchesNothing() throws {
        let none: [Int] = []
        let db = try table()

        #expect(try db.rows("SELECT id FROM t WHERE id IN \(none)", as: Int.self) == [])
        #expect(try db.rows("SELECT id FROM t WHERE id NOT IN \(none) ORDER BY id", as: Int.self) == [1, 2, 3])
    }

    @Test func aSetIsAList() throws {
        let names: Set = ["bob", "ann", "nobody"]

        #expect(try table().rows("SELECT id FROM t WHERE name IN \(names) ORDER BY id", as: Int.self) == [1, 2])
    }

    @Test func aListOfHostileStringsStaysAList() throws {
        let names = ["') OR 1 = 1; --", "ann", "?"]

        #expect(try table().rows("SELECT id FROM t WHERE name IN \(names)", as: Int.self) == [1])
    }

    @Test func aListMayHoldNil() throws {
        let sql: FMSQL = "SELECT name FROM t WHERE id IN \([nil, 2] as [Int?])"

        #expect(try table().rows(sql, as: String.self) == ["bob"])
    }

    @Test func aListOfBytesHoldsBlobs() throws {
        let sql: FMSQL = "SELECT X'01' IN \([[1], [2]] as [[UInt8]])"

        #expect(sql.text == "SELECT X'01' IN (?,?)")
        #expect(try db.value(sql, as: Bool.self))
    }

    @Test func aListStandsAmongOtherValues() throws {
        let sql: FMSQL = "SELECT name FROM t WHERE id > \(1) AND id IN \([1, 2, 3]) AND name < \("cid")"

        #expect(try table().rows(sql, as: String.self) == ["bob"])
    }

    // MARK: Names and raw text

    @Test(arguments: ["plain", "two words", "a\"b", "\"", "select", "x; DROP TABLE t", "ünï", "'", "a\"\u{301}b"])
    func anIdentifierIsSafe(name: String) throws {
        try db.execute("CREATE TABLE \(identifier: name) (\(identifier: name) TEXT)")
        try db.execute("INSERT INTO \(identifier: name) VALUES (\(name))")

        #expect(try db.value("SELECT \(identifier: name) FROM \(identifier: name)", as: String.self) == name)
        #expect(try db.rows("SELECT name FROM sqlite_master", as: String.self) == [name])
    }

    @Test func quotingDoublesTheQuote() {
        #expect(FMSQL.quoted(identifier: "a\"b") == "\"a\"\"b\"")
    }

    @Test func rawTextGoesIntoTheSQLAsItIs() throws {
        let order = "id DESC"

        #expect(try table().rows("SELECT id FROM t ORDER BY \(raw: order)", as: Int.self) == [3, 2, 1])
    }

    @Test func textMadeAtRunTimeIsSaidToBeSo() throws {
        let sql = FMSQL(raw: ["SELECT", "? AS a,", ":b AS b"].joined(separator: " "), arguments: [1, 2])

        #expect(drawn(try db.query(sql)) == "a | b\n1 | 2")
    }

    // MARK: SQL within SQL

    @Test func otherSQLBringsItsArguments() throws {
        let condition: FMSQL = "id BETWEEN \(2) AND \(3)"
        let sql: FMSQL = "SELECT name FROM t WHERE name > \("a") AND \(condition) AND name < \("c")"

        #expect(sql.text == "SELECT name FROM t WHERE name > ? AND id BETWEEN ? AND ? AND name < ?")
        #expect(try table().rows(sql, as: String.self) == ["bob"])
    }

    @Test func sqlNestsDeeply() throws {
        var condition: FMSQL = "id = \(1)"
        for id in 2...3 { condition = "(\(condition) OR id = \(id))" }

        #expect(condition.text == "((id = ? OR id = ?) OR id = ?)")
        #expect(try table().rows("SELECT id FROM t WHERE \(condition) ORDER BY id", as: Int.self) == [1, 2, 3])
    }

    @Test func otherSQLMayBringNamedArguments() throws {
        let condition = FMSQL(raw: "name = :name", arguments: ["name": "bob"])
        let sql: FMSQL = "SELECT id FROM t WHERE id < \(3) AND \(condition) AND id > \(1)"

        #expect(try table().rows(sql, as: Int.self) == [2])
    }
}
