#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// Names as SQLite reads them: byte by byte, in any case of ASCII letters alone.
    @Suite(.serialized) struct NameTests {
        private let scene = ToolScene()

        @Test func namesAreEqualInAnyCaseOfASCIILettersAlone() throws {
            try scene.make(
                "n.db",
                """
                CREATE TABLE Ä (id INTEGER PRIMARY KEY);
                CREATE TABLE ä (id INTEGER PRIMARY KEY, word TEXT);
                CREATE TABLE child (Ü REFERENCES ä, ü TEXT);
                CREATE INDEX small ON child (ü);
                CREATE TABLE both (Ü TEXT, ü TEXT);
                CREATE INDEX one ON both (ü);
                CREATE INDEX two ON both (Ü, ü);
                CREATE INDEX texts ON both (ü || 'A');
                CREATE INDEX others ON both (ü || 'a', Ü);
                CREATE INDEX "same" ON both ("ü");
                """)
            #expect(try scene.run("fmdb schema n.db Ä").output == "CREATE TABLE Ä (id INTEGER PRIMARY KEY);\n")
            let advice = try scene.run("fmdb doctor n.db").output
            #expect(advice.contains("CREATE INDEX \"child_Ü\" ON \"child\" (\"Ü\")"), "\(advice)")
            let dropped = advice.matches(of: /DROP INDEX "([a-z]+)"/).map { String($0.1) }
            #expect(dropped == ["one"] || dropped == ["same"], "\(advice)")
            // Those without references stand below.
            let svg = try scene.run("fmdb schema n.db --format svg").output
            let tops = svg.matches(of: /<rect class="box" x="[0-9]+" y="([0-9]+)"/).compactMap { Int($0.1) }
            #expect(tops.count == 4 && tops[0] > tops[1] && tops[1] == tops[2], "\(tops)")
        }

        @Test func aCounterIsExportedForANameWithAMarkedQuote() throws {
            try scene.make(
                "q.db",
                """
                CREATE TABLE "a'\u{301}" (id INTEGER PRIMARY KEY AUTOINCREMENT);
                INSERT INTO "a'\u{301}" VALUES (7);
                """)
            #expect(
                try scene.run("fmdb export q.db --format sql --to q.sql && fmdb shell p.db --create <q.sql").code == 0)
            #expect(try scene.rows("p.db", "SELECT seq FROM sqlite_sequence") == ["7"])
        }
    }
#endif
