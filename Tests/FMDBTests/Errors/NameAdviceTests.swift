import FMDB
import FMDBTestHelpers
import Testing

/// What errors say of names that SQLite does not know, and of texts that it cannot read.
@Suite struct NameAdviceTests {
    private let db = FMDatabase.memory()

    private func reason(_ sql: FMSQL) -> String { thrown { try db.execute(sql) }?.localizedFailureReason ?? "" }

    private func makeTables() throws {
        try db.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, stars INTEGER)")
        try db.execute("CREATE TABLE tag (name TEXT, \"odd.name\" TEXT)")
    }

    // MARK: Columns

    @Test(arguments: [
        "UPDATE note SET titel = 'a'", "SELECT * FROM note WHERE titel = 'a'",
        "SELECT id FROM note ORDER BY `titel` ASC",
        "SELECT n.titel FROM note AS n", "SELECT id FROM main.\"note\" WHERE \"note\".titel = 1",
        "INSERT INTO note (titel) VALUES ('a')", "INSERT INTO main.note (id, titel) VALUES (1, 'a')",
        "INSERT OR REPLACE INTO note (titel) VALUES ('a')", "UPDATE OR IGNORE note SET titel = 1",
        "CREATE INDEX i ON note (titel)", "DELETE FROM note WHERE titel",
    ])
    func aMisspeltColumnIsToldTheOneThatIsMeant(_ sql: String) throws {
        try makeTables()
        let error = thrown { try db.execute(FMSQL(raw: sql)) }
        #expect(error?.message.contains("titel") == true)
        #expect(error?.localizedFailureReason == "did you mean title? note has id, title and stars")
        // What was asked is not what has failed.
        #expect(db.lastErrorMessage() == error?.message && db.lastErrorCode() == 1)
    }

    @Test func aColumnThatIsLikeNoneIsToldThoseThatThereAre() throws {
        try makeTables()
        #expect(
            reason("SELECT id FROM note WHERE title == Tea")
                == "note has id, title and stars; pass a string as a value: \\(value), or ?")
        #expect(reason("SELECT Tea") == "pass a string as a value: \\(value), or ?")
        let new = "; to add a column, use ALTER TABLE, or createTable for a model"
        #expect(reason("SELECT id, `weight` FROM \"note\"") == "note has id, title and stars" + new)
        #expect(reason("INSERT INTO tag (weight) VALUES (1)") == "tag has name and odd.name" + new)
        #expect(
            reason("SELECT id FROM note JOIN tag WHERE name = title AND weight = 1").hasPrefix(
                "note has id, title and stars; tag has name and odd.name; "))
        #expect(
            reason("SELECT id FROM note, tag WHERE nam = 1")
                == "did you mean name? note has id, title and stars; tag has name and odd.name")
        #expect(
            reason("SELECT other.title FROM note")
                == "note has id, title and stars; other is not a table of the statement")
        #expect(reason("SELECT title.en FROM note").hasSuffix("; to read a member of JSON, write title ->> '$.en'"))
    }

    @Test func aColumnOfAnotherTableOfTheStatementIsToldItsOwn() throws {
        try db.execute("CREATE TABLE person (id, car)")
        try db.execute("CREATE TABLE car (id, mail)")
        let list = "person has id and car; car has id and mail; mail is a column of car"
        #expect(reason("SELECT person.mail FROM person JOIN car") == list)
        #expect(reason("SELECT p.mail FROM person AS p JOIN car AS c ON p.car = c.id") == list)
        #expect(reason("SELECT p.mail FROM person p, car") == list)
        #expect(
            reason("SELECT x.mail FROM person JOIN car")
                == "person has id and car; car has id and mail; x is not a table of the statement")
    }

    @Test func aColumnThatIsNewAndATextWithoutQuotesAreBothTold() throws {
        try db.execute("CREATE TABLE person (id, name)")
        let new = "person has id and name; to add a column, use ALTER TABLE, or createTable for a model"
        let text = "pass a string as a value: \\(value), or ?"
        #expect(reason("SELECT address FROM person") == "\(new); \(text)")
        #expect(reason("UPDATE person SET address = 'x'") == "\(new); \(text)")
        #expect(reason("SELECT id FROM person WHERE name LIKE Ann") == "person has id and name; \(text)")
        #expect(reason("SELECT person.address FROM person") == new)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func aGeneratedColumnIsAmongThem() throws {
        try db.execute("CREATE TABLE t (a, doubled AS (a * 2))")
        #expect(reason("SELECT doubeld FROM t") == "did you mean doubled? t has a and doubled")
    }

    @Test func wordsOfSwiftAreToldThoseOfSQL() throws {
        try makeTables()
        #expect(
            reason("SELECT id FROM note WHERE stars == nil") == "note has id, title and stars; SQL uses IS NULL")
        #expect(reason("SELECT id FROM note WHERE stars > 3 && title = 'a'") == "SQL uses AND, not &&")
        #expect(
            reason("CREATE TABLE note (id INTEGER PRIMARY KEY)") == "use CREATE TABLE IF NOT EXISTS to keep it")
    }

    @Test func aDirectionWithinANameIsToldItsPlace() throws {
        try makeTables()
        #expect(
            reason("SELECT id FROM note ORDER BY `title DESC` ASC")
                == "write the direction after the name: \"title\" DESC, or .desc(\"title\")")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) func aColumnThatIsToBeRenamedIsToldAlike() throws
    {
        try makeTables()
        let error = thrown { try db.execute("ALTER TABLE note RENAME COLUMN titel TO name") }
        #expect(error?.localizedFailureReason == "did you mean title? note has id, title and stars")
        #expect(db.lastErrorMessage() == error?.message)
    }

    // MARK: Functions and collations

    @Test func aMisspeltFunctionIsToldTheOneThatIsMeant() throws {
        let hasList = (try? db.value("SELECT count(*) FROM pragma_function_list", as: Int.self)) != nil
        for (call, meant) in [("lowercase('a')", "lower"), ("uper('a')", "upper"), ("coalese(1, 2)", "coalesce")] {
            let error = thrown { try db.execute(FMSQL(raw: "SELECT \(call)")) }
            let text = error?.localizedFailureReason ?? ""
            #expect(text.hasPrefix("did you mean \(meant)()? your own functions") || !hasList, "\(text)")
            #expect(db.lastErrorMessage() == error?.message && db.lastErrorCode() == 1)
        }
        #expect(reason("SELECT initial_of('a')").hasPrefix("your own functions"))
    }

    // An older one has no code of its own for it.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) func aMissingCollationIsOfAConnection() {
        #expect(reason("SELECT 'a' = 'b' COLLATE localized").contains("Configuration.configure"))
    }

    @Test func regexpPointsToItsFunction() throws {
        let text = reason("SELECT 'a' REGEXP 'a'")
        #expect(text == "add it to the connection with addRegexpFunction(), or use LIKE or GLOB" || text.isEmpty)
        try db.addRegexpFunction()
        #expect(try db.value("SELECT 'a' REGEXP 'a'", as: Bool.self))
    }

    // MARK: Texts

    @Test func aMissingCommaIsTold() throws {
        try makeTables()
        let (title, stars) = ("x", 1)
        let error = reason("INSERT INTO note (title, stars) VALUES (\(title) \(stars))")
        #expect(error == "a comma or an operator is missing before this ?")
        #expect(reason("INSERT INTO note (title, stars) VALUES ('a' \(stars))") == error)
    }

    @Test(arguments: [
        "SELECT group FROM t", "SELECT a FROM t WHERE group = 1", "INSERT INTO t (a, group) VALUES (1, 2)",
        "UPDATE t SET group = 1", "SELECT t.group FROM t", "SELECT a FROM t WHERE a = 1 AND group = 1",
        "SELECT a FROM t ORDER BY group", "SELECT DISTINCT group FROM t",
    ])
    func aKeywordAsANameIsToldAnywhere(_ sql: String) {
        #expect(reason(FMSQL(raw: sql)) == "GROUP is a keyword: write it in double quotes to use it as a name")
    }

    @Test(arguments: [
        "SELECT a FROM t WHERE index = 1", "SELECT a FROM t WHERE limit IN (1)", "SELECT a FROM t WHERE t.limit < 1",
    ])
    func aKeywordThatIsComparedIsTold(_ sql: String) {
        #expect(reason(FMSQL(raw: sql)).hasSuffix("is a keyword: write it in double quotes to use it as a name"))
    }

    @Test(arguments: [
        "SELECT a FROM t WHERE LIMIT 5", "SELECT a FROM t WHERE ORDER BY a", "SELECT a FROM t ORDER BY LIMIT 5",
        "SELECT LIMIT 5", "SELECT a FROM t WHERE GROUP BY a",
    ])
    func aKeywordInItsPlaceIsNoName(_ sql: String) {
        #expect(reason(FMSQL(raw: sql)) == "")
    }

    // "incomplete input"; an older one says that there is a syntax error near the last word.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) func aTextThatEndsTooSoonIsToldItsEnd() throws {
        try makeTables()
        #expect(
            reason("SELECT id FROM note WHERE title LIKE Tea%")
                == "the SQL is incomplete after \"…ROM note WHERE title LIKE Tea%\"; write a value as \\(value), or as ? with an argument"
        )
    }

    @Test(arguments: ["SELECT id FROM note WHERE title = 'it", "SELECT \"id FROM note"])
    func aQuoteThatIsNotClosedIsTold(_ sql: String) {
        #expect(
            reason(FMSQL(raw: sql)) == "a quote is not closed; write a value as \\(value), or as ? with an argument")
    }
}
