#if Cluster
    import FMDBDqliteWire
    import FMDBCluster
    import Foundation
    import NIOCore
    import NIOPosix
    import FMDBTestHelpers
    import Testing

    /// Queues, tasks and event loops, on a node of the test's own.
    @Suite struct QueueTests {
        private func answering() throws -> FakeNode {
            try FakeNode.leader { asked, _ in
                asked.type == 9 ? .bytes(Bytes.rows(["a"], [[.integer(7)]])) : .bytes(Bytes.result(1, 1))
            }
        }

        /// A node that holds its reply to a statement back, and hands the test what sends it.
        private func holding(
            _ sql: String, _ asked: AsyncStream<@Sendable () -> Void>.Continuation
        ) throws -> FakeNode {
            try FakeNode.leader { question, _ in
                let reply = question.type == 9 ? Bytes.rows(["a"], [[.integer(7)]]) : Bytes.result(1, 1)
                return question.sql == sql ? .held(reply) { asked.yield($0) } : .bytes(reply)
            }
        }

        @Test func blocksOfAllKinds() async throws {
            let node = try answering()
            let queue = FMClusterQueue(node.configuration)
            #expect(try await queue.read { db in try db.value("SELECT a FROM t", as: Int.self) } == 7)
            try await queue.write { db in try db.execute("DELETE FROM t") }
            try await queue.withDatabase { db in try db.execute("DELETE FROM u") }
            queue.inTransaction { db, rollback in
                #expect(db.isInTransaction)
                rollback.pointee = true
            }
            #expect(
                node.statements == [
                    "BEGIN DEFERRED", "SELECT a FROM t", "COMMIT", "BEGIN IMMEDIATE", "DELETE FROM t", "COMMIT",
                    "DELETE FROM u", "BEGIN EXCLUSIVE", "ROLLBACK",
                ])
        }

        private struct Row: Decodable, Equatable { var a: Int }

        @Test func oneStatementNeedsNeitherABlockNorATransaction() async throws {
            let node = try answering()
            let queue = FMClusterQueue(node.configuration)
            #expect(try await queue.execute("DELETE FROM t WHERE a = \(1)") == 1)
            #expect(try await queue.value("SELECT a FROM t", as: Int.self) == 7)
            #expect(try await queue.rows("SELECT a FROM t", as: Int.self) == [7])
            #expect(try await queue.rows("SELECT a FROM t", as: Row.self) == [Row(a: 7)])
            try await queue.forEachRow("SELECT a FROM t") { row in
                let a: Int = try row.value("a")
                #expect(a == 7)
            }
            let error = await #expect(throws: FMError.self) { try await queue.value("DELETE FROM t", as: Int?.self) }
            #expect(error?.extendedCode == .refusedOnCluster)
            #expect(node.statements.map { String($0.prefix(6)) } == ["DELETE"] + Array(repeating: "SELECT", count: 4))
        }

        @Test func synchronousCodeUsesTheSameWords() throws {
            let node = try answering()
            let queue = FMClusterQueue(node.configuration)
            #expect(try queue.execute("DELETE FROM t") == 1)
            #expect(try queue.value("SELECT a FROM t", as: Int.self) == 7)
            #expect(try queue.rows("SELECT a FROM t", as: Int.self) == [7])
            #expect(try queue.rows("SELECT a FROM t", as: Row.self) == [Row(a: 7)])
            try queue.forEachRow("SELECT a FROM t") { row in
                let a: Int = try row.value("a")
                #expect(a == 7)
            }
            #expect(thrown { try queue.rows("SELECT a FROM t", as: (Int, Int).self) }?.resultCode == .mismatch)
        }

        @Test func aBlockThatReadsMustNotWrite() async throws {
            let node = try answering()
            let queue = FMClusterQueue(node.configuration)
            let error = await #expect(throws: FMError.self) {
                try await queue.read { db in try db.execute("DELETE FROM t") }
            }
            #expect(error?.resultCode == .readOnly)
            #expect(node.statements == ["BEGIN DEFERRED", "ROLLBACK"])
        }

        /// In FMDB's forms the block runs once, whatever happens.
        @Test func withoutANodeTheBlockGetsAClosedDatabase() throws {
            var configuration = FMClusterConfiguration(seeds: ["127.0.0.1:1"])
            configuration.timeout = .milliseconds(100)
            var runs = 0
            FMClusterQueue(configuration).inDatabase { db in
                runs += 1
                #expect(!db.executeUpdate("DELETE FROM t", withArgumentsIn: []))
                #expect(db.lastExtendedErrorCode() == FMResultCode.noLeader.rawValue)
                #expect(db.executeQuery("SELECT 1", withArgumentsIn: []) == nil)
            }
            FMClusterQueue(configuration).inTransaction { db, _ in
                runs += 1
                #expect(!db.executeUpdate("DELETE FROM t", withArgumentsIn: []))
            }
            #expect(runs == 2)
        }

        @Test func withoutATransactionNothingOfItsBlockIsWritten() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql.hasPrefix("BEGIN") ? .bytes(Bytes.failure(1, "no")) : .bytes(Bytes.result(1, 1))
            }
            FMClusterQueue(node.configuration).inTransaction { db, _ in
                #expect(!db.executeUpdate("DELETE FROM t", withArgumentsIn: []))
                #expect(db.lastErrorMessage() == "no")
            }
            #expect(node.statements == ["BEGIN EXCLUSIVE"])
        }

        @Test func aWriteWithinAWriteWouldWaitForItself() throws {
            let node = try answering()
            defer { withExtendedLifetime(node) {} }
            let queue = FMClusterQueue(node.configuration)
            let error = #expect(throws: FMError.self) { try queue.write { _ in try queue.write { _ in } } }
            #expect(error?.extendedCode == .wouldDeadlock)
        }

        /// What a block leaves open is not the next one's.
        @Test func whatABlockLeavesOpenIsEnded() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.type == 9
                    ? .bytes(Bytes.rows(["a"], [[.integer(7)]], isLast: false)) : .bytes(Bytes.result(1, 1))
            }
            let queue = FMClusterQueue(node.configuration)
            var kept: [FMClusterResultSet] = []
            queue.inDatabase { db in
                #expect(db.beginTransaction())
                if let rows = db.executeQuery("SELECT a FROM t", withArgumentsIn: []) { kept.append(rows) }
                #expect(db.hasOpenResultSets)
            }
            #expect(throws: FMError.self) { try kept[0].nextRow() }
            queue.inDatabase { db in
                #expect(!db.isInTransaction)
                #expect(!db.hasOpenResultSets)
            }
        }

        @Test func aQueryIsNotWaitedForWhenItsTaskIsCancelled() async throws {
            let (asked, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
            let node = try holding("SELECT a FROM t", continuation)
            var configuration = node.configuration
            configuration.timeout = .seconds(60)
            let queue = FMClusterQueue(configuration)
            let task = Task { try await queue.read { db in try db.value("SELECT a FROM t", as: Int.self) } }
            for await _ in asked { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // The connection is another one, and works.
            #expect(try await queue.read { db in try db.value("SELECT a FROM u", as: Int.self) } == 7)
        }

        @Test func aTransactionIsRolledBackWhenItsTaskIsCancelled() async throws {
            let (asked, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
            let node = try holding("DELETE FROM t", continuation)
            var configuration = node.configuration
            configuration.timeout = .seconds(60)
            let queue = FMClusterQueue(configuration)
            let task = Task { try await queue.write { db in try db.execute("DELETE FROM t") } }
            for await _ in asked { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(node.statements == ["BEGIN IMMEDIATE", "DELETE FROM t"])
        }

        /// Whether a commit that was sent has succeeded is worth more than to end at once.
        @Test func aCommitIsWaitedForAlthoughItsTaskIsCancelled() async throws {
            let (asked, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
            let node = try holding("COMMIT", continuation)
            var configuration = node.configuration
            configuration.timeout = .seconds(60)
            let queue = FMClusterQueue(configuration)
            let task = Task { try await queue.write { db in try db.execute("DELETE FROM t") } }
            for await send in asked {
                task.cancel()
                send()
                break
            }
            #expect(try await task.value == 1)
        }

        @Test func aWaitForTheTurnEndsWhenItsTaskIsCancelled() async throws {
            let node = try answering()
            defer { withExtendedLifetime(node) {} }
            let queue = FMClusterQueue(node.configuration)
            let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let holder = Task {
                try await queue.write { _ in
                    inside.signal()
                    release.wait()
                }
            }
            await withCheckedContinuation { continuation in
                Thread {
                    inside.wait()
                    continuation.resume()
                }.start()
            }
            let waiter = Task { try await queue.write { _ in } }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            release.signal()
            try await holder.value
        }

        /// More tasks than threads of any kind: none of them keeps a thread while it waits.
        @Test func manyTasksWaitWithoutAThread() async throws {
            let node = try answering()
            defer { withExtendedLifetime(node) {} }
            let queue = FMClusterQueue(node.configuration)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<500 { group.addTask { try await queue.write { db in try db.execute("DELETE FROM t") } } }
                for _ in 0..<500 {
                    group.addTask { try await queue.read { db in try db.value("SELECT a FROM t", as: Int.self) } }
                }
                try await group.waitForAll()
            }
        }

        /// A call that waits would keep the event loop from what it waits for.
        @Test func noCallWaitsOnAnEventLoop() throws {
            let node = try answering()
            let configuration = node.configuration
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let codes = try loop.submit { () -> [FMResultCode?] in
                let queue = FMClusterQueue(configuration)
                let calls: [() throws -> Void] = [
                    { try FMClusterDatabase(configuration).connect() },
                    { try queue.write { _ in } }, { try queue.read { _ in } }, { try queue.withDatabase { _ in } },
                ]
                return calls.map { call in
                    do {
                        try call()
                        return nil
                    } catch {
                        return (error as? FMError)?.resultCode
                    }
                }
            }.wait()
            #expect(codes == [.misuse, .misuse, .misuse, .misuse])
        }
    }
#endif
