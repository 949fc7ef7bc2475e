#if Checked && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// The program `fmdb-check`, started as a process.
    @Suite struct CheckCommandTests {
        struct Run: CustomStringConvertible {
            let code: Int32
            let output: String
            let errors: String

            var description: String { "exit code \(code)\n\(output)\n\(errors)" }
        }

        private let scene = CheckScene(["Sources/a.swift": CheckScene.source(CheckScene.wrong)])

        private static let script = """
            program=$0
            fmdb_check() { XDG_CACHE_HOME="$PWD/.cache" "$program" "$@"; }
            cd "$1" || exit 9
            (eval "$2") >.output 2>.errors </dev/null
            echo $?
            """

        /// Runs a script in which `fmdb_check` is the program.
        private func run(_ script: String) throws -> Run {
            let shell = try ChildProcess("/bin/sh", ["-c", Self.script, try Self.program(), scene.path, script])
            let code = shell.readLine(within: 120).flatMap { Int32($0) }
            shell.wait()
            return Run(code: code ?? -1, output: scene.read(".output"), errors: scene.read(".errors"))
        }

        private static func program() throws -> String {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
            let folders = [own, bundle].map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
            let candidates = folders.map { $0.appendingPathComponent("fmdb-check").path }
            return try #require(candidates.first { FileManager.default.fileExists(atPath: $0) })
        }

        @Test func errorsAreTheExitCode1() throws {
            let run = try run("fmdb_check Sources --schema schema.sql")
            #expect(run.code == 1, "\(run)")
            #expect(
                run.output.hasPrefix("Sources/a.swift:4:46: error: ") && run.output.hasSuffix(" [unknown-column]\n"),
                "\(run)")
            #expect(run.errors.hasPrefix("fmdb-check: 1 error in 1 SQL string of 1 file, "), "\(run)")
        }

        @Test func withoutErrorsItIs0() throws {
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/a.swift")
            let run = try run("fmdb_check check --schema schema.sql --quiet")
            #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
        }

        @Test func theConfigurationIsFound() throws {
            scene.write("{\"schema\": \"schema.sql\"}", to: "fmdb-check.json")
            #expect(try run("fmdb_check").code == 1)
            #expect(try run("fmdb_check --configuration fmdb-check.json Sources/a.swift").code == 1)
            #expect(try run("cd Sources && fmdb_check --configuration ../fmdb-check.json .").code == 1)
        }

        @Test func wrongArguments() throws {
            for arguments in [
                "", "--schema schema.sql --database x.db", "--format xml --schema schema.sql", "--no-such-option",
            ] {
                let run = try run("fmdb_check \(arguments)")
                #expect(run.code == 64 && !run.errors.isEmpty, "\(arguments): \(run)")
            }
            #expect(try run("fmdb_check").errors.contains("--schema FILE.sql"))
        }

        @Test func whatIsMissingOrForbidden() throws {
            #expect(try run("fmdb_check --schema none.sql").code == 66)
            #expect(try run("fmdb_check none --schema schema.sql").code == 66)
            #expect(try run("mkdir empty; fmdb_check empty --schema schema.sql").code == 66)
            scene.write("CREATE TABEL x;", to: "bad.sql")
            let refused = try run("fmdb_check --schema bad.sql")
            #expect(refused.code == 65 && refused.output.contains("bad.sql:1:8: error: "), "\(refused)")
            #expect(refused.errors.contains("SQLite refuses a part of the schema, which was left out"), "\(refused)")
            #expect(try run("fmdb_check --schema schema.sql --output none/x.txt").code == 74)
            guard geteuid() != 0 else { return }
            #expect(try run("chmod 0 schema.sql; fmdb_check --schema schema.sql").code == 77)
        }

        @Test func nothingCheckedIsTheExitCode66() throws {
            scene.write("import GRDB\nlet x = 1\n", to: "Sources/a.swift")
            let run = try run("fmdb_check --schema schema.sql")
            #expect(run.code == 66 && run.output.isEmpty, "\(run)")
            #expect(run.errors.contains("no call of FMDB was found in 1 file; the sources import GRDB"), "\(run)")
            // A target of a package need not have SQL.
            #expect(try self.run("fmdb_check --schema schema.sql --stamp done").code == 0)
            scene.write(CheckScene.source("DELETE FROM old.visit"), to: "Sources/a.swift")
            scene.write("{\"schema\": \"schema.sql\", \"databases\": [\"old\"]}", to: "fmdb-check.json")
            let unknown = try self.run("fmdb_check")
            #expect(unknown.code == 66, "\(unknown)")
            #expect(
                unknown.errors.contains("not enough is known about the tables of 1 SQL string"), "\(unknown)")
        }

        @Test func aBaselineIsWrittenAndRead() throws {
            #expect(try run("fmdb_check --schema schema.sql --write-baseline --baseline known.json").code == 0)
            let run = try run("fmdb_check --schema schema.sql --baseline known.json")
            #expect(run.code == 0 && run.output.isEmpty && run.errors.contains("1 known from the baseline"), "\(run)")
        }

        @Test func formatsAndOutput() throws {
            #expect(
                try run("fmdb_check --schema schema.sql --format github").output.hasPrefix(
                    "::error file=Sources/a.swift,line=4,"))
            #expect(try run("fmdb_check --schema schema.sql --format json").output.hasPrefix("{"))
            let run = try run("fmdb_check --schema schema.sql --format sarif --output log.sarif")
            #expect(run.code == 1 && run.output.isEmpty && scene.read("log.sarif").contains("\"2.1.0\""), "\(run)")
        }

        @Test func theStampIsWrittenWithoutErrorsOnly() throws {
            #expect(try run("fmdb_check --schema schema.sql --stamp done").code == 1)
            #expect(!FileManager.default.fileExists(atPath: scene.folder.file("done")))
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/a.swift")
            #expect(try run("fmdb_check --schema schema.sql --stamp done").code == 0)
            #expect(scene.read("done").hasPrefix("// "))
        }

        @Test func theUsersCacheIsUsedUnlessToldOtherwise() throws {
            #expect(try run("fmdb_check --schema schema.sql --no-cache; ls .cache").errors.contains("cannot access"))
            #expect(try run("fmdb_check --schema schema.sql; ls .cache/fmdb-check/*/checks.sqlite").code == 0)
            #expect(try run("fmdb_check --schema schema.sql --format json").output.contains("\"reusedFiles\" : 1"))
        }

        @Test func queriesOfTheConfigurationAreGenerated() throws {
            scene.write("-- name: names :many\nSELECT name FROM person;\n", to: "queries/people.sql")
            scene.write("{\"schema\": \"schema.sql\", \"queries\": [\"queries\"]}", to: "fmdb-check.json")
            let first = try run("fmdb_check generate --output Queries.swift")
            #expect(first.code == 0 && first.errors.isEmpty, "\(first)")
            #expect(scene.read("Queries.swift").contains("func names("))
            #expect(try run("fmdb_check generate --output Queries.swift --check").code == 0)
            scene.write("-- name: names :many\nSELECT nme FROM person;\n", to: "queries/people.sql")
            let second = try run("fmdb_check generate --output Queries.swift")
            #expect(second.code == 1 && second.errors.hasPrefix("queries/people.sql:2:8: error: "), "\(second)")
        }

        @Test func withoutQueriesOrTablesNothingIsGenerated() throws {
            let nothing = try run("fmdb_check generate --output Queries.swift --schema schema.sql")
            #expect(nothing.code == 64 && nothing.errors.contains("no queries are named"), "\(nothing)")
            let tables = try run("fmdb_check generate queries --output Queries.swift")
            #expect(tables.code == 64 && tables.errors.contains("no tables are named"), "\(tables)")
        }

        @Test func adviceNamesTheIndexAndCanFail() throws {
            #expect(try run("fmdb_check advise --database none.db Sources").code == 66)
            let database = FMDatabase(path: scene.folder.file("shop.db"))
            #expect(database.open())
            try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER)")
            try database.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
                INSERT INTO person (name, age) SELECT 'n' || i, i % 90 FROM n
                """)
            database.close()
            scene.write(CheckScene.source(CheckScene.right), to: "Sources/a.swift")
            let advice = try run("fmdb_check advise --database shop.db Sources")
            #expect(advice.code == 0 && advice.output.contains("CREATE INDEX"), "\(advice)")
            #expect(try run("fmdb_check advise --database shop.db --strict Sources").code == 1)
        }

        @Test func aProjectOfTheObjectiveCFMDBIsRead() throws {
            scene.write("import FMDB\nfunc f(_ db: FMDatabase) { db.open() }\n", to: "Sources/a.swift")
            let move = try run("fmdb_check move Sources")
            #expect(move.code == 0 && move.output.contains("To change: 0, unchanged: 1, "), "\(move)")
            #expect(try run("fmdb_check check --move Sources").output == move.output)
            #expect(try run("fmdb_check move none").code == 66)
            #expect(try run("fmdb_check check --move").code == 64)
            #expect(try run("fmdb_check move Sources --modules Sources").code == 66)
            scene.write("import FMDB\nfunc f(_ db: FMDatabase) { db!.open() }\n", to: "Sources/a.swift")
            #expect(try run("fmdb_check move Sources").code == 1)
        }

        @Test func withoutTheCompilerNoCallIsSaidToCompile() throws {
            scene.write("import FMDB\nfunc f(_ db: FMDatabase) { db.open() }\n", to: "Sources/a.swift")
            let move = try run("PATH=/nowhere fmdb_check move Sources --json")
            #expect(move.code == 3 && move.output.contains("\"verdict\" : \"not checked\""), "\(move)")
            #expect(move.output.contains("no call was checked: there is no swiftc in the PATH"), "\(move)")
        }

        @Test func whatCannotBeJudgedIsTheExitCode3() throws {
            scene.write("import FMDB\nfunc f(_ db: FMDatabase) { db.open() }\n", to: "Sources/a.swift")
            scene.write(Data([0xFF, 0xFE, 0x00, 0xC3]), to: "Sources/b.swift")
            let unread = try run("fmdb_check move Sources")
            #expect(unread.code == 3 && unread.output.contains("unchanged: 1, "), "\(unread)")
            let wrong = "import FMDB\nfunc g(_ db: FMDatabase) { db.open() }\nlet n: Int = \"x\"\n"
            scene.write(wrong, to: "Sources/b.swift")
            let unjudged = try run("fmdb_check move Sources")
            #expect(unjudged.code == 3 && unjudged.output.contains("unchanged: 2, "), "\(unjudged)")
            #expect(unjudged.output.contains("Other errors of the compiler"), "\(unjudged)")
        }

        @Test func aCompilerThatDoesNotComeToItsEndIsTold() throws {
            let source = """
                import FMDB
                func f(_ queue: FMDatabaseQueue) {
                    queue.inDatabase { db in
                        let code: Int = db.lastErrorCode()
                        db.open()
                        print(code)
                    }
                }

                """
            scene.write(source, to: "Sources/a.swift")
            // It looks for modules, and at the sources once.
            scene.write(
                "#!/bin/sh\necho >> runs\n[ $(wc -l < runs) -lt 3 ] || kill -9 $$\nPATH=${PATH#*:} exec swiftc \"$@\"\n",
                to: "bin/swiftc")
            let move = try run("chmod +x bin/swiftc; PATH=\"$PWD/bin:$PATH\" \"$program\" move Sources")
            #expect(move.output.contains("swiftc crashed with signal 9"), "\(move)")
            #expect(move.output.contains("not checked: 2"), "\(move)")
        }

        @Test func whatAnEndedCompilerHasStartedIsEndedToo() throws {
            scene.write("import FMDB\nfunc f(_ db: FMDatabase) { db.open() }\n", to: "Sources/a.swift")
            // It starts another program, which keeps its outputs open, and says its number.
            scene.write("#!/bin/sh\ntail -f /dev/null &\necho $! > \"$STARTED\"\nkill -9 $$\n", to: "bin/swiftc")
            let move = try run(
                """
                chmod +x bin/swiftc; export STARTED="$PWD/started"
                PATH="$PWD/bin:$PATH" "$program" move Sources
                case $(ps -o stat= -p $(cat started)) in ''|Z*) ;; *) echo "the other program runs" ;; esac
                """)
            #expect(move.output.contains("no call was checked: swiftc crashed with signal 9"), "\(move)")
            #expect(!move.output.contains("the other program runs"), "\(move)")
        }

        @Test func filesAreFoundUnderAnyName() throws {
            let call = "(_ db: FMDatabase) { db.open() }\n"
            scene.write("import FMDB\nfunc f\(call)", to: "Sources/Data Store.swift")
            scene.write("import FMDB\nfunc g\(call)", to: "Sources/Größe: 1.swift")
            scene.write("import FMDB\nfunc h\(call)", to: "Sources/a.swift")
            scene.write("import FMDB\nfunc i\(call)", to: "Sources/b/a.swift")
            scene.write("import FMDB\nlet db = FMDatabase(path: nil)\ndb.open()\n", to: "Sources/main.swift")
            let move = try run("mkdir 'tmp ü'; TMPDIR=\"$PWD/tmp ü\" fmdb_check move Sources; ls 'tmp ü'")
            #expect(move.output.contains("To change: 0, unchanged: 6, "), "\(move)")
            let wrong = "import FMDB\nfunc f(_ db: FMDatabase) { db!.open() }\n"
            scene.write(wrong, to: "Sources/Data Store.swift")
            let other = try run("TMPDIR=\"$PWD/tmp ü\" fmdb_check move Sources")
            #expect(other.output.contains("Data Store.swift:2:32: FMDatabase.open(): cannot force"), "\(other)")
        }

        /// What nohup has set to be ignored does not end it.
        @Test(arguments: [
            ("", "kill -TERM $own", 143), ("", "kill -HUP $own", 129), ("", "kill -INT $own", 130),
            ("trap '' HUP", "kill -HUP $own; kill -TERM $own", 143),
        ])
        func aSignalEndsTheCompilerToo(before: String, ending: String, code: Int) throws {
            scene.write("import FMDB\nfunc f(_ db: FMDatabase) { db.open() }\n", to: "Sources/a.swift")
            // A compiler that says its number, and does not end.
            scene.write("#!/bin/sh\necho $$ > \"$STARTED\"\nexec tail -f /dev/null\n", to: "bin/swiftc")
            let run = try run(
                """
                chmod +x bin/swiftc; mkdir -p tmp; export TMPDIR="$PWD/tmp" STARTED="$PWD/started"; mkfifo started
                \(before)
                PATH="$PWD/bin:$PATH" "$program" move Sources & own=$!
                read compiler < started
                \(ending); wait $own; echo "ended with $?"
                kill -0 $compiler 2>/dev/null && echo "the compiler runs"; ls tmp
                true
                """)
            #expect(run.code == 0 && run.output == "ended with \(code)\n", "\(run)")
        }

        @Test(arguments: [
            "fmdb_check --schema schema.sql", "fmdb_check --schema schema.sql --format json",
            "PATH=/nowhere fmdb_check move Sources --json",
        ])
        func anOutputThatCannotBeWrittenIsTheExitCode74(command: String) throws {
            let full = try run("\(command) >/dev/full")
            #expect(full.code == 74 && full.errors.contains("error: the output cannot be written: "), "\(full)")
            let closed = try run("\(command) >&-")
            #expect(closed.code == 74 && closed.errors.contains("error: the output cannot be written: "), "\(closed)")
        }

        @Test func notesThatNobodyCanReadChangeNothing() throws {
            for errors in ["2>&-", "2>/dev/full"] {
                let run = try run("fmdb_check --schema schema.sql \(errors)")
                #expect(run.code == 1 && run.output.hasSuffix(" [unknown-column]\n"), "\(run)")
            }
        }

        @Test(arguments: [
            "Sources/a.swift --output Sources/a.swift", "--output schema.sql", "--output link.sql",
            "--output hard.sql", "--output fmdb-check.json", "--baseline known.json --output ./known.json",
            "generate people.sql --output people.sql", "generate people.sql --output hard.sql",
            "--output Sources/a.swift", "Sources/ --output ./Sources/a.swift", ". --output Sources/link.swift",
            "Sources --output Sources/new.swift", "--stamp Sources/a.swift", "--stamp schema.sql",
            "--migrations Sources/a.swift --stamp Sources/a.swift",
            "--migrations Sources people.swift --stamp Sources/new.swift",
            "--schema schema.sql --baseline schema.sql --write-baseline", "--baseline Sources/a.swift --write-baseline",
            "--baseline fmdb-check.json --write-baseline", "--configuration other.json --output known.json",
            "--configuration other.json --output people.swift", "--configuration other.json --stamp other.json",
            "generate queries --output queries/people.sql", "generate queries --output queries/new.sql",
            "generate --configuration other.json --output queries/people.sql",
            "generate queries --migrations Sources --output Sources/a.swift",
            "generate --allow-none --output schema.sql",
        ])
        func noOutputIsAnInput(arguments: String) throws {
            scene.write("{\"schema\": \"schema.sql\"}", to: "fmdb-check.json")
            let lists = "\"sources\": [\"people.swift\"], \"queries\": [\"queries\"]"
            scene.write("{\"schema\": \"schema.sql\", \"baseline\": \"known.json\", \(lists)}", to: "other.json")
            scene.write("{}", to: "known.json")
            scene.write(CheckScene.source(CheckScene.right), to: "people.swift")
            for name in ["people.sql", "queries/people.sql"] {
                scene.write("-- name: names :many\nSELECT name FROM person;\n", to: name)
            }
            let run = try run(
                """
                ln -s schema.sql link.sql; ln schema.sql hard.sql; ln -s a.swift Sources/link.swift
                all() { cat *.sql *.json *.swift queries/* Sources/*; }
                all >.before; fmdb_check \(arguments); code=$?
                all | cmp - .before && exit $code
                """)
            let isRefused = run.errors.contains("are the same file") || run.errors.contains("which is an input")
            #expect(run.code == 64 && isRefused, "\(run)")
        }

        @Test func whatIsNotReadMayStandBesideTheInputs() throws {
            let report = try run("fmdb_check Sources --schema schema.sql --output Sources/report.txt")
            #expect(report.code == 1 && !scene.read("Sources/report.txt").isEmpty, "\(report)")
            scene.write(CheckScene.source("CREATE TABLE person (name TEXT NOT NULL)"), to: "Sources/a.swift")
            scene.write("-- name: names :many\nSELECT name FROM person;\n", to: "queries/people.sql")
            for output in ["Sources/Queries.swift", "queries/Queries.swift"] {
                for names in ["names", "others"] {
                    scene.write("-- name: \(names) :many\nSELECT name FROM person;\n", to: "queries/people.sql")
                    let run = try run("fmdb_check generate queries --migrations Sources --output \(output)")
                    #expect(run.code == 0 && scene.read(output).contains("func \(names)("), "\(run)")
                }
            }
        }

        @Test func adviceOnAFileThatIsNoDatabaseIsTheExitCode65() throws {
            let run = try run("echo text >bad.db; fmdb_check advise --database bad.db Sources")
            #expect(run.code == 65 && run.errors.hasPrefix("fmdb-check: error: \"bad.db\": "), "\(run)")
        }
    }
#endif
