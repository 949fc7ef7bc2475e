#if Server
    import FMDBServer
    import FMDBTestHelpers
    import Testing

    /// The health check.
    @Suite struct HealthTests {
        private let scene = ServerScene()

        private func json(_ health: FMDatabaseHealth) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(health)) as? [String: Any])
        }

        /// A check with a longer and longer time, until it was enough: on a busy machine the time may be up before anything is tried.
        private func check(
            _ pool: FMDatabasePool, until isEnough: (FMDatabaseHealth) -> Bool
        ) async -> FMDatabaseHealth {
            var timeout = Duration.milliseconds(50)
            var health = await pool.healthCheck(timeout: timeout)
            while !isEnough(health), timeout < .seconds(20) {
                timeout *= 2
                health = await pool.healthCheck(timeout: timeout)
            }
            return health
        }

        @Test func aPoolThatCanBeUsedIsReady() async throws {
            let pool = try scene.pool()
            let health = await pool.healthCheck(timeout: .seconds(60))
            #expect(health.isReady)
            #expect(health.read.isPassed)
            #expect(health.write?.isPassed == true)
            #expect(health.logSize > 0)
            #expect(try #require(health.freeSpace) > 0)
            #expect(health.statistics.writer.count == 1)
            let json = try json(health)
            #expect(json["ready"] as? Bool == true)
            #expect(json["logSize"] as? Int == health.logSize)
            #expect((json["write"] as? [String: Any])?["seconds"] is Double)
            #expect((json["write"] as? [String: Any])?["error"] == nil)
            pool.close()
        }

        @Test func aHeldWriteLockIsToldWithItsHolder() async throws {
            let pool = try scene.pool()
            let holder = FMDatabase.file(scene.path)
            #expect(holder.beginImmediateTransaction())
            let health = await check(pool) { $0.read.isPassed && $0.write?.error?.contention != nil }
            #expect(!health.isReady)
            #expect(health.read.isPassed)
            #expect(health.write?.error?.serverHint == .unavailable(retryAfter: .seconds(1)))
            #expect(health.write?.error?.contention != nil)
            #expect((try json(health)["write"] as? [String: Any])?["error"] as? String == "SQLITE_INTERRUPT")
            #expect(holder.rollback())
            #expect(await pool.healthCheck(timeout: .seconds(60)).isReady)
            holder.close()
            pool.close()
        }

        @Test func aWriterInUseIsToldToo() async throws {
            let pool = try scene.pool()
            let (isInside, mayLeave) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            async let call: Void = pool.write { _ in
                isInside.continuation.finish()
                mayLeave.wait()
            }
            for await _ in isInside.stream {}
            let health = await check(pool) { $0.read.isPassed }
            #expect(health.read.isPassed)
            #expect(health.write?.error?.extendedCode == .deadlineExceeded)
            #expect(health.statistics.writer.inUse == 1)
            mayLeave.signal()
            try await call
            pool.close()
        }

        @Test func aClosedPoolIsNotReady() async throws {
            let pool = try scene.pool()
            pool.close()
            let health = await pool.healthCheck(timeout: .seconds(60))
            #expect(!health.isReady)
            #expect(health.read.error?.resultCode == .misuse)
            #expect(health.write?.error?.resultCode == .misuse)
        }

        @Test func aMissingFolderIsNotReady() async throws {
            let pool = FMDatabasePool(
                path: scene.folder.file("missing/orders.db"), configuration: .serverSettings(label: "orders"))
            let health = await pool.healthCheck(timeout: .seconds(60))
            #expect(!health.isReady)
            #expect(health.read.error?.resultCode == .cantOpen)
        }

        @Test func aDatabaseForReadingIsReadyWithoutAWriteLock() async throws {
            try scene.pool().close()
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.flags = 1  // SQLITE_OPEN_READONLY
            let pool = FMDatabasePool(path: scene.path, configuration: configuration)
            let health = await pool.healthCheck(timeout: .seconds(60))
            #expect(health.read.isPassed)
            #expect(health.write == nil)
            #expect(health.isReady)
            #expect(try json(health)["write"] == nil)
            pool.close()
        }

        @Test func aDatabaseInMemoryIsReady() async throws {
            let queue = try FMDatabaseQueue(path: nil, configuration: .init())
            let health = await queue.healthCheck(timeout: .seconds(60))
            #expect(health.isReady)
            #expect(health.logSize == 0)
            #expect(health.freeSpace == nil)
            #expect(await FMDatabasePool(path: nil).healthCheck(timeout: .seconds(60)).isReady)
            queue.close()
        }

        @Test func aCancelledTaskHasItsAnswerToo() async throws {
            let pool = try scene.pool()
            let check = Task { await pool.healthCheck(timeout: .seconds(60)) }
            check.cancel()
            let health = await check.value
            #expect(
                health.isReady || health.read.error?.resultCode == .interrupt
                    || health.write?.error?.resultCode == .interrupt)
            pool.close()
        }

        @Test func anErrorOfTheClientsConfigurationIsTold() async throws {
            struct Refusal: Error {}
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.configure = { _ in throw Refusal() }
            let health = await FMDatabasePool(path: scene.path, configuration: configuration).healthCheck(
                timeout: .seconds(60))
            #expect(!health.isReady)
            #expect(health.read.error?.message.contains("Refusal") == true)
        }
    }
#endif
