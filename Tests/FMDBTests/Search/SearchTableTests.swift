import FMDB
import FMDBTestHelpers
import Testing

/// Full-text tables that follow other tables.
@Suite(.enabled(if: SQLiteVersion.hasFTS5)) struct SearchTableTests {
    private let db = FMDatabase.memory()
    private let search = FMSearchTable("book_search", of: "book", columns: "title", "body", prefixes: [2, 3])

    init() throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, isbn TEXT UNIQUE, title TEXT, body TEXT)")
        try db.execute(
            "INSERT INTO book VALUES (1, 'a', 'Red Wine', 'a red wine from France'), (2, 'b', 'White', '白酒和红酒')")
    }

    private func ids(_ typed: String) throws -> [Int] {
        try db.rows(
            """
            SELECT book.id FROM book_search JOIN book ON book.id = book_search.rowid
            WHERE book_search MATCH \(FMSearchPattern(typed: typed)) ORDER BY book.id
            """, as: Int.self)
    }

    @Test func itIsMadeOnceAndFilled() throws {
        #expect(try db.createSearchTable(search))
        #expect(try ids("wine") == [1])
        #expect(try ids("红酒") == [2])
        #expect(try db.createSearchTable(search) == false)
        try db.checkSearchTable(search)
    }

    @Test func itWaitsForNoLockWhereItIsThere() async throws {
        let folder = TemporaryFolder()
        let holder = FMDatabase(path: folder.file())
        try #require(holder.open())
        defer { holder.close() }
        try holder.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
        var configuration = FMDatabaseQueue.Configuration()
        configuration.busyTimeout = .zero
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        defer { queue.close() }
        #expect(try await queue.createSearchTable(search))
        try holder.execute("BEGIN IMMEDIATE")
        func makeAgain() throws -> Bool { try queue.createSearchTable(search) }
        #expect(try makeAgain() == false)
        #expect(try await queue.createSearchTable(search) == false)
        let other = FMSearchTable("other_search", of: "book", columns: "title")
        await #expect(throws: FMError.self) { try await queue.createSearchTable(other) }
    }

    @Test func itFollowsWhatIsWritten() throws {
        try db.createSearchTable(search)
        try db.execute("INSERT INTO book VALUES (3, 'c', 'Beer', NULL)")
        #expect(db.lastInsertRowId == 3)
        #expect(try ids("beer") == [3])
        try db.execute("UPDATE book SET title = 'Ale' WHERE id = 3")
        #expect(try ids("beer") == [] && ids("ale") == [3])
        try db.execute("UPDATE book SET id = 30 WHERE id = 3")
        #expect(try ids("ale") == [30])
        try db.execute("INSERT OR REPLACE INTO book VALUES (30, 'c', 'Cider', 'x')")
        #expect(try ids("ale") == [] && ids("cider") == [30])
        try db.execute("INSERT OR IGNORE INTO book VALUES (30, 'c', 'Perry', 'x')")
        #expect(try ids("perry") == [] && ids("cider") == [30])
        try db.execute("UPDATE OR REPLACE book SET id = 1 WHERE id = 30")
        #expect(try ids("wine") == [] && ids("cider") == [1])
        try db.execute("INSERT INTO book VALUES (1, 'c', 'Mead', 'x') ON CONFLICT (id) DO UPDATE SET title = 'Mead'")
        #expect(try ids("cider") == [] && ids("mead") == [1])
        try db.checkSearchTable(search)
        try db.execute("DELETE FROM book WHERE id = 1")
        #expect(try ids("mead") == [])
        try db.execute("DELETE FROM book")
        #expect(try ids("红酒") == [])
        try db.checkSearchTable(search)
    }

    @Test func whatReplaceRemovesElsewhereIsLeftOutByAJoin() throws {
        try db.createSearchTable(search)
        try db.execute("INSERT OR REPLACE INTO book VALUES (9, 'a', 'Gin', '')")
        #expect(try ids("wine") == [] && ids("gin") == [9])
        #expect(thrown { try db.checkSearchTable(search) }?.resultCode == .corrupt)
        try db.rebuildSearchTable(search)
        try db.checkSearchTable(search)
        #expect(try ids("gin") == [9])
    }

    @Test func anotherDescriptionMakesItAnew() throws {
        try db.createSearchTable(search)
        var other = search
        other.tokenizer = .porter(.named("unicode61", "remove_diacritics", "2", "tokenchars", "-'_"))
        other.prefixes = []
        #expect(try db.createSearchTable(other))
        #expect(try ids("wines") == [1])
        try db.execute("DROP TRIGGER book_search_delete")
        try db.execute("DELETE FROM book WHERE id = 1")
        #expect(try db.createSearchTable(other))
        try db.checkSearchTable(other)
        #expect(try ids("wines") == [])
    }

    @Test func theCaseOfNamesMakesNoOtherTable() throws {
        try db.createSearchTable(search)
        var other = FMSearchTable("Book_Search", of: "Book", columns: "title", "body", prefixes: [2, 3])
        try db.createSearchTable(other)
        #expect(try ids("wine") == [1])
        other.tokenizer = .porter()
        try db.createSearchTable(other)
        #expect(try ids("wines") == [1])
        try db.dropSearchTable(search)
        #expect(try db.value("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'", as: Int.self) == 0)
    }

    @Test func rebuildingForgetsTokensOfBefore() throws {
        let key = Locked("old")
        struct Marking: FMTokenizer {
            let key: Locked<String>

            func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
                try add(FMToken(key.withLock { $0 } + text, at: 0..<text.utf8.count))
            }
        }
        FMDatabase.registerTokenizer(Marking(key: key), withKey: "marking")
        var marked = search
        (marked.tokenizer, marked.prefixes) = (.registered("marking"), [])
        try db.createSearchTable(marked)
        key.withLock { $0 = "new" }
        try db.rebuildSearchTable(marked)
        try db.checkSearchTable(marked)
        try db.execute("CREATE VIRTUAL TABLE words USING fts5vocab(book_search, row)")
        #expect(try db.rows("SELECT term FROM words", as: String.self).allSatisfy { $0.hasPrefix("new") })
    }

    @Test func triggersOfTheClientsMayChangeTheRow() throws {
        try db.createSearchTable(search)
        try db.execute(
            """
            CREATE TRIGGER trimmed AFTER INSERT ON book BEGIN
                UPDATE book SET title = trim(title) || '!' WHERE id = new.id;
                DELETE FROM book WHERE id = new.id AND title = 'gone!';
            END
            """)
        try db.execute("INSERT INTO book VALUES (5, 'e', ' Rum ', NULL), (6, 'f', 'gone', NULL)")
        try db.checkSearchTable(search)
        #expect(try ids("rum") == [5])
    }

    @Test func aTableWithoutItsTokenizerIsRemoved() throws {
        var lost = search
        lost.tokenizer = .registered("of a former version")
        #expect(thrown { try db.createSearchTable(lost) }?.resultCode == .misuse)
        FMDatabase.registerTokenizer(FMSimpleTokenizer(), withKey: "lost")
        try db.execute(
            "CREATE VIRTUAL TABLE book_search USING fts5(/* 1, follows x */ title, tokenize = 'fmdb nobody')")
        #expect(try db.createSearchTable(search))
        try db.checkSearchTable(search)
    }

    @Test func aTableOfFormerRulesOfTheTokenizersIsMadeAnew() throws {
        try db.execute(
            "CREATE VIRTUAL TABLE book_search USING fts5(/* 1, follows \"book\" */ title, tokenize = 'fmdb')")
        #expect(try db.createSearchTable(search))
        #expect(try ids("wine") == [1])
        #expect(try db.createSearchTable(search) == false)
        try db.dropSearchTable(search)
    }

    @Test func otherTablesAreLeftAlone() throws {
        try db.execute("CREATE VIRTUAL TABLE notes USING fts5(body)")
        try db.execute("INSERT INTO notes VALUES ('precious')")
        let notes = FMSearchTable("notes", of: "book", columns: "title")
        #expect(thrown { try db.createSearchTable(notes) }?.resultCode == .misuse)
        #expect(thrown { try db.dropSearchTable(notes) }?.resultCode == .misuse)
        #expect(try db.rows("SELECT body FROM notes", as: String.self) == ["precious"])

        try db.execute("CREATE TEMP TABLE book (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
        #expect(try db.createSearchTable(search))
        #expect(try db.createSearchTable(search) == false)
        try db.execute("INSERT INTO main.book VALUES (7, 'g', 'Rum', '')")
        #expect(try db.value("SELECT count(*) FROM book_search WHERE book_search MATCH 'rum'", as: Int.self) == 1)
    }

    @Test func columnsThatAreNotSearchedAreWrittenWithoutTheIndex() throws {
        try db.createSearchTable(search)
        let before = try db.value("SELECT total_changes()", as: Int.self)
        try db.execute("UPDATE book SET isbn = isbn || 'x'")
        #expect(try db.value("SELECT total_changes()", as: Int.self) == before + 2)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func generatedColumnsAreSearched() throws {
        try db.execute("CREATE TABLE g (id INTEGER PRIMARY KEY, a TEXT, b TEXT AS (a || ' more'))")
        let both = FMSearchTable("g_search", of: "g", columns: "a", "b")
        try db.createSearchTable(both)
        try db.execute("INSERT INTO g (a) VALUES ('some')")
        try db.execute("UPDATE g SET a = 'any'")
        try db.checkSearchTable(both)
        #expect(try db.value("SELECT count(*) FROM g_search WHERE g_search MATCH 'any more'", as: Int.self) == 1)
    }

    @Test func statementsOfBeforeGoOn() throws {
        let folder = TemporaryFolder()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { try $0.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, body TEXT)") }
        func insert() throws { try queue.withDatabase { try $0.execute("INSERT INTO book (title) VALUES ('Rum')") } }
        try insert()
        let other = FMDatabase.file(folder.file())
        try other.createSearchTable(search)
        try insert()
        try other.checkSearchTable(search)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func untrustedSchemasSayWhyTheyRefuse() throws {
        try db.createSearchTable(search)
        try db.execute("PRAGMA trusted_schema = OFF")
        let error = thrown { try db.execute("INSERT INTO book (title) VALUES ('Rum')") }
        #expect(error == nil || error?.localizedFailureReason?.contains("trusted_schema") == true)
    }

    @Test func removingItLeavesTheSource() throws {
        try db.createSearchTable(search)
        try db.dropSearchTable(search)
        try db.dropSearchTable(search)
        #expect(try db.rows("SELECT name FROM sqlite_master WHERE sql IS NOT NULL", as: String.self) == ["book"])
        try db.execute("INSERT INTO book VALUES (4, 'd', 'x', 'y')")
    }

    @Test func matchesAreShownAndRanked() throws {
        try db.createSearchTable(search)
        try db.execute("INSERT INTO book VALUES (3, 'c', 'Cheese', 'cheese and wine, wine, wine, wine')")
        func rows(_ column: FMSQL, _ order: FMSQL) throws -> [String] {
            try db.rows(
                "SELECT \(column) FROM book_search WHERE book_search MATCH 'wine' ORDER BY \(order)", as: String.self)
        }

        #expect(try rows(search.highlight("title", before: "[", after: "]"), "rowid") == ["Red [Wine]", "Cheese"])
        let snippets = try rows(search.snippet("body", before: "[", after: "]", tokens: 3), search.rank(["TITLE": 100]))
        #expect(snippets == ["a red [wine]…", "cheese and [wine]…"])
        #expect(try rows("title", search.rank(["title": 0])) == ["Cheese", "Red Wine"])
        #expect(try rows("title", search.rank()).count == 2)
        #expect(try rows(search.snippet(before: "", after: ""), "rowid").count == 2)
        #expect(thrown { try search.highlight("isbn") }?.resultCode == .misuse)
        #expect(thrown { try search.snippet("isbn") }?.resultCode == .misuse)
        #expect(thrown { try search.rank(["isbn": 1]) }?.resultCode == .misuse)
    }

    @Test func theIndexIsMerged() throws {
        try db.createSearchTable(search)
        for number in 10..<30 { try db.execute("INSERT INTO book VALUES (\(number), \(number), 'more', 'wine')") }
        #expect(try db.optimizeSearchTable(search, pages: 1))
        try db.optimizeSearchTable(search)
        #expect(try db.optimizeSearchTable(search, pages: 500) == false)
        for pages in [0, -1] {
            #expect(thrown { try db.optimizeSearchTable(search, pages: pages) }?.resultCode == .misuse)
        }
        try db.checkSearchTable(search)
    }

    @Test func whatCannotBeSearchedIsRefused() throws {
        try db.execute("CREATE TABLE word (text TEXT PRIMARY KEY); ")
        try db.execute("CREATE VIEW shelf AS SELECT id, title FROM book")
        try db.execute("CREATE TABLE down (id INTEGER PRIMARY KEY DESC, a TEXT, rank TEXT)")
        try db.execute("CREATE TABLE keyed (id INTEGER PRIMARY KEY, a TEXT) WITHOUT ROWID")
        for table in [
            FMSearchTable("s", of: "word", columns: "text"), FMSearchTable("s", of: "nowhere", columns: "text"),
            FMSearchTable("s", of: "shelf", columns: "title"), FMSearchTable("s", of: "book", columns: "none"),
            FMSearchTable("s", of: "book", columns: []), FMSearchTable("book", of: "book", columns: "title"),
            FMSearchTable("word", of: "book", columns: "title"), FMSearchTable("s", of: "down", columns: "a"),
            FMSearchTable("s", of: "keyed", columns: "a"), FMSearchTable("s", of: "down", columns: "rank"),
        ] {
            #expect(thrown { try db.createSearchTable(table) }?.resultCode == .misuse, "\(table.name)")
        }
        try db.execute("CREATE TABLE two (a INTEGER, b INTEGER, t TEXT, PRIMARY KEY (a, b))")
        try db.execute("CREATE TABLE none (t TEXT)")
        for (source, reason) in [
            "nowhere": "there is no table nowhere", "word": "the key text, which is not of type INTEGER",
            "keyed": "WITHOUT ROWID", "down": "descending order", "two": "a key of 2 columns", "none": "no primary key",
            "shelf": "no primary key",
        ] {
            let message = thrown { try db.createSearchTable(FMSearchTable("s", of: source, columns: "t")) }?.message
            #expect(message?.contains(reason) == true, "\(message ?? "")")
            #expect(source == "nowhere" || message?.contains("`id INTEGER PRIMARY KEY`") == true)
        }
        let unknown = FMSearchTable("s", of: "book", columns: "title", tokenizer: .registered("nobody's"))
        #expect(thrown { try db.createSearchTable(unknown) }?.message.contains("key \"nobody's\"") == true)
        #expect(thrown { try db.dropSearchTable(FMSearchTable("book", of: "book", columns: "title")) }?.code == 21)
        #expect(try db.rows("SELECT count(*) FROM book", as: Int.self) == [2])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)))
    func aRenamedSourceIsFollowedAndMadeAnewByItsNewName() throws {
        try db.createSearchTable(search)
        try db.execute("ALTER TABLE book RENAME TO novel")
        try db.execute("ALTER TABLE novel RENAME COLUMN body TO text")
        try db.execute("ALTER TABLE novel RENAME COLUMN id TO number")
        func ids(_ typed: String) throws -> [Int] {
            let pattern = try FMSearchPattern(typed: typed)
            return try db.rows("SELECT rowid FROM book_search WHERE book_search MATCH \(pattern)", as: Int.self)
        }
        try db.execute("INSERT INTO novel VALUES (3, 'c', 'Rum', 'from Jamaica')")
        try db.execute("UPDATE novel SET text = 'from Cuba' WHERE number = 1")
        #expect(try ids("jamaica") == [3] && ids("cuba") == [1] && ids("france") == [])

        // The description of before names what is no longer there.
        #expect(thrown { try db.createSearchTable(search) }?.message == "there is no table book to search")
        let renamed = FMSearchTable("book_search", of: "novel", columns: "title", "text", prefixes: [2, 3])
        #expect(try db.createSearchTable(renamed))
        #expect(try db.createSearchTable(renamed) == false)
        try db.execute("DELETE FROM novel WHERE number = 3")
        #expect(try ids("jamaica") == [] && ids("cuba") == [1])
        try db.checkSearchTable(renamed)
        try db.dropSearchTable(renamed)
        #expect(try db.rows("SELECT name FROM sqlite_master WHERE name LIKE 'book_search%'", as: String.self) == [])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 26)))
    func aSourceRenamedAsBefore3_25IsMadeAnew() throws {
        try db.createSearchTable(search)
        // As SQLite before 3.25 does always: the triggers still name the former table.
        try db.execute("PRAGMA legacy_alter_table = ON")
        try db.execute("ALTER TABLE book RENAME TO novel")
        let error = thrown { try db.execute("INSERT INTO novel VALUES (3, 'c', 'Rum', '')") }
        #expect(error?.message.contains("no such table: main.book") == true)
        let renamed = FMSearchTable("book_search", of: "novel", columns: "title", "body", prefixes: [2, 3])
        #expect(try db.createSearchTable(renamed))
        try db.execute("INSERT INTO novel VALUES (3, 'c', 'Rum', '')")
        try db.checkSearchTable(renamed)
    }

    @Test func aSourceThatTakesThePlaceOfAnotherIsFollowedAnew() throws {
        try db.createSearchTable(search)
        try db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY, isbn TEXT, title TEXT, body TEXT)")
        try db.execute("INSERT INTO other VALUES (9, 'z', 'Gin', '')")
        try db.execute("DROP TABLE book")
        try db.execute("ALTER TABLE other RENAME TO book")
        // The triggers went with the table.
        #expect(try db.createSearchTable(search))
        #expect(try ids("gin") == [9] && ids("wine") == [])
        try db.checkSearchTable(search)
    }

    @Test func aRenamedFullTextTableIsNotTakenForItsOwn() throws {
        try db.createSearchTable(search)
        try db.execute("ALTER TABLE book_search RENAME TO finder")
        try db.execute("INSERT INTO book VALUES (3, 'c', 'Rum', '')")
        let error = thrown { try db.createSearchTable(search) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("book_search_") == true)
        #expect(try db.value("SELECT count(*) FROM finder WHERE finder MATCH 'rum'", as: Int.self) == 1)
    }

    @Test func namesMayBeOdd() throws {
        try db.execute("CREATE TABLE \"bo\"\"ok's\" (\"the id\" INTEGER PRIMARY KEY, \"ti\"\"tle\" TEXT)")
        let odd = FMSearchTable("se\"arch's", of: "bo\"ok's", columns: "ti\"tle")
        try db.createSearchTable(odd)
        try db.execute("INSERT INTO \"bo\"\"ok's\" VALUES (7, 'odd')")
        try db.checkSearchTable(odd)
        #expect(try db.createSearchTable(odd) == false)
        try db.dropSearchTable(odd)
    }

    @Test func queuesAndPoolsHaveTheVerbs() async throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try await pool.write { db in
            try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
            try db.execute("INSERT INTO book VALUES (1, '手机', '')")
        }
        #expect(try await pool.createSearchTable(search))
        let count: Int = try await pool.read { db in
            try db.value("SELECT count(*) FROM book_search WHERE book_search MATCH '\"手机\"'", as: Int.self)
        }
        #expect(count == 1)
        try await pool.checkSearchTable(search)
        try await pool.rebuildSearchTable(search)
        try await pool.optimizeSearchTable(search)
        try await pool.dropSearchTable(search)
    }
}

/// Where the linked SQLite has no FTS5.
@Suite(.enabled(if: !SQLiteVersion.hasFTS5)) struct SearchTableWithoutFTS5Tests {
    @Test func whatIsMissingIsNamed() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)")
        let error = thrown { try db.createSearchTable(FMSearchTable("book_search", of: "book", columns: "title")) }
        #expect(error?.extendedCode == .notSupported)
        #expect(error?.message.contains("SQLITE_ENABLE_FTS5") == true)
    }
}
