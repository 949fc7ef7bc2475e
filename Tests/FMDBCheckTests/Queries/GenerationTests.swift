#if Checked
    import FMDBCheck
    import FMDBTestHelpers
    import Testing

    /// Files of queries, and the file that is written.
    @Suite struct GenerationTests {
        private let folder = TemporaryFolder()

        private func write(_ text: String, _ name: String) throws -> String {
            let url = URL(fileURLWithPath: folder.file(name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return url.path
        }

        private func generation() throws -> QueryGeneration {
            let schema = try write(LibraryQueries.schema, "schema.sql")
            _ = try write(LibraryQueries.writing, "queries/writing.sql")
            _ = try write(LibraryQueries.reading, "queries/more/reading.sql")
            _ = try write("not SQL", "queries/README.md")
            return QueryGeneration(tables: .file(schema), paths: [folder.file("queries")])
        }

        @Test func theFileIsWrittenOnce() throws {
            let output = folder.file("Sources/App/Queries.swift")
            let generation = try generation()
            #expect(generation.run(output: output, onlyChecks: true) == .outdated)
            #expect(!FileManager.default.fileExists(atPath: output))
            #expect(generation.run(output: output) == .written(changed: true))
            #expect(generation.run(output: output) == .written(changed: false))
            #expect(generation.run(output: output, onlyChecks: true) == .written(changed: false))
            let text = try String(contentsOfFile: output, encoding: .utf8)
            #expect(text.contains("from more/reading.sql, writing.sql."))
            #expect(!text.contains(folder.path))
            try (text + "\n").write(toFile: output, atomically: true, encoding: .utf8)
            #expect(generation.run(output: output, onlyChecks: true) == .outdated)
        }

        @Test func tablesMayComeFromADatabase() throws {
            let database = FMDatabase.file(folder.file("library.db"))
            #expect(database.executeStatements(LibraryQueries.schema + "CREATE VIRTUAL TABLE note USING fts5(text);"))
            database.close()
            _ = try generation()
            let own = QueryGeneration(tables: .database(folder.file("library.db")), paths: [folder.file("queries")])
            #expect(try own.source().source == generation().source().source)
        }

        @Test func tablesMayComeFromMigrations() throws {
            let migrations = try write(
                """
                migrator.add("one") { db in try db.execute("CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT)") }
                migrator.add("two") { db in try db.execute("ALTER TABLE author ADD COLUMN born DATE NOT NULL DEFAULT 0") }
                """, "Migrations.swift")
            let query = try write("-- name: authors :many\nSELECT * FROM author;", "authors.sql")
            let source = QueryGeneration(tables: .migrations(migrations), paths: [query]).source().source
            #expect(
                lines(of: source, with: "var ").prefix(3) == ["var id: Int64", "var name: String?", "var born: Date"])
        }

        @Test func aSchemaThatSQLiteRefusesHasItsPlace() throws {
            let schema = try write("CREATE TABLE a (id INTEGER);\n-- more\nCREATE TABLE a (id);\n", "bad.sql")
            let findings = QueryGeneration(tables: .file(schema), paths: []).source().findings
            #expect(findings.map(\.place.line) == [3])
            #expect(findings.first?.message.contains("already exists") ?? false)
        }

        @Test func whatIsMissingIsTold() throws {
            let schema = try write(LibraryQueries.schema, "schema.sql")
            let empty = try write("", "empty/none.txt").replacing("/none.txt", with: "")
            func errors(_ tables: FMQueryCheck.Schema, _ path: String) -> [String] {
                printed(QueryGeneration(tables: tables, paths: [path]).source().findings)
            }
            #expect(
                errors(.file("/none.sql"), empty) == [
                    "/none.sql:1:1: error: the schema \"/none.sql\" cannot be read: there is no such file"
                ])
            #expect(
                errors(.database("/none.db"), empty) == ["/none.db:1:1: error: there is no database \"/none.db\""])
            #expect(errors(.file(schema), "/none") == ["/none:1:1: error: there is no such file"])
            #expect(
                errors(.file(schema), empty) == [
                    "\(empty):1:1: error: the folder has no file whose name ends with .sql"
                ])
            let refused = "the schema of the database \"\(schema)\" cannot be read: file is not a database"
            #expect(errors(.database(schema), empty) == ["\(schema):1:1: error: \(refused)"])
        }
    }
#endif
