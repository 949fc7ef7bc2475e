#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport

    /// One thing that a client of a workload does.
    struct Operation: Sendable {
        enum Way: CaseIterable, Sendable {
            /// A transaction: `write` of a pool, `withTransaction` of a queue.
            case write
            /// `withTransaction`, on a connection of its own in a pool.
            case transaction
            case exclusiveTransaction
            case savePoint
            /// A transaction in `withDatabase`.
            case ownTransaction
        }

        /// How the block of a transaction ends.
        enum Ending: Sendable {
            case returns
            case throwsError
            /// It rolls back the transaction itself, which others may share, and throws an error.
            case rollsBack
        }

        enum Action: Sendable {
            case write(Way, ending: Ending, innerSavePoint: Bool, blob: Bool)
            case read(isSnapshot: Bool)
            case cursor
            case blob
            case blobChunks(leavesEarly: Bool)
            case checkpoint(FMDBCheckpointMode)
            case vacuum
            case suspend
            case nested
            case release
            case close(timeout: Duration?)
            case inDatabase
            case inTransaction(rollsBack: Bool)
        }

        let action: Action
        let parts: Int
        let fillerSize: Int
        /// How long the block rests between two statements.
        let pause: Duration
        let timeout: Duration?
        /// The time after which the task is cancelled.
        let cancellation: Duration?
        /// Whether the synchronous call is used, on a thread of the client.
        let isSynchronous: Bool
    }

    /// Draws operations. The same seed draws the same ones.
    struct OperationGenerator: Sendable {
        private var random: SeededNumbers
        private let plan: Plan

        init(_ plan: Plan, seed: Int) {
            (self.plan, random) = (plan, SeededNumbers(seed))
        }

        mutating func next() -> Operation {
            let action = action()
            let limits = random.chance(25)
            return Operation(
                action: action, parts: random.pick([1, 1, 2, 3, 5]), fillerSize: random.pick([0, 10, 300, 3_000]),
                pause: random.chance(30) ? .milliseconds(random.pick([1, 5, 20, 90])) : .zero,
                timeout: limits ? .microseconds(random.pick([0, 100, 500, 3_000, 20_000, 200_000, 3_000_000])) : nil,
                cancellation: random.chance(12)
                    ? .microseconds(random.pick([0, 50, 300, 2_000, 10_000, 50_000])) : nil,
                isSynchronous: random.chance(25))
        }

        /// How long a client waits before its next operation.
        mutating func rest() -> Duration {
            random.chance(25) ? .microseconds(random.pick([10, 200, 2_000, 30_000])) : .zero
        }

        private mutating func action() -> Operation.Action {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<42: write()
            case 42..<64: .read(isSnapshot: random.chance(60))
            case 64..<68: .cursor
            case 68..<71: .blob
            case 71..<75: .blobChunks(leavesEarly: random.chance(40))
            case 75..<81: .checkpoint(random.pick([.passive, .full, .restart, .truncate]))
            case 81..<82: .vacuum
            case 82..<84: .suspend
            case 84..<88: .nested
            case 88..<91: .release
            case 91..<94: .close(timeout: random.chance(50) ? nil : .milliseconds(random.pick([0, 10, 100])))
            case 94..<97: .inDatabase
            default: .inTransaction(rollsBack: random.chance(50))
            }
        }

        private mutating func write() -> Operation.Action {
            let way = random.chance(60) ? Operation.Way.write : random.pick(Operation.Way.allCases)
            let ending: Operation.Ending = random.chance(12) ? .throwsError : random.chance(5) ? .rollsBack : .returns
            return .write(way, ending: ending, innerSavePoint: random.chance(20), blob: random.chance(15))
        }
    }
#endif
