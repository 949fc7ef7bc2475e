#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// Processes that are killed while they write: after some acknowledgements, or at one of their operations on the disk. What
    /// they have acknowledged is there, nothing is there in part, and the next writer works.
    ///
    /// Simulations kill at each step; here the system's kernel does it. `FMDB_KILLS` says how often each of them is killed, in all journal
    /// modes, and prints what was found; 2 times unless told. `FMDB_KILLS_SEED` chooses other moments.
    @Suite(.serialized) struct KillTests {
        @Test(arguments: KilledWork.allCases, Kills.wanted == nil ? ["WAL"] : ["WAL", "DELETE", "TRUNCATE"])
        func noAcknowledgedTransactionIsLostWithItsProcess(_ work: KilledWork, _ journal: String) async throws {
            var series = KillSeries(work, journal)
            for round in 0..<Kills.count {
                try series.run(round)
                await Task.yield()
            }
            Kills.show(
                "\(work.rawValue), \(journal): \(Kills.count) rounds, \(series.count) acknowledged, \(series.lost) lost"
            )
            #expect(series.faults == [])
            #expect(series.lost == 0)
            #expect(series.count > 0)
        }
    }

    enum Kills {
        static let wanted = ProcessInfo.processInfo.environment["FMDB_KILLS"].flatMap(Int.init)
        static let count = wanted ?? 2
        static let seed = ProcessInfo.processInfo.environment["FMDB_KILLS_SEED"].flatMap(Int.init) ?? 1

        static func show(_ line: String) {
            if wanted != nil { print("kills: \(line)") }
        }
    }

    /// What `FMDBKilledWriter` does.
    enum KilledWork: String, CaseIterable, Sendable {
        case queue, pool, group, upgrade

        /// After how many acknowledgements the process is killed at the latest.
        fileprivate var mostAcknowledgements: Int {
            switch self {
            case .queue, .pool: 40
            case .group: 400
            case .upgrade: 8
            }
        }

        /// At which operation it kills itself at the latest.
        fileprivate var mostOperations: Int { self == .upgrade ? 2000 : 1000 }
    }

    /// The kills of one work in one mode.
    private struct KillSeries {
        private let work: KilledWork
        private let journal: String
        private var random: SeededNumbers
        private var folder = TemporaryFolder()
        /// What must be in the file.
        private var acknowledged: Set<Int> = []
        /// The last upgrade that was found, or acknowledged.
        private var lastUpgrade = 0

        /// How many transactions were acknowledged.
        private(set) var count = 0
        private(set) var lost = 0
        private(set) var faults: [String] = []

        init(_ work: KilledWork, _ journal: String) {
            (self.work, self.journal) = (work, journal)
            random = SeededNumbers(Kills.seed)
        }

        /// Has a process write and killed, and looks at the file. Ten rounds share a file.
        mutating func run(_ round: Int) throws {
            if round % 10 == 0 {
                folder = TemporaryFolder()
                (acknowledged, lastUpgrade) = ([], 0)
            }
            let first = 1 + round * 1_000_000
            var arguments = [work.rawValue, journal, folder.file(), String(first)]
            var limit = Int.random(in: 1...work.mostAcknowledgements, using: &random)
            if round % 2 == 1 {
                arguments.append(String(Int.random(in: 1...work.mostOperations, using: &random)))
                limit = .max
            }
            let (numbers, status) = try onBackgroundThread { [arguments, limit] in
                try numbersOfWriter(arguments, killedAfter: limit)
            }
            if status != SIGKILL { faults.append("round \(round): the process ended by itself, \(status)") }
            if limit != .max, numbers.count < limit { faults.append("round \(round): \(numbers.count) acknowledged") }
            count += numbers.count
            acknowledged.formUnion(numbers)
            try judge(round, next: first + 900_000)
        }

        private mutating func judge(_ round: Int, next: Int) throws {
            let db = SilentDatabase(path: folder.file())
            defer { db.close() }
            try #require(db.open())
            let survivors = Survivors.found(in: db) { db in
                try work == .upgrade ? UpgradedPart.survivors(db) : Ledger.survivors(db)
            }
            if let fault = survivors.fault { faults.append("round \(round): \(fault)") }
            lost += acknowledged.subtracting(survivors.numbers).count
            if work == .upgrade {
                // One more than was acknowledged may be done.
                let last = survivors.numbers.max() ?? 0
                let most = max(lastUpgrade, acknowledged.max() ?? 0) + 1
                if last > most { faults.append("round \(round): \(last) upgrades, \(most) at most were begun") }
                lastUpgrade = last
            } else {
                try db.withTransaction {
                    try Ledger.create(db)
                    try Ledger.add(next, db)
                }
                acknowledged.insert(next)
            }
        }
    }

    /// Starts the writer, and kills it after some acknowledgements, unless it does that itself before.
    ///
    /// - Returns: the numbers that it has acknowledged, and how the process has ended.
    func numbersOfWriter(_ arguments: [String], killedAfter limit: Int) throws -> ([Int], Int32) {
        let writer = try ChildProcess("FMDBKilledWriter", arguments)
        var numbers: [Int] = []
        while numbers.count < limit, let line = writer.readLine() { numbers.append(try #require(Int(line))) }
        if numbers.count == limit { writer.kill() }
        while let line = writer.readLine() { numbers.append(try #require(Int(line))) }
        return (numbers, writer.wait())
    }

    /// The table that `KilledWriter` upgrades to and fro.
    private enum UpgradedPart {
        static func survivors(_ db: FMDatabase) throws -> Survivors {
            let tables = try db.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1", as: String.self)
            guard !tables.isEmpty else { return Survivors() }
            guard tables == ["child", "part"] else { return Survivors(fault: "there are \(tables)") }
            var columns: [String] = []
            try db.forEachRow("PRAGMA table_info(part)") { columns.append(try $0.value("name", as: String.self)) }
            guard columns.count == 4, let stamp = columns.last, let number = Int(stamp.dropFirst(6)) else {
                return Survivors(fault: "the columns are \(columns)")
            }
            let whole: FMSQL = """
                SELECT (SELECT count(*) FROM part WHERE name = 'name ' || id AND CAST(size AS INTEGER) = id
                        AND typeof(size) = \(number % 2 == 1 ? "text" : "integer") AND \(identifier: stamp) = 'stamp') = 100
                    AND (SELECT count(*) FROM child JOIN part ON part = id) = 100 AND (SELECT count(*) FROM child) = 100
                """
            guard try db.value(whole, as: Bool.self) else { return Survivors(fault: "rows are missing") }
            return Survivors(numbers: number == 0 ? [] : Set(1...number))
        }
    }
#endif
