#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    /// `fmdb shell`: scripts, and what happens on a terminal.
    @Suite(.serialized) struct ShellTests {
        private let scene = ToolScene()

        init() throws { try scene.make("shop.db", shop) }

        @Test func aScriptEndsAtItsFirstError() throws {
            let script = """
                -- a comment; with a semicolon
                CREATE TRIGGER t AFTER INSERT ON author BEGIN
                  UPDATE book SET price = 1;
                END; INSERT INTO author VALUES (3, 'x;y'); SELECT name FROM author WHERE id = 3; /* end; */
                .tables
                .format csv
                SELECT 1, 2
                ;
                nonsense;
                DELETE FROM author;
                """
            let run = try scene.run("fmdb shell shop.db", input: script)
            #expect(run.code == 1 && run.errors.contains("near \"nonsense\""), "\(run)")
            #expect(run.lines == ["name", "────", "x;y", "author", "book", "1,2", "1,2"], "\(run)")
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM author") == ["3"])
        }

        @Test func aLargeScriptOnOneLine() throws {
            // 5,000 statements on one line, and one statement with 300,000 semicolons. In the square of their length it takes hours.
            let many = (1...5000).map { "INSERT INTO author VALUES(\($0 + 10),'a;b');" }.joined()
            let long = "INSERT INTO author VALUES(3, '" + String(repeating: "x;\n", count: 300_000) + "');"
            scene.write(
                "BEGIN; ;; -- a comment; with 'a quote\n/* and; one\n more */ \(many)\n\(long)\nCOMMIT; -- the end;\n",
                to: "x.sql")
            let run = try scene.run("fmdb shell shop.db", input: ".read x.sql\n.read x.none\n")
            #expect(run.code == 66 && run.errors.contains("x.none"), "\(run)")
            #expect(
                try scene.rows("shop.db", "SELECT count(*), max(length(name)), min(id) FROM author") == [
                    "5003|900000|1"
                ])
            #expect(
                try scene.run("fmdb shell shop.db", input: "BEGIN; DELETE FROM author WHERE id > 2;\n\(many)\nCOMMIT;")
                    .code == 0)
        }

        /// `fmdb export` knows the table, and how SQLite reads a number.
        @Test func statementsAreNoFormatOfTheShell() throws {
            let run = try scene.run("fmdb shell shop.db", input: ".format sql\nSELECT 0.1;\n")
            #expect(run.code == 1 && run.errors.contains("there is no such format") && run.output.isEmpty, "\(run)")
        }

        /// The second statement comes from the cache, which knows of the columns before.
        @Test(arguments: ["json", "csv", "table"]) func columnsThatHaveComeMeanwhile(format: String) throws {
            let run = try scene.run(
                "fmdb shell shop.db",
                input: """
                    .format \(format)
                    SELECT * FROM author LIMIT 1;
                    ALTER TABLE author ADD COLUMN born DEFAULT 1828;
                    SELECT * FROM author LIMIT 1;
                    ALTER TABLE author DROP COLUMN name;
                    SELECT * FROM author LIMIT 1;
                    """)
            #expect(run.code == 0, "\(run)")
            let rows = run.lines.filter { $0.contains("1") }
            #expect(rows.count == 3 && rows.map { $0.contains("Verne") } == [true, true, false], "\(run)")
            #expect(rows.map { $0.contains("1828") } == [false, true, true], "\(run)")
        }

        @Test func whatItDoesNotOpen() throws {
            #expect(try scene.run("fmdb shell none.db", input: "SELECT 1;").code == 66)
            #expect(try scene.run("fmdb shell shop.db --read-only", input: "DELETE FROM book;").code == 1)
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
        }

        @Test func aTerminal() throws {
            let terminal = try PseudoTerminal(columns: 80)
            let script =
                "cd \"$1\"; FMDB_HISTORY=history TERM=xterm NO_COLOR=1 exec setsid sh -c 'exec \"$0\" shell shop.db <\"$1\" >\"$1\" 2>&1' \"$0\" \"$2\""
            let shell = try ChildProcess(
                "/bin/sh", ["-c", script, try ToolScene.program(), scene.folder.file(""), terminal.name])
            #expect(terminal.wait(for: "fmdb> "))
            // Tab completes the column and the table; the statement goes on in a second line.
            terminal.type("select tit\t")
            #expect(terminal.wait(for: "title "))
            terminal.type("from boo\t\r")
            #expect(terminal.wait(for: "...> "))
            terminal.type("where id = 1;\r")
            #expect(
                terminal.wait(for: "L'Île mystérieuse\r\n") && terminal.wait(for: "(1 row")
                    && terminal.wait(for: "fmdb> "))
            // Ctrl-C ends the statement alone.
            terminal.type("begin;\r")
            #expect(terminal.wait(for: "fmdb*> "))
            terminal.type("with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n;\r")
            #expect(terminal.wait(for: "from n;") && terminal.wait(for: "\n"))
            terminal.type("\u{3}")
            #expect(terminal.wait(for: "interrupted") && terminal.wait(for: "fmdb*> "))
            terminal.type("rollback;\r")
            #expect(terminal.wait(for: "fmdb> "))
            // The history.
            terminal.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A")
            #expect(terminal.wait(for: "select title"))
            terminal.type("\u{15}\u{4}")
            #expect(shell.wait() == 0)
            #expect(scene.read("history").hasPrefix("select title from book \\nwhere id = 1;\nbegin;\n"))
        }

        @Test func aSignalToEndAtThePrompt() throws {
            let terminal = try PseudoTerminal(columns: 80)
            let script =
                "cd \"$1\"; FMDB_HISTORY=history TERM=xterm NO_COLOR=1 setsid sh -c 'echo $$ >pid; exec \"$0\" shell shop.db <\"$1\" >\"$1\" 2>&1' \"$0\" \"$2\"; echo \"exit $?\""
            let shell = try ChildProcess(
                "/bin/sh", ["-c", script, try ToolScene.program(), scene.folder.file(""), terminal.name])
            #expect(terminal.wait(for: "fmdb> "))
            terminal.type("select 1;\r")
            #expect(terminal.wait(for: "(1 row") && terminal.wait(for: "fmdb> "))
            #expect(terminal.isRaw)
            let process = try #require(Int32(scene.read("pid").trimmingCharacters(in: .newlines)))
            kill(process, SIGTERM)
            #expect(shell.readLine(within: 60) == "exit 143")
            #expect(!terminal.isRaw)
            #expect(scene.read("history") == "select 1;\n")
        }

        @Test func theHistoryOfTwoShells() throws {
            scene.write((1...4500).map { "old \($0)\n" }.joined(), to: "history")
            let terminal = try PseudoTerminal(columns: 80)
            let script =
                "cd \"$1\"; FMDB_HISTORY=history TERM=xterm NO_COLOR=1 exec setsid sh -c 'exec \"$0\" shell shop.db <\"$1\" >\"$1\" 2>&1' \"$0\" \"$2\""
            let shell = try ChildProcess(
                "/bin/sh", ["-c", script, try ToolScene.program(), scene.folder.file(""), terminal.name])
            #expect(terminal.wait(for: "fmdb> "))
            let file = try #require(FileHandle(forWritingAtPath: scene.folder.file("history")))
            try file.seekToEnd()
            try file.write(contentsOf: Data("another shell's\n".utf8))
            terminal.type("select 1;\r")
            #expect(terminal.wait(for: "(1 row") && terminal.wait(for: "fmdb> "))
            terminal.type("\u{4}")
            #expect(shell.wait() == 0)
            let lines = scene.read("history").split(separator: "\n")
            #expect(lines.count == 2002 && lines[0] == "old 2501", "\(lines.count)")
            #expect(lines.suffix(2) == ["another shell's", "select 1;"])
        }

        @Test func aNarrowTerminal() throws {
            let terminal = try PseudoTerminal(columns: 40)
            let script =
                "cd \"$1\"; \"$0\" query shop.db 'SELECT id, title, title AS again FROM book ORDER BY id' >\"$2\"; \"$0\" query shop.db 'SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d, 5 AS e, 6 AS f, 7 AS g, 8 AS h' >\"$2\""
            let shell = try ChildProcess(
                "/bin/sh", ["-c", script, try ToolScene.program(), scene.folder.file(""), terminal.name])
            // A table is cut to fit, one with too many columns becomes lines.
            #expect(terminal.wait(for: "a  1\r\nb  2\r\n"))
            #expect(shell.wait() == 0)
            let lines = terminal.text.split(separator: "\r\n").filter { $0.contains("…") }
            #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 40 }, "\(terminal.text)")
        }
    }

    /// A terminal of which the test is the keyboard and the screen.
    final class PseudoTerminal {
        let name: String
        private let file: Int32
        private let other: Int32
        private(set) var text = ""
        private var seen = ""

        init(columns: UInt16) throws {
            file = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            // TIOCSPTLCK and TIOCGPTN, which Swift does not import: unlock the other side, and ask for its number.
            var (locked, number): (Int32, UInt32) = (0, 0)
            try #require(file >= 0 && ioctl(file, 0x4004_5431, &locked) == 0 && ioctl(file, 0x8004_5430, &number) == 0)
            name = "/dev/pts/\(number)"
            // Kept open, or what a program has written is gone with it.
            other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            #expect(ioctl(file, UInt(TIOCSWINSZ), &size) == 0)
        }

        deinit {
            close(file)
            close(other)
        }

        /// Whether a program reads each key by itself.
        var isRaw: Bool {
            var settings = termios()
            return tcgetattr(other, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) == 0
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            #expect(Foundation.write(file, bytes, bytes.count) == bytes.count)
        }

        /// Waits until a text appears behind what was waited for before.
        func wait(for sought: String) -> Bool {
            var bytes: [UInt8] = []
            while true {
                if let found = seen.range(of: sought) {
                    seen = String(seen[found.upperBound...])
                    return true
                }
                var chunk = [UInt8](repeating: 0, count: 4096)
                var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 60_000) == 1 else { return false }
                let count = read(file, &chunk, chunk.count)
                guard count > 0 else { return false }
                bytes += chunk[..<count]
                guard let more = String(validating: bytes, as: UTF8.self) else { continue }
                bytes = []
                text += more
                seen += more
            }
        }
    }
#endif
