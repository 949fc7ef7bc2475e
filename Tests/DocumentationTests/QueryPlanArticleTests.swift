import FMDB
import FMDBTestHelpers
import Testing

@Suite("The article “Query plans”")
struct QueryPlanArticleTests {
    private let db = FMDatabase.memory()
    private let author = "Le Guin"

    init() throws {
        try db.execute("CREATE TABLE book (title, author)")
        try db.execute("CREATE INDEX book_author ON book (author)")
        try db.execute("INSERT INTO book VALUES ('The Dispossessed', 'Le Guin'), ('Emma', 'Austen')")
    }

    @Test("a plan is printed, and its steps have kinds")
    func plans() throws {
        let plan = try db.queryPlan(of: "SELECT title FROM book WHERE author = \(author) ORDER BY title")
        print(plan)
        // QUERY PLAN
        // |--SEARCH book USING INDEX book_author (author=?)
        // `--USE TEMP B-TREE FOR ORDER BY
        if SQLiteVersion.linked >= SQLiteVersion(3, 36) {
            #expect(
                "\(plan)" == """
                    QUERY PLAN
                    |--SEARCH book USING INDEX book_author (author=?)
                    `--USE TEMP B-TREE FOR ORDER BY
                    """)
        }
        for step in plan.allSteps {
            switch step.kind {
            case .scan(let table, let index): print("reads all of \(table), by \(index?.name ?? "row numbers")")
            case .search(let table, let index): print("looks up \(index?.terms ?? []) in \(table)")
            case .temporaryTree(let purpose): print("sorts for \(purpose)")
            default: print(step.detail)
            }
        }
        #expect(plan.allSteps.count == 2)
    }

    @Test("a test asks for indexes")
    func indexes() throws {
        let search = try db.queryPlan(of: "SELECT * FROM book WHERE author = ?", author)
        #expect(search.scannedTables == [])
        #expect(search.usedIndexes == ["book_author"])
    }

    @Test("a statement is described")
    func description() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed.add(items) }
        let description = try db.statementDescription(of: "SELECT title AS name FROM book WHERE author = :author")
        print(description.parameters)  // [Optional(":author")]
        print(description.columns[0].origin?.column ?? "an expression")  // title
        #expect(description.parameters == [":author"])
        let hasOrigins = FMSQLiteFeature.columnMetadata.isAvailable
        #expect(printed.lines == [#"[Optional(":author")]"#, hasOrigins ? "title" : "an expression"])
    }

    @Test("a statement's cost is counted")
    func cost() throws {
        let rows = try db.query("SELECT title FROM book ORDER BY title")
        let statement = rows.statement
        while let row = try rows.nextRow() { print(try row.value("title", as: String.self)) }
        if let status = statement?.status {
            print(status.fullScanSteps, status.sorts, status.virtualMachineSteps)
        }
        #expect(statement?.status?.fullScanSteps == 1 && statement?.status?.sorts == 1)
    }

    @Test("a pragma is refused")
    func refusal() {
        #expect(thrown { try db.queryPlan(of: "PRAGMA user_version = 7") }?.resultCode == .misuse)
    }
}
