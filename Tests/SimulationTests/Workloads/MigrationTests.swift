#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Several processes migrate the same file at once. Each step is done once, in order and whole, by one of the processes.
        @Suite(.serialized) struct MigrationTests {
            @Test(arguments: Harm.allCases) func eachStepIsDoneOnce(_ harm: Harm) throws {
                let figures = watch("migration", seeds: 6, harm) { run, numbers, ledger in
                    let scene = MigrationScene(numbers, ledger)
                    try scene.prepare()
                    for round in 1...3 { try await scene.round(run, round) }
                }
                if harm == .none { #expect(figures.failures == [:]) }
            }

            /// SQLite itself does not wait for the lock of another connection when it changes the journal mode.
            @Test func aStepWithoutATransactionWaitsForOthers() throws {
                try FMSimulation(seed: 1).run { run in
                    _ = try FMDatabase.once("/app.db") { db in try db.execute("CREATE TABLE t (n INTEGER)") }
                    let holder = run.process("holder")
                    async let held: Void = holder.run {
                        let queue = try FMDatabaseQueue(path: "/app.db", configuration: .init())
                        try await queue.withTransaction { db in
                            try db.execute("INSERT INTO t VALUES (1)")
                            Thread.sleep(forTimeInterval: 10)
                        }
                    }
                    try await Task.sleep(for: .seconds(1))
                    let report = try await run.process("app").run {
                        let own = FMMigrator.Step.outsideTransaction("own") { db in
                            try db.execute("BEGIN")
                            try db.execute("INSERT INTO t VALUES (2)")
                            try db.execute("COMMIT")
                        }
                        let log = FMMigrator.Step.outsideTransaction("log") { db in
                            _ = try db.rows("PRAGMA journal_mode = WAL", as: String.self)
                        }
                        return try FMDatabase.once("/app.db") { try FMMigrator([own, log]).migrate($0) }
                    }
                    try await held
                    guard report.applied.map(\.name) == ["own", "log"] else { throw FMError(.internal, "\(report)") }
                }
            }
        }
    }

    /// A file, and processes that migrate it.
    private struct MigrationScene: Sendable {
        private static let path = "/app.db"
        /// The rows that each step inserts.
        private static let rows = 3
        private let ledger: SharedLedger
        private let seed: Int
        private let isOld: Bool
        private let journal: String
        /// The number of the steps that each round's program has.
        private let lengths: [Int]
        private let outside: Int
        /// The steps that a process was told to be done by itself.
        private let told = Locked<[String: Int]>([:], isQuiet: true)

        init(_ numbers: SeededNumbers, _ ledger: SharedLedger) {
            var numbers = numbers
            self.ledger = ledger
            isOld = numbers.chance(40)
            journal = numbers.pick(["DELETE", "WAL", "TRUNCATE"])
            lengths = [numbers.pick([2, 3]), 4, numbers.pick([5, 6])]
            outside = numbers.pick([2, 3, 4])
            seed = Int.random(in: 0..<1_000_000, using: &numbers)
        }

        private static func name(_ number: Int) -> String { "step \(number)" }

        /// Makes a file as a program without a migrator has left it, with the first step done.
        func prepare() throws {
            try FMDatabase.once(Self.path) { db in
                _ = try db.rows("PRAGMA journal_mode = \(raw: journal)", as: String.self)
                guard isOld else { return }
                try db.withTransaction { try step(1, db) }
                try db.execute("PRAGMA user_version = 1")
            }
        }

        // MARK: The steps

        private func step(_ number: Int, _ db: FMDatabase) throws {
            if number == 1 {
                try db.execute("CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL)")
            }
            let (table, former) = ("part\(number)", "part\(number - 1)")
            try db.execute("CREATE TABLE \(raw: table) (n INTEGER PRIMARY KEY, square INTEGER)")
            for n in 1...Self.rows { try db.execute("INSERT INTO \(raw: table) VALUES (\(n), \(n * n))") }
            if number > 2, number - 1 != outside {
                try db.execute("ALTER TABLE \(raw: former) ADD COLUMN \(raw: "by\(number)") DEFAULT 7")
            }
            try db.execute("INSERT INTO log (step) VALUES (\(number))")
        }

        private func migrator(_ length: Int) -> FMMigrator {
            var migrator = FMMigrator()
            for number in 1...length {
                if number == outside {
                    migrator.add(
                        .outsideTransaction(Self.name(number)) { db in
                            _ = try db.rows("PRAGMA journal_mode = WAL", as: String.self)
                        })
                } else {
                    migrator.add(Self.name(number), userVersion: number == 1 ? 1 : nil) { db in
                        ledger.operation()
                        try step(number, db)
                    }
                }
            }
            return migrator
        }

        // MARK: The processes

        func round(_ run: FMSimulation.Run, _ round: Int) async throws {
            let length = lengths[round - 1]
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<(2 + seed % 2) {
                    // One of the programs may be older than the others.
                    let own = number == 1 && seed % 3 == 0 ? max(2, length - 1) : length
                    group.addTask {
                        await ledger.outlive(run, "app\(number)") { attempt in
                            try await migrate(own, SeededNumbers(seed + 100 * number + 10 * round + attempt))
                        }
                    }
                }
            }
            try expectWhole(length)
            // All processes may have been killed.
            try FMDatabase.once(Self.path) { db in
                let present = try migrator(length).applied(in: db)
                let report = try migrator(length).migrate(db)
                note(report, length)
                ledger.expect(report.alreadyApplied == present, "\(report) after \(present)")
            }
            try expectWhole(length, isDone: true)
        }

        private func migrate(_ length: Int, _ numbers: SeededNumbers) async throws {
            var numbers = numbers
            let migrator = migrator(length)
            do {
                let report: FMMigrator.Report
                switch Int.random(in: 0...2, using: &numbers) {
                case 0:
                    let queue = try FMDatabaseQueue(path: Self.path, configuration: .durable)
                    defer { queue.close() }
                    report = try await migrator.migrate(queue)
                case 1:
                    let pool = FMDatabasePool(path: Self.path, configuration: .durable)
                    defer { pool.close() }
                    report = try await migrator.migrate(pool)
                default:
                    report = try FMDatabase.once(Self.path) { try migrator.migrate($0) }
                }
                note(report, length)
            } catch let error as FMError where error.extendedCode == .newerDatabase {
                ledger.expect(length < (lengths.last ?? 0), "the newest program was called old: \(error)")
            }
        }

        private func note(_ report: FMMigrator.Report, _ length: Int) {
            let (own, others) = (report.applied.map(\.name), report.alreadyApplied)
            let all = (1...length).map(Self.name)
            ledger.expect(own == all.filter(own.contains), "the steps were run in another order: \(own)")
            ledger.expect((own + others).sorted() == all, "the report lacks steps: \(report)")
            for name in own where name != Self.name(outside) {
                let count = told.withLock {
                    $0[name, default: 0] += 1
                    return $0[name, default: 0]
                }
                ledger.expect(count == 1, "\(name) was reported as run \(count) times")
            }
        }

        // MARK: The file

        private func expectWhole(_ length: Int, isDone: Bool = false) throws {
            try FMDatabase.once(Self.path) { db in
                try ledger.expectSound(db)
                let applied = try migrator(length).applied(in: db)
                let all = (1...length).map(Self.name)
                ledger.expect(applied == Array(all.prefix(applied.count)), "recorded: \(applied)")
                ledger.expect(!isDone || applied == all, "not all was done: \(applied)")
                let done = (1...length).filter { $0 != outside && applied.contains(Self.name($0)) }
                let log = try done.isEmpty ? [] : db.rows("SELECT step FROM log ORDER BY id", as: Int.self)
                ledger.expect(log == done, "done: \(log), recorded: \(applied)")
                for number in 1...length { try expectWhole(number, done, db) }
                let lost = told.value.keys.sorted().filter { !applied.contains($0) }
                ledger.expect(lost == [], "lost: \(lost)")
            }
        }

        private func expectWhole(_ number: Int, _ done: [Int], _ db: FMDatabase) throws {
            let table = "part\(number)"
            guard done.contains(number) else {
                return ledger.expect(!db.tableExists(table), "\(table) is there too early")
            }
            let sum = try db.value("SELECT sum(square) FROM \(raw: table)", as: Int.self)
            ledger.expect(sum == (1...Self.rows).reduce(0) { $0 + $1 * $1 }, "\(table): \(sum)")
            // The next step adds a column, unless it is the one without a transaction.
            let columns = try db.rows(
                "SELECT name FROM pragma_table_info(\(table)) WHERE name LIKE 'by%'", as: String.self)
            let isAltered = done.contains(number + 1) && number > 1
            ledger.expect(columns == (isAltered ? ["by\(number + 1)"] : []), "\(table): \(columns)")
        }
    }
#endif
