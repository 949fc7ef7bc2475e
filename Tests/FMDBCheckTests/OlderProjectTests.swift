#if Checked
    import FMDBCheck
    import Testing

    /// What projects have that have grown for years: migrations, tables of earlier versions, statements that others run.
    struct OlderProjectTests {
        private func report(_ schema: String, _ body: String) throws -> FMCheckReport {
            let source = "import FMDB\nfunc work(_ db: FMDatabase) throws {\n\(body)\n}\n"
            return try FMQueryCheck(schema: .script(schema)).report(onSource: source, file: "A.swift")
        }

        private func found(_ schema: String, _ body: String) throws -> [String] {
            try report(schema, body).findings.map { "\($0.place.line) \($0.severity.rawValue) \($0.message)" }
        }

        @Test func migrationsMeetWhatIsThere() throws {
            let source = """
                import FMDB
                func migrate(_ db: FMDatabase, _ version: Int) throws {
                    try db.executeUpdate("CREATE TABLE a (x TEXT, y TEXT)", values: nil)
                    if version < 2 { try? db.executeUpdate("ALTER TABLE a ADD COLUMN y TEXT", values: nil) }
                    if version < 3 { try db.executeUpdate("CREATE TABLE a (x TEXT)", values: nil) }
                    if version < 4 { try db.executeUpdate("ALTER TABLE b ADD COLUMN y TEXT", values: nil) }
                }
                """
            let texts = SourceReader.facts(of: source, file: "M.swift").uses.map(\.text)
            let schema = try CheckedSchema(migrations: texts)
            #expect(schema.problems.map(\.place.line) == [6])
        }

        @Test func earlierStepsOfAMigrationAreNotRefused() throws {
            let steps = """
                db.executeUpdate("UPDATE a SET new = (SELECT c FROM b WHERE b.d = a.old)", withArgumentsIn: [])
                db.executeUpdate("INSERT INTO a_copy (x, old) SELECT x, old FROM a", withArgumentsIn: [])
                """
            let schema = "CREATE TABLE a (x, new); CREATE TABLE a_copy (x, old); CREATE TABLE b (c, d)"
            let found = try found(
                schema, steps + "\ndb.executeUpdate(\"ALTER TABLE a_copy RENAME TO a\", withArgumentsIn: [])")
            #expect(found.filter { $0.contains("error") } == [])
            #expect(
                found.filter {
                    $0.contains("not checked: no column \"old\" in table a;") && $0.contains("this file renames a or")
                }.count == 2)
            // In a file that renames nothing they are wrong. The table that rows are written to has nothing to do with it.
            #expect(
                try self.found(schema, steps) == [
                    "3 error no column \"old\" in table a; it has x and new",
                    "4 error no column \"old\" in table a; it has x and new",
                ])
        }

        @Test func tablesThatAreLookedForFirst() throws {
            let old = #"db.executeUpdate("DELETE FROM old", withArgumentsIn: [])"#
            #expect(try found("", old).count == 1)
            let notes = try report("", #"guard db.tableExists("old") else { return }"# + "\n" + old).findings
            #expect(notes.map(\.severity) == [.note])
            let known = try found(
                "CREATE TABLE old (x)",
                #"if db.tableExists("old") { db.executeUpdate("DELETE FROM old WHERE y = 1", withArgumentsIn: []) }"#)
            #expect(known == ["3 error no column \"y\" in table old; it has x"])
        }

        @Test func tablesThatAreMadeBySomeoneElse() throws {
            let use = #"db.executeUpdate("DELETE FROM pet WHERE nme = 1", withArgumentsIn: [])"#
            #expect(
                try found("", #"maker.run(["CREATE TABLE pet (name TEXT)"])"# + "\n" + use)
                    == ["4 error no column \"nme\" in table pet; did you mean \"name\"? It has name"])
            #expect(
                try found(
                    "",
                    "db.executeUpdate(\"CREATE TABLE pet (name TEXT)\", withArgumentsIn: [])\nmake(step: \"alter table pet add nme text\")\n"
                        + use) == [])
            // A part of a statement says nothing.
            #expect(
                try found("", #"let text = "CREATE TABLE pet (" + columns + ")""# + "\n" + use).map { $0.prefix(15) }
                    == ["4 error no tabl"])
        }

        @Test func rawValuesThatAreNumbers() {
            let source = """
                import FMDB
                enum Name: String { case a, b = "c" }
                enum Number: Int { case a, b = 7 }
                let first = db.executeQuery("SELECT \\(Name.a.rawValue), \\(Name.b.rawValue), \\(Number.b.rawValue)", values: nil)
                let second = db.executeQuery("SELECT \\(Number.a.rawValue)", values: nil)
                """
            let facts = SourceReader.facts(of: source, file: "A.swift")
            #expect(facts.uses.map(\.text.sql) == ["SELECT a, c, 7"])
            #expect(facts.unfollowed.map(\.reason) == [.interpolatedString])
        }
    }
#endif
