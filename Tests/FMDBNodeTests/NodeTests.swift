#if Node && os(Linux)
    import FMDBCluster
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Nodes as processes: how they start, join, are killed, and stop.
    @Suite(.serialized) struct NodeTests {
        private func queue(_ scene: NodeScene) -> FMClusterQueue {
            FMClusterQueue(FMClusterConfiguration(seeds: scene.addresses))
        }

        @Test func threeNodesBecomeVotersOfOneCluster() throws {
            let scene = try NodeScene()
            let (code, table) = try scene.command("status")
            #expect(code == 0)
            #expect(table.split(separator: "\n").filter { $0.contains("voter") }.count == 3)
            #expect(try scene.leader() == 1)
        }

        @Test func nothingThatWasAcknowledgedIsLostWithTheLeader() throws {
            let scene = try NodeScene()
            let queue = queue(scene)
            try queue.withDatabase { db in try db.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)") }
            var acknowledged: [Int] = []
            for number in 1...60 {
                if number == 30 { scene.kill(try scene.leader()) }
                do {
                    try queue.write { db in try db.execute("INSERT INTO t VALUES (\(number))") }
                    acknowledged.append(number)
                } catch is FMError {
                    // What was not acknowledged may be there or not.
                }
            }
            #expect(acknowledged.count >= 58)
            let found = try queue.read { db in try db.rows("SELECT n FROM t", as: Int.self) }
            #expect(Set(acknowledged).subtracting(found).isEmpty)
        }

        @Test func aNodeThatWasKilledGoesOnWhereItWas() throws {
            let scene = try NodeScene()
            let queue = queue(scene)
            try queue.withDatabase { db in try db.execute("CREATE TABLE t (n)") }
            scene.kill(3)
            try queue.write { db in try db.execute("INSERT INTO t VALUES (1)") }
            try scene.restart(3)
            scene.kill(2)
            try queue.write { db in try db.execute("INSERT INTO t VALUES (2)") }
            #expect(try queue.read { db in try db.rows("SELECT n FROM t ORDER BY n", as: Int.self) } == [1, 2])
        }

        @Test func aClusterThatWasKilledAsAWholeComesBack() throws {
            let scene = try NodeScene()
            let queue = queue(scene)
            try queue.withDatabase { db in try db.execute("CREATE TABLE t (n)") }
            try queue.write { db in try db.execute("INSERT INTO t VALUES (1)") }
            for id in 1...3 { scene.kill(id) }
            try scene.restart(1, 2, 3)
            #expect(try queue.read { db in try db.rows("SELECT n FROM t", as: Int.self) } == [1])
        }

        @Test(arguments: [SIGTERM, SIGINT])
        func aLeaderThatIsToStopHandsOver(signal: Int32) throws {
            let scene = try NodeScene()
            let node = try #require(scene.nodes[1])
            node.signal(signal)
            let (code, output) = node.end()
            #expect(code == 0, "\(output)")
            #expect(output.contains("\"state\":\"stopped\""))
            #expect(!output.contains("has taken over the leadership"), "\(output)")
            #expect([2, 3].contains(try scene.leader()))
        }

        @Test func twoOfThreeNodesDownIsAnErrorThatNamesTheReasons() throws {
            let scene = try NodeScene()
            scene.kill(2)
            scene.kill(3)
            let (code, output) = try scene.command("status", "--timeout", "3")
            #expect(code == 69, "\(output)")
            #expect(output.contains("only 1 of 3 voters"), "\(output)")
            let (other, reasons) = try NodeProcess.run(["status", "--timeout", "1", "--node", scene.address(2)])
            #expect(other == 69 && reasons.contains("no leader of the cluster was reached"), "\(reasons)")
        }

        @Test func membersAreAddedAndRemovedAndLeadOnDemand() throws {
            let scene = try NodeScene(nodes: 2)
            #expect(try scene.command("transfer", "--to", "2").code == 0)
            #expect(try scene.leader() == 2)
            #expect(try scene.command("add", "--id", "1", "--address", scene.address(1), "--role", "standby").code == 0)
            #expect(try scene.command("status").output.contains("standby"))
            #expect(try scene.command("remove", "--id", "1").code == 0)
            let (code, output) = try scene.command("remove", "--id", "2")
            #expect(code == 65 && output.contains("the only voter"), "\(output)")
        }

        @Test func theLeaderCanBeRemoved() throws {
            let scene = try NodeScene()
            #expect(try scene.command("remove", "--id", "1").code == 0)
            #expect([2, 3].contains(try scene.leader()))
        }

        @Test func afterTheLossOfTheMajorityOneNodeGoesOnAlone() throws {
            let scene = try NodeScene()
            let queue = queue(scene)
            try queue.withDatabase { db in try db.execute("CREATE TABLE t (n)") }
            try queue.write { db in try db.execute("INSERT INTO t VALUES (1)") }
            for id in 1...3 { scene.kill(id) }
            let asked = try NodeProcess.run(["recover", "--directory", scene.directory(2)])
            #expect(asked.code == 0 && asked.output.contains("--confirm"))
            #expect(try NodeProcess.run(["recover", "--directory", scene.directory(2), "--confirm"]).code == 0)
            try scene.restart(2)
            try scene.start(4, joining: true).wait(for: "ready")
            let members = try scene.command("status").output.split(separator: "\n").filter { $0.contains("voter") }
            #expect(members.count == 2)
            let other = FMClusterQueue(FMClusterConfiguration(seeds: [scene.address(2), scene.address(4)]))
            #expect(try other.read { db in try db.rows("SELECT n FROM t", as: Int.self) } == [1])
        }
    }
#endif
