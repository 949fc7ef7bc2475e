#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// `fmdb import`: what a record does not have is not NULL, no key is invented that a row may have, and no value is dropped.
    @Suite(.serialized) struct AbsentMemberTests {
        private let scene = ToolScene()

        private func importing(_ records: [String], _ options: String) throws -> ToolRun {
            try scene.run(
                "fmdb import t.db - --table t --format ndjson \(options)", input: records.joined(separator: "\n"))
        }

        @Test(arguments: [[0, 1], [1, 0]]) func absentMembersKeepTheValuesOfTheRow(order: [Int]) throws {
            try scene.make(
                "t.db",
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, age INT); INSERT INTO t VALUES (1, 'Cleo', 5), (2, 'Nixie', 6)"
            )
            let records = [#"{"id":1,"age":7}"#, #"{"id":2,"name":"Nixie II"}"#]
            let run = try importing(order.map { records[$0] }, "--upsert")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'Cleo'|7", "2|'Nixie II'|6"])
            // NULL is a value.
            #expect(try importing([#"{"id":1,"age":null}"#], "--upsert").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t WHERE id = 1") == ["1|'Cleo'|NULL"])
        }

        @Test func absentMembersOfNewRowsGetTheDefault() throws {
            try scene.make(
                "t.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'new', n INT DEFAULT 5)")
            let records = [#"{"id":1}"#, #"{"id":2,"state":"old","n":1}"#, #"{"id":3}"#, #"{"id":4,"state":"x"}"#]
            let run = try importing(records, "")
            #expect(run.code == 0, "\(run)")
            #expect(
                try scene.rows("t.db", "SELECT * FROM t") == ["1|'new'|5", "2|'old'|1", "3|'new'|5", "4|'x'|5"])
        }

        @Test func anUpdateNeedsNoColumnThatMayNotBeNull() throws {
            try scene.make(
                "t.db",
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INT); INSERT INTO t VALUES (1, 'a', 1)")
            let run = try importing([#"{"id":1,"n":2}"#, #"{"id":2,"n":3}"#], "--upsert")
            #expect(run.code == 3 && run.errors.contains("line 2: NOT NULL constraint failed: t.name"), "\(run)")
            scene.write("id,n\n1,4\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv --upsert").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'a'|4"])
        }

        /// A row that is there needs no value for what it has.
        @Test(arguments: [
            "qty INT CHECK (qty IS NOT NULL)", "qty INT DEFAULT 0 UNIQUE", "qty INT, CHECK (qty > 0 OR name = 'x')",
        ])
        func anUpdateNeedsNoColumnThatAConstraintAsks(_ column: String) throws {
            try scene.make(
                "t.db",
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name, \(column)); INSERT INTO t VALUES (1, 'old', 5), (2, 'x', 0)"
            )
            let run = try importing([#"{"id":1,"name":"new"}"#, #"{"id":1}"#, #"{"id":2}"#], "--upsert")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'new'|5", "2|'x'|0"])
        }

        @Test(arguments: [#"{"a":1,"A":2}"#, #"{"a":1,"a":2}"#, #"{"a":1,"\u0041":2}"#])
        func membersOfOneColumnAreNoRecord(record: String) throws {
            for options in ["", "--columns a"] {
                let run = try importing([#"{"a":0}"#, record], options)
                #expect(run.code == 3 && run.errors.contains("line 2: two members have the name a"), "\(run)")
            }
            #expect(try scene.rows("t.db", "SELECT a FROM t") == ["0", "0"])
        }

        @Test func onlyLettersOfASCIIAreFolded() throws {
            let run = try importing([#"{"Ä":1,"ä":2}"#, "{\"e\u{301}\":3,\"\u{E9}\":4}"], "")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|2|NULL|NULL", "NULL|NULL|3|4"])
            // In a table that is there, each has its own type.
            try scene.make("v.db", "CREATE TABLE t (\"\u{E9}\" TEXT, \"e\u{301}\" INTEGER)")
            #expect(
                try scene.run(
                    "fmdb import v.db - --table t --format ndjson", input: "{\"e\u{301}\":1,\"\u{E9}\":\"2\"}"
                ).code == 0)
            #expect(try scene.rows("v.db", "SELECT * FROM t") == ["'2'|1"])
            scene.write("Ä,ä\n5,6\n", to: "u.csv")
            #expect(try scene.run("fmdb import t.db u.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT \"Ä\", \"ä\" FROM u") == ["5|6"])
        }

        @Test func aNameIsGivenOnce() throws {
            scene.write("1,2\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --no-header --columns a,A")
            #expect(run.code == 64 && run.errors.contains("--columns names A twice"), "\(run)")
            #expect(try scene.run("fmdb query x.db 'SELECT :a' --create --bind a=1 --bind :a=2").code == 64)
        }

        @Test func noKeyIsInvented() throws {
            scene.write("id,name\n,Ann\n1,Bob\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --key id")
            #expect(run.code == 3 && run.errors.contains("line 2: the key id has no value"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'Bob'"])
        }

        @Test(arguments: ["", "--upsert", "--ignore"]) func recordsWithAndWithoutAKey(options: String) throws {
            try scene.make("t.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
            scene.write("{\"name\":\"Ann\"}\n{\"id\":1,\"name\":\"Bob\"}\n", to: "t.ndjson")
            let run = try scene.run("fmdb import t.db t.ndjson \(options)")
            #expect(run.code == 3 && run.errors.contains("line 1: the key id has no value"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'Bob'"])
            let pipe = try scene.run("sed s/1/2/ t.ndjson | fmdb import t.db - --table t --format ndjson \(options)")
            #expect(pipe.code == (options == "--upsert" ? 3 : 65), "\(pipe)")
        }

        @Test func withoutAnyKeySQLiteNumbersTheRows() throws {
            try scene.make("t.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
            #expect(try importing([#"{"name":"Ann"}"#, #"{"name":"Bob"}"#], "").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'Ann'", "2|'Bob'"])
        }

        @Test func rowsWithoutTheirKeyAreIgnoredByAnotherOne() throws {
            try scene.make(
                "t.db",
                "CREATE TABLE t (id INTEGER PRIMARY KEY, email TEXT UNIQUE, name); INSERT INTO t VALUES (7, 'a@x', 'Ann')"
            )
            scene.write("email,name\na@x,Eve\nb@x,Bob\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --ignore")
            #expect(run.code == 0 && run.errors.hasPrefix("1 row imported"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["7|'a@x'|'Ann'", "8|'b@x'|'Bob'"])
            // A key that was asked for must be there.
            #expect(try scene.run("fmdb import t.db t.csv --ignore --key id --max-errors 9").code == 65)
        }

        @Test func rowsThatAreIgnoredAreNotImported() throws {
            try scene.make("t.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 'old')")
            scene.write("id,n\n1,a\n2,b\n2,c\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --ignore")
            #expect(
                run.code == 0 && run.errors.hasPrefix("1 row imported")
                    && run.errors.contains("2 rows skipped: a row with that key exists already"), "\(run)")
            let json = try scene.run("fmdb import t.db t.csv --ignore --json")
            #expect(json.output.contains("\"rows\" : 0") && json.output.contains("\"ignored\" : 3"), "\(json)")
        }
    }
#endif
