#if Server
    import FMDBServer
    import MetricsTestKit
    import FMDBTestHelpers
    import Testing

    /// What is measured, under which labels.
    @Suite struct MetricsTests {
        private let scene = ServerScene()

        private func timer(_ label: String, _ dimensions: (String, String)...) throws -> TestTimer {
            try scene.metrics.expectTimer(label, [("database", "orders")] + dimensions)
        }

        private func counter(_ label: String, _ dimensions: (String, String)...) throws -> TestCounter {
            try scene.metrics.expectCounter(label, [("database", "orders")] + dimensions)
        }

        private func gauge(_ label: String, _ dimensions: (String, String)...) throws -> Double? {
            try scene.metrics.expectRecorder(label, [("database", "orders")] + dimensions).lastValue
        }

        @Test func statementsAreMeasuredByTheirVerb() throws {
            let pool = try scene.pool()
            try pool.write { db in
                try db.execute("INSERT INTO person (name) VALUES (\("a"))")
                try db.execute("INSERT INTO person (name) VALUES (\("b"))")
                try db.execute("UPDATE person SET name = \("c") WHERE name = \("a")")
                try db.execute("DELETE FROM person WHERE name = \("b")")
            }
            try pool.read { _ = try $0.rows("SELECT name FROM person", as: String.self) }
            pool.close()
            let name = "sqlite_statement_duration"
            #expect(try timer(name, ("verb", "INSERT")).values.count == 2)
            #expect(try timer(name, ("verb", "UPDATE")).values.count == 1)
            #expect(try timer(name, ("verb", "DELETE")).values.count == 1)
            #expect(try timer(name, ("verb", "SELECT")).values.count >= 1)
            #expect(try timer(name, ("verb", "COMMIT")).values.count >= 2)
            #expect(try timer(name, ("verb", "OTHER")).values.count >= 1)
            #expect(try timer(name, ("verb", "INSERT")).values.allSatisfy { $0 > 0 })
            #expect(scene.metrics.timers(label: name).count == 6)
        }

        @Test func errorsAreCountedByVerbAndCode() throws {
            let pool = try scene.pool()
            let secret = ServerScene.secret
            try pool.write { try $0.execute("INSERT INTO person (name) VALUES (\(secret))") }
            #expect(throws: FMError.self) {
                try pool.write { try $0.execute("INSERT INTO person (name) VALUES (\(secret))") }
            }
            pool.close()
            let errors = try counter("sqlite_statement_errors", ("verb", "INSERT"), ("code", "SQLITE_CONSTRAINT"))
            #expect(errors.totalValue == 1)
            #expect(scene.metrics.counters(label: "sqlite_statement_errors").count == 1)
            #expect(!scene.everything.contains(secret))
        }

        @Test func waitsForLocksAreMeasured() throws {
            let pool = try scene.pool { $0.busyTimeout = .milliseconds(20) }
            let holder = FMDatabase.file(scene.path)
            #expect(holder.beginImmediateTransaction())
            #expect(throws: FMError.self) { try pool.write { _ in } }
            #expect(holder.rollback())
            holder.close()
            pool.close()
            #expect(try timer("sqlite_lock_wait_duration", ("outcome", "given_up")).values.count == 1)
            #expect(try timer("sqlite_lock_wait_duration", ("outcome", "got")).values.isEmpty)
            let errors = scene.metrics.counters(label: "sqlite_statement_errors")
            #expect(errors.map(\.totalValue) == [1])
        }

        @Test func waitsForConnectionsAreMeasuredByTheirKind() async throws {
            let pool = try scene.pool()
            let (isInside, mayLeave) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            async let first: Void = pool.write { _ in
                isInside.continuation.finish()
                mayLeave.wait()
            }
            for await _ in isInside.stream {}
            async let second: Void = pool.write { _ in }
            while pool.statistics.writer.waiting == 0 { await Task.yield() }
            pool.recordMetrics(factory: scene.metrics)
            #expect(try gauge("sqlite_connections", ("kind", "writer"), ("state", "in_use")) == 1)
            #expect(try gauge("sqlite_connections", ("kind", "writer"), ("state", "open")) == 1)
            #expect(try gauge("sqlite_connections_waiting", ("kind", "writer")) == 1)
            #expect(try gauge("sqlite_connections_waiting", ("kind", "reader")) == 0)
            let third = Task { try await pool.write { _ in } }
            while pool.statistics.writer.waiting < 2 { await Task.yield() }
            third.cancel()
            await #expect(throws: CancellationError.self) { try await third.value }
            mayLeave.signal()
            _ = try await (first, second)
            let name = "sqlite_connection_wait_duration"
            #expect(try timer(name, ("kind", "writer"), ("outcome", "got")).values.count == 1)
            #expect(try timer(name, ("kind", "writer"), ("outcome", "given_up")).values.count == 1)
            #expect(try timer(name, ("kind", "reader"), ("outcome", "got")).values.isEmpty)
            pool.recordMetrics(factory: scene.metrics)
            #expect(try gauge("sqlite_connections", ("kind", "writer"), ("state", "in_use")) == 0)
            pool.close()
        }

        @Test func theCacheIsMeasured() throws {
            let pool = try scene.pool()
            let hits = try counter("sqlite_statement_cache", ("outcome", "hit"))
            let misses = try counter("sqlite_statement_cache", ("outcome", "miss"))
            let before = (hits.totalValue, misses.totalValue)
            try pool.withDatabase { db in
                for _ in 0..<3 { _ = try db.value("SELECT 7", as: Int.self) }
            }
            #expect(hits.totalValue - before.0 >= 2)
            #expect(misses.totalValue - before.1 >= 1)
            pool.close()
        }

        @Test func connectionsAndCheckpointsAreMeasured() throws {
            let pool = try scene.pool()
            try pool.withDatabase { try $0.checkpoint(.full) }
            #expect(throws: FMError.self) { try pool.withDatabase { try $0.checkpoint(.full, name: "nobody") } }
            #expect(try timer("sqlite_checkpoint_duration", ("outcome", "ok")).values.count >= 1)
            #expect(try timer("sqlite_checkpoint_duration", ("outcome", "error")).values.count == 1)
            #expect(try #require(try gauge("sqlite_wal_pages")) > 0)
            pool.close()
            #expect(try counter("sqlite_connections_opened").totalValue >= 2)
            let closed = try counter("sqlite_connections_closed").totalValue
            #expect(try counter("sqlite_connections_opened").totalValue == closed)
        }

        @Test func damageIsCounted() throws {
            try Data(repeating: 0x5A, count: 8192).write(to: URL(fileURLWithPath: scene.path))
            let configuration = FMDatabaseCoordinator.Configuration().metrics(label: "orders", factory: scene.metrics)
            let queue = try FMDatabaseQueue(path: scene.path, configuration: configuration)
            #expect(throws: FMError.self) { try queue.withDatabase { try $0.execute("CREATE TABLE t (x)") } }
            #expect(try counter("sqlite_corruptions").totalValue == 1)
            queue.close()
        }

        @Test func theLabelIsThatOfTheConfiguration() throws {
            let metrics = TestMetrics()
            var configuration = FMDatabaseCoordinator.Configuration()
            _ = try FMDatabaseQueue(path: nil, configuration: configuration.metrics(factory: metrics))
            #expect(try metrics.expectCounter("sqlite_connections_opened", [("database", "sqlite")]).totalValue == 1)
            configuration.label = "people"
            let queue = try FMDatabaseQueue(path: nil, configuration: configuration.metrics(factory: metrics))
            #expect(try metrics.expectCounter("sqlite_connections_opened", [("database", "people")]).totalValue == 1)
            queue.recordMetrics(factory: metrics)
            let open = [("database", "people"), ("kind", "database"), ("state", "open")]
            #expect(try metrics.expectRecorder("sqlite_connections", open).lastValue == 1)
        }
    }
#endif
