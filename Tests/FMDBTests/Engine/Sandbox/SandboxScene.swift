import FMDB
import FMDBTestHelpers

/// A database of which strangers may read a part.
struct SandboxScene {
    let db = FMDatabase.memory()

    static let isPossible = SQLiteVersion.linked >= SQLiteVersion(3, 31)

    /// The author's mail, the book's price, and everything else are hidden.
    var sandbox = FMSandbox(
        tables: [
            "book": ["id", "title", "author_id"], "Author": ["id", "name"], "review": .all, "book_overview": .all,
            "nested_overview": .all,
        ],
        functions: ["tax", "regexp", "load_extension"])

    init() throws {
        db.logsErrors = false
        try db.execute("ATTACH ':memory:' AS other")
        guard db.executeStatements(SandboxScene.schema) else { throw db.lastError() }
        try db.addFunction("tax") { (price: Double) in price * 0.2 }
        try db.addFunction("leak") { (text: String) in text }
        try db.addFunction("twice", options: [.innocuous, .deterministic]) { (number: Int) in number * 2 }
        try db.addRegexpFunction()
        if SQLiteVersion.hasFTS5 {
            try db.execute("CREATE VIRTUAL TABLE note USING fts5(title, body)")
            try db.execute("CREATE VIRTUAL TABLE note_words USING fts5vocab(note, row)")
            try db.execute("INSERT INTO note VALUES ('Wine', 'red and white'), ('Tea', 'green')")
        }
        sandbox.tables["note"] = .all
    }

    private static let schema = """
        CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER, price REAL);
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);
        CREATE TABLE review (book_id INTEGER, stars INTEGER, body TEXT);
        CREATE TABLE hidden (x, y);
        CREATE TABLE "odd ""name" (x);
        CREATE VIEW hidden_view AS SELECT * FROM hidden;
        CREATE VIEW book_overview AS SELECT title, price, name AS author FROM book JOIN author ON author.id = author_id;
        CREATE VIEW inner_overview AS WITH dear AS (SELECT * FROM book WHERE price > 10) SELECT title, price FROM dear;
        CREATE VIEW nested_overview AS SELECT title, (SELECT count(*) FROM hidden) AS n FROM inner_overview;
        CREATE TABLE other.foreign_table (x);
        CREATE TEMP TABLE temporary (x);
        INSERT INTO author VALUES (1, 'Ann', 'ann@x'), (2, 'Bob', 'bob@x');
        INSERT INTO book VALUES (1, 'Sea', 1, 9.5), (2, 'Sky', 2, 12), (3, 'Sun', 2, 20);
        INSERT INTO review VALUES (1, 5, 'fine'), (1, 3, 'so'), (3, 4, 'warm');
        INSERT INTO hidden VALUES ('s3cret', 1);
        """

    func read(_ sql: String, _ arguments: FMArguments = []) throws -> FMSandbox.Answer {
        try db.readUntrusted(FMSQL(raw: sql, arguments: arguments), in: sandbox)
    }

    /// The rows as they are drawn: values with commas, rows with bars.
    func rows(_ sql: String, _ arguments: FMArguments = []) throws -> String {
        try read(sql, arguments).rows.map { row in row.map(SandboxScene.drawn).joined(separator: ",") }.joined(
            separator: "|")
    }

    private static func drawn(_ value: FMValue) -> String {
        switch value {
        case .null: "-"
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let text): text
        case .blob(let data): "\(data.count) bytes"
        }
    }

    /// What must be the same before and after.
    var state: [String] {
        let limits = (Int32(0)...11).map { "\($0): \(db.limit(for: $0, value: -1))" }
        let pragmas = ["query_only", "foreign_keys", "recursive_triggers", "temp_store"].map { name in
            "\(name) \((try? db.value(FMSQL(raw: "PRAGMA \(name)"), as: Int.self)) ?? -1)"
        }
        let content = (try? db.value("SELECT group_concat(x || y) FROM hidden", as: String.self)) ?? "gone"
        let tables = (try? db.value("SELECT count(*) FROM sqlite_master", as: Int.self)) ?? -1
        return limits + pragmas + [
            content, "\(tables)", "\(db.isTransactionOpen)", "\(RawObjects.countOfStatements(db))",
        ]
    }
}
