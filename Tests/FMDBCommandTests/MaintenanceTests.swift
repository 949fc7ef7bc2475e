#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    /// Export, schema, doctor, copies and repair.
    @Suite(.serialized) struct MaintenanceTests {
        private let scene = ToolScene()

        init() throws { try scene.make("shop.db", shop) }

        // MARK: Export and schema

        @Test(arguments: ["csv", "tsv", "json", "ndjson"])
        func whatIsExportedCanBeImported(format: String) throws {
            #expect(
                try scene.run("fmdb export shop.db author --to a.\(format) && fmdb import new.db a.\(format) --key id")
                    .code == 0)
            #expect(try scene.rows("new.db", "SELECT * FROM a") == ["1|'Jules Verne'", "2|'Mary Shelley'"])
        }

        @Test func nullsComeBack() throws {
            try scene.make(
                "n.db",
                "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x'), (NULL), ('NULL'), (''); CREATE TABLE n (a INTEGER, b REAL); INSERT INTO n VALUES (0, 0), (NULL, 1.5)"
            )
            let rows = ["'x'", "NULL", "'NULL'", "''"]
            #expect(
                try scene.run("fmdb export n.db t --null NULL --to t.csv && fmdb import i.db t.csv --null NULL").code
                    == 0)
            #expect(scene.read("t.csv") == "a\nx\nNULL\n\"NULL\"\n\"\"\n")
            #expect(try scene.rows("i.db", "SELECT * FROM t") == rows)
            // Without --null, NULL is "" where a row has no other field.
            #expect(try scene.run("fmdb export n.db t --to u.csv && fmdb import i.db u.csv").code == 0)
            #expect(try scene.rows("i.db", "SELECT * FROM u") == rows)
            #expect(
                try scene.run("fmdb export n.db n --null 0 --to n.csv && fmdb import i.db n.csv --null 0").code == 0)
            #expect(scene.read("n.csv") == "a,b\n\"0\",0.0\n0,1.5\n")
            #expect(try scene.rows("i.db", "SELECT * FROM n") == ["0|0.0", "NULL|1.5"])
            #expect(try scene.run("fmdb export n.db t --null 'a,b' --to x.csv").code == 64)
        }

        @Test func countersAndTriggersOfAnExportAsSQL() throws {
            try scene.make(
                "a.db",
                """
                CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, word TEXT);
                CREATE TABLE log (word TEXT);
                INSERT INTO t VALUES (1, 'x'), (99, 'y');
                DELETE FROM t WHERE id = 99;
                CREATE VIRTUAL TABLE words USING fts5(word);
                CREATE TRIGGER fill AFTER INSERT ON t BEGIN INSERT INTO words(word) VALUES (new.word); END;
                CREATE TRIGGER note AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('words ' || new.word); END;
                """)
            let run = try scene.run("fmdb export a.db --format sql --to a.sql")
            #expect(run.code == 3, "\(run)")
            #expect(run.errors.contains("virtual table words") && run.errors.contains("trigger fill"), "\(run)")
            #expect(try scene.run("fmdb shell b.db --create <a.sql").code == 0)
            #expect(try scene.run("fmdb query b.db \"INSERT INTO t(word) VALUES ('z')\" --write").code == 0)
            #expect(try scene.rows("b.db", "SELECT * FROM t") == ["1|'x'", "100|'z'"])
            #expect(try scene.rows("b.db", "SELECT * FROM log") == ["'words z'"])
        }

        @Test func devicesAndLinksAreNotReplaced() throws {
            #expect(try scene.run("fmdb export shop.db author --to /dev/null").code == 0)
            #expect(try scene.run("fmdb export shop.db author --to /dev/full").code == 74)
            let run = try scene.run(
                "test -c /dev/null && mkfifo p && { cat p >copy & fmdb export shop.db author --to p; wait; }")
            #expect(run.code == 0 && scene.read("copy").hasPrefix("id,name\n"), "\(run)")
            // Someone has guessed the name under which the file is written.
            let guessed = try scene.run(
                "echo kept >victim; sh -c 'ln -s victim a.csv.$$.partial; exec \"$0\" export shop.db author --to a.csv' \"$program\""
            )
            #expect(
                guessed.code == 0 && scene.read("victim") == "kept\n" && scene.read("a.csv").hasPrefix("id,name\n"),
                "\(guessed)")
        }

        @Test func theWholeDatabaseAsSQL() throws {
            #expect(
                try scene.run("fmdb export shop.db --format sql --to shop.sql && fmdb shell new.db --create <shop.sql")
                    .code == 0)
            for query in [
                "SELECT * FROM book", "SELECT * FROM author", "SELECT type, name, sql FROM sqlite_master ORDER BY name",
            ] {
                #expect(try scene.rows("new.db", query) == scene.rows("shop.db", query))
            }
        }

        @Test func whatIsExportedIsThereWholeOrNotAtAll() throws {
            scene.write("old", to: "a.csv")
            #expect(try scene.run("fmdb export shop.db author --to a.csv").code == 73)
            #expect(scene.read("a.csv") == "old")
            #expect(
                try scene.run(
                    "fmdb export shop.db --sql 'SELECT abs(-9223372036854775808) UNION ALL SELECT 1' --to a.csv --replace"
                ).code == 1)
            #expect(scene.read("a.csv") == "old")
            #expect(try scene.run("fmdb export shop.db author --to a.csv --replace").code == 0)
            #expect(scene.read("a.csv").hasPrefix("id,name\n"))
            #expect(try scene.run("fmdb export shop.db nix").code == 1)
            #expect(try scene.run("fmdb export shop.db").code == 64)
            #expect(
                try scene.run("ulimit -f 1; fmdb export shop.db --sql 'SELECT zeroblob(9000)' --to b.csv").code == 74)
            #expect(scene.files == ["a.csv", "shop.db"])
        }

        @Test func theSchemaInAllForms() throws {
            #expect(
                try scene.run("fmdb schema shop.db author").output
                    == "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n")
            let json = try scene.run("fmdb schema shop.db --json").output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
            #expect(object?["tables"]?.compactMap { $0["name"] as? String } == ["author", "book"])
            let models = try scene.run("fmdb schema shop.db --format swift").output
            for part in [
                "struct Book: Codable, FMModel {", "    static let tableName = \"book\"", "    var id: Int64?",
                "    var authorId: Int64\n",
                "    var price: Double?", "    var cover: Data?", "case authorId = \"author_id\"",
                "FMReference(\"author_id\", to: \"author\")",
            ] {
                #expect(models.contains(part), "\(models)")
            }
            let svg = try scene.run("fmdb schema shop.db --format svg").output
            #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
            #expect(svg.components(separatedBy: "class=\"edge\"").count == 2 && svg.contains(">author_id</text>"))
            #expect(try scene.run("fmdb schema shop.db nix").code == 1)
        }

        @Test(arguments: ["backup shop.db link.db --replace", "restore link.db shop.db --replace"])
        func aFileIsNoCopyOfItself(arguments: String) throws {
            let run = try scene.run("ln -s shop.db link.db; fmdb \(arguments)")
            #expect(run.code == 64 && run.errors.contains("are the same file"), "\(run)")
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
        }

        @Test func tablesOfTheDiagramStandBesideThoseThatReferToThem() throws {
            try scene.make(
                "d.db",
                """
                CREATE TABLE city (code TEXT PRIMARY KEY);
                CREATE TABLE customer (id INTEGER PRIMARY KEY, city REFERENCES city);
                CREATE TABLE product (id INTEGER PRIMARY KEY);
                CREATE TABLE sale (id INTEGER PRIMARY KEY, customer REFERENCES customer, product REFERENCES product);
                """)
            let svg = try scene.run("fmdb schema d.db --format svg").output
            let boxes = svg.matches(of: /<rect class="box" x="([0-9]+)" y="([0-9]+)"/)
            let (lefts, tops) = (boxes.compactMap { Int($0.1) }, boxes.compactMap { Int($0.2) })
            #expect(lefts.count == 4 && lefts[0] < lefts[1] && lefts[1] == lefts[2] && lefts[2] < lefts[3], "\(lefts)")
            #expect(tops[1] < tops[2], "\(tops)")
        }

        // MARK: Doctor

        @Test func theDoctorFindsIndexesAndLocks() throws {
            let db = scene.open("shop.db")
            try db.execute("BEGIN IMMEDIATE")
            let run = try scene.run("fmdb doctor shop.db")
            db.close()
            #expect(run.code == 0, "\(run)")
            for part in [
                "CREATE INDEX \"book_author_id\" ON \"book\" (\"author_id\")", "DROP INDEX \"book_title\"",
                "Process \(getpid())", "holds the write lock", "PRAGMA foreign_keys = ON",
            ] {
                #expect(run.output.contains(part), "\(part): \(run)")
            }
            #expect(try scene.run("fmdb doctor shop.db --strict").code == 1)
        }

        @Test func aTransactionThatWasLeftUnfinished() throws {
            let db = scene.open("shop.db")
            try db.execute("PRAGMA cache_size = 2")
            try db.execute("PRAGMA cache_spill = ON")
            try db.executeMany("INSERT INTO author VALUES (?, ?)", (3...3000).map { ($0, "author \($0)") })
            try db.execute("BEGIN")
            try db.execute("UPDATE author SET name = upper(name)")
            // As if the program had been killed now.
            for ending in ["", "-journal"] {
                scene.write(
                    try #require(FileManager.default.contents(atPath: scene.folder.file("shop.db" + ending))),
                    to: "it's.db" + ending)
            }
            db.close()
            let read = try scene.run("fmdb query \"it's.db\" 'SELECT count(*) FROM author'")
            #expect(read.code == 65 && read.errors.contains("fmdb checkpoint 'it'\\''s.db'"), "\(read)")
            let doctor = try scene.run("fmdb doctor \"it's.db\"")
            #expect(doctor.code == 3 && doctor.output.contains("left unfinished"), "\(doctor)")
            #expect(try scene.run("fmdb checkpoint \"it's.db\" && fmdb doctor \"it's.db\"").code == 0)
            #expect(try scene.rows("it's.db", "SELECT name FROM author WHERE id = 7") == ["'author 7'"])
        }

        @Test func manyProblemsAreAllInJSON() throws {
            try scene.make("it's.db", shop)
            let db = scene.open("it's.db")
            try db.executeMany("INSERT INTO book VALUES (?, 99, 'no author', 1, NULL)", (10..<60).map { $0 })
            db.close()
            let shown = try scene.run("fmdb doctor \"it's.db\"")
            #expect(shown.output.components(separatedBy: "with the rowid").count == 21, "\(shown)")
            #expect(
                shown.output.contains("30 more problems") && shown.output.contains("fmdb doctor 'it'\\''s.db' --json"),
                "\(shown)")
            let all = try scene.run("fmdb doctor \"it's.db\" --json")
            #expect(all.output.components(separatedBy: "with the rowid").count == 51, "\(all)")
        }

        @Test func theDoctorFindsWhatIsBroken() throws {
            let db = scene.open("shop.db")
            try db.execute("INSERT INTO book VALUES (3, 99, 'no author', 1, NULL)")
            try db.execute("PRAGMA writable_schema = ON")
            try db.execute(
                "UPDATE sqlite_master SET sql = 'CREATE INDEX book_title ON book(price)' WHERE name = 'book_title'")
            db.close()
            let run = try scene.run("fmdb doctor shop.db --json")
            #expect(run.code == 1, "\(run)")
            let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let findings = report?["findings"] as? [[String: String]] ?? []
            let problems = findings.filter { $0["kind"] == "problem" }
            #expect(
                problems.contains {
                    $0["text"]?.contains("book_title") ?? false && $0["action"]?.contains("REINDEX") ?? false
                })
            #expect(problems.contains { $0["action"]?.contains("rowid 3") ?? false }, "\(run)")
            #expect(report?["isHealthy"] as? Bool == false)
            #expect(try scene.run("fmdb verify shop.db").code == 1)
        }

        @Test func theDoctorOfAFileThatCannotBeRead() throws {
            let whole = try Data(contentsOf: URL(fileURLWithPath: scene.folder.file("shop.db")))
            scene.write(whole.prefix(5000), to: "cut.db")
            let run = try scene.run("fmdb doctor cut.db")
            #expect(run.code == 1 && run.output.contains("fmdb repair cut.db"), "\(run)")
            #expect(!run.output.contains("fmdb doctor"), "\(run)")
        }

        // MARK: Copies

        @Test func copiesAreMadeAndBroughtBack() throws {
            #expect(try scene.run("fmdb backup shop.db copy.db --check full").code == 0)
            #expect(try scene.run("fmdb backup shop.db copy.db").code == 73)
            #expect(try scene.run("fmdb query shop.db 'DELETE FROM book' --write").code == 0)
            #expect(try scene.run("fmdb restore copy.db shop.db").code == 73)
            #expect(try scene.run("fmdb restore copy.db shop.db --replace").code == 0)
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
            #expect(try scene.run("fmdb restore copy.db other.db && fmdb verify other.db").code == 0)
            scene.write("nonsense that is no database, and long enough to be read as one, or so it seems", to: "x")
            #expect(try scene.run("fmdb restore x shop.db --replace").code == 65)
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
            #expect(scene.files == ["copy.db", "other.db", "shop.db", "x"])
        }

        @Test func aDamagedDatabaseIsReplacedByItsCopy() throws {
            #expect(try scene.run("fmdb backup shop.db copy.db").code == 0)
            var bytes = try #require(FileManager.default.contents(atPath: scene.folder.file("shop.db")))
            bytes.replaceSubrange(100..<4096, with: [UInt8](repeating: 0x55, count: 3996))
            for damaged in [
                bytes,
                Data(
                    "no database, but something of a certain length, longer than a header of 100 bytes at the least"
                        .utf8),
            ] {
                scene.write(damaged, to: "shop.db")
                #expect(try scene.run("fmdb restore copy.db shop.db").code == 73)
                // Without a copy that can be read, what is there stays.
                scene.write("nonsense that is no database, and long enough to be read as one, or so it seems", to: "x")
                #expect(try scene.run("fmdb restore x shop.db --replace").code == 65)
                #expect(FileManager.default.contents(atPath: scene.folder.file("shop.db")) == damaged)
                let run = try scene.run("fmdb restore copy.db shop.db --replace && fmdb verify shop.db")
                #expect(run.code == 0, "\(run)")
                #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
            }
            #expect(scene.files == ["copy.db", "shop.db", "x"])
        }

        @Test(arguments: ["inf", "nan", "1e30", "-1"])
        func timesThatMakeNoSense(time: String) throws {
            for command in [
                "query shop.db 'SELECT 1' --timeout=", "serve shop.db --timeout=", "repair shop.db x.db --timeout=",
                "backup shop.db x.db --timeout=", "backup shop.db a --continuous --keep=",
                "backup shop.db a --continuous --snapshot-every=", "follow a x.db --interval=",
                "serve shop.db --deadline=", "restore shop.db x.db --timeout=",
            ] {
                let run = try scene.run("fmdb \(command)\(time)")
                #expect(run.code == 64, "\(command): \(run)")
            }
        }

        @Test func aContinuousBackupIsFollowedAndVerified() throws {
            let script = """
                cd "$1"; "$0" backup shop.db archive --continuous 2>log & tool=$!; echo started
                read line; kill -INT $tool; wait $tool; echo "exit $?"
                """
            let shell = try ChildProcess("/bin/sh", ["-c", script, try ToolScene.program(), scene.folder.file("")])
            #expect(shell.readLine(within: 60) == "started")
            while !scene.read("log").contains("stored the whole database") { sched_yield() }
            #expect(try scene.run("fmdb query shop.db 'DELETE FROM book WHERE id = 1' --write").code == 0)
            while !scene.read("log").contains("up to number 2") { sched_yield() }
            #expect(try scene.run("fmdb follow archive standby.db --once").code == 0)
            #expect(try scene.rows("standby.db", "SELECT id FROM book") == ["2"])
            try shell.write("end")
            #expect(shell.readLine(within: 60) == "exit 0")
            let verified = try scene.run("fmdb verify archive --restore")
            #expect(verified.code == 0 && verified.output.contains("commits 1 to 2"), "\(verified)")
            #expect(try scene.run("fmdb restore archive first.db --commit 1 && fmdb restore archive last.db").code == 0)
            #expect(try scene.rows("first.db", "SELECT count(*) FROM book") == ["2"])
            #expect(try scene.rows("last.db", "SELECT count(*) FROM book") == ["1"])
            #expect(try scene.run("fmdb restore archive past.db --at 2001-01-01").code != 0)
            #expect(try scene.run("fmdb restore archive past.db --at yesterday").code == 64)
            #expect(!scene.files.contains("past.db"))
            #expect(try scene.run("mkdir nothing; fmdb verify nothing").code == 65)
        }

        @Test func rowsOfADamagedFileAreRescued() throws {
            let db = scene.open("shop.db")
            try db.executeMany("INSERT INTO author VALUES (?, ?)", (3...2000).map { ($0, "author \($0)") })
            db.close()
            var bytes = try #require(FileManager.default.contents(atPath: scene.folder.file("shop.db")))
            bytes.replaceSubrange(40960..<45056, with: [UInt8](repeating: 0x55, count: 4096))
            scene.write(bytes, to: "damaged.db")
            #expect(try scene.run("fmdb verify damaged.db").code != 0)
            let run = try scene.run("fmdb repair damaged.db rescued.db")
            #expect(run.code == 3 && run.output.contains("incomplete"), "\(run)")
            #expect(try scene.rows("rescued.db", "SELECT count(*) > 1500 FROM author") == ["1"])
            #expect(try scene.run("fmdb repair damaged.db rescued.db").code == 73)
            #expect(try scene.run("fmdb repair shop.db whole.db --json").code == 0)
            scene.write(String(repeating: "no page at all ", count: 1000), to: "x")
            #expect(try scene.run("fmdb repair x y.db").code == 65)
            #expect(!scene.files.contains("y.db"))
        }

        @Test func logsAndFreePages() throws {
            let plain = try scene.run("fmdb checkpoint shop.db")
            #expect(plain.code == 0 && plain.errors.contains("not in WAL mode"), "\(plain)")
            let db = scene.open("shop.db")
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute("INSERT INTO author VALUES (9, hex(zeroblob(2000000)))")
            let busy = scene.open("shop.db")
            try busy.execute("BEGIN")
            _ = try busy.value("SELECT count(*) FROM author", as: Int.self)
            try db.execute("DELETE FROM author WHERE id = 9")
            let waiting = try scene.run("fmdb checkpoint shop.db --timeout 0.05")
            #expect(waiting.code == 75 && waiting.errors.contains("\(getpid())"), "\(waiting)")
            busy.close()
            #expect(try scene.run("fmdb checkpoint shop.db").code == 0)
            #expect(
                try FileManager.default.attributesOfItem(atPath: scene.folder.file("shop.db-wal"))[.size] as? Int == 0)
            db.close()
            let large = try #require(FileManager.default.contents(atPath: scene.folder.file("shop.db"))).count
            #expect(try scene.run("fmdb vacuum shop.db --into small.db && fmdb vacuum shop.db").code == 0)
            for name in ["small.db", "shop.db"] {
                #expect(try #require(FileManager.default.contents(atPath: scene.folder.file(name))).count < large / 10)
            }
        }

        #if SQLCipher
            @Test func encryptedFilesNeedTheirKey() throws {
                scene.write("sesame\n", to: "key")
                scene.write("a\n1\n", to: "t.csv")
                #expect(try scene.run("fmdb import new.db t.csv --key-file key").code == 0)
                #expect(!scene.read("new.db").hasPrefix("SQLite format"))
                #expect(try scene.run("fmdb query new.db 'SELECT * FROM t' --key-file key").code == 0)
                #expect(
                    try scene.run("K=sesame; export K; fmdb query new.db 'SELECT * FROM t' --key-variable K").code == 0)
                #expect(try scene.run("fmdb query new.db 'SELECT * FROM t'").code == 65)
                #expect(
                    try scene.run("K=wrong; export K; fmdb query new.db 'SELECT * FROM t' --key-variable K").code == 65)
                #expect(try scene.run("fmdb query new.db 'SELECT 1' --key-variable NOTHING").code == 66)
                #expect(try scene.run("fmdb query new.db 'SELECT 1' --ask-key").code == 64)
                #expect(
                    try scene.run("fmdb backup new.db copy.db --key-file key && fmdb verify copy.db --key-file key")
                        .code == 0)
            }
        #endif
    }
#endif
