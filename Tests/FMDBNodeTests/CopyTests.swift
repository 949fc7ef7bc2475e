#if Node && os(Linux)
    import FMDBCluster
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Backups of a cluster's database, and their way back.
    @Suite(.serialized) struct CopyTests {
        private static let content = """
            CREATE TABLE parent (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, big TEXT AS (upper(name)) STORED);
            CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER REFERENCES parent (id));
            CREATE TABLE pair (a TEXT, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
            CREATE TABLE note (x, y);
            CREATE TABLE log (x);
            CREATE VIRTUAL TABLE words USING fts5 (body, tokenize = 'porter');
            CREATE VIRTUAL TABLE notes USING fts5 (y, content = 'note');
            CREATE INDEX some ON note (x) WHERE y IS NOT NULL;
            CREATE VIEW seen AS SELECT x FROM note;
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
            INSERT INTO parent (name) SELECT 'name ' || i FROM n;
            DELETE FROM parent WHERE id > 1490;
            INSERT INTO child (p) SELECT id FROM parent;
            INSERT INTO pair SELECT name, id * 1.5 FROM parent LIMIT 100;
            INSERT INTO note (rowid, x, y) SELECT id * 7, id, 'number ' || id FROM parent LIMIT 100;
            INSERT INTO note VALUES (x'0001', NULL);
            INSERT INTO words SELECT 'running ' || id FROM parent LIMIT 100;
            INSERT INTO notes (notes) VALUES ('rebuild');
            CREATE TRIGGER logs AFTER INSERT ON note BEGIN INSERT INTO log VALUES (new.x); END;
            PRAGMA user_version = 42;
            """

        private func contents(_ path: String) throws -> [String] {
            let db = FMDatabase.file(path)
            defer { db.close() }
            var all = try db.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1", as: String.self)
            for table in ["parent", "child", "pair", "note", "log", "words_data", "words_content", "sqlite_sequence"] {
                try db.forEachRow(FMSQL(raw: "SELECT * FROM \(table)")) { row in all.append("\(try row.values())") }
            }
            all += try db.rows("SELECT rowid FROM note", as: Int.self).map(String.init)
            for query in ["words WHERE words MATCH 'run'", "notes WHERE notes MATCH 'number'"] {
                all.append("\(try db.value(FMSQL(raw: "SELECT count(*) FROM \(query)"), as: Int.self))")
            }
            return all + ["\(try db.value("PRAGMA user_version", as: Int.self))"]
        }

        private func source(_ folder: TemporaryFolder, _ sql: String = content) throws -> String {
            let path = folder.file("source.db")
            let db = FMDatabase.file(path)
            try #require(db.executeStatements(sql), "\(db.lastErrorMessage())")
            db.close()
            return path
        }

        @Test func whatIsRestoredAndBackedUpIsTheSame() throws {
            let scene = try NodeScene()
            let source = try source(scene.folder)
            let restored = try scene.command("restore", "--from", source)
            #expect(restored.code == 0, "\(restored.output)")
            let copy = scene.folder.file("copy.db")
            let backup = try scene.command("backup", "--to", copy)
            #expect(backup.code == 0, "\(backup.output)")
            #expect(try contents(copy) == contents(source))
            let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path)
            #expect(Set(names) == ["node1", "node2", "node3", "source.db", "copy.db"])
            let again = try scene.command("restore", "--from", source)
            #expect(again.code == 65 && again.output.contains("not empty"), "\(again.output)")
        }

        @Test func aNodeGivesWhatItHasWithoutALeader() throws {
            let scene = try NodeScene()
            #expect(try scene.command("restore", "--from", source(scene.folder)).code == 0)
            #expect(try scene.command("transfer", "--to", "3").code == 0)
            let queue = FMClusterQueue(FMClusterConfiguration(seeds: scene.addresses))
            // A leader that answers has all that was acknowledged.
            #expect(try queue.read { db in try db.value("SELECT count(*) FROM parent", as: Int.self) } == 1490)
            scene.kill(1)
            scene.kill(2)
            let copy = scene.folder.file("copy.db")
            let (code, output) = try NodeProcess.run(
                ["backup", "--direct", "--node", scene.address(3), "--to", copy])
            #expect(code == 0, "\(output)")
            #expect(try contents(copy) == contents(scene.folder.file("source.db")))
        }

        @Test func aBackupReplacesNothingUnlessTold() throws {
            let scene = try NodeScene(nodes: 1)
            let none = try scene.command("backup", "--to", scene.folder.file("copy.db"))
            #expect(none.code == 65 && none.output.contains("no database"), "\(none.output)")
            #expect(try scene.command("restore", "--from", source(scene.folder)).code == 0)
            let source = scene.folder.file("source.db")
            #expect(try scene.command("backup", "--to", source).code == 73)
            #expect(try scene.command("backup", "--to", source, "--replace").code == 0)
            #expect(try scene.command("backup", "--to", scene.folder.file("none/copy.db")).code == 73)
        }

        @Test(arguments: [
            ("CREATE TABLE t (d DATETIME);", "DATETIME"),
            ("CREATE TABLE t (a); INSERT INTO t VALUES ('a' || char(0) || 'b');", "U+0000"),
            (
                "CREATE TABLE t (a); CREATE VIEW v AS SELECT 1; CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT none(1); END;",
                ""
            ),
        ])
        func whatANodeCannotHaveLeavesTheDatabaseEmpty(sql: String, message: String) throws {
            let scene = try NodeScene(nodes: 1)
            let restored = try scene.command("restore", "--from", source(scene.folder, sql))
            #expect(message.isEmpty || restored.code != 0 && restored.output.contains(message), "\(restored.output)")
            let queue = FMClusterQueue(FMClusterConfiguration(seeds: scene.addresses))
            let count = try queue.read { db in try db.value("SELECT count(*) FROM sqlite_master", as: Int.self) }
            #expect(count == (message.isEmpty ? 3 : 0))
        }
    }
#endif
