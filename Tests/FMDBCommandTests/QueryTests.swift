#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// `fmdb query`: formats, values, and what it refuses.
    @Suite(.serialized) struct QueryTests {
        private let scene = ToolScene()

        init() throws { try scene.make("shop.db", shop) }

        @Test func theVersionIsThatOfThePackage() throws {
            let run = try scene.run("fmdb --version")
            #expect(run.code == 0)
            #expect(run.lines == ["fmdb \(FMDatabase.packageVersion), SQLite \(FMDatabase.sqliteLibVersion())"])
        }

        @Test func aTableIsAligned() throws {
            let run = try scene.run("fmdb query shop.db 'SELECT id, title, price FROM book ORDER BY id'")
            #expect(run.code == 0)
            #expect(
                run.lines == [
                    "id  title                price",
                    "──  ───────────────────  ─────",
                    " 1  L'Île mystérieuse      9.5",
                    " 2  Franken|stein, \"or\"  NULL",
                ])
        }

        @Test(arguments: [
            ("csv", ["id,title,price,cover", "1,L'Île mystérieuse,9.5,x'00ff'", "2,\"Franken|stein, \"\"or\"\"\",,"]),
            (
                "tsv",
                [
                    "id\ttitle\tprice\tcover", "1\tL'Île mystérieuse\t9.5\tx'00ff'",
                    "2\t\"Franken|stein, \"\"or\"\"\"\t\t",
                ]
            ),
            (
                "ndjson",
                [
                    #"{"id":1,"title":"L'Île mystérieuse","price":9.5,"cover":{"base64":"AP8="}}"#,
                    #"{"id":2,"title":"Franken|stein, \"or\"","price":null,"cover":null}"#,
                ]
            ),
            (
                "markdown",
                [
                    "| id | title | price | cover |", "|---|---|---|---|", "| 1 | L'Île mystérieuse | 9.5 | x'00ff' |",
                    #"| 2 | Franken\|stein, "or" |  |  |"#,
                ]
            ),
        ])
        func aFormat(name: String, lines: [String]) throws {
            let run = try scene.run(
                "fmdb query shop.db 'SELECT id, title, price, cover FROM book ORDER BY id' --format \(name)")
            #expect(run.code == 0 && run.lines == lines, "\(run)")
        }

        @Test func jsonIsJSON() throws {
            let run = try scene.run("fmdb query shop.db 'SELECT id, id, 1.0 AS x, char(1) AS c FROM book' --json")
            let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
            #expect(rows?.count == 2)
            #expect(rows?[0].keys.sorted() == ["c", "id", "id_2", "x"])
            #expect(try scene.run("fmdb query shop.db 'SELECT 1 WHERE 0' --json").output == "[]\n")
        }

        @Test(arguments: [
            ("fmdb querry shop.db", "there is no verb \"querry\". Is it query?"),
            ("fmdb qurey shop.db", "there is no verb \"qurey\". Is it query?"),
            ("fmdb shop.db 'SELECT 1'", "`fmdb shell shop.db`"), ("fmdb none.db", "`fmdb help` lists them"),
        ])
        func whatIsNoVerb(script: String, advice: String) throws {
            let run = try scene.run(script)
            #expect(run.code == 64 && run.output.isEmpty && run.errors.contains(advice), "\(run)")
        }

        @Test func commandsOfTheShellAreTold() throws {
            let run = try scene.run("fmdb query shop.db .tables")
            #expect(run.code == 1 && run.errors.contains("`fmdb shell`"), "\(run)")
        }

        @Test func aDatabaseIsMadeWhenAsked() throws {
            let refused = try scene.run("fmdb query new.db 'CREATE TABLE t (a)' --write")
            #expect(refused.code == 66 && refused.errors.contains("--create"), "\(refused)")
            #expect(try scene.run("fmdb query new.db 'CREATE TABLE' --create").code == 1)
            #expect(scene.files == ["shop.db"])
            #expect(try scene.run("fmdb query new.db 'CREATE TABLE t (a)' --create").code == 0)
            #expect(try scene.run("fmdb query new.db 'INSERT INTO t VALUES (1)' --create").code == 0)
            #expect(try scene.rows("new.db", "SELECT * FROM t") == ["1"])
        }

        @Test func emptyTextIsNotNull() throws {
            #expect(
                try scene.run("fmdb query shop.db \"SELECT '' AS a, NULL AS b\" --format csv").lines == [
                    "a,b", "\"\",",
                ])
        }

        @Test func valuesAreBound() throws {
            let run = try scene.run(
                "fmdb query shop.db \"SELECT typeof(:a), typeof(:b), typeof(:c), typeof(:d), typeof(:e)\" --format csv --no-header --bind a=1 --bind b=1.5 --bind c=NULL --bind d=007 --bind e=\"'1'\""
            )
            #expect(run.lines == ["integer,real,null,text,text"], "\(run)")
            #expect(
                try scene.run("fmdb query shop.db 'SELECT ? + ?' --no-header --format csv --bind 1=2 --bind 2=3").lines
                    == ["5"])
            #expect(try scene.run("fmdb query shop.db 'SELECT :x' --bind x").code == 64)
            for sql in ["SELECT :x", "SELECT ?"] {
                let run = try scene.run("fmdb query shop.db '\(sql)'")
                #expect(run.code == 64 && run.errors.contains("--bind 1=7"), "\(run)")
            }
            #expect(try scene.run("fmdb export shop.db --sql 'SELECT ?'").errors.contains("--bind"))
        }

        @Test func writingHasToBeAskedFor() throws {
            let refused = try scene.run("fmdb query shop.db 'DELETE FROM book'")
            #expect(refused.code == 1 && refused.errors.contains("--write"), "\(refused)")
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
            #expect(try scene.run("fmdb query shop.db 'DELETE FROM book' --write").code == 0)
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["0"])
        }

        @Test func anErrorShowsItsPlace() throws {
            let run = try scene.run("fmdb query shop.db 'SELECT nix FROM book'")
            #expect(run.code == 1 && run.errors.contains("no such column: nix"), "\(run)")
            #expect(run.errors.contains("\n         ^\n"), "\(run)")
        }

        @Test func whatIsMeantForOtherVerbs() throws {
            let two = try scene.run("fmdb query shop.db 'SELECT 1; SELECT 2'")
            #expect(two.code == 1 && two.errors.contains("fmdb shell") && two.output.isEmpty, "\(two)")
            for null in ["'a,b'", "'\"'"] {
                #expect(try scene.run("fmdb query shop.db 'SELECT 1' --format csv --null \(null)").code == 64)
            }
            let sheet = try scene.run("fmdb export shop.db book --to book.xlsx")
            #expect(sheet.code == 64 && sheet.errors.contains("--format"), "\(sheet)")
            #expect(try scene.run("fmdb export shop.db book --to book.xlsx --format csv").code == 0)
        }

        @Test func theStatementMayComeFromAPipe() throws {
            #expect(try scene.run("echo 'SELECT 7' | fmdb query shop.db - --format csv --no-header").lines == ["7"])
            #expect(try scene.run("fmdb query shop.db - </dev/null").code == 64)
        }

        @Test func filesThatAreNoDatabase() throws {
            scene.write("id,name\n1,x\n", to: "x.csv")
            #expect(try scene.run("fmdb query none.db 'SELECT 1'").code == 66)
            #expect(!scene.files.contains("none.db"))
            #expect(try scene.run("fmdb query . 'SELECT 1'").code == 66)
            let run = try scene.run("fmdb query x.csv 'SELECT 1'")
            #expect(run.code == 65 && run.errors.contains("not an SQLite database"), "\(run)")
        }

        @Test func whatNobodyReadsEndsQuietly() throws {
            let run = try scene.run(
                "{ fmdb query shop.db 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000000) SELECT * FROM n' --format csv; echo $? >code; } | head -n 1; cat code"
            )
            #expect(run.lines == ["x", "141"] && run.errors.isEmpty, "\(run)")
        }

        @Test func aFullDeviceIsAnError() throws {
            let run = try scene.run("fmdb query shop.db 'SELECT * FROM book' >/dev/full")
            #expect(run.code == 74 && run.errors.contains("No space left"), "\(run)")
        }

        @Test func whoHoldsTheLockIsNamed() throws {
            let db = scene.open("shop.db")
            try db.execute("BEGIN IMMEDIATE")
            let run = try scene.run("fmdb query shop.db 'DELETE FROM book' --write --timeout 0.05")
            db.close()
            #expect(run.code == 75 && run.errors.contains("process \(getpid())"), "\(run)")
        }

        @Test func terminalsAreNotSentWhatTheyObey() throws {
            let run = try scene.run(#"fmdb query shop.db "SELECT char(27) || '[2J' || char(10) || 'x' AS a""#)
            #expect(run.lines.last == #"\u{1b}[2J\nx"#)
        }

        @Test func charts() throws {
            let bars = try scene.run("fmdb query shop.db \"VALUES ('a', 4), ('b', 2), ('c', -2)\" --chart bar")
            #expect(bars.code == 0 && bars.lines.count == 3, "\(bars)")
            let lengths = bars.lines.map { $0.filter { $0 == "█" }.count }
            #expect(lengths[0] == 2 * lengths[1] || lengths[0] == 2 * lengths[1] + 1, "\(bars)")
            let numbers = try scene.run(
                "fmdb query shop.db \"VALUES ('a', 11.25), ('b', 510243), ('c', 1 / 3.0)\" --chart bar")
            #expect(
                numbers.lines.compactMap { $0.split(separator: " ").last } == ["11.25", "510243", "0.33"], "\(numbers)")
            let line = try scene.run("fmdb query shop.db 'VALUES (1, 1), (2, 4), (3, 9)' --chart line")
            #expect(line.code == 0 && line.lines.count == 14 && line.lines[0].contains("9 ┤"), "\(line)")
            let none = try scene.run("fmdb query shop.db \"VALUES ('a', 'b', 3)\" --chart bar")
            #expect(none.code == 1 && none.errors.contains("second column"), "\(none)")
        }

        @Test func thePlanIsPrinted() throws {
            let run = try scene.run("fmdb query shop.db 'SELECT * FROM book WHERE title = 1' --plan")
            #expect(run.code == 0 && run.output.contains("book_title"), "\(run)")
        }

        @Test func helpTeachesByExample() throws {
            let verbs = [
                "query", "import", "export", "schema", "doctor", "backup", "restore", "follow", "verify", "repair",
                "checkpoint",
                "vacuum", "shell",
            ]
            for verb in verbs {
                let run = try scene.run("fmdb help \(verb)")
                #expect(run.code == 0 && run.output.contains("EXAMPLES\n  fmdb \(verb) "), "\(run)")
            }
            let manual = try scene.run("fmdb manual")
            for verb in verbs { #expect(manual.output.contains(".SS \"fmdb \(verb)\"")) }
            for shell in ["bash", "zsh", "fish"] {
                #expect(try scene.run("fmdb --generate-completion-script \(shell)").output.contains("checkpoint"))
            }
            #expect(try scene.run("fmdb nonsense").code == 64)
        }
    }
#endif
