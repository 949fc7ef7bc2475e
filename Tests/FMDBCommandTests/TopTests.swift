#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers
    import Testing

    @testable import FMDBCommand

    /// `fmdb top`: what this process, which publishes it, does with a database.
    @Suite struct TopTests {
        private let scene = ToolScene()

        private func queue() throws -> FMDatabaseQueue {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.label = "orders"
            configuration.publishesActivity = true
            let queue = try FMDatabaseQueue(path: scene.folder.file("shop.db"), configuration: configuration)
            try queue.withDatabase { db in try db.execute("CREATE TABLE sale (city, amount)") }
            return queue
        }

        @Test func itShowsWhoWritesWithoutValues() throws {
            let queue = try queue()
            try queue.withTransaction { db in
                try db.execute("INSERT INTO sale VALUES ('secret', 7)")
                let run = try scene.run("fmdb top shop.db --once --interval 0.1")
                #expect(run.code == 0)
                #expect(run.output.contains("1 process") && run.output.contains("orders queue"))
                #expect(run.output.contains("TopTests.swift:") && run.output.contains("writes for"))
                #expect(!run.output.contains("secret"))
            }
            queue.close()
        }

        @Test func itShowsSlowStatementsWithTheirPlans() throws {
            let queue = try queue()
            try queue.withDatabase { db in
                try db.execute("INSERT INTO sale VALUES (1, 2)")
                _ = try db.value(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT max(i) FROM n, sale",
                    as: Int.self)
            }
            let run = try scene.run("fmdb top shop.db --once --interval 0.1")
            #expect(run.output.contains("slow statements") && run.output.contains("SCAN"))
            let bare = try scene.run("fmdb top shop.db --once --interval 0.1 --no-plans")
            #expect(bare.output.contains("slow statements") && !bare.output.contains("SCAN"))
            queue.close()
        }

        /// Who waits for whom is told whole, in more lines.
        @Test func aNarrowTerminal() throws {
            let queue = try queue()
            let terminal = try PseudoTerminal(columns: 40)
            try queue.withTransaction { db in
                try db.execute("INSERT INTO sale VALUES ('secret', 7)")
                let script = "cd \"$1\"; \"$0\" top shop.db --once --interval 0.1 >\"$2\""
                let arguments = ["-c", script, try ToolScene.program(), scene.folder.file(""), terminal.name]
                #expect(try ChildProcess("/bin/sh", arguments).wait() == 0)
                #expect(terminal.wait(for: "BEGIN"))
            }
            queue.close()
            let lines = terminal.text.split(separator: "\r\n").map { $0.replacing(/\u{1B}\[[0-9]*m/, with: "") }
            #expect(lines.allSatisfy { $0.count <= 40 }, "\(terminal.text)")
            #expect(lines.contains { $0.contains("TopTests.swift:") && !$0.contains("…") }, "\(terminal.text)")
            #expect(lines.contains { $0.contains("writes for") }, "\(terminal.text)")
        }

        @Test func scriptsReadJSON() throws {
            let queue = try queue()
            let run = try scene.run("fmdb top shop.db --once --json")
            let all = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
            #expect(all?.first?["processID"] as? Int == Int(getpid()))
            let elapsed = try #require(all?.first?["elapsed"] as? Double)
            #expect(elapsed > 0)
            // The text is what the library encodes.
            let read = try JSONDecoder().decode([FMActivity].self, from: Data(run.output.utf8))
            #expect(read.first?.connections.map(\.label) == ["orders"])
            let duration = try #require(read.first?.elapsed)
            #expect(abs(elapsed - duration / .seconds(1)) < 1e-6)
            queue.close()
            #expect(try scene.run("fmdb top shop.db --once --json").output.filter { !$0.isWhitespace } == "[]")
        }

        @Test func whereNobodyPublishesItSaysWhatToDo() throws {
            try FMDatabase.file(scene.folder.file("shop.db")).execute("CREATE TABLE t (a)")
            let run = try scene.run("fmdb top shop.db --interval 0.1")
            #expect(run.code == 0 && run.output.contains("publishesActivity"))
        }

        @Test func aLineIsCutBetweenItsStyles() {
            #expect(DisplayWidth.cut("ab\u{1B}[31mcd", to: 2) == "a…\u{1B}[0m")
            #expect(DisplayWidth.cut("\u{1B}[1mab\u{1B}[0m", to: 2) == "\u{1B}[1mab\u{1B}[0m")
            #expect(DisplayWidth.cut("a漢字", to: 4) == "a漢…")
        }

        @Test func whatIsWrongIsToldAtOnce() throws {
            let missing = try scene.run("fmdb top nothing.db")
            #expect(missing.code == 66 && missing.errors == "fmdb: there is no file \"nothing.db\"\n")
            #expect(try scene.run("fmdb top nothing.db --interval 0").code == 64)
        }
    }
#endif
