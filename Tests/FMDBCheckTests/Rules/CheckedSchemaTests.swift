#if Checked
    import FMDBCheck
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Where the tables come from, and what programs add to them.
    @Suite struct CheckedSchemaTests {
        private func refusal(_ sql: String, _ schema: CheckedSchema) -> String? {
            guard let statement = SQLStatement.split(sql).first else { return "no statement" }
            if case .refused(let refusal) = schema.answer(to: statement) { return refusal.message }
            return nil
        }

        private func findings(_ schema: String, _ source: String) throws -> [String] {
            try FMQueryCheck(schema: .script(schema)).report(onSource: "import FMDB\n" + source).findings.map {
                "\($0.shown): \($0.message)"
            }
        }

        // MARK: Scripts

        @Test func aScriptTellsEachMistakeAndGoesOn() throws {
            let script = """
                CREATE TABLE a (x);
                CREATE TABLE b (y,);
                  CREATE INDEX i ON a (z);
                INSERT INTO a VALUES (1, 2);
                CREATE VIEW v AS SELECT x FROM a;
                """
            let schema = try CheckedSchema(script: script, file: "s.sql")
            #expect(schema.problems.map(\.shown) == ["2:19 syntax", "3:24 unknown-column", "4:13 refused"])
            #expect(schema.problems.allSatisfy { $0.place.file == "s.sql" && $0.severity == .error })
            #expect(refusal("SELECT x FROM v", schema) == nil)
        }

        @Test func aScriptAttachesAndNeedsWhatTheProgramAdds() throws {
            let script = """
                ATTACH 'side.db' AS side;
                CREATE TABLE side.t (a);
                CREATE TABLE p (name TEXT COLLATE numeric, low AS (fold(name)));
                CREATE INDEX i ON p (name);
                """
            let source = #"func f(db: FMDatabase) { db.makeFunctionNamed("fold", arguments: 1) { _, _, _ in } }"#
            let added = SourceReader.facts(of: "import FMDB\n" + source, file: "A.swift").additions
            #expect(added.count == 1)
            let schema = try CheckedSchema(script: script, file: "s.sql", additions: added)
            #expect(schema.problems.map(\.shown) == ["3:35 refused"])
            #expect(schema.problems.first?.severity == .note)
            #expect(refusal("SELECT a FROM side.t", schema) == nil)
            #expect(refusal("SELECT b FROM side.t", schema) != nil)
            #expect(refusal("SELECT low FROM p ORDER BY name", schema) == nil)
        }

        @Test func aScriptIsToldOfFunctionsThatAreMisspelt() throws {
            let script =
                "CREATE TABLE a (x CHECK (lenght(x) > 1)); CREATE TABLE b (y COLLATE nocas); CREATE TABLE c (y, z AS (own(y)))"
            let problems = try CheckedSchema(script: script, file: "s.sql").problems
            #expect(problems.map(\.severity) == [.error, .error, .note], "\(problems)")
        }

        // MARK: Databases

        @Test func aDatabaseFileGivesItsTablesAndKeepsItsRows() throws {
            let folder = FMTemporaryFolder()
            let path = folder.file("a.db")
            let db = FMDatabase(path: path)
            #expect(db.open())
            try db.addCollation("numeric") { $0 < $1 ? .orderedAscending : .orderedDescending }
            try db.addFunction("fold", argumentCount: 1, deterministic: true) { $0[0] }
            #expect(db.executeStatements(RuleSchema.script))
            #expect(
                db.executeStatements(
                    """
                    CREATE TABLE c (name TEXT COLLATE numeric, low AS (fold(name)));
                    CREATE INDEX ci ON c (fold(name) COLLATE numeric);
                    CREATE VIEW cv AS SELECT fold(name) AS n FROM c ORDER BY name;
                    INSERT INTO person (name) VALUES ('ann');
                    """))
            db.close()
            let schema = try CheckedSchema(databaseFile: path)
            #expect(schema.problems == [])
            for sql in [
                "SELECT name FROM person", "SELECT title FROM search WHERE search MATCH 'a'", "SELECT label FROM adult",
                "SELECT total FROM item", "SELECT n FROM cv", "SELECT low FROM c ORDER BY name",
                "SELECT * FROM search_data",
                "SELECT * FROM person INDEXED BY person_age WHERE age = 1",
            ] {
                #expect(refusal(sql, schema) == nil, "\(sql)")
            }
            #expect(refusal("SELECT nme FROM person", schema) != nil)
        }

        @Test func whatIsNoDatabaseIsRefused() throws {
            let folder = FMTemporaryFolder()
            #expect(throws: (any Error).self) { try CheckedSchema(databaseFile: folder.file("missing.db")) }
            try Data("this is no database, but a text that is long enough to be one".utf8).write(
                to: URL(fileURLWithPath: folder.file("text.db")))
            #expect(throws: (any Error).self) { try CheckedSchema(databaseFile: folder.file("text.db")) }
        }

        // MARK: Migrations

        @Test func migrationsRunInTheirOrder() throws {
            let source = #"""
                func migrate(_ db: FMDatabase) throws {
                    try db.execute("CREATE TABLE a (x)")
                    try db.execute("ALTER TABLE a ADD COLUMN y")
                    try db.execute("ALTER TABLE a RENAME TO b")
                    try db.execute("CREATE INDEX i ON b (z)")
                    try db.execute("CREATE TABLE c (x)")
                }
                """#
            let texts = SourceReader.facts(of: "import FMDB\n" + source, file: "M.swift").uses.map(\.text)
            let schema = try CheckedSchema(migrations: texts)
            #expect(schema.problems.map(\.shown) == ["6:42 unknown-column"])
            #expect(refusal("SELECT b.x, y FROM b, c WHERE c.x = 1", schema) == nil)
            #expect(refusal("SELECT x FROM a", schema) != nil)
        }

        @Test func aNameThatIsTakenForOneOfTheProgramIsToldOnce() throws {
            let source = #"""
                func migrate(_ db: FMDatabase) throws {
                    try db.execute("CREATE TABLE a (x CHECK (soundscape(x) > 0))")
                    try db.execute("CREATE INDEX i ON b (tonality(y))")
                    try db.execute("CREATE INDEX j ON c (y)")
                    try db.execute("CREATE TABLE b (y)")
                    try db.execute("CREATE TABLE c (y)")
                }
                """#
            let texts = SourceReader.facts(of: "import FMDB\n" + source, file: "M.swift").uses.map(\.text)
            let problems = try CheckedSchema(migrations: texts).problems
            #expect(problems.map(\.place.line).sorted() == [3, 4])
            #expect(
                problems.allSatisfy {
                    $0.severity == .note && $0.message.contains("the program is assumed to register it")
                })
        }

        // MARK: What programs make

        @Test func tablesOfOneTextAreKnownToTheOthers() throws {
            let source = #"""
                func read(db: FMDatabase) throws {
                    _ = try db.query("SELECT x, y FROM made JOIN kept ON k = x")
                    _ = try db.query("SELECT z FROM made")
                }
                func make(db: FMDatabase) throws {
                    try db.execute("CREATE INDEX IF NOT EXISTS i ON made (x)")
                    db.executeStatements("CREATE TABLE IF NOT EXISTS made (x); INSERT INTO made VALUES (1)")
                    try db.execute("INSERT INTO made VALUES (1)")
                    try db.execute("ALTER TABLE made ADD COLUMN y")
                }
                """#
            let found = try findings("CREATE TABLE kept (k)", source)
            #expect(
                found == [
                    #"4:30 unknown-column: no column "z" in table made; it has x and y"#,
                    "9:21 unknown-table: not checked: the program adds columns to made",
                ])
        }

        @Test func functionsThatReplaceSQLitesOwnChangeNothingHere() throws {
            let source = #"""
                func f(db: FMDatabase) throws {
                    db.makeFunctionNamed("upper", arguments: 1) { _, _, _ in }
                    db.makeFunctionNamed("like", arguments: 2) { _, _, _ in }
                    db.makeFunctionNamed("substr", arguments: 3) { _, _, _ in }
                    try db.execute("CREATE TABLE IF NOT EXISTS made (x)")
                    try db.execute("CREATE TABLE made (x)")
                    _ = try db.query("SELECT upper(x) FROM made WHERE x LIKE 'a' AND substr(x, 1, 1) = 5")
                }
                """#
            #expect(try findings("", source) == [])
        }

        @Test func tablesThatAreMadeInSeveralWaysAreNotCertain() throws {
            let source = #"""
                func f(one: FMDatabase, other: FMDatabase) throws {
                    try one.execute("CREATE TABLE t (a)")
                    try other.execute("CREATE TABLE t (b, c)")
                    _ = try one.query("SELECT a FROM t")
                    _ = try other.query("SELECT b FROM t")
                }
                """#
            let all = try FMQueryCheck(schema: .script("")).report(onSource: "import FMDB\n" + source).findings
            #expect(all.map(\.severity) == [.note], "\(all)")
        }

        @Test func aStrictSchemaKnowsOnlyItsOwnTables() throws {
            let facts = SourceReader.facts(
                of: #"""
                    import FMDB
                    func f(db: FMDatabase) throws { try db.execute("CREATE TABLE made (x)") }
                    func g(db: FMDatabase) throws { try db.execute("DELETE FROM made") }
                    """#, file: "A.swift")
            let schema = try CheckedSchema(script: "", file: "s.sql")
            schema.isStrict = true
            #expect(Rules(schema: schema, types: []).findings(for: facts).map(\.shown) == ["3:61 unknown-table"])
        }

        @Test func theSchemaWinsOverTablesOfThePrograms() throws {
            let source = #"""
                func f(db: FMDatabase) throws {
                    try db.execute("CREATE TABLE IF NOT EXISTS a (old)")
                    try db.execute("CREATE TEMP TABLE a (temporary)")
                    _ = try db.query("SELECT new FROM a")
                }
                """#
            #expect(try findings("CREATE TABLE a (new)", source) == [])
        }

        @Test func tablesThatAreNotKnownAreTold() throws {
            let source = #"""
                func f(db: FMDatabase) throws {
                    try db.execute("ATTACH 'a.db' AS side")
                    _ = try db.query("SELECT x FROM side.t")
                    try db.execute("ALTER TABLE a RENAME TO z")
                    _ = try db.query("SELECT x FROM z")
                    try db.execute("DROP TABLE gone")
                }
                """#
            let all = try FMQueryCheck(schema: .script("CREATE TABLE a (x)")).report(onSource: "import FMDB\n" + source)
                .findings
            #expect(all.map(\.severity) == [.note, .note, .note], "\(all)")
            #expect(all.map(\.place.line) == [4, 6, 7])
        }

        // MARK: Statements

        @Test(arguments: [
            ("", 0), (";;", 0), ("-- a; b", 0), ("SELECT 1", 1), ("SELECT ';'; SELECT 2;", 2),
            ("SELECT [;]; SELECT \";\"", 2),
            ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END; SELECT 3", 2),
            ("CREATE TEMP TRIGGER t DELETE ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; END; SELECT 3", 2),
            ("SELECT $a::b(c;d); SELECT 2", 2), ("/* ; */ SELECT 1; /* never ended ;", 1),
            ("SELECT 'never ended ; SELECT 2", 1),
        ])
        func aTextIsSplitAsSQLiteDoes(_ sql: String, _ count: Int) {
            #expect(SQLStatement.split(sql).count == count)
        }

        @Test func hostileTextsEnd() throws {
            let schema = try CheckedSchema(script: RuleSchema.script, file: "s.sql")
            let deep = String(repeating: "(", count: 10_000)
            for sql in [
                "SELECT \(deep)1", "SELECT \(deep)1\(String(repeating: ")", count: 10_000))",
                String(repeating: "SELECT 1;", count: 1_000),
                "SELECT " + String(repeating: "name, ", count: 1_900) + "name FROM person", "SELECT \u{0} 1", "'", "[",
                "/*", "--", "\"", "x'",
                "CREATE TRIGGER", "CREATE", "INSERT INTO", "WITH", "EXPLAIN", "PRAGMA", "ATTACH x AS",
                "SELECT * FROM person WHERE name IN ('",
                "ALTER TABLE person RENAME", "CREATE VIEW v AS", "CREATE VIRTUAL TABLE f USING fts5(", "= = =", "1 = '",
                "count(*) =",
            ] {
                schema.ask(SQLStatement.split(sql)) { statement, answer in
                    if case .compiled(let description) = answer { _ = schema.nullability(of: statement, description) }
                }
            }
        }

        @Test func aMistakeFarIntoALongTextHasItsPlace() throws {
            let schema = try CheckedSchema(script: RuleSchema.script, file: "s.sql")
            let start = "SELECT \(String(repeating: "'äöüäöüäöüäöüäöüäöü', ", count: 200))"
            for sql in [
                start + "nme FROM person",
                start + "nme, " + String(repeating: "'äöüäöüäöüäöüäöüäöü', ", count: 200) + "1 FROM person",
            ] {
                let statement = try #require(SQLStatement.split(sql).first)
                guard case .refused(let refusal) = schema.answer(to: statement) else {
                    Issue.record("compiled")
                    continue
                }
                #expect(refusal.offset == start.utf8.count)
            }
        }
    }
#endif
