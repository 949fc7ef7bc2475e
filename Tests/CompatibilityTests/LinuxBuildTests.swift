#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// What the distributions' SQLite can do, reached through the calls of FMDB.
    @Suite struct LinuxBuildTests {
        private let folder = TemporaryFolder()

        @Test func testL13_aPathThatBeginsWithFileIsAURIAsTheLibraryWasBuilt() throws {
            let option = FMDatabase.memory().intForQuery("SELECT sqlite_compileoption_used('USE_URI')")
            let usesURIs = try #require(option) == 1
            let database = FMDatabase(path: "file:" + folder.file() + "?mode=rwc")
            database.logsErrors = false
            // Taken literally, the path begins with a folder `file:`, which does not exist.
            #expect(database.open() == usesURIs)
            #expect(FileManager.default.fileExists(atPath: folder.file()) == usesURIs)
        }

        @Test func testL13_fullTextTables() throws {
            let database = FMDatabase.memory()
            try database.executeUpdate("CREATE VIRTUAL TABLE notes USING fts4(body)", values: nil)
            try database.executeUpdate("INSERT INTO notes VALUES (?)", values: ["a bee and a bear"])
            #expect(database.intForQuery("SELECT count(*) FROM notes WHERE notes MATCH ?", "bee") == 1)
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
        func testL13_fullTextTablesOfTheFifthVersion() throws {
            let database = FMDatabase.memory()
            try database.executeUpdate("CREATE VIRTUAL TABLE notes USING fts5(body)", values: nil)
            try database.executeUpdate("INSERT INTO notes VALUES (?)", values: ["a bee and a bear"])
            #expect(database.intForQuery("SELECT count(*) FROM notes WHERE notes MATCH ?", "bear") == 1)
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
        func testL13_returning() throws {
            let database = FMDatabase.memory()
            try database.executeUpdate("CREATE TABLE t (id INTEGER PRIMARY KEY, a)", values: nil)
            let rows = try database.executeQuery("INSERT INTO t (a) VALUES (?) RETURNING id, a", values: ["x"])
            #expect(
                drawn(rows) == """
                    id | a
                    1  | 'x'
                    """)
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
        func testL13_JSON() {
            let document = #"{"names": ["ann", "bob"]}"#
            #expect(FMDatabase.memory().stringForQuery("SELECT json_extract(?, '$.names[1]')", document) == "bob")
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
        func testL13_mathFunctions() {
            #expect(FMDatabase.memory().doubleForQuery("SELECT pow(2, ?)", 10) == 1024)
        }
    }
#endif
