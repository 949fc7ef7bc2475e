#if Cluster
    import FMDBDqliteWire
    import FMDBCluster
    import Foundation
    import Testing

    /// The examples of the article Cluster, on a node of the test's own.
    @Suite struct ClusterArticleTests {
        private let name = "Ann"
        private let id: Int64 = 1

        /// A leader that has run nothing before, and has Ann.
        private func node() throws -> FakeNode {
            try FakeNode.leader { asked, _ in
                guard asked.type == 9 else { return .bytes(Bytes.result(1, 1)) }
                if asked.sql.hasPrefix("SELECT id, name, joined") {
                    let row: [WireValue] = [.integer(1), .text("Ann"), .text("2026-01-02 03:04:05.000")]
                    return .bytes(Bytes.rows(["id", "name", "joined"], [row]))
                }
                return .bytes(Bytes.rows(["name"], asked.sql.contains("person") ? [[.text("Ann")]] : []))
            }
        }

        @Test func seeds() {
            var configuration = FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000", "10.0.0.3:9000"])
            configuration.timeout = .seconds(5)
            let queue = FMClusterQueue(configuration)
            #expect(queue.configuration.seeds.count == 3)
        }

        @Test func migrations() async throws {
            let node = try node()
            let queue = FMClusterQueue(node.configuration)
            var migrator = FMClusterMigrator()
            migrator.add("create person") { db in
                try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined TEXT NOT NULL)")
            }
            try await migrator.migrate(queue)
            #expect(node.statements.contains { $0.hasPrefix("CREATE TABLE person") })
        }

        @Test func modernCalls() async throws {
            let node = try node()
            let queue = FMClusterQueue(node.configuration)
            let (name, id) = (name, id)
            try await queue.write { db in
                try db.execute("UPDATE person SET name = \(name) WHERE id = \(id)")
            }
            let names = try await queue.read { db in
                try db.rows("SELECT name FROM person ORDER BY name", as: String.self)
            }
            #expect(names == ["Ann"])
            #expect(node.statements.contains("UPDATE person SET name = ? WHERE id = ?"))
        }

        @Test func callsOfFMDB() throws {
            let node = try node()
            let queue = FMClusterQueue(node.configuration)
            queue.inTransaction { db, rollback in
                let done = db.executeUpdate("DELETE FROM person WHERE id = ?", withArgumentsIn: [id])
                if !done { rollback.pointee = true }
            }
            #expect(node.statements == ["BEGIN EXCLUSIVE", "DELETE FROM person WHERE id = ?", "COMMIT"])
        }

        @Test func codableRows() async throws {
            let node = try node()
            let queue = FMClusterQueue(node.configuration)
            struct Person: Codable {
                var id: Int64
                var name: String
                var joined: Date
            }
            let person = Person(id: 1, name: name, joined: Date())
            try await queue.write { db in
                try db.executeUpdate(
                    "INSERT INTO person VALUES (?, ?, ?)", values: [person.id, person.name, person.joined])
            }
            let people = try await queue.read { db in
                try db.rows("SELECT id, name, joined FROM person", as: Person.self)
            }
            #expect(people.map(\.name) == ["Ann"])
            #expect(people.first?.joined == Date(timeIntervalSince1970: 1_767_323_045))
        }

        func pay(_ amount: Int, to account: Int64, key: String, _ queue: FMClusterQueue) async throws {
            for attempt in 1... {
                do {
                    return try await queue.write { db in
                        let isNew = try db.execute(
                            "INSERT INTO payment (key, amount) VALUES (\(key), \(amount)) ON CONFLICT DO NOTHING")
                        // It was paid by an attempt whose outcome was unknown.
                        guard isNew > 0 else { return }
                        try db.execute("UPDATE account SET balance = balance + \(amount) WHERE id = \(account)")
                    }
                } catch let error as FMError {
                    let mayRepeat = [.outcomeUnknown, .abortRollback, .noLeader].contains(error.extendedCode)
                    guard mayRepeat, attempt < 5 else { throw error }
                }
            }
        }

        /// The node commits, and ends the connection in place of a reply.
        @Test func aPaymentWhoseOutcomeIsUnknownIsMadeOnce() async throws {
            let (commits, inserts) = (Counter(), Counter())
            let node = try FakeNode.leader { asked, _ in
                switch asked.sql {
                case "COMMIT" where commits.next() == 1: .end([])
                case let sql where sql.hasPrefix("INSERT"): .bytes(Bytes.result(1, inserts.next() == 1 ? 1 : 0))
                default: .bytes(Bytes.result(1, 1))
                }
            }
            try await pay(5, to: 1, key: "k", FMClusterQueue(node.configuration))
            #expect(node.statements.filter { $0 == "COMMIT" }.count == 2)
            #expect(node.statements.filter { $0.hasPrefix("INSERT") }.count == 2)
            #expect(node.statements.filter { $0.hasPrefix("UPDATE") }.count == 1)
        }

        @Test func aPaymentThatFailsForAnotherReasonIsNotRepeated() async throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql.hasPrefix("INSERT") ? .bytes(Bytes.failure(1, "no such table")) : .bytes(Bytes.result(0, 0))
            }
            await #expect(throws: FMError.self) {
                try await pay(5, to: 1, key: "k", FMClusterQueue(node.configuration))
            }
            #expect(node.statements.filter { $0.hasPrefix("INSERT") }.count == 1)
        }

        @Test func proxies() {
            let proxies = ["10.0.0.1:9000": "db1.example.com:9443"]
            var configuration = FMClusterConfiguration(seeds: ["10.0.0.1:9000"])
            configuration.tls = .makeClientConfiguration()
            configuration.reach = { address in proxies[address] ?? address }
            #expect(configuration.reach?("10.0.0.1:9000") == "db1.example.com:9443")
            #expect(configuration.reach?("10.0.0.2:9000") == "10.0.0.2:9000")
        }
    }
#endif
