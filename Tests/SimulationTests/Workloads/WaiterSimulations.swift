#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Calls that wait for the same connection are served in their order, also if others give up meanwhile.
        @Suite(.serialized) struct WaiterSimulations {
            enum Place: CaseIterable, Sendable {
                case queue
                case writer
                case reader
                case databases
            }

            @Test(arguments: Place.allCases) func waitersAreServedInOrder(_ place: Place) {
                for seed in SimulationTests.seeds(15) {
                    do {
                        try FMSimulation(seed: seed).run { run in
                            let process = run.process("waiters")
                            try await process.run { try await WaitingLine(process, place, seed).perform() }
                        }
                    } catch {
                        Issue.record("seed \(seed): \(error)")
                    }
                }
            }
        }
    }

    /// A connection that a first call holds, and the calls that wait for it.
    private struct WaitingLine: Sendable {
        enum Kind: Sendable {
            case patient
            case cancelled
            case timed
        }

        private let process: FMSimulation.Process
        private let place: SimulationTests.WaiterSimulations.Place
        private let coordinator: FMDatabaseCoordinator
        private let isReleased = Locked(false, isQuiet: true)
        private let served = Locked<[Int]>([], isQuiet: true)
        private let kinds: [(kind: Kind, isSynchronous: Bool)]
        private static let timeout = Duration.seconds(5)

        init(_ process: FMSimulation.Process, _ place: SimulationTests.WaiterSimulations.Place, _ seed: UInt64) throws {
            (self.process, self.place) = (process, place)
            var random = SeededNumbers(Int(truncatingIfNeeded: seed))
            kinds = (0..<random.pick([2, 4, 8])).map { _ in
                let kind: Kind = random.pick([.patient, .patient, .cancelled, .timed])
                return (kind, kind != .cancelled && random.chance(40))
            }
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.maximumReaders = 1
            if place == .queue {
                coordinator = try FMDatabaseQueue(path: "/app.db", configuration: configuration)
            } else {
                let pool = FMDatabasePool(path: "/app.db", configuration: configuration)
                pool.maximumNumberOfDatabasesToCreate = 1
                coordinator = pool
            }
        }

        private var waiting: Int {
            let statistics = coordinator.statistics
            return switch place {
            case .queue, .databases: statistics.databases.waiting
            case .writer: statistics.writer.waiting
            case .reader: statistics.readers.waiting
            }
        }

        private func call(_ timeout: Duration?, _ body: @escaping @Sendable () -> Void) throws {
            switch (place, coordinator as? FMDatabasePool) {
            case (.writer, let pool?): try pool.write(timeout: timeout) { _ in body() }
            case (.reader, let pool?): try pool.read(timeout: timeout) { _ in body() }
            default: try coordinator.withDatabase(timeout: timeout) { _ in body() }
            }
        }

        private func callForTask(_ timeout: Duration?, _ body: @escaping @Sendable () -> Void) async throws {
            switch (place, coordinator as? FMDatabasePool) {
            case (.writer, let pool?): try await pool.write(timeout: timeout) { _ in body() }
            case (.reader, let pool?): try await pool.read(timeout: timeout) { _ in body() }
            default: try await coordinator.withDatabase(timeout: timeout) { _ in body() }
            }
        }

        func perform() async throws {
            let hasBegun = Locked(false, isQuiet: true)
            let holder = Task {
                try await callForTask(nil) {
                    hasBegun.withLock { $0 = true }
                    while !isReleased.value { Thread.sleep(forTimeInterval: 0.001) }
                }
            }
            while !hasBegun.value { try await Task.sleep(for: .microseconds(50)) }
            var tasks: [Task<Void, any Error>] = []
            for index in kinds.indices {
                tasks.append(start(index))
                while waiting <= index { try await Task.sleep(for: .microseconds(50)) }
            }
            for (index, one) in kinds.enumerated() where one.kind == .cancelled { try await cancel(tasks[index]) }
            for (index, one) in kinds.enumerated() where one.kind == .timed {
                let error = await #expect(throws: FMError.self) { try await tasks[index].value }
                #expect(error?.extendedCode == .deadlineExceeded)
            }
            isReleased.withLock { $0 = true }
            for (index, one) in kinds.enumerated() where one.kind == .patient { try await tasks[index].value }
            try await holder.value
            let expected = kinds.indices.filter { kinds[$0].kind == .patient }
            #expect(served.value == expected, "\(kinds)")
            #expect(waiting == 0)
        }

        /// Starts a call that waits.
        private func start(_ index: Int) -> Task<Void, any Error> {
            let (kind, isSynchronous) = kinds[index]
            let timeout = kind == .timed ? WaitingLine.timeout : nil
            let body: @Sendable () -> Void = { served.withLock { $0.append(index) } }
            return Task {
                let start = ContinuousClock.now
                defer {
                    let time = ContinuousClock.now - start
                    if kind == .timed {
                        #expect(time >= WaitingLine.timeout && time <= WaitingLine.timeout + .seconds(1))
                    }
                }
                guard isSynchronous else { return try await callForTask(timeout, body) }
                try await withUnsafeThrowingContinuation { continuation in
                    process.thread("waiter") { continuation.resume(with: Result { try call(timeout, body) }) }
                }
            }
        }

        private func cancel(_ task: Task<Void, any Error>) async throws {
            let time = ContinuousClock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(ContinuousClock.now - time <= .seconds(1))
        }
    }
#endif
