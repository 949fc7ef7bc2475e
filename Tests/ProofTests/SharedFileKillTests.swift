#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// Two processes that write and read one file, with a queue and with a pool. Now and then one of them is killed, and another
    /// one takes its place. Each read transaction sees whole transactions only, and the same ones from its beginning to its end;
    /// nothing that was acknowledged is lost; no call fails but for a lock.
    ///
    /// `FMDB_KILLS` says how often each of them is killed, and prints what was found; 2 times unless told.
    @Suite(.serialized) struct SharedFileKillTests {
        @Test(arguments: Kills.wanted == nil ? ["WAL"] : ["WAL", "DELETE"])
        func twoProcessesShareAFileWhileOneOrTheOtherIsKilled(_ journal: String) async throws {
            let works = ["shared-queue", "shared-pool"]
            let tallies = Locked([SharedTally(), SharedTally()])
            // Ten kills of each share a file, so that the reads do not take longer and longer.
            for start in stride(from: 0, to: Kills.count, by: 10) {
                let folder = TemporaryFolder()
                let path = folder.file()
                let areBack = try await inBackground {
                    BackgroundThreads.run(works.count) { number in
                        var random = SeededNumbers(Kills.seed + 2 * start + number)
                        for kill in start..<min(start + 10, Kills.count) {
                            let first = 1 + (2 * kill + number) * 1_000_000
                            let limit = Int.random(in: 5...60, using: &random)
                            let process = [works[number], journal, path, String(first)]
                            let tally = SharedTally(of: process, killedAfter: limit)
                            tallies.withLock { $0[number].add(tally, in: path, since: 2 * start * 1_000_000) }
                        }
                    }
                }
                #expect(areBack)
                #expect(try FMDatabase.file(path).value("SELECT sum(balance) FROM account", as: Int.self) == 1000)
            }
            for (work, tally) in zip(works, tallies.value) {
                Kills.show("\(work), \(journal): \(Kills.count) kills, \(tally)")
                #expect(tally.faults == [])
                #expect(tally.lost == 0)
                #expect(tally.acknowledged.count >= 5 * Kills.count)
                #expect(tally.reads > 0)
            }
        }
    }

    /// What processes said, and what became of it.
    private struct SharedTally: CustomStringConvertible {
        private(set) var acknowledged: Set<Int> = []
        private(set) var reads = 0
        private(set) var refusals = 0
        private(set) var lost = 0
        private(set) var faults: [String] = []

        init() {}

        /// Starts a process, and kills it after some acknowledgements and a read. Without a write-ahead log those who write
        /// may keep those who read out for long.
        init(of arguments: [String], killedAfter limit: Int) {
            do {
                let process = try ChildProcess("FMDBKilledWriter", arguments)
                while acknowledged.count < limit || reads == 0, let line = process.readLine() { hear(line) }
                process.kill()
                while let line = process.readLine() { hear(line) }
                if process.wait() != SIGKILL { faults.append("a process ended by itself") }
            } catch {
                faults.append("\(error)")
            }
        }

        var description: String {
            "\(acknowledged.count) acknowledged, \(lost) lost, \(reads) reads, \(refusals) refused by a lock, \(faults.count) wrong"
        }

        private mutating func hear(_ line: String) {
            switch line {
            case "read": reads += 1
            case "busy": refusals += 1
            default:
                if let number = Int(line) { acknowledged.insert(number) } else { faults.append(line) }
            }
        }

        /// Adds another tally, and looks whether the file has all of it. The other process goes on meanwhile.
        ///
        /// - Parameter least: the numbers above it were acknowledged for this file.
        mutating func add(_ other: SharedTally, in path: String, since least: Int) {
            acknowledged.formUnion(other.acknowledged)
            reads += other.reads
            refusals += other.refusals
            faults += other.faults
            let db = SilentDatabase(path: path)
            defer { db.close() }
            guard db.open() else { return faults.append("it cannot be opened") }
            db.maxBusyRetryTimeInterval = 60
            // One transaction: the other process may commit at any time.
            let survivors = Survivors.found(in: db) { db in
                try db.withTransaction(.deferred) { try Ledger.survivors(db) }
            }
            if let fault = survivors.fault { faults.append(fault) }
            lost += acknowledged.filter { $0 > least }.subtracting(survivors.numbers).count
        }
    }
#endif
