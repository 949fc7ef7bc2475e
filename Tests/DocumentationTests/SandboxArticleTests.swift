import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about SQL of strangers.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) struct SandboxArticleTests {
    private let folder = TemporaryFolder()

    private func pool() throws -> FMDatabasePool {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { db in
            try db.execute("CREATE TABLE author (id INTEGER PRIMARY KEY, name, mail)")
            try db.execute("CREATE TABLE book (title, owner)")
            try db.execute("INSERT INTO book VALUES ('Sea', 1), ('Sky', 2)")
        }
        return pool
    }

    @Test func whatIsRefusedIsNamed() throws {
        var output: [String] = []
        func print(_ value: some Any) { output.append("\(value)") }
        let pool = try pool()
        let text = "SELECT mail FROM author"
        let sandbox = FMSandbox(tables: ["book": .all, "author": ["id", "name"]])
        do {
            let answer = try pool.readUntrusted(FMSQL(raw: text), in: sandbox)
            for row in answer.rows { print(row) }
        } catch let error as FMError where error.resultCode == .authorization {
            print(error.message)  // the statement reads author.mail, which the sandbox does not allow
        }
        #expect(output == ["the statement reads author.mail, which the sandbox does not allow"])
    }

    @Test func valuesAreBound() async throws {
        let (pool, userID) = (try pool(), 2)
        let sandbox = FMSandbox(tables: ["book": .all])
        let answer = try await pool.readUntrusted(
            FMSQL(raw: "SELECT title FROM book WHERE owner = :user", arguments: [userID]), in: sandbox)
        #expect(answer["title"] == [.text("Sky")])
    }

    @Test func aResultIsLimited() throws {
        var output: [String] = []
        func print(_ line: String) { output.append(line) }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in try db.execute("CREATE TABLE book (id)") }
        let text = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        var sandbox = FMSandbox(tables: ["book": .all])
        sandbox.limits.time = .milliseconds(500)
        sandbox.limits.rowCount = 100
        sandbox.limits.truncates = true
        let answer = try queue.readUntrusted(FMSQL(raw: text), in: sandbox)
        if answer.isTruncated { print("the first 100 rows") }
        #expect(output.count == 1 && answer.rows.count == 100)
    }
}
