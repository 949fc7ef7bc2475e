#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// `--bind` and types that are found out: no text becomes a number that differs.
    @Suite(.serialized) struct BoundValueTests {
        private let scene = ToolScene()

        @Test(arguments: [
            ("+4712345678", "text"), ("89860012345678901234", "text"), ("007", "text"), ("1.10", "text"),
            ("1e5", "text"),
            ("0.30000000000000004", "text"), (".5", "text"), ("-0", "text"), ("0x10", "text"), ("inf", "text"),
            ("9223372036854775807", "integer"), ("-9223372036854775808", "integer"), ("9223372036854775808", "text"),
            ("12.5", "real"), ("-0.25", "real"), ("1000000.5", "real"),
        ])
        func whatIsBoundIsFoundAgain(text: String, type: String) throws {
            try scene.make("t.db", "CREATE TABLE t (s TEXT); INSERT INTO t VALUES ('\(text)')")
            let found = try scene.run(
                "fmdb query t.db 'SELECT count(*), typeof(:p) FROM t WHERE s = :p' --bind 'p=\(text)' --no-header --format csv"
            )
            #expect(found.lines == ["1,\(type)"], "\(found)")
            let stored = try scene.run("fmdb query t.db 'UPDATE t SET s = :p' --bind 'p=\(text)' --write")
            #expect(stored.code == 0 && stored.errors == "1 row changed\n", "\(stored)")
            #expect(try scene.rows("t.db", "SELECT s FROM t") == ["'\(text)'"])
        }

        @Test(arguments: [
            (["1.1", "1.10"], "TEXT"), (["1.50", "2.25", "0.00"], "REAL"), (["1.50", "2"], "TEXT"),
            (["1.0", "1"], "TEXT"),
            (["1.0", "1.25"], "REAL"), (["12.5", "7"], "REAL"), (["1e-5", "2.5"], "REAL"),
            (["\"1.1\"", "\"1.10\""], "TEXT"), (["1e5", "100000.0"], "TEXT"), (["100000", "1E+5"], "TEXT"),
            (["0.00001", "1e-5"], "TEXT"), (["1e5", "2.5e6"], "REAL"), (["1e-05", "0.25", "1e16"], "REAL"),
        ])
        func numbersThatAreWrittenDifferentlyStayTwo(values: [String], type: String) throws {
            scene.write((["n"] + values).map { $0 + "\n" }.joined(), to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT type FROM pragma_table_info('t')") == ["'\(type)'"])
        }

        @Test func aLateZeroChangesTheTypeOfAFile() throws {
            let script = "{ echo v,f; \(ToolScene.wideLines("1.5")); echo 1.50,x; } >t.csv; fmdb import t.db t.csv"
            #expect(try scene.run(script).code == 0)
            #expect(try scene.rows("t.db", "SELECT DISTINCT v FROM t") == ["'1.5'", "'1.50'"])
            let pipe = try scene.run(
                "{ \(ToolScene.wideLines("1.5")); echo 1.50,x; echo 1.75,x; } | fmdb import t.db - --table p --no-header"
            )
            #expect(pipe.code == 3 && pipe.errors.contains("line 2001: column c1"), "\(pipe)")
            #expect(try scene.rows("t.db", "SELECT count(*), max(c1) FROM p") == ["2001|1.75"])
        }
    }
#endif
