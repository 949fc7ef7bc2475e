#if Cluster
    import FMDBCluster
    import Foundation
    import Testing

    /// How the leader is found, and what is told if it is not.
    @Suite struct SearchTests {
        private func failure(seeds: [String], _ timeout: Duration = .milliseconds(300)) throws -> FMError {
            var configuration = FMClusterConfiguration(seeds: seeds)
            configuration.timeout = timeout
            let db = FMClusterDatabase(configuration)
            do {
                try db.connect()
            } catch {
                #expect(!db.isOpen)
                return error
            }
            throw FMError(.error, "it was opened")
        }

        private func node(_ script: @escaping FakeNode.Script) throws -> FakeNode { try FakeNode(script) }

        @Test func nobodyIsThere() throws {
            let error = try failure(seeds: ["127.0.0.1:1", "no port:x", ""])
            #expect(error.extendedCode == .noLeader)
            #expect(error.message.contains("127.0.0.1:1: "))
            #expect(error.message.contains("\"no port:x\" is not the address of a node"))
            #expect(try failure(seeds: []).message.contains("no addresses were given"))
        }

        @Test func aNodeThatKnowsNoLeader() throws {
            let node = try node { _, _ in .bytes(Bytes.node(0, "")) }
            let error = try failure(seeds: [node.address])
            #expect(error.extendedCode == .noLeader)
            #expect(error.serverHint == .unavailable(retryAfter: .seconds(1)))
            #expect(error.message.contains("it reports no leader"))
        }

        @Test func aNodeThatNeverReplies() throws {
            let node = try node { _, _ in .silence }
            #expect(try failure(seeds: [node.address]).message.contains("did not reply in time"))
        }

        @Test func aServerOfAnotherKind() throws {
            let node = try node { _, _ in .end(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) }
            #expect(try failure(seeds: [node.address]).extendedCode == .noLeader)
        }

        @Test func aLeaderThatIsNone() throws {
            let other = try node { _, _ in .bytes(Bytes.node(3, "127.0.0.1:3")) }
            let node = try node { [address = other.address] _, _ in .bytes(Bytes.node(2, address)) }
            #expect(try failure(seeds: [node.address]).message.contains("is not the leader"))
        }

        @Test func theOneThatAnotherNamesIsTaken() throws {
            let leader = try FakeNode.leader { _, _ in .bytes(Bytes.result(1, 1)) }
            let follower = try node { [address = leader.address] _, _ in .bytes(Bytes.node(1, address)) }
            let db = FMClusterDatabase(FMClusterConfiguration(seeds: ["127.0.0.1:1", follower.address]))
            try db.connect()
            #expect(try db.execute("DELETE FROM t") == 1)
            #expect(leader.statements == ["DELETE FROM t"])
        }

        /// A seed that leads to another cluster must not get what belongs to this one.
        @Test func aLeaderOfAnotherClusterIsNotTaken() throws {
            let other = try FakeNode.leader { _, _ in .bytes(Bytes.result(1, 1)) }
            let own = try FakeNode.leader { _, _ in .bytes(Bytes.failure(10_250)) }
            var configuration = FMClusterConfiguration(seeds: [own.address, other.address])
            configuration.timeout = .milliseconds(500)
            let db = FMClusterDatabase(configuration)
            try db.connect()
            _ = try? db.execute("DELETE FROM t")
            #expect(other.statements.isEmpty)
        }

        @Test func aDatabaseThatIsNotOpen() throws {
            let db = FMClusterDatabase(FMClusterConfiguration(seeds: []))
            #expect(throws: FMError.self) { try db.execute("DELETE FROM t") }
            #expect(db.lastErrorCode() == FMResultCode.misuse.rawValue)
            #expect(db.userVersion == 0)
        }
    }
#endif
