#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// `fmdb schema --format swift` compiles, and reads the file.
    @Suite struct SwiftModelsTests {
        private let scene = ToolScene()

        /// Tables and columns of names that mean something to Swift, and of values of all kinds.
        private static let tables = """
            CREATE TABLE data (id INTEGER PRIMARY KEY, bytes BLOB, "date" DATE);
            INSERT INTO data VALUES (1, x'00ff', '2026-01-02');
            CREATE TABLE string (text TEXT PRIMARY KEY, length INTEGER);
            INSERT INTO string VALUES ('a', 1), (NULL, 2);
            CREATE TABLE int (value INTEGER);
            INSERT INTO int VALUES (1), (NULL), (9223372036854775807);
            CREATE TABLE date (day TEXT NOT NULL);
            CREATE TABLE codable (x REAL, FOREIGN KEY (x) REFERENCES int (value), FOREIGN KEY (x) REFERENCES int (value));
            CREATE TABLE order_items (id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER NOT NULL REFERENCES "1st");
            CREATE TABLE orderItems (id TEXT NOT NULL PRIMARY KEY, OrderId, "order-id") WITHOUT ROWID;
            INSERT INTO orderItems VALUES ('a', 1, 'x'), ('b', 2.5, x'01');
            CREATE TABLE "1st" ("2nd column" INTEGER PRIMARY KEY, "😀" TEXT, "  " TEXT, "½" TEXT);
            INSERT INTO "1st" VALUES (7, 'x', 'y', 'z');
            CREATE TABLE "😀" ("class" TEXT, "self" TEXT, "init" TEXT, "Type" TEXT, "import" TEXT, "default" TEXT,
                "tableName" TEXT, "CodingKeys" TEXT, "_" TEXT, "a""b\\\\c" TEXT, "été" TEXT, "日本" TEXT, "encode" TEXT,
                "func" TEXT, "nil" TEXT, "where" TEXT);
            INSERT INTO "😀" ("class", "self", "日本") VALUES ('a', 'b', 'c');
            CREATE TABLE class (any ANY, some, actor NUMERIC, is_done BOOLEAN, is_odd BOOLEAN, never TEXT, PRIMARY KEY (actor, any));
            INSERT INTO class VALUES (NULL, NULL, 1, 0, 0, NULL), (1, NULL, 2.5, 1, 'no', NULL);
            CREATE TABLE mixed (i INTEGER, r REAL NOT NULL, t TEXT, n NUMERIC, b BLOB);
            WITH RECURSIVE x (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x LIMIT 500) INSERT INTO mixed SELECT i, i, i, i, i FROM x;
            INSERT INTO mixed VALUES ('word', 'word', x'00', x'00', 1.5), (NULL, 1.5, NULL, 'x', NULL);
            CREATE TABLE computed (a INTEGER, b INTEGER AS (a + 1), c TEXT AS (a || 'x') STORED UNIQUE);
            INSERT INTO computed (a) VALUES (1);
            CREATE INDEX computed_b ON computed (b);
            CREATE INDEX computed_a ON computed (a);
            CREATE TABLE empty (a, b INT, c REAL, d TEXT, e BLOB, f DATETIME, g DECIMAL(10, 2), h BOOL);
            CREATE VIEW "my view" AS SELECT count(*), max(i), i AS "i", 'x' FROM mixed GROUP BY i % 3;
            CREATE VIEW "order items" AS SELECT * FROM empty;
            """

        /// A program that reads all rows of the models.
        private func program(_ models: String) -> String {
            let types = models.matches(of: /struct (\w+): Codable, FMModel/).map { String($0.1) }
            return """
                import FMDBModel

                func show<Model: FMModel>(_ type: Model.Type, _ db: FMDatabase) throws {
                    print(Model.tableName, try db.find(type).count, separator: "|")
                }
                let db = FMDatabase(path: CommandLine.arguments[1])
                db.open()

                """ + types.map { "try show(\($0).self, db)\n" }.joined()
        }

        /// Compiles sources against the modules that the tests were built with.
        private func compile() throws -> ToolRun {
            let folder = URL(fileURLWithPath: try ToolScene.program()).deletingLastPathComponent().path
            var root = URL(fileURLWithPath: #filePath)
            for _ in 0..<3 { root.deleteLastPathComponent() }
            let maps = ["FMDBCSQLite", "FMDBSQLiteOptionsC"].map {
                "-Xcc -fmodule-map-file='\(root.path)/Sources/Library/\($0)/module.modulemap'"
            }
            return try scene.run(
                """
                swiftc -swift-version 6 -module-name Program -I '\(folder)/Modules' \(maps.joined(separator: " ")) main.swift Models.swift \\
                    $(find '\(folder)'/FMDB.build '\(folder)'/FMDBModel.build '\(folder)'/FMDBSQLiteC.build -name '*.o') -lsqlite3 -o program 2>&1
                """)
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func theModelsReadEachRow() throws {
            try scene.make("hard.db", Self.tables)
            #expect(try scene.run("fmdb schema hard.db --format swift --to Models.swift").code == 0)
            let models = scene.read("Models.swift")
            scene.write(program(models), to: "main.swift")
            let compiled = try compile()
            #expect(compiled.code == 0 && !compiled.output.contains("warning:"), "\(compiled)\n\(models)")
            let names = try scene.rows(
                "hard.db", "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'")
            let counts = try names.map { name in
                let text = name.dropFirst().dropLast()
                return "\(text)|\(try scene.rows("hard.db", "SELECT count(*) FROM \"\(text)\"")[0])"
            }
            let run = try scene.run("./program hard.db")
            #expect(run.code == 0 && run.lines.sorted() == counts.sorted(), "\(run)\n\(models)")
        }

        @Test func aViewThatCannotBeReadIsLeftOut() throws {
            try scene.make(
                "views.db",
                """
                CREATE TABLE t (a INTEGER);
                INSERT INTO t VALUES (-9223372036854775808);
                CREATE TABLE gone (b);
                CREATE VIEW lost AS SELECT b FROM gone;
                CREATE VIEW wrong AS SELECT abs(a) AS x FROM t;
                CREATE VIEW z AS SELECT a FROM t;
                DROP TABLE gone;
                """)
            let run = try scene.run("fmdb schema views.db --format swift")
            #expect(run.code == 0, "\(run)")
            let comments = run.lines.filter { $0.hasPrefix("//") }.map { $0.prefix { $0 != ":" } }
            #expect(
                comments == ["lost", "wrong"].map { "// The view \"\($0)\" is left out, because it cannot be read" })
            #expect(run.output.contains("struct T: ") && run.output.contains("struct Z: "), "\(run)")
        }

        @Test func theTypesAreThoseOfAllRows() throws {
            try scene.make(
                "types.db",
                """
                CREATE TABLE t (a INTEGER, b, c NUMERIC, d BOOL, e BOOL NOT NULL, f TEXT NOT NULL, g, h);
                INSERT INTO t VALUES (1, 1, 1, 1, 1, 'x', NULL, 1), (NULL, 1.5, 2, 2, 0, 'y', x'00', 'x');
                CREATE VIEW v AS SELECT a, f FROM t;
                """)
            let models = try scene.run("fmdb schema types.db --format swift").output
            for line in [
                "a: Int?", "b: Double?", "c: Int?", "d: Int?", "e: Bool", "f: String", "g: Data?", "h: FMValue?",
            ] {
                #expect(models.contains("    var \(line)\n"), "\(line): \(models)")
            }
            let view = "struct V: Codable, FMModel {\n    static let tableName = \"v\"\n\n    var a: Int?\n"
            #expect(models.contains(view), "\(models)")
        }
    }
#endif
