#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// How the program ends: what a signal makes of the exit code, and what is said of what was done.
    @Suite(.serialized) struct EndingTests {
        private let scene = ToolScene()
        private static let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"

        init() throws { try scene.make("shop.db", shop) }

        @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
        func aSignalWithinAStatement(name: String, code: Int32) throws {
            let run = try scene.run(
                """
                "$program" query shop.db 'INSERT INTO author(name) \(EndingTests.endless)' --write & tool=$!
                while ! [ -e shop.db-journal ]; do :; done
                kill -\(name) $tool; wait $tool
                """)
            #expect(run.code == code, "\(run)")
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM author") == ["2"])
            #expect(scene.files == ["shop.db"])
        }

        @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
        func aSignalLeavesNoHalfFile(name: String, code: Int32) throws {
            let run = try scene.run(
                """
                "$program" export shop.db --sql '\(EndingTests.endless)' --to x.csv & tool=$!
                while ! ls *.partial >/dev/null 2>&1; do :; done
                kill -\(name) $tool; wait $tool
                """)
            #expect(run.code == code, "\(run)")
            #expect(scene.files == ["shop.db"])
        }

        @Test(arguments: [
            "backup shop.db archive --continuous", "follow archive copy.db", "serve shop.db", "top shop.db --json",
        ])
        func whatRunsUntilCtrlC(verb: String) throws {
            for (name, code) in [("INT", 0), ("TERM", 143), ("HUP", 129)] {
                let run = try scene.run(
                    """
                    if ! [ -e archive ]; then
                        "$program" backup shop.db archive --continuous --quiet & backup=$!
                        while ! fmdb verify archive >/dev/null 2>&1; do sleep 0.1; done
                        kill -INT $backup; wait $backup
                    fi
                    fmdb query shop.db "INSERT INTO author(name) VALUES ('x')" --write 2>/dev/null
                    rm -f said copy.db*; "$program" \(verb) >said 2>&1 & tool=$!
                    while ! [ -s said ]; do :; done
                    kill -\(name) $tool; wait $tool
                    """)
                #expect(run.code == code, "\(verb), \(name): \(run)")
            }
        }

        @Test func whatNohupStartsGoesOn() throws {
            let run = try scene.run(
                """
                nohup "$program" export shop.db --sql '\(EndingTests.endless)' --to x.csv 2>/dev/null & tool=$!
                while ! ls *.partial >/dev/null 2>&1; do :; done
                kill -HUP $tool; kill -TERM $tool; wait $tool
                """)
            #expect(run.code == 143, "\(run)")
        }

        @Test(arguments: [
            "BEGIN;\nDELETE FROM book;\n", "SAVEPOINT s;\nDELETE FROM book;\n.quit\n", "BEGIN; DELETE FROM book",
        ])
        func aScriptThatEndsWithinATransaction(script: String) throws {
            let run = try scene.run("fmdb shell shop.db", input: script)
            #expect(
                run.code == 1 && run.errors.contains("a transaction was not committed, and is rolled back"), "\(run)")
            #expect(try scene.rows("shop.db", "SELECT count(*) FROM book") == ["2"])
            let single = try scene.run("fmdb query shop.db BEGIN --write")
            #expect(single.code == 1 && single.errors.contains("rolled back"), "\(single)")
        }

        @Test func aScriptThatIsNoUTF8() throws {
            scene.write(Data("SELECT '".utf8) + Data([0xFF]) + Data("';\n".utf8), to: "s.sql")
            let run = try scene.run("fmdb shell shop.db <s.sql")
            #expect(run.code == 65 && run.errors.contains("the script is not UTF-8"), "\(run)")
        }

        @Test(arguments: [
            ("DELETE FROM book", "2 rows changed\n"), ("UPDATE book SET price = 1 WHERE id = 1", "1 row changed\n"),
            ("UPDATE book SET price = 1 WHERE id = 9", "0 rows changed\n"), ("CREATE TABLE n (a)", ""),
            ("SELECT 1", ""),
            ("/* x */ REPLACE INTO author VALUES (1, 'x') RETURNING id", "1 row changed\n"),
            ("WITH n(x) AS (SELECT 7) INSERT INTO author SELECT x, 'x' FROM n", "1 row changed\n"),
            ("WITH n(x) AS (SELECT 'INSERT') SELECT * FROM n", ""),
        ])
        func howManyRowsHaveChangedIsTold(sql: String, words: String) throws {
            let run = try scene.run("fmdb query shop.db \"\(sql)\" --write")
            #expect(run.code == 0 && run.errors == words, "\(run)")
        }
    }
#endif
