import FMDB
import FMDBTestHelpers
import Testing

/// SQL of strangers on the connections that a queue or pool lends.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) struct SandboxAccessTests {
    private let sandbox = FMSandbox(tables: ["person": ["id", "name"]])

    @Test(arguments: ChangeScene.Kind.allCases) func itReadsAndRefuses(_ kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let coordinator = scene.coordinator
        defer { withExtendedLifetime(scene) {} }
        func synchronous(_ sql: FMSQL) throws -> FMSandbox.Answer { try coordinator.readUntrusted(sql, in: sandbox) }
        #expect(try synchronous("SELECT name FROM person WHERE id = \(2)").rows == [[.text("bob")]])
        #expect(thrown { try synchronous("SELECT age FROM person") }?.resultCode == .authorization)
        #expect(try await coordinator.readUntrusted("SELECT count(*) FROM person", in: sandbox).rows == [[.integer(2)]])
        await #expect(throws: FMError.self) { try await coordinator.readUntrusted("DELETE FROM person", in: sandbox) }
    }

    @Test(arguments: ChangeScene.Kind.allCases) func changesAreToldAfterwards(_ kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        #expect(
            try await scene.told { try $0.execute("UPDATE person SET age = 1 WHERE id = 1") } == "person: 1 updated")
        let told = try await scene.told { db in
            try db.execute("UPDATE person SET age = 2 WHERE id = 2")
            #expect(try db.readUntrusted("SELECT count(*) FROM person", in: sandbox).rows == [[.integer(2)]])
            #expect(thrown { try db.readUntrusted("SELECT * FROM pet", in: sandbox) }?.resultCode == .authorization)
            #expect(thrown { try db.readUntrusted("DELETE FROM person", in: sandbox) }?.resultCode == .authorization)
            try db.execute("DELETE FROM pet WHERE id = 3")
        }
        #expect(told == "person: 1 updated; pet: 1 deleted")
        // Nobody listens any more on another connection, whose authorizer goes and comes.
        let other = try scene.another()
        func synchronous(_ sql: FMSQL) throws -> FMSandbox.Answer { try other.readUntrusted(sql, in: sandbox) }
        #expect(try synchronous("SELECT id FROM person").rows.count == 2)
        #expect(thrown { try synchronous("SELECT age FROM person") }?.resultCode == .authorization)
    }

    @Test func anEndlessStatementIsCancelled() async throws {
        var sandbox = FMSandbox(tables: [:])
        sandbox.limits.time = .seconds(600)
        let (scene, limits) = (try ChangeScene(.pool), sandbox)
        let coordinator = scene.coordinator
        defer { withExtendedLifetime(scene) {} }
        let task = Task {
            try await coordinator.readUntrusted(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", in: limits)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await coordinator.readUntrusted("VALUES (1)", in: limits).rows == [[.integer(1)]])
    }

    /// Its own time limit and length are those of the connection again.
    @Test func restrictionsOfTheConnectionStay() throws {
        let folder = TemporaryFolder()
        FMDatabase.file(folder.file()).close()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.untrusted = FMDatabase.Restrictions()
        configuration.untrusted?.timeLimit = .milliseconds(500)
        configuration.untrusted?.maximumLength = 5_000
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        #expect(try queue.readUntrusted("SELECT length(hex(zeroblob(2000)))", in: sandbox).rows == [[.integer(4_000)]])
        #expect(thrown { try queue.readUntrusted("SELECT zeroblob(6000)", in: sandbox) }?.resultCode == .tooBig)
        let endless: FMSQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        #expect(thrown { try queue.here { try $0.value(endless, as: Int.self) } }?.extendedCode == .deadlineExceeded)
        #expect(
            thrown { try queue.here { try $0.value("SELECT zeroblob(6000)", as: FMValue.self) } }?.resultCode == .tooBig
        )
    }
}
