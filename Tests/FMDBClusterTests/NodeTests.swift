#if Cluster && os(Linux)
    import FMDBCluster
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// What three real nodes do with what a client sends them. It is run by `make test-node`, which builds the program.
    @Suite(.enabled(if: ClusterScene.isThere, "needs the program fmdb-node, which `make test-node` builds"))
    struct NodeTests {
        private func open() throws -> FMClusterDatabase { try ClusterScene.shared.get().open() }

        private func error(_ body: () throws -> Void) -> FMError? {
            do {
                try body()
                return nil
            } catch {
                return error as? FMError
            }
        }

        private struct Person: Decodable, Equatable {
            let id: Int
            let name: String
            let photo: Data?
            let born: Date?
        }

        @Test func theModernVerbs() throws {
            let db = try open()
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, photo BLOB, born TEXT)")
            let (name, photo) = ("Ann \u{1F600}", Data([0, 1, 255]))
            #expect(
                try db.execute(
                    "INSERT INTO person (name, photo, born) VALUES (\(name), \(photo), '2000-02-29 12:00:00')") == 1)
            #expect(db.lastInsertRowId == 1)
            try db.execute("INSERT INTO person (name) VALUES (\("Bob"))")
            let people = try db.rows("SELECT * FROM person ORDER BY id", as: Person.self)
            #expect(people.map(\.name) == [name, "Bob"])
            #expect(people.map(\.photo) == [photo, nil])
            #expect(people[0].born != nil)
            #expect(try db.value("SELECT count(*) FROM person", as: Int.self) == 2)
            #expect(try db.value("SELECT id FROM person WHERE id = 9", as: Int?.self) == nil)
            let pairs = try db.rows("SELECT id, name FROM person ORDER BY id", as: (Int, String).self)
            #expect(pairs.map(\.1) == [name, "Bob"])
            var names: [String] = []
            try db.forEachRow("SELECT name FROM person ORDER BY id DESC") { row in names.append(try row.value(at: 0)) }
            #expect(names == ["Bob", name])
            #expect(try db.rows("SELECT id FROM person WHERE id IN \([1, 2, 3])", as: Int.self) == [1, 2])
        }

        @Test func allStorageClassesComeBack() throws {
            let db = try open()
            try db.execute("CREATE TABLE t (a)")
            let values: [FMValue] = [
                .null, .integer(.min), .integer(.max), .real(-1.5e300), .real(.infinity), .text(""),
                .text("é\u{10FFFF}"),
                .blob(Data()), .blob(Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })),
                .text(String(repeating: "x", count: 100_000)),
            ]
            for value in values { try db.execute("INSERT INTO t VALUES (\(value))") }
            #expect(try db.rows("SELECT a FROM t ORDER BY rowid", as: FMValue.self) == values)
        }

        /// A text that is not UTF-8 is repaired, as in a local database, and the connection goes on.
        @Test func aTextThatIsNotUTF8() throws {
            let db = try open()
            #expect(try db.value("SELECT CAST(x'61FF62' AS TEXT)", as: String.self) == "a\u{FFFD}b")
        }

        @Test func namedParametersOfAllForms() throws {
            let db = try open()
            let sql = FMSQL(raw: "SELECT :a || @b || $c || :a", arguments: ["a": "1", "b": "2", "c": "3"])
            #expect(try db.value(sql, as: String.self) == "1231")
            let numbered = FMSQL(raw: "SELECT ?2 || ?1 || ?2", arguments: ["x", "y"])
            #expect(try db.value(numbered, as: String.self) == "yxy")
        }

        @Test func transactionsAndSavePoints() throws {
            let db = try open()
            try db.execute("CREATE TABLE t (a)")
            struct Stop: Error {}
            try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") }
            #expect(throws: Stop.self) {
                try db.withTransaction {
                    try db.execute("INSERT INTO t VALUES (2)")
                    throw Stop()
                }
            }
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (3)")
                try? db.withSavePoint {
                    try db.execute("INSERT INTO t VALUES (4)")
                    throw Stop()
                }
                try db.withSavePoint { try db.execute("INSERT INTO t VALUES (5)") }
            }
            try db.withSavePoint { try db.execute("INSERT INTO t VALUES (6)") }
            #expect(try db.rows("SELECT a FROM t ORDER BY a", as: Int.self) == [1, 3, 5, 6])
        }

        /// Deferred foreign keys fail at the commit, which leaves the transaction open.
        @Test func aCommitThatFails() throws {
            let db = try open()
            #expect(
                db.executeStatements(
                    """
                    CREATE TABLE p (id INTEGER PRIMARY KEY);
                    CREATE TABLE c (p REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED)
                    """))
            let error = error { try db.withTransaction { try db.execute("INSERT INTO c VALUES (1)") } }
            #expect(error?.extendedCode == .constraintForeignKey)
            #expect(!db.isInTransaction)
            #expect(try db.value("SELECT count(*) FROM c", as: Int.self) == 0)
        }

        @Test func anErrorAmidRows() throws {
            let db = try open()
            let sql: FMSQL = """
                WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)
                SELECT CASE x WHEN 2500 THEN abs(-9223372036854775807 - 1) ELSE x END FROM n
                """
            #expect(error { _ = try db.rows(sql, as: Int.self) } != nil)
            #expect(try db.value("SELECT 5", as: Int.self) == 5)
        }

        @Test func aQueryThatIsGivenUpLeavesTheNodeAlive() throws {
            let db = try open()
            let many: FMSQL =
                "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200000) SELECT x FROM n"
            for _ in 0..<20 { #expect(try db.value(many, as: Int.self) == 1) }
            #expect(try db.value("SELECT 5", as: Int.self) == 5)
            let scene = try ClusterScene.shared.get()
            for index in 0..<3 { #expect(scene.isAlive(index)) }
        }

        @Test(arguments: [
            "VACUUM", "ATTACH ':memory:' AS x", "CREATE TABLE e (at DATETIME)", "ALTER TABLE t ADD at DATE",
            "INSERT INTO t VALUES (1) RETURNING a", "PRAGMA wal_checkpoint", "PRAGMA journal_mode = DELETE",
            "SELECT 1; SELECT 2",
        ])
        func guardedStatementsReachNoNode(sql: String) throws {
            let db = try open()
            try db.execute("CREATE TABLE t (a)")
            #expect(error { _ = try db.executeQuery(sql, values: nil) } != nil)
            #expect(error { try db.executeUpdate(sql, values: nil) } != nil)
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
            #expect(try db.execute("INSERT INTO t VALUES (1)") == 1)
        }

        /// A real number that only looks like one of a date column comes back: a node looks at the column that a value is read from.
        @Test func realNumbersThatHarmNoNode() throws {
            let db = try open()
            try db.execute("CREATE TABLE t (a REAL, \"datetime\" REAL)")
            try db.execute("INSERT INTO t VALUES (1.5, 2.5)")
            try db.execute("CREATE TABLE copy AS SELECT a, CAST(a AS DATETIME) AS b, \"datetime\" FROM t")
            try db.execute("CREATE VIEW v AS SELECT a, CAST(a AS DATETIME) AS b, \"datetime\" AS d FROM t")
            let queries = [
                "SELECT CAST(a AS DATETIME) FROM t", "SELECT a FROM (SELECT CAST(a AS DATE) AS a FROM t)",
                "SELECT a FROM copy",
                "SELECT b FROM copy", "SELECT a FROM v", "SELECT b FROM v", "SELECT max(b) FROM v",
            ]
            for sql in queries { #expect(try db.value(FMSQL(raw: sql), as: Double.self) == 1.5, "\(sql)") }
            #expect(try db.value("SELECT \"datetime\" FROM copy", as: Double.self) == 2.5)
            #expect(try db.value("SELECT d FROM v", as: Double.self) == 2.5)
            // Nothing of all that keeps the database from being opened again.
            #expect(FMClusterDatabase(db.configuration).open())
        }

        /// Another client may have made them.
        @Test func aDatabaseWithDateColumnsIsNotOpened() throws {
            let scene = try ClusterScene.shared.get()
            var configuration = scene.configuration()
            configuration.allowsDateTypes = true
            let other = FMClusterDatabase(configuration)
            try other.connect()
            #expect(
                other.executeStatements(
                    """
                    CREATE TABLE event (id INTEGER PRIMARY KEY, at DATETIME);
                    CREATE TABLE log (x, day DATE GENERATED ALWAYS AS (x * 0.5) STORED);
                    CREATE VIEW w AS SELECT at FROM event
                    """))
            try other.execute("INSERT INTO event (at) VALUES ('2026-01-01 00:00:00'), (7), (NULL)")
            #expect(
                error { try other.execute("INSERT INTO event (at) VALUES (\(1.5))") }?.extendedCode == .refusedOnCluster
            )
            let expected: [FMValue] = [.text("2026-01-01 00:00:00"), .integer(7), .text("")]
            #expect(try other.rows("SELECT at FROM event ORDER BY id", as: FMValue.self) == expected)
            configuration.allowsDateTypes = false
            let refusal = error { try FMClusterDatabase(configuration).connect() }
            #expect(refusal?.extendedCode == .refusedOnCluster)
            #expect(refusal?.message.contains("event.at, log.day, w.at") == true, "\(refusal?.message ?? "")")
        }

        @Test func migrations() async throws {
            let scene = try ClusterScene.shared.get()
            let queue = FMClusterQueue(scene.configuration())
            var migrator = FMClusterMigrator()
            migrator.add("one") { db in try db.execute("CREATE TABLE t (a)") }
            #expect(try await migrator.migrate(queue) == ["one"])
            migrator.add("two") { db in
                try db.execute("INSERT INTO t VALUES (1)")
                try db.execute("INSERT INTO nowhere VALUES (1)")
            }
            let unfinished = migrator
            await #expect(throws: FMError.self) { () async throws in _ = try await unfinished.migrate(queue) }
            #expect(try await queue.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 0)
            var cured = FMClusterMigrator()
            cured.add("one") { _ in }
            cured.add("two") { db in try db.execute("INSERT INTO t VALUES (2)") }
            #expect(try await cured.migrate(queue) == ["two"])
            #expect(try await cured.migrate(queue) == [])
            var older = FMClusterMigrator()
            older.add("one") { _ in }
            let outdated = older
            await #expect(throws: FMError.self) { () async throws in _ = try await outdated.migrate(queue) }
        }

        /// Writers of one process take turns, and readers read beside them.
        @Test func manyTasksOfOneQueue() async throws {
            let scene = try ClusterScene.shared.get()
            let queue = FMClusterQueue(scene.configuration())
            try await queue.write { db in try db.execute("CREATE TABLE t (a)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask { try await queue.write { db in try db.execute("INSERT INTO t VALUES (\(number))") } }
                    group.addTask {
                        let (first, second) = try await queue.read { db in
                            (
                                try db.value("SELECT count(*) FROM t", as: Int.self),
                                try db.value("SELECT count(*) FROM t", as: Int.self)
                            )
                        }
                        #expect(first == second)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await queue.read { db in try db.value("SELECT count(DISTINCT a) FROM t", as: Int.self) } == 40)
        }

        @Test func aReadTransactionKeepsItsSnapshotWhileOthersCommit() throws {
            let scene = try ClusterScene.shared.get()
            let configuration = scene.configuration()
            let queue = FMClusterQueue(configuration)
            try queue.write { db in try db.execute("CREATE TABLE t (a)") }
            try queue.read { db in
                #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
                try queue.write { db in try db.execute("INSERT INTO t VALUES (1)") }
                #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
            }
            #expect(try queue.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 1)
        }

        @Test func aFollowerLeadsToTheLeader() throws {
            let scene = try ClusterScene.shared.get()
            let leader = try scene.leader()
            for index in 0..<3 where index != leader {
                var configuration = scene.configuration()
                configuration.seeds = [scene.addresses[index]]
                let db = FMClusterDatabase(configuration)
                try db.connect()
                #expect(try db.value("SELECT 1", as: Int.self) == 1)
            }
        }
    }
#endif
