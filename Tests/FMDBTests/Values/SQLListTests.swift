import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Lists of values within parentheses that the text has already.
@Suite struct SQLListTests {
    private let db = FMDatabase.memory()

    private func names(_ condition: FMSQL) throws -> [String] {
        try db.execute("CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, name TEXT)")
        try db.execute("INSERT OR IGNORE INTO t VALUES (1, 'ann'), (2, 'bob'), (3, 'cid')")
        return try db.rows("SELECT name FROM t WHERE \(condition) ORDER BY id", as: String.self)
    }

    @Test func aListWithinParenthesesOfTheTextBringsNone() throws {
        let ids = [3, 1]
        let sql: FMSQL = "id IN (\(ids))"

        #expect(sql.text == "id IN (?,?)")
        #expect(try names(sql) == ["ann", "cid"])
        #expect(try names("id NOT IN (\(ids))") == ["bob"])
    }

    @Test func whiteSpaceWithinTheParenthesesMayStandAnywhere() throws {
        let ids: Set = [2]

        #expect(try names("id in( \n\t\(ids)  )") == ["bob"])
        #expect(try names("id IN (\(ids)\(raw: " ")\(raw: ") AND 1")") == ["bob"])
    }

    /// SQLite takes a vertical tab for white space behind other white space only.
    @Test func aVerticalTabMayStandBeforeTheParentheses() throws {
        let ids = [2, 1]

        #expect(try names("id IN \u{0B}(\(ids), 3)") == ["ann", "bob", "cid"])
        #expect(try names("id IN (\(ids) \u{0B}, 3)") == ["ann", "bob", "cid"])
    }

    @Test func anyCollectionIsAList() throws {
        let ids = [1, 2, 3]

        #expect(try names("id IN (\(ids.prefix(2)))") == ["ann", "bob"])
        #expect(try names("id IN \(2...3)") == ["bob", "cid"])
        #expect(try names("name IN (\(["cid": 1].keys), \(["ann": 2].keys))") == ["ann", "cid"])
    }

    @Test func anEmptyListWithinParenthesesMatchesNothing() throws {
        let none: [Int] = []

        #expect(try names("id IN (\(none))") == [])
        #expect(try names("id NOT IN (\(none))") == ["ann", "bob", "cid"])
        #expect(try names("NULL NOT IN (\(none))") == ["ann", "bob", "cid"])
    }

    @Test func listsAndValuesMayBeMixed() throws {
        let (first, others) = ([1], [3, 4])

        #expect(try names("id IN (\(first), \(others))") == ["ann", "cid"])
        #expect(try names("id IN (2, \(others))") == ["bob", "cid"])
        #expect(try names("id IN (\(first), 2)") == ["ann", "bob"])
        #expect(try names("id IN (\(2), \(others), 1)") == ["ann", "bob", "cid"])
        #expect(try names("id NOT IN (\(first),\(others))") == ["bob"])
    }

    @Test func anEmptyListAmongOthersIsNoElement() throws {
        let none: [Int] = []

        #expect(try names("id IN (\(none), \(2))") == ["bob"])
        #expect(try names("id IN (\(2), \(none))") == ["bob"])
        #expect(try names("id IN (1, \(none), 3)") == ["ann", "cid"])
        #expect(try names("id NOT IN (\(none), \(none))") == ["ann", "bob", "cid"])
        #expect(try names("id NOT IN (\(none), \([2]), \(none))") == ["ann", "cid"])
    }

    @Test func parenthesesThatHoldMoreThanTheListAreLeftToIt() throws {
        let ids = [1, 2]
        let alternative: FMSQL = "(id IN \(ids))"
        let nested: FMSQL = "id IN (SELECT id FROM t WHERE id IN \(ids) AND name IN (\(["ann"])))"

        #expect(alternative.text == "(id IN (?,?))")
        #expect(nested.text == "id IN (SELECT id FROM t WHERE id IN (?,?) AND name IN (?))")
        #expect(try names(nested) == ["ann"])
        #expect(try names(alternative) == ["ann", "bob"])
    }

    @Test func aListAtTheEndKeepsItsParentheses() {
        let sql: FMSQL = "id IN (\([1, 2])"

        #expect(sql.text == "id IN ((?,?)")
    }

    @Test func parenthesesInStringsAndCommentsDoNotCount() throws {
        let sql: FMSQL = "name <> 'IN (' AND /* IN ( */ id IN (\([1]), 2) -- IN (\n AND \"id\" IN (\([1, 3]))"

        #expect(sql.text.hasSuffix("id IN (?, 2) -- IN (\n AND \"id\" IN (?,?)"))
        #expect(try names(sql) == ["ann"])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) func rowValuesKeepTheirParentheses() throws {
        let (first, second) = (["1", "ann"], ["2", "cid"])

        #expect(try names("(CAST(id AS TEXT), name) IN (\(first), \(second))") == ["ann"])
        #expect(try names("(CAST(id AS TEXT), name) NOT IN (\(first))") == ["bob", "cid"])
        #expect(try names("(CAST(id AS TEXT), name) = (\(second))") == [])
        #expect(try names("max(id, 1) IN (\([1, 2]))") == ["ann", "bob"])
    }

    @Test func aCommentMayStandBesideTheList() throws {
        let (ids, none) = ([1, 3], [] as [Int])

        #expect(try names("id IN (\(ids) /* comment */)") == ["ann", "cid"])
        #expect(try names("id IN (/* a, b ( */ \(ids))") == ["ann", "cid"])
        #expect(try names("id IN (\(ids) -- comment)\n)") == ["ann", "cid"])
        #expect(try names("id IN (\(ids) /* one, two */, 2)") == ["ann", "bob", "cid"])
        #expect(try names("id IN (\(ids)\(raw: " /* a */ /* b */ ")\(raw: ")")") == ["ann", "cid"])
        #expect(try names("id IN (\(none) /* comment */)") == [])
    }

    /// SQLite takes it for white space wherever it stands between words.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 20)))
    func aByteOrderMarkBesideAListIsSkipped() throws {
        let ids = [1, 3]
        #expect(try names("id IN \u{FEFF}(\(ids))") == ["ann", "cid"])
        #expect(try names("id IN (\u{FEFF}\(ids)\u{FEFF})") == ["ann", "cid"])
    }

    @Test func anEmptyListTakesNoCommaOfAComment() throws {
        let none: [Int] = []
        let behind: FMSQL = "id IN (\(none) /* a, b */, 2)"
        let before: FMSQL = "id IN (2 /* a, b */, /* c, d */ \(none))"

        #expect(behind.text.contains("/* a, b */"))
        #expect(before.text.contains("/* a, b */") && before.text.contains("/* c, d */"))
        #expect(try names(behind) == ["bob"])
        #expect(try names(before) == ["bob"])
        #expect(try names("id IN (1 -- a, b\n, \(none) -- c, d\n, 3)") == ["ann", "cid"])
        #expect(try names("name IN ('x,y', \(none as [Int]), 'bob')") == ["bob"])
    }

    @Test func aListInSQLThatIsNestedBringsNoParenthesesEither() throws {
        let ids = [1, 3]
        let part: FMSQL = "id IN (\(ids))"
        let list: FMSQL = "\(ids)"

        #expect(try names("\(part)") == ["ann", "cid"])
        #expect(try names("name <> '' AND (\(part))") == ["ann", "cid"])
        #expect(try names("id IN (\(list))") == ["ann", "cid"])
        #expect(try names("id IN \(list)") == ["ann", "cid"])
        #expect(try names("id IN (\(list), 2)") == ["ann", "bob", "cid"])
        #expect(try names("id IN (2, \("\([] as [Int])" as FMSQL))") == ["bob"])
    }

    @Test func whatIsNoRowValueOnTheLeftHasOneColumn() throws {
        let ids = [1, 0]

        #expect(try names("like(name, 'ann') IN (\(ids))") == ["ann", "bob", "cid"])
        #expect(try names("EXISTS (SELECT id, name FROM t) IN (\(ids))") == ["ann", "bob", "cid"])
        #expect(try names("EXISTS(SELECT id, name FROM t) IN (\(ids), 7)") == ["ann", "bob", "cid"])
        #expect(try names("replace(name, 'a', 'b') IN (\(["bnn"]))") == ["ann"])
        #expect(try names("glob('a*', name) IN (\([1]))") == ["ann"])
        #expect(try names("\"like\"('a%', name) IN (\([1]))") == ["ann"])
        #expect(try names("CAST((SELECT max(1, 2)) AS DECIMAL(10, 2)) IN (\([2]))") == ["ann", "bob", "cid"])
    }

    @Test func theValuesOfARowMayBeAList() throws {
        let row = ["dan", "x"]
        try db.execute("CREATE TABLE pair (a, b)")

        try db.execute("INSERT INTO pair VALUES (\(row))")

        #expect(
            drawn(try db.query("SELECT a, b, max(\([1, 5, 2])) AS m FROM pair")) == "a     | b   | m\n'dan' | 'x' | 5")
    }

    @Test func aParameterCalledInIsNotTheWord() {
        let sql: FMSQL = "x = :in(\([1]), 2)"

        #expect(sql.text == "x = :in((?), 2)")
    }
}

/// Enumerations with raw values, which need not conform to anything.
@Suite struct SQLEnumerationTests {
    enum Status: String { case unread, read, archived }
    enum Level: Int { case low = 1, high = 2 }
    struct Flags: OptionSet { let rawValue: Int }

    private let db = FMDatabase.memory()

    @Test func anEnumerationIsBoundByItsRawValue() throws {
        let status = Status.unread
        let sql: FMSQL = "SELECT \(status) AS s, \(Level.high) AS l, \(Status.read) AS r, \(Flags(rawValue: 5)) AS f"

        #expect(sql.text == "SELECT ? AS s, ? AS l, ? AS r, ? AS f")
        #expect(drawn(try db.query(sql)) == "s        | l | r      | f\n'unread' | 2 | 'read' | 5")
    }

    @Test func anOptionalEnumerationIsItsRawValueOrNull() throws {
        let (some, none): (Status?, Level?) = (.read, nil)

        #expect(drawn(try db.query("SELECT \(some) AS s, \(none) AS n")) == "s      | n\n'read' | NULL")
    }

    @Test func enumerationsAreListsOfRawValues() throws {
        let (list, set): ([Status], Set<Level>) = ([.read, .archived], [.high])

        #expect(try db.value("SELECT 'read' IN \(list)", as: Bool.self))
        #expect(try db.value("SELECT 'read' IN (\(list))", as: Bool.self))
        #expect(try db.value("SELECT 2 IN (\(set), 1)", as: Bool.self))
        #expect(try !db.value("SELECT 'unread' IN (\([] as [Status]))", as: Bool.self))
    }
}
