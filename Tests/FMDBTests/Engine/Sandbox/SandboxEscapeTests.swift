import FMDB
import FMDBTestHelpers
import Testing

/// Ways out of a sandbox that were found once.
@Suite(.enabled(if: SandboxScene.isPossible)) struct SandboxEscapeTests {
    private func refusal(_ sql: String, _ arguments: FMArguments = [], in scene: SandboxScene) -> FMResultCode? {
        thrown { try scene.read(sql, arguments) }?.resultCode
    }

    /// To SQLite what stands in parentheses behind the name of a parameter is a part of it.
    @Test(arguments: [
        "SELECT $a(;), x FROM hidden", "SELECT :a(;), x FROM hidden", "SELECT @a(;), x FROM hidden",
        "SELECT $a(/*), x FROM hidden --*/", "SELECT $a('), x FROM hidden --'", "SELECT $a::b(;), x FROM hidden",
        "SELECT :a(\"), count(*) FROM hidden --\"", "SELECT $a(;), sql FROM sqlite_master",
        "SELECT #a(;), x FROM hidden",
    ]) func aParameterHidesNoTable(_ sql: String) throws {
        let code = refusal(sql, [7], in: try SandboxScene())
        // SQLite refuses some of them itself.
        #expect(code == .authorization || code == .error, "\(sql)")
    }

    @Test func aParameterWithAnOddNameIsOne() throws {
        #expect(try SandboxScene().rows("SELECT $a::b(c;d) FROM book WHERE id = 1", [7]) == "7")
    }

    /// SQLite is asked nothing about the columns that `USING` compares.
    @Test func aTableOfAnotherDatabaseIsNotJoinedByName() throws {
        let scene = try SandboxScene()
        try scene.db.execute("CREATE TABLE other.review (book_id INTEGER, stars INTEGER)")
        try scene.db.execute("INSERT INTO other.review VALUES (1, 42)")
        let sql = "SELECT stars FROM (SELECT 1 AS stars) JOIN other.review USING (stars)"
        #expect(refusal(sql, in: scene) == .authorization)
        #expect(refusal("SELECT count(*) FROM other.review", in: scene) == .authorization)
        #expect(try scene.rows("SELECT stars FROM main.review WHERE book_id = 3") == "4")
    }

    @Test func aTemporaryTableIsNotTakenForAnAllowedOne() throws {
        let scene = try SandboxScene()
        try scene.db.execute("CREATE TEMP TABLE review (x)")
        #expect(refusal("SELECT count(*) FROM review", in: scene) == .authorization)
    }

    @Test(
        .enabled(if: SQLiteVersion.hasFTS5),
        arguments: [
            "SELECT title FROM note", "SELECT highlight(note, 1, '', '') FROM note('red')",
            "SELECT title FROM note('body: white')",
        ]) func columnsOfAFullTextTableAreAllowedAllOrNone(_ sql: String) throws
    {
        var scene = try SandboxScene()
        scene.sandbox.tables["note"] = ["title", "note"]
        #expect(refusal(sql, in: scene) == .authorization)
        scene.sandbox.tables["note"] = .all
        #expect(throws: Never.self) { try scene.read(sql) }
    }

    /// Each level makes ten copies of the one within.
    @Test(arguments: ["subqueries", "definitions"]) func aQueryThatGrowsWhileItIsCompiledIsRefused(_ form: String)
        throws
    {
        let sum = [String](repeating: "x", count: 10).joined(separator: "+")
        var sql = "SELECT id AS x FROM book"
        if form == "subqueries" {
            for _ in 0..<10 { sql = "SELECT \(sum) AS x FROM (\(sql))" }
        } else {
            let levels = (1...10).map { "c\($0) AS (SELECT \(sum) AS x FROM c\($0 - 1))" }
            sql = "WITH c0 AS (\(sql)), \(levels.joined(separator: ", ")) SELECT x FROM c10"
        }
        #expect(refusal(sql, in: try SandboxScene()) == .authorization)
    }

    @Test func anOrdinaryQueryWithSubqueriesPasses() throws {
        let sql = """
            WITH good AS (SELECT book_id, avg(stars) AS stars, count(*) AS n FROM review GROUP BY book_id HAVING n > 0),
                best AS (SELECT book_id, stars FROM good WHERE stars > 3 OR stars IS NULL)
            SELECT title, stars, (SELECT count(*) FROM review AS r WHERE r.book_id = b.id) AS n
            FROM (SELECT id, title FROM book WHERE title IS NOT NULL AND title <> '') AS b
            LEFT JOIN best ON best.book_id = b.id ORDER BY b.id
            """
        #expect(try SandboxScene().rows(sql) == "Sea,4.0,2|Sky,-,0|Sun,4.0,1")
    }

    @Test func limitsMayBeTheGreatest() throws {
        var scene = try SandboxScene()
        scene.sandbox.limits.memory = .max
        scene.sandbox.limits.byteCount = .max
        #expect(try scene.rows("SELECT count(*) FROM book") == "3")
    }

    @Test func aRowThatIsTooLargeIsNotReadToItsEnd() throws {
        var scene = try SandboxScene()
        scene.sandbox.limits.byteCount = 100_000
        let columns = [String](repeating: "a", count: 1900).joined(separator: ", ")
        let sql = "SELECT \(columns) FROM (SELECT hex(zeroblob(20000)) AS a LIMIT 1)"
        #expect(refusal(sql, in: scene) == .tooBig)
    }
}
