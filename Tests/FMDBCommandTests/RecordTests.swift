#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// `fmdb import`: where records and fields begin and end. See Tests/Fuzz, which has found most of these.
    @Suite(.serialized) struct RecordTests {
        private let scene = ToolScene()

        private func columns(_ table: String) throws -> [String] {
            try scene.rows("t.db", "SELECT name FROM pragma_table_info('\(table)')")
        }

        // MARK: The delimiter

        @Test func theDelimiterComesWithALaterPieceOfAPipe() throws {
            // A pipe gives 64 kB at once, at most.
            let run = try scene.run(
                "{ head -c 70000 /dev/zero | tr '\\0' a; printf ';b\\n1;2\\n'; } | fmdb import t.db - --table t")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT b FROM t") == ["2"])
        }

        @Test func ofTwoDelimitersTheFirstInTheListIsTaken() throws {
            scene.write("a;b|c\td\n1;2|3\t4\n", to: "t.csv")
            for name in ["one", "two", "three"] {
                #expect(try scene.run("fmdb import t.db t.csv --table \(name)").code == 0)
                #expect(try columns(name) == ["'a'", "'b|c\td'"])
            }
        }

        @Test func linesBeforeTheHeaderMayBeEmpty() throws {
            scene.write("\n\r\na;b\n1;2\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT a, b FROM t") == ["1|2"])
        }

        @Test func delimitersInQuotationMarksAreNone() throws {
            scene.write("\"a,b,\"\"c,d\"\",\";x;5\" pipe;y\n1;2;3;4\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try columns("t") == ["'a,b,\"c,d\",'", "'x'", "'5\" pipe'", "'y'"])
            // Without quotation marks they are characters as others.
            scene.write("\"a;b\",c,d\n1,2,3\n", to: "u.csv")
            #expect(try scene.run("fmdb import t.db u.csv --no-quotes").code == 0)
            #expect(try columns("u") == ["'\"a;b\"'", "'c'", "'d'"])
        }

        @Test func anExportWithDelimitersInItsNamesIsReadAgain() throws {
            try scene.make(
                "t.db", "CREATE TABLE t (\"a;b;c\", \"d|e\"); INSERT INTO t VALUES (1, 'x;y'), (NULL, '|')")
            #expect(try scene.run("fmdb export t.db t --to u.csv && fmdb import t.db u.csv").code == 0)
            #expect(try columns("u") == ["'a;b;c'", "'d|e'"])
            #expect(try scene.rows("t.db", "SELECT * FROM u") == ["1|'x;y'", "NULL|'|'"])
            let bare = try scene.run("fmdb export t.db t --no-header | fmdb import t.db - --table v --no-header")
            #expect(bare.code == 0, "\(bare)")
            #expect(try scene.rows("t.db", "SELECT * FROM v") == ["1|'x;y'", "NULL|'|'"])
        }

        // MARK: Lines

        @Test func withoutAHeaderTheFirstGoodLineTellsTheColumns() throws {
            scene.write("\"x\"y\n1,2\n3,4\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --no-header")
            #expect(run.code == 3 && run.errors.contains("line 1: there are characters"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT c1, c2 FROM t") == ["1|2", "3|4"])
            let pipe = try scene.run("cat t.csv | fmdb import t.db - --table u --no-header")
            #expect(pipe.code == 3 && pipe.errors.contains("line 1: there are characters"), "\(pipe)")
            #expect(try scene.rows("t.db", "SELECT c1, c2 FROM u") == ["1|2", "3|4"])
        }

        @Test func linesThatEndWithCRAreCountedInFields() throws {
            scene.write("a,b\r\"x\ry\r\nz\",1\r2\r", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv")
            #expect(run.code == 3 && run.errors.contains("line 5: 1 field"), "\(run)")
        }

        @Test func aLongRecordOfManyLinesIsTheSameFromAFileAndAPipe() throws {
            let field = String(repeating: "line of text\n", count: 90_000)
            scene.write("a,b\n1,\"\(field)\"\n2,x\n", to: "t.csv")
            let file = try scene.run("fmdb import t.db t.csv --max-record 1")
            let pipe = try scene.run("cat t.csv | fmdb import t.db - --table u --max-record 1")
            #expect(file.code == 3 && pipe.code == 3, "\(file) \(pipe)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["2|'x'"])
            #expect(try scene.rows("t.db", "SELECT * FROM u") == ["2|'x'"])
        }

        // MARK: Numbers

        @Test func textsThatSQLiteWouldChangeAreSetAside() throws {
            scene.write("n,t\n1,a\n\"2\n\",b\n\"\t3\",c\n4.,d\n+5,e\n\u{A0}6,f\n+inf,g\n0x7,h\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --type n=INTEGER")
            #expect(run.code == 3, "\(run)")
            for line in [3, 5, 6, 7] {
                #expect(run.errors.contains("line \(line): column n: a value that looks"), "\(run)")
            }
            #expect(
                try scene.rows("t.db", "SELECT n, t FROM t") == [
                    "1|'a'", "'\u{A0}6'|'f'", "'+inf'|'g'", "'0x7'|'h'",
                ])
        }

        // MARK: JSON

        @Test func whatJSONForbidsIsNoRecord() throws {
            let lines = [
                #"{"a":1}"#, #"{"a":01}"#, #"{"a":["\x"]}"#, #"{"a":{"b":"\u12"}}"#, #"{"a":"\u00zz"}"#, #"{"a":-0}"#,
                #"{"a":[{"b":"\u00e9"}]}"#,
            ]
            scene.write(lines.joined(separator: "\n"), to: "t.ndjson")
            let run = try scene.run("fmdb import t.db t.ndjson")
            #expect(run.code == 3, "\(run)")
            #expect(scene.read("t.rejected.ndjson") == lines[1...4].joined(separator: "\n") + "\n")
            #expect(try scene.rows("t.db", "SELECT json_valid(a) FROM t WHERE a LIKE '[%'") == ["1"])
        }

        @Test func anArrayOfOtherValues() throws {
            scene.write("[{\"a\":1},\n3]", to: "t.json")
            let run = try scene.run("fmdb import t.db t.json")
            #expect(
                run.code == 65
                    && run.errors.contains("line 2 of \"t.json\": the array has a value that is not an object"),
                "\(run)")
        }
    }
#endif
