#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    /// `fmdb import` with input that is not as it should be: nothing is left half-written.
    @Suite(.serialized) struct BadInputTests {
        private let scene = ToolScene()

        @Test func raggedRowsAreSetAside() throws {
            scene.write("a,b\n1,2\n3\n4,5,6\n\"7\"x,8\n9,\"open\n10,11\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv")
            #expect(run.code == 3 && run.errors.contains("set aside in \"t.rejected.csv\""), "\(run)")
            for part in [
                "line 3: 1 field,", "line 4: 3 fields,", "line 5: there are characters",
                "line 6: a quotation mark is not closed",
            ] {
                #expect(run.errors.contains(part), "\(run)")
            }
            #expect(scene.read("t.rejected.csv") == "a,b\n3\n4,5,6\n\"7\"x,8\n9,\"open\n")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|2", "10|11"])
        }

        @Test(arguments: ["\n", "\r\n", "\r"])
        func badLinesAcrossTheEdgesOfWhatIsReadAtOnce(end: String) throws {
            // Lines of 97 bytes and more, so that of the bad ones some begin before an edge and end behind it.
            let good = "12345," + String(repeating: "x", count: 90) + end
            let bad = "\"a\"b," + String(repeating: "1,2", count: 9000) + end
            let block = String(repeating: good, count: 20) + bad
            scene.write("a,b" + end + String(repeating: block, count: 220), to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv")
            #expect(run.code == 3 && run.errors.contains("220 lines set aside"), "\(run)")
            #expect(
                try scene.rows("t.db", "SELECT count(*), count(DISTINCT a), count(DISTINCT b) FROM t") == ["4400|1|1"])
        }

        @Test func bytesThatAreNoUTF8() throws {
            scene.write(Data("name\nfine\nzo".utf8) + Data([0xEB]) + Data("\n".utf8), to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv")
            #expect(run.code == 3 && run.errors.contains("line 3: column name is not UTF-8"), "\(run)")
        }

        @Test func aLineThatIsTooLong() throws {
            let run = try scene.run(
                "{ echo a; echo 1; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo 2; } | fmdb import t.db - --table t --max-record 1"
            )
            #expect(run.code == 3 && run.errors.contains("line 3: longer than 1.0 MB"), "\(run)")
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1", "2"])
        }

        @Test func standardFilesThatAreClosed() throws {
            try scene.make("shop.db", shop)
            #expect(try scene.run("fmdb export shop.db author --to a.csv 2>&-").code == 0)
            #expect(scene.read("a.csv") == "id,name\n1,Jules Verne\n2,Mary Shelley\n")
            #expect(try scene.run("fmdb export shop.db author --to b.csv <&- >&- 2>&-").code == 0)
            #expect(scene.read("b.csv") == scene.read("a.csv"))
            let written = try scene.run("fmdb query shop.db 'SELECT 1' >&-")
            #expect(written.code == 74 && written.errors.contains("Bad file descriptor"), "\(written)")
            let read = try scene.run("fmdb import shop.db - --table t <&-")
            #expect(read.code == 74 && read.errors.contains("Bad file descriptor"), "\(read)")
        }

        @Test func aHeaderWithoutAnEnd() throws {
            let run = try scene.run("yes | tr -d '\\n' | fmdb import t.db - --table t --max-record 1")
            #expect(
                run.code == 65 && run.errors.contains("the header of the standard input: longer than 1.0 MB"), "\(run)")
            #expect(scene.files == [])
        }

        @Test func moreColumnsThanATableHas() throws {
            let run = try scene.run("seq 2001 | paste -sd, >t.csv; fmdb import t.db t.csv")
            #expect(
                run.code == 65 && run.errors.contains("\"t.csv\" has 2001 columns; a table has at most 2000"), "\(run)")
            #expect(scene.files == ["t.csv"])
        }

        @Test func linesOfNDJSON() throws {
            scene.write("{\"a\":1}\n{\"a\":}\nnonsense\n{\"a\":2}\n[3]\n{\"a\":3", to: "t.ndjson")
            let run = try scene.run("fmdb import t.db t.ndjson")
            #expect(run.code == 3, "\(run)")
            #expect(try scene.rows("t.db", "SELECT a FROM t") == ["1", "2"])
            #expect(scene.read("t.rejected.ndjson") == "{\"a\":}\nnonsense\n[3]\n{\"a\":3\n")
        }

        @Test(arguments: ["json", "ndjson"])
        func recordsWithTooManyMembers(format: String) throws {
            let members = (0..<20000).map { "\"m\($0)\":1" }.joined(separator: ",")
            let records = ["{\"a\":1}", "{\(members)}", "{\"a\":2,\"b\":3}"]
            let isArray = format == "json"
            let text = records.joined(separator: isArray ? ",\n" : "\n")
            scene.write(isArray ? "[\(text)]" : text + "\n{\"a\":4,\"c\":}\n", to: "t.\(format)")
            let run = try scene.run("fmdb import t.db t.\(format)")
            #expect(run.code == 3 && run.errors.contains("line 2: more than 2000 columns"), "\(run)")
            // What a bad record has is no column.
            #expect(try scene.rows("t.db", "SELECT name FROM pragma_table_info('t')") == ["'a'", "'b'"])
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|NULL", "2|3"])
        }

        @Test func anArrayThatBreaksOff() throws {
            scene.write("[{\"a\":1},{\"a\":2}\n,{\"a\"", to: "t.json")
            let run = try scene.run("fmdb import t.db t.json")
            #expect(run.code == 65 && run.errors.contains("from here on it is not JSON"), "\(run)")
            #expect(scene.files == ["t.json"])
        }

        @Test(arguments: [
            ("gzip", [0x1F, 0x8B, 8, 0, 0, 0] as [UInt8], "is compressed"),
            ("zip", [0x50, 0x4B, 3, 4, 0], "ZIP archive"),
            ("database", Array("SQLite format 3\0".utf8), "is a database"),
            ("utf16", [0x61, 0, 0x2C, 0, 0x62, 0, 0x0A, 0], "--encoding utf-16le"),
            ("latin1", [0x6E, 0xE9, 0x0A, 0x31, 0x0A], "--encoding windows-1252 or latin1"),
        ])
        func filesThatAreNoCSV(name: String, bytes: [UInt8], message: String) throws {
            scene.write(Data(bytes), to: "t.csv")
            for script in ["fmdb import t.db t.csv", "cat t.csv | fmdb import t.db - --table t"] {
                let run = try scene.run(script)
                #expect(run.code == 65 && run.errors.contains(message), "\(run)")
            }
            #expect(scene.files == ["t.csv"])
        }

        @Test func optionsThatATableContradicts() throws {
            scene.write("id,a\n1,2\n", to: "t.csv")
            #expect(try scene.run("fmdb import t.db t.csv").code == 0)
            for (options, message) in [
                ("--key id", "exists already, with no key"), ("--key nix", "exists already"),
                ("--type nix=TEXT", "there is no column nix"), ("--table u --type nix=TEXT", "there is no column nix"),
            ] {
                let run = try scene.run("fmdb import t.db t.csv \(options)")
                #expect(run.code == 64 && run.errors.contains(message), "\(options): \(run)")
            }
            #expect(try scene.rows("t.db", "SELECT * FROM t") == ["1|2"])
            #expect(try scene.run("fmdb import t.db t.csv --table k --key id").code == 0)
            #expect(try scene.run("fmdb import t.db t.csv --table k --key ID --upsert").code == 0)
            scene.write("id,a\n2,2\n", to: "u.csv")
            #expect(try scene.run("fmdb import t.db u.csv --table k --key ID").code == 0)
        }

        @Test func inputWithoutRows() throws {
            scene.write("", to: "empty.csv")
            #expect(try scene.run("fmdb import t.db empty.csv").code == 65)
            #expect(try scene.run("fmdb import t.db none.csv").code == 66)
            #expect(try scene.run("fmdb import t.db .").code == 66)
            scene.write("a,b\n1\n2\n", to: "bad.csv")
            let run = try scene.run("fmdb import t.db bad.csv")
            #expect(run.code == 65 && run.errors.contains("no line could be imported"), "\(run)")
            #expect(scene.files == ["bad.csv", "empty.csv"])
            scene.write("a,b\n", to: "head.csv")
            #expect(try scene.run("fmdb import t.db head.csv").code == 0)
            #expect(try scene.rows("t.db", "SELECT * FROM head") == [])
        }

        @Test func tooManyErrorsEndIt() throws {
            scene.write("a,b\n1,2\n3\n4\n5\n", to: "t.csv")
            let run = try scene.run("fmdb import t.db t.csv --max-errors 2")
            #expect(run.code == 65 && run.errors.contains("line 5"), "\(run)")
            #expect(scene.files == ["t.csv"])
        }

        @Test func aFileThatIsNoDatabaseStaysAsItIs() throws {
            scene.write("not a database, but a text of some length that is longer than a header", to: "x.db")
            scene.write("a\n1\n", to: "t.csv")
            #expect(try scene.run("fmdb import x.db t.csv").code == 65)
            #expect(scene.read("x.db").hasPrefix("not a database"))
            #expect(try scene.run("fmdb import none/x.db t.csv").code == 73)
        }

        @Test func aFullDiskLeavesNothing() throws {
            let run = try scene.run("ulimit -f 200; seq 1 200000 | fmdb import t.db - --table t --no-header")
            #expect(run.code == 74, "\(run)")
            #expect(scene.files == [])
        }

        /// SQLite leaves a journal then, which it plays back when the file is opened the next time.
        @Test(.enabled(if: ToolScene.canMount)) func aFullDiskLeavesNoJournal() throws {
            scene.write((1...60_000).map { "\($0),some text of a line\n" }.joined(), to: "t.csv")
            let script = """
                mkdir disk; mount -t tmpfs -o size=700k tmpfs disk
                fmdb query disk/old.db 'CREATE TABLE kept (a)' --create
                fmdb import disk/new.db t.csv --no-header; echo $?
                fmdb import disk/old.db t.csv --no-header; echo $?
                ls disk; fmdb schema disk/old.db
                """
            // In a system of mounts of its own.
            scene.write("fmdb() { \(try ToolScene.program()) \"$@\"; }\n" + script, to: "script")
            let run = try scene.run("unshare --mount --map-root-user sh script")
            #expect(run.lines == ["74", "74", "old.db", "CREATE TABLE kept (a);"], "\(run)")
        }

        @Test func linesThatCannotBeSetAside() throws {
            scene.write("a,b\n1,2\n3\n", to: "t.csv")
            // Before the commit: nothing is imported.
            #expect(try scene.run("fmdb import t.db t.csv --rejects /dev/full").code == 74)
            #expect(scene.files == ["t.csv"])
            let run = try scene.run("mkdir taken; fmdb import t.db t.csv --rejects taken")
            #expect(run.code == 73 && run.errors.contains("\"taken\" exists already"), "\(run)")
            #expect(scene.files == ["t.csv", "taken"])
        }

        @Test func ctrlCLeavesNothing() throws {
            try scene.make("t.db", "CREATE TABLE kept (a)")
            // The pipe is not closed, so the import cannot end by itself.
            let script = """
                cd "$1"; mkfifo pipe; "$0" import t.db - --table t --no-header <pipe >/dev/null 2>errors &
                tool=$!
                exec 4>pipe; { \(ToolScene.wideLines("1")); } >&4; echo ready
                read line; kill -INT $tool; wait $tool; echo "exit $?"
                """
            let shell = try ChildProcess("/bin/sh", ["-c", script, try ToolScene.program(), scene.folder.file("")])
            #expect(shell.readLine(within: 120) == "ready")
            try shell.write("end")
            #expect(shell.readLine(within: 120) == "exit 130")
            #expect(scene.read("errors") == "fmdb: interrupted; nothing was imported\n")
            #expect(try scene.rows("t.db", "SELECT name FROM sqlite_master") == ["'kept'"])
            #expect(scene.files == ["errors", "pipe", "t.db"])
        }

        @Test func aLockedDatabaseIsToldWithItsHolder() throws {
            try scene.make("t.db", "CREATE TABLE t (a)")
            scene.write("a\n1\n", to: "t.csv")
            let db = scene.open("t.db")
            try db.execute("BEGIN IMMEDIATE")
            let run = try scene.run("fmdb import t.db t.csv --timeout 0.05")
            db.close()
            #expect(run.code == 75 && run.errors.contains("process \(getpid())"), "\(run)")
        }

        @Test func argumentsThatMakeNoSense() throws {
            scene.write("a\n1\n", to: "t.csv")
            for options in [
                "--upsert --ignore", "--key nix", "--type a=WORD", "--delimiter ab", "--max-record 0", "--columns x,y",
            ] {
                let run = try scene.run("fmdb import t.db t.csv \(options)")
                #expect(run.code == 64, "\(options): \(run)")
            }
            #expect(scene.files == ["t.csv"])
        }
    }
#endif
