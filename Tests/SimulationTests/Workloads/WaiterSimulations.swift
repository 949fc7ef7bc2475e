#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Calls that wait for the same connection are served in their order, and end in time.
        @Suite(.serialized) struct WaiterSimulations {
            @Test(arguments: ContendedConnection.Kind.allCases)
            func waitersAreServedInOrder(_ kind: ContendedConnection.Kind) {
                simulate(15, kind) { try await WaitingLine($0, $1).perform() }
            }

            @Test(arguments: ContendedConnection.Kind.allCases) func callsEndInTime(_ kind: ContendedConnection.Kind) {
                simulate(15, kind) { try await TimedCalls($0, $1).perform() }
            }

            @Test(arguments: [ContendedConnection.Kind.writer, .reader, .databases])
            func nobodyEntersAfterClosing(_ kind: ContendedConnection.Kind) {
                simulate(20, kind) { connection, random in
                    var random = random
                    let isClosed = Locked(false, isQuiet: true)
                    let rest = Duration.microseconds(random.pick([0, 20, 100, 1_000]))
                    let onThread = random.chance(50)
                    let callers = (0..<3).map { _ in
                        Task {
                            for _ in 0..<10 {
                                try await connection.use(onThread: onThread) { #expect(!isClosed.value) }
                            }
                        }
                    }
                    try await Task.sleep(for: rest)
                    #expect(await connection.coordinator.close(timeout: .seconds(60)))
                    isClosed.withLock { $0 = true }
                    for caller in callers {
                        guard case .failure(let error) = await caller.result else { continue }
                        #expect((error as? FMError)?.resultCode == .misuse, "\(error)")
                    }
                }
            }

            /// A thread of the library that nobody needs ends after some seconds, at the same time as the next call comes.
            @Test(arguments: ContendedConnection.Kind.allCases)
            func callsAfterARestAreServed(_ kind: ContendedConnection.Kind) {
                simulate(10, kind) { connection, random in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for caller in 0..<3 {
                            group.addTask {
                                var random = random
                                for _ in 0..<caller { _ = random.next() }
                                for _ in 0..<8 {
                                    let seconds = random.pick([0, 1, 5, 5, 10, 30])
                                    try await Task.sleep(
                                        for: .seconds(seconds) + .microseconds(random.pick([-30, 0, 30])))
                                    try await connection.use {}
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
            }

            /// Runs a body with a connection, with several seeds.
            private func simulate(
                _ count: Int, _ kind: ContendedConnection.Kind,
                _ body: @escaping @Sendable (ContendedConnection, SeededNumbers) async throws -> Void
            ) {
                for seed in SimulationTests.seeds(count) {
                    do {
                        try play(seed, FMSimulation.Settings()) { run in
                            let process = run.process("waiters")
                            try await process.run {
                                let connection = try ContendedConnection(kind, process)
                                try await body(connection, SeededNumbers(Int(truncatingIfNeeded: seed)))
                            }
                        }
                    } catch {
                        Issue.record("seed \(seed): \(error)")
                    }
                }
            }
        }
    }

    /// A connection that a first call holds, and calls that wait for it, some of which give up.
    private struct WaitingLine: Sendable {
        enum Kind: Sendable {
            case patient
            case cancelled
            case timed
        }

        private let connection: ContendedConnection
        private let isReleased = Locked(false, isQuiet: true)
        private let served = Locked<[Int]>([], isQuiet: true)
        private let kinds: [(kind: Kind, onThread: Bool)]

        init(_ connection: ContendedConnection, _ random: SeededNumbers) {
            self.connection = connection
            var random = random
            kinds = (0..<random.pick([2, 4, 8])).map { _ in
                let kind: Kind = random.pick([.patient, .patient, .cancelled, .timed])
                return (kind, kind != .cancelled && random.chance(40))
            }
        }

        func perform() async throws {
            let holder = try await connection.hold { !isReleased.value }
            var tasks: [Task<Void, any Error>] = []
            for index in kinds.indices {
                tasks.append(start(index))
                while connection.waiting <= index { try await Task.sleep(for: .microseconds(50)) }
            }
            for (index, one) in kinds.enumerated() where one.kind == .cancelled {
                tasks[index].cancel()
                await #expect(throws: CancellationError.self) { try await tasks[index].value }
            }
            for (index, one) in kinds.enumerated() where one.kind == .timed {
                let error = await #expect(throws: FMError.self) { try await tasks[index].value }
                #expect(error?.extendedCode == .deadlineExceeded)
            }
            isReleased.withLock { $0 = true }
            for (index, one) in kinds.enumerated() where one.kind == .patient { try await tasks[index].value }
            try await holder.value
            let expected = kinds.indices.filter { kinds[$0].kind == .patient }
            #expect(served.value == expected, "\(kinds)")
            #expect(connection.waiting == 0)
        }

        /// Starts a call that waits.
        private func start(_ index: Int) -> Task<Void, any Error> {
            let (kind, onThread) = kinds[index]
            return Task {
                try await connection.use(timeout: kind == .timed ? .seconds(5) : nil, onThread: onThread) {
                    served.withLock { $0.append(index) }
                }
            }
        }
    }

    /// A connection that is held for ten seconds, and calls with deadlines of all lengths that may be cancelled at any time, also before
    /// they wait. Each ends at the first of these moments, by the error that belongs to it.
    private struct TimedCalls: Sendable {
        struct Fault: Error, CustomStringConvertible {
            let description: String
        }

        private struct Call: Sendable {
            let start: Duration
            let timeout: Duration?
            let cancellation: Duration?
            let onThread: Bool
        }

        private let connection: ContendedConnection
        private let calls: [Call]
        private static let held = Duration.seconds(10)
        private static let tolerance = Duration.milliseconds(20)

        init(_ connection: ContendedConnection, _ random: SeededNumbers) {
            self.connection = connection
            var random = random
            calls = (0..<random.pick([2, 4, 8])).map { _ in
                let cancellation: Int? = random.pick([nil, nil, 0, 20, 400_000, 5_000_000])
                let timeout: Int? = random.pick([nil, 50, 700, 3_000, 8_000, 30_000])
                return Call(
                    start: .milliseconds(random.pick([0, 0, 1, 500])), timeout: timeout.map { .milliseconds($0) },
                    cancellation: cancellation.map { .microseconds($0) },
                    onThread: cancellation == nil && random.chance(40))
            }
        }

        func perform() async throws {
            let release = ContinuousClock.now + TimedCalls.held
            let holder = try await connection.hold { ContinuousClock.now < release }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for call in calls { group.addTask { try await perform(call, release) } }
                try await group.waitForAll()
            }
            try await holder.value
            #expect(connection.waiting == 0)
        }

        private func perform(_ call: Call, _ release: ContinuousClock.Instant) async throws {
            try? await Task.sleep(for: call.start)
            let start = ContinuousClock.now
            let task = Task {
                do {
                    try await connection.use(timeout: call.timeout, onThread: call.onThread) {}
                    return (end: ContinuousClock.now, error: nil as (any Error)?)
                } catch {
                    return (end: ContinuousClock.now, error: error)
                }
            }
            if let cancellation = call.cancellation {
                if cancellation > .zero { try? await Task.sleep(for: cancellation) }
                task.cancel()
            }
            let (end, error) = await task.value
            let expected = TimedCalls.expected(call, start, release)
            let late = end - expected
            let isTrue =
                switch error {
                case nil: expected == release
                case is CancellationError: call.cancellation.map { start + $0 } == expected
                default:
                    (error as? FMError)?.extendedCode == .deadlineExceeded
                        && call.timeout.map { start + $0 } == expected
                }
            guard isTrue, late >= .zero, late <= TimedCalls.tolerance else {
                throw Fault(
                    description: "\(call) ended with \(error.map(String.init(describing:)) ?? "success"), \(late) late")
            }
        }

        /// Returns when a call must end.
        private static func expected(
            _ call: Call, _ start: ContinuousClock.Instant, _ release: ContinuousClock.Instant
        ) -> ContinuousClock.Instant {
            let limits = [call.timeout, call.cancellation].compactMap { $0.map { start + $0 } }
            return min(release, limits.min() ?? release)
        }
    }
#endif
