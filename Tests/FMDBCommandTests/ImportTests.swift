#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// `fmdb import`: what becomes of good input.
    @Suite(.serialized) struct ImportTests {
        private let scene = ToolScene()

        @Test func typesAreThoseThatLoseNothing() throws {
            scene.write(
                "id,price,postcode,large,mixed,empty\n1,1.5,01234,12345678901234567890,1,\n-2,2,99999,5,x,\n",
                to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(
                try scene.rows("t.db", "SELECT name, type FROM pragma_table_info('t')") == [
                    "'id'|'INTEGER'", "'price'|'REAL'", "'postcode'|'TEXT'", "'large'|'TEXT'", "'mixed'|'TEXT'",
                    "'empty'|'TEXT'",
                ])
            #expect(
                try scene.rows("t.db", "SELECT * FROM t") == [
                    "1|1.5|'01234'|'12345678901234567890'|'1'|NULL", "-2|2.0|'99999'|'5'|'x'|NULL",
                ])
        }

        @Test func numbersWithMoreDigitsThanARealKeepsAreText() throws {
            scene.write(
                "a,b,c,d,e\n0.12345678901234567890123,12345678901234567.89,0.10000000000000001,0.3333333333333333,1e-400\n",
                to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(
                try scene.rows("t.db", "SELECT * FROM t") == [
                    "'0.12345678901234567890123'|'12345678901234567.89'|0.1|0.3333333333333333|'1e-400'"
                ])
            // A user who declares the type wants it.
            #expect(try scene.run("fmdb import t.db t.csv --table u --type a=REAL").code == 0)
            #expect(try scene.rows("t.db", "SELECT typeof(a), typeof(b) FROM u") == ["'real'|'text'"])
        }

        @Test func aLateLargeIntegerOfAPipeIsSetAside() throws {
            let run = try scene.run(
                "{ \(ToolScene.wideLines("1.5")); echo 9007199254740993,; echo 9007199254740994,; echo 0.12345678901234567890,; } | fmdb import t.db - --table t --no-header --columns n,filler"
            )
            #expect(run.code == 3 && run.errors.contains("line 2001: column n"), "\(run)")
            #expect(scene.read("t.rejected.csv") == "9007199254740993,\n0.12345678901234567890,\n")
        }

        @Test func emptyNumbersAreNull() throws {
            scene.write("a;b\n1;\n;2,5\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|NULL", "NULL|'2,5'"])
        }

        @Test func quotesHoldLinesAndDelimiters() throws {
            scene.write("a,b\r\n\"1,\"\"x\"\"\r\ny\",\"\"\r\n\r\n2,z", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT a, b FROM t") == ["'1,\"x\"\r\ny'|''", "'2'|'z'"])
        }

        @Test func otherLineEndings() throws {
            scene.write("a,b\r1,2\r3,4\r", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|2", "3|4"])
        }

        @Test(arguments: ["utf8", "utf16le", "utf16be", "latin1", "windows"])
        func encodings(name: String) throws {
            let text = name == "windows" ? "name\nzoë €\n" : "name\nzoë 1\n"
            let data: Data? =
                switch name {
                case "utf8": Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
                case "utf16le": Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
                case "utf16be": Data([0xFE, 0xFF]) + Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
                case "latin1": text.data(using: .isoLatin1)
                default: text.data(using: .windowsCP1252)
                }
            scene.write(try #require(data), to: "t.csv")
            let option = ["latin1": "--encoding latin1", "windows": "--encoding windows-1252"][name] ?? ""
            #expect(try scene.run("fmdb import t.db t.csv \(option)").code == 0)
            #expect(try scene.rows("t.db", "SELECT name FROM t") == [name == "windows" ? "'zoë €'" : "'zoë 1'"])
        }

        @Test func keysIndexesAndUpserts() throws {
            scene.write("id,city,n\n1,Rome,1\n2,Oslo,2\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv --key id --index city --index city,n").code == 0)
            #expect(
                try scene.rows("t.db", "SELECT sql FROM sqlite_master WHERE type = 'table'") == [
                    "'CREATE TABLE \"t\" (\"id\" INTEGER PRIMARY KEY, \"city\" TEXT, \"n\" INTEGER)'"
                ])
            #expect(try scene.rows("t.db", "SELECT count(*) FROM sqlite_master WHERE type = 'index'") == ["2"])
            scene.write("id,city,n\n2,Bergen,3\n3,Bonn,4\n", to: "more.csv")
            let refused = try scene.run("fmdb import t.db more.csv --table t")
            #expect(
                refused.code == 3 && refused.errors.contains("line 2: UNIQUE constraint failed: t.id"), "\(refused)")
            #expect(scene.read("more.rejected.csv") == "id,city,n\n2,Bergen,3\n")
            #expect(try scene.run("fmdb import t.db more.csv --table t --ignore").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'Rome'|1", "2|'Oslo'|2", "3|'Bonn'|4"])
            #expect(try scene.run("fmdb import t.db more.csv --table t --upsert").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t WHERE id = 2") == ["2|'Bergen'|3"])
        }

        @Test func jsonOfAllForms() throws {
            scene.write(
                #"[{"a": 1, "b": "x\u00e9\n\ud83d\ude00"}, {"a": 2.5, "c": {"d": [1, "]"]}}, {"b": null, "d": true}]"#,
                to: "t.json")
            #expect(try scene.run("fmdb import t.db t.json").code == 0)
            #expect(
                try scene.rows("t.db", "SELECT * FROM t") == [
                    "1.0|'xé\n😀'|NULL|NULL", "2.5|NULL|'{\"d\": [1, \"]\"]}'|NULL", "NULL|NULL|NULL|1",
                ])
            let pipe =
                #"printf '{"id": "01"}\n{"id": "2", "new": 9223372036854775807}\n' | fmdb import t.db - --table p --format ndjson"#
            #expect(try scene.run(pipe).code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM p") == ["'01'|NULL", "'2'|9223372036854775807"])
        }

        @Test(arguments: ["json", "ndjson"]) func jsonIntoATableThatIsThere(format: String) throws {
            try scene.make(
                "t.db", "CREATE TABLE t (n INTEGER DEFAULT 7, a TEXT NOT NULL DEFAULT '', Z REAL, PRIMARY KEY (n))")
            let records = [#"{"A": "x", "n": 1}"#, #"{"z": 2, "n": 2, "a": "y"}"#, #"{"n": 1, "a": "w", "z": 3}"#]
            scene.write(
                format == "json" ? "[\(records.joined(separator: ",\n"))]" : records.joined(separator: "\n"),
                to: "t.\(format)")
            let run = try scene.run("fmdb import t.db t.\(format) --upsert")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|'w'|3.0", "2|'y'|2.0"])
            scene.write(format == "json" ? "[{}]" : "{}", to: "t.\(format)")
            #expect(try scene.run("fmdb import t.db t.\(format)").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t WHERE n = 7 OR n > 2") == ["3|''|NULL"])
            scene.write(#"{"n": 9, "new": 1, "other": 2}"#, to: "t.\(format)")
            let refused = try scene.run("fmdb import t.db t.\(format)")
            #expect(
                refused.code == 65 && refused.errors.contains("line 1: the table t has no column new, other"),
                "\(refused)")
            #expect(try scene.run("fmdb import t.db t.\(format) --alter").code == 0)
            #expect(try scene.rows("t.db", "SELECT n, new, other FROM t WHERE n = 9") == ["9|1|2"])
        }

        @Test func aPipeIsImported() throws {
            let run = try scene.run("seq 1 30000 | fmdb import t.db - --table t --no-header --columns n --json")
            #expect(run.code == 0 && run.output.contains("\"rows\" : 30000"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT sum(n), typeof(n) FROM t") == ["450015000|'integer'"])
        }

        @Test func aLateTextChangesTheTypeOfAFile() throws {
            let script = "{ echo id,n; \(ToolScene.wideLines("7")); echo 0042,x; } >t.csv; fmdb import t.db t.csv"
            #expect(try scene.run(script).code == 0)
            #expect(
                try scene.rows("t.db", "SELECT id, typeof(id), count(*) FROM t GROUP BY 1, 2")
                    == ["'0042'|'text'|1", "'7'|'text'|2000"])
        }

        @Test func aLateTextOfAPipeIsSetAsideIfItWouldChange() throws {
            let run = try scene.run(
                "{ \(ToolScene.wideLines("7")); echo 0042,; echo abc,; } | fmdb import t.db - --table t --no-header --columns n,filler"
            )
            #expect(run.code == 3 && run.errors.contains("line 2001: column n"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT count(*), max(n) FROM t") == ["2001|'abc'"])
            #expect(scene.read("t.rejected.csv") == "0042,\n")
        }

        @Test func aTableThatIsThereGetsColumnsWhenAsked() throws {
            try scene.make("t.db", "CREATE TABLE t (a TEXT, n INTEGER)")
            scene.write("n,a,z\n5,05,q\n", to: "t.csv")
            let refused = try scene.run("fmdb import t.db t.csv")
            #expect(
                refused.code == 65 && refused.errors.contains("no column z") && refused.errors.contains("--alter"),
                "\(refused)")
            #expect(try scene.run("fmdb import t.db t.csv --alter").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["'05'|5|'q'"])
        }

        @Test func options() throws {
            scene.write("a|b\nx|\\N\n\"y|1\n", to: "t.txt")
            let run = try scene.run(
                "fmdb import t.db t.txt --format csv --delimiter '|' --no-quotes --null '\\N' --strict --type b=REAL")
            #expect(run.code == 0, "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["'x'|NULL", "'\"y'|1.0"])
            #expect(try scene.rows("t.db", "SELECT sql FROM sqlite_master")[0].contains("STRICT"))
        }

        @Test func timeZonesOfTheSystem() throws {
            let path = "/usr/share/zoneinfo/zone1970.tab"
            guard FileManager.default.fileExists(atPath: path) else { return }
            let run = try scene.run(
                "grep -v '^#' \(path) | awk -F'\\t' 'BEGIN {OFS=FS} {print $1, $2, $3}' | fmdb import z.db - --table zone --format tsv --no-header --columns codes,place,name --key name"
            )
            #expect(run.code == 0, "\(run)")
            #expect(
                try scene.rows(
                    "z.db", "SELECT count(*) FROM zone WHERE name = 'Europe/Berlin' AND place = '+5230+01322'") == ["1"]
            )
        }

        @Test func booksInManyLanguages() throws {
            let texts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("FMDBTests/Search/Texts").path
            for name in ["Japanese", "Arabic", "German"] {
                let path = "\(texts)/\(name).txt"
                let run = try scene.run(
                    "fmdb import b.db '\(path)' --format csv --delimiter '\\t' --no-quotes --no-header --columns line --table \(name)"
                )
                #expect(run.code == 0, "\(run)")
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let lines = text.split(separator: "\n").filter { !$0.isEmpty && $0 != "\r" }
                #expect(try scene.rows("b.db", "SELECT count(*) FROM \(name)") == ["\(lines.count)"])
                #expect(
                    try scene.rows("b.db", "SELECT line FROM \(name) LIMIT 1") == [
                        FMValue.text(String(lines[0])).description
                    ])
            }
        }
    }
#endif
