import FMDB
import Foundation
import Testing

@Suite("The article “Schemas as values”")
struct SchemaArticleTests {
    private let db = FMDatabase(path: nil)

    init() throws {
        try #require(db.open())
        try db.execute("CREATE TABLE author (id INTEGER PRIMARY KEY)")
        try db.execute(
            """
            CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author INTEGER REFERENCES author ON DELETE CASCADE)
            """)
        try db.execute("CREATE INDEX book_author ON book (author)")
    }

    @Test("tables are read")
    func tables() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed.add(items) }
        let schema = try db.schema()
        for table in schema.tables where !table.isInternal {
            print(table.name, table.columns.map(\.name))
        }
        #expect(schema.tables.map(\.name) == ["author", "book"])
        if let book = try db.tableSchema("book") {
            print(book.key)  // ["id"]
            print(book.column("title")?.isNotNull == true)
            print(book.foreignKeys.map(\.table))
        }
        #expect(
            printed.lines == [
                #"author ["id"]"#, #"book ["id", "title", "author"]"#, #"["id"]"#, "true", #"["author"]"#,
            ])
        #expect(try db.tableSchema("Book")?.key == ["id"])
        let temporary = try db.schema(of: "temp")
        #expect(temporary.tables.isEmpty)
    }

    @Test("views that do not work are told")
    func problems() throws {
        try db.execute("CREATE VIEW lost AS SELECT * FROM gone")
        for view in try db.schema().views {
            if let problem = view.problem { print("\(view.name): \(problem)") }
        }
        #expect(try db.schema().view("lost")?.problem?.contains("gone") == true)
    }

    @Test("schemas are compared and printed")
    func comparison() throws {
        let (migrated, fresh) = (FMDatabase(path: nil), db)
        try #require(migrated.open())
        for sql in try fresh.schema().tables.map(\.sql) { try migrated.execute(FMSQL(raw: sql)) }
        try migrated.execute("CREATE INDEX \"book_author\" ON book(\"author\")")
        let isSame = try migrated.schema() == fresh.schema()
        #expect(isSame)
        let printed = Printed()
        func print(_ items: Any...) { printed.add(items) }
        print(try db.schema())
        #expect(
            printed.text.hasSuffix(
                """
                table book
                  id INTEGER key 1
                  title TEXT not null
                  author INTEGER
                  foreign key author to author on delete cascade
                  index book_author (author)
                """))
    }
}
