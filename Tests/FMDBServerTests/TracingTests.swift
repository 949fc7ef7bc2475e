#if Server
    import FMDBServer
    import InMemoryTracing
    import FMDBTestHelpers
    import Testing
    import Tracing

    /// The spans of statements.
    @Suite struct TracingTests {
        private let scene = ServerScene()

        @Test func aStatementIsASpanOfItsTrace() async throws {
            let pool = try scene.pool()
            let secret = ServerScene.secret
            try await scene.traced {
                try await pool.write { try $0.execute("INSERT INTO person (name) VALUES (\(secret))") }
                _ = try await pool.read { db in
                    try db.rows("SELECT name FROM person WHERE name = '\(raw: secret)'", as: String.self)
                }
            }
            let request = try #require(scene.tracer.finishedSpans.first { $0.operationName == "request" })
            let insert = try #require(scene.spans("INSERT").first)
            #expect(insert.kind == .client)
            #expect(insert.traceID == request.traceID)
            #expect(insert.parentSpanID == request.spanID)
            #expect(insert.attributes.get("db.system.name") == "sqlite")
            #expect(insert.attributes.get("db.namespace") == "orders")
            #expect(insert.attributes.get("db.operation.name") == "INSERT")
            #expect(insert.attributes.get("db.query.text") == "INSERT INTO person (name) VALUES (?)")
            #expect(insert.attributes.get("error.type") == nil)
            #expect(insert.status == nil)
            #expect(insert.startInstant.nanosecondsSinceEpoch < insert.endInstant.nanosecondsSinceEpoch)
            #expect(insert.startInstant.nanosecondsSinceEpoch >= request.startInstant.nanosecondsSinceEpoch)
            let select = try #require(scene.spans("SELECT").last)
            #expect(select.attributes.get("db.query.text") == "SELECT name FROM person WHERE name = ?")
            #expect(select.attributes.get("db.response.returned_rows") == .int64(1))
            #expect(select.parentSpanID == request.spanID)
            #expect(!scene.spans("BEGIN").isEmpty)
            #expect(!scene.spans("COMMIT").isEmpty)
            #expect(!scene.everything.contains(secret))
            pool.close()
        }

        @Test func synchronousCallsHaveTheTracesOfTheirTasks() async throws {
            let pool = try scene.pool()
            try await scene.traced {
                func delete() throws { try pool.write { try $0.execute("DELETE FROM person") } }
                try delete()
            }
            let request = try #require(scene.tracer.finishedSpans.first { $0.operationName == "request" })
            #expect(scene.spans("DELETE").map(\.parentSpanID) == [request.spanID])
            pool.close()
        }

        @Test func aFailedStatementTellsItsCode() async throws {
            let pool = try scene.pool()
            let secret = ServerScene.secret
            try await pool.write { try $0.execute("INSERT INTO person (name) VALUES (\(secret))") }
            await #expect(throws: FMError.self) {
                try await scene.traced {
                    try await pool.write { try $0.execute("INSERT INTO person (name) VALUES (\(secret))") }
                }
            }
            let insert = try #require(scene.spans("INSERT").first)
            #expect(insert.attributes.get("error.type") == "SQLITE_CONSTRAINT")
            #expect(insert.attributes.get("db.response.status_code") == "2067")
            #expect(insert.status?.code == .error)
            #expect(insert.status?.message == nil)
            #expect(!scene.spans("ROLLBACK").isEmpty)
            #expect(!scene.everything.contains(secret))
            pool.close()
        }

        @Test func outsideOfATraceThereIsNoSpanUnlessItIsAskedFor() throws {
            let pool = try scene.pool()
            #expect(scene.tracer.finishedSpans.isEmpty)
            pool.close()
            let configuration = FMDatabaseCoordinator.Configuration()
                .tracing(tracer: scene.tracer, withoutParent: true)
            let queue = try FMDatabaseQueue(path: nil, configuration: configuration)
            try queue.withDatabase { try $0.execute("CREATE TABLE t (x)") }
            let span = try #require(scene.tracer.finishedSpans.last)
            #expect(span.operationName == "CREATE sqlite")
            #expect(span.parentSpanID == nil)
            queue.close()
        }

        @Test func eachOfManyTasksHasItsOwnTrace() async throws {
            let pool = try scene.pool()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await scene.traced {
                            try await pool.write {
                                try $0.execute("INSERT INTO person (name) VALUES (\("n\(number)"))")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let requests = scene.tracer.finishedSpans.filter { $0.operationName == "request" }
            #expect(Set(scene.spans("INSERT").compactMap(\.parentSpanID)) == Set(requests.map(\.spanID)))
            #expect(scene.spans("INSERT").count == 20)
            pool.close()
        }
    }
#endif
