import FMDBModel
import FMDBTestHelpers
import Testing

/// What a model cannot say of its table is still true after a rebuild, or the upgrade is refused.
@Suite struct UpgradeKeepTests {
    private let rebuilt = shape([.id, .required("a")])

    @Test func theDefinitionStaysButForTheChange() throws {
        let db = try FMDatabase.memory(
            """
            CREATE TABLE t (
                id INTEGER PRIMARY KEY, -- the key, (really
                a VARCHAR(20) CONSTRAINT "short, one" CHECK (length(a) < 9) COLLATE NOCASE DEFAULT 'a, b' /* , */,
                b TEXT REFERENCES p (x) ON DELETE SET NULL ON UPDATE SET DEFAULT NOT DEFERRABLE,
                c DECIMAL(10, 2) NOT NULL ON CONFLICT REPLACE DEFAULT (1 + (2)) UNIQUE ON CONFLICT IGNORE,
                [d,e] "MY TYPE" NULL DEFAULT NULL, f DEFAULT -1,
                CONSTRAINT whole CHECK (a <> b) UNIQUE (a, b)
                , FOREIGN KEY (b, c) REFERENCES q (y, z) DEFERRABLE INITIALLY DEFERRED
            )
            """,
            "CREATE TABLE p (x TEXT PRIMARY KEY)", "CREATE TABLE q (y, z, UNIQUE (y, z))",
            "INSERT INTO t (a, b, c) VALUES ('x', NULL, 1)")

        try db.upgradeTable(to: rebuilt)

        #expect(
            try db.value("SELECT sql FROM sqlite_master WHERE name = 't'", as: String.self) == """
                CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, \
                "a" VARCHAR(20) CONSTRAINT "short, one" CHECK (length(a) < 9) COLLATE NOCASE DEFAULT 'a, b' NOT NULL, \
                "b" TEXT REFERENCES p (x) ON DELETE SET NULL ON UPDATE SET DEFAULT NOT DEFERRABLE, \
                "c" DECIMAL(10, 2) NOT NULL ON CONFLICT REPLACE DEFAULT (1 + (2)) UNIQUE ON CONFLICT IGNORE, \
                "d,e" "MY TYPE" NULL DEFAULT NULL, "f" DEFAULT -1, \
                CONSTRAINT whole CHECK (a <> b), UNIQUE (a, b), \
                FOREIGN KEY (b, c) REFERENCES q (y, z) DEFERRABLE INITIALLY DEFERRED)
                """)
        #expect(thrown { try db.execute("INSERT INTO t (a) VALUES ('too long a text')") }?.resultCode == .constraint)
        #expect(try db.value("SELECT count(*) FROM t WHERE a = 'X'") == 1)
    }

    @Test func aTableWithoutRowIDsStaysOne() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT, b INTEGER, c TEXT, PRIMARY KEY (b, a DESC)) WITHOUT ROWID",
            "INSERT INTO t VALUES ('x', 1, '7')")
        let wanted = shape(
            [.text("a"), FMColumn("b", .integer), FMColumn("c", .integer)],
            options: FMTableOptions(key: ["a", "b"]))

        #expect(try db.upgradeTable(to: wanted).isRebuilt)
        #expect(thrown { try db.value("SELECT rowid FROM t", as: Int.self) } != nil)
        #expect(try db.content() == "a   | b | c\n'x' | 1 | 7")
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func aTableWithoutRowIDsGetsAnotherKey() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID", "INSERT INTO t VALUES ('x', 'y')")
        let wanted = shape([.required("a"), .text("b")], options: FMTableOptions(key: "b"))

        #expect(try db.upgradeTable(to: wanted).changedKey == ["b"])
        #expect(try db.content() == "a   | b\n'x' | 'y'")
        #expect(thrown { try db.execute("INSERT INTO t (b) VALUES ('z')") }?.extendedCode == .constraintNotNull)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func aKeyThatMustNotBeNullIsNotLeftOut() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID")

        #expect(thrown { try db.upgradeTable(to: shape([.text("b")])) }?.resultCode == .misuse)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 37)))
    func aStrictTableStaysOne() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b ANY) STRICT")
        let columns: [FMColumn<Anything>] = [.id, .required("a"), FMColumn("b", .blob), FMColumn("c", .blob)]

        try db.upgradeTable(to: shape(columns))
        try db.upgradeTable(to: shape(columns + [FMColumn("d", .blob)]))

        try db.execute("INSERT INTO t (a, c, d) VALUES ('x', 1, 'y')")
        #expect(thrown { try db.execute("INSERT INTO t (a) VALUES (x'00')") }?.extendedCode == .constraintDataType)
        #expect(try db.upgradeTable(to: shape(columns)).isEmpty)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
    func computedColumnsAreStillComputed() throws {
        let db = try FMDatabase.memory(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT GENERATED ALWAYS AS (a || '!') STORED,
            c AS (upper(a)) NOT NULL)
            """, "INSERT INTO t (a) VALUES ('x')")

        #expect(try db.upgradeTable(to: rebuilt, policy: .dropRemoved).kept == ["b", "c"])
        try db.execute("UPDATE t SET a = 'y'")
        #expect(try db.content() == "id | a   | b    | c\n1  | 'y' | 'y!' | 'Y'")
        #expect(try db.upgradeTable(to: rebuilt, policy: .dropRemoved).isEmpty)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
    func aModelCannotHaveAComputedColumn() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT AS (a))")

        #expect(thrown { try db.upgradeTable(to: shape([.text("a"), .text("b")])) }?.resultCode == .misuse)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
    func whatAComputedColumnNeedsIsNotDropped() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT, c TEXT AS (b || a))")

        let error = thrown { try db.upgradeTable(to: shape([.text("a")]), policy: .dropRemoved) }

        #expect(error?.resultCode == .misuse)
        #expect(try db.columnNames("t").count >= 2)
    }

    @Test func aTableMadeOfAQueryCanBeUpgraded() throws {
        let db = try FMDatabase.memory("CREATE TABLE t AS SELECT 1 AS id, 'x' AS a, 2 AS \"strange \"\"name\"")

        #expect(try db.upgradeTable(to: rebuilt).rows == 1)
        #expect(try db.content() == "id | a   | strange \"name\n1  | 'x' | 2")
    }

    @Test func columnsAddedLaterAreKnown() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT -- last\n)",
            "ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'd' CHECK (b <> 'z')", "INSERT INTO t (a) VALUES ('x')")

        try db.upgradeTable(to: rebuilt)

        #expect(try db.content() == "id | a   | b\n1  | 'x' | 'd'")
        #expect(thrown { try db.execute("UPDATE t SET b = 'z'") }?.extendedCode == .constraintCheck)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS4)) func viewsAndVirtualTablesAreRefused() throws {
        let db = try FMDatabase.memory("CREATE VIEW t AS SELECT 1 AS a", "CREATE VIRTUAL TABLE full USING fts4 (a)")

        #expect(thrown { try db.upgradeTable(to: shape([.text("a"), .text("b")])) }?.resultCode == .misuse)
        #expect(
            thrown { try db.upgradeTable(to: shape([.text("a"), .text("b")], named: "full")) }?.resultCode == .misuse)
    }

    @Test func aTableHiddenByATemporaryOneIsRefused() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "CREATE TEMP TABLE t (a TEXT)")

        #expect(thrown { try db.upgradeTable(to: shape([.text("a"), .text("b")])) }?.resultCode == .misuse)
    }
}
