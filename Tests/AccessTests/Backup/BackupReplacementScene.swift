#if os(Linux) || os(macOS)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers

    /// What some scenes have shown.
    struct ReplacementTally {
        var scenes = 0
        var acknowledged = 0
        var states = 0
        var generations = 0
        /// Restored states that are no whole databases, of files that were none.
        var damaged = 0
        /// Restored states that no file ever had at the path.
        var mixtures: [String] = []
        /// Generations of which no event told.
        var unsaid: [String] = []
        /// Commits that were acknowledged, and could not be restored then, and numbers that can neither be restored nor lie in a gap.
        var lost: [String] = []

        mutating func add(_ other: ReplacementTally) {
            scenes += 1
            acknowledged += other.acknowledged
            states += other.states
            generations += other.generations
            damaged += other.damaged
            mixtures += other.mixtures
            unsaid += other.unsaid
            lost += other.lost
        }
    }

    /// A database with a backup whose file others replace, delete, overwrite and cut while it is open and while it is closed. All of
    /// that is done by other processes, so no lock of this one is lost.
    ///
    /// After each step the state at the path is looked at in a copy. Each state that the backup can restore must be one of these, byte
    /// for byte.
    final class BackupReplacementScene {
        private let folder = TemporaryFolder()
        private let target = MemoryTarget()
        private let told = Locked<Set<String>>([])
        private let seed: Int
        private var random: SeededNumbers
        private let path: String
        private let opened: String
        private var queue: FMDatabaseQueue?
        private var known: Set<Data> = []
        /// The rows that its own users saw, who have a log and a cache that SQLite may take away from others.
        private var seen: Set<[String]> = []
        private var rows = 0
        /// Whether the file at the path was no whole database once: SQLite has taken the log of a former file for that of a new one, for
        /// example.
        private var isDamaged = false
        /// Whether the file was cut while it was open: the cache still has what the file has lost, the ends of long rows for example.
        private var isCut = false
        /// The highest number that was acknowledged since the target has lost something.
        private var acknowledged: UInt64 = 0
        private var steps: [String] = []
        private var tally = ReplacementTally()

        private enum Step: CaseIterable {
            case commit, commitElsewhere, commitInProcess, close, checkpoint, copyAside, renameOver, deleteAndMake,
                copyOver, copyBack
            case renameBack, moveAway, cut, writeByOtherName, turnLink, loseBeginning, shrink
        }

        init(seed: Int) {
            (self.seed, random) = (seed, SeededNumbers(seed))
            path = folder.file("a.db")
            opened = Bool.random(using: &random) ? folder.file("link.db") : path
        }

        private func shell(_ command: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "cd '\(folder.path)' && { \(command); } 2>/dev/null"]
            try process.run()
            process.waitUntilExit()
        }

        // MARK: The database

        private func open() throws -> FMDatabaseQueue {
            if let queue { return queue }
            var configuration = FMDatabaseQueue.Configuration()
            configuration.backup = .init(to: target, acknowledges: .whenShipped(within: .seconds(20))) { [told] in
                if case .newGeneration(let name, _) = $0 { told.withLock { $0.insert(name) } }
            }
            configuration.backup?.interval = .milliseconds(5)
            configuration.backup?.closingTimeout = .seconds(60)
            configuration.writeAheadLog = .init(persistence: random.pick([.always, .never]))
            if Bool.random(using: &random) { configuration.writeAheadLog?.checkpointPages = 1 }
            let made = try SilentQueue(path: opened, configuration: configuration)
            queue = made
            // It is put into WAL mode, which is a state of its own.
            try made.withDatabase { _ in }
            look()
            return made
        }

        private func close() {
            queue?.close()
            queue = nil
        }

        /// One row or two, of a length that may need pages of its own, or a change of one.
        private func statements() -> [String] {
            rows += 1
            let length = random.pick([10, 10, 100, 6000])
            let text = "\(seed)-\(rows)-"
            return [
                "CREATE TABLE IF NOT EXISTS t (i INTEGER PRIMARY KEY, b)",
                "INSERT INTO t VALUES (\(rows), '\(text)' || hex(zeroblob(\(length))))",
                random.pick([
                    "CREATE TABLE IF NOT EXISTS t (i)", "UPDATE t SET b = b || 'x' WHERE i % 3 = \(rows % 3)",
                    "DELETE FROM t WHERE i = \(rows - 4)",
                ]),
            ]
        }

        private func commit() throws {
            let statements = statements()
            try open().withTransaction { db in
                for sql in statements { try db.execute(FMSQL(raw: sql)) }
            }
            tally.acknowledged += 1
            if let rows = try? open().withDatabase(Self.rows) { seen.insert(rows) }
            guard let live = look() else { return }
            if (try? restored(.latest)) != live, hasNewestRow("look.db"), !hasNewestRow("restored.db"), !isDamaged {
                tally.lost.append(description)
            }
            acknowledged = try FMBackup(target).timeline().last?.number ?? 0
        }

        /// Deletes rows, and gives their pages back.
        private func shrink() throws {
            for sql in ["DELETE FROM t WHERE i < \(rows - 1)", "VACUUM"] {
                try open().withDatabase { try $0.execute(FMSQL(raw: sql)) }
                tally.acknowledged += 1
                if let rows = try? open().withDatabase(Self.rows) { seen.insert(rows) }
                look()
            }
        }

        private func commit(to file: String) throws {
            let database = FMDatabase.file(file)
            defer { database.close() }
            let statements = statements()
            for sql in ["BEGIN"] + statements + ["COMMIT"] { try database.execute(FMSQL(raw: sql)) }
        }

        private static func rows(_ database: FMDatabase) throws -> [String] {
            let tables = try database.rows("SELECT name FROM sqlite_master ORDER BY name", as: String.self)
            guard tables.contains("t") else { return tables }
            // A file that was copied over an open one may have rows without a value.
            return try tables + database.rows("SELECT quote(i) || ':' || quote(b) FROM t ORDER BY i", as: String.self)
        }

        // MARK: Steps

        /// Makes another database, or takes one of the copies that were made before.
        private func makeOther() throws -> String {
            let name = "other-\(rows)-\(steps.count).db"
            let other = FMDatabase.file(folder.file(name))
            if Bool.random(using: &random) { _ = try other.value("PRAGMA journal_mode = WAL", as: String.self) }
            try other.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)")
            for row in 1...Int.random(in: 1...8, using: &random) {
                try other.execute("INSERT INTO t VALUES (\(1000 + row), \(String(repeating: "o", count: row * 700)))")
            }
            other.close()
            return name
        }

        private func perform(_ step: Step) throws {
            // Removing the log of an open file that stays in its place loses commits of its users.
            let isMoved = [.renameOver, .deleteAndMake, .renameBack].contains(step)
            let losesLog = queue == nil || isMoved && Bool.random(using: &random) ? " && rm -f a.db-wal a.db-shm" : ""
            switch step {
            case .commit: for _ in 0..<Int.random(in: 1...3, using: &random) { try commit() }
            case .commitInProcess: try commit(to: opened)
            case .commitElsewhere: try commitElsewhere()
            case .close: close()
            case .checkpoint: _ = RawCheckpoint.run(FMDatabase.file(opened), random.pick([.passive, .truncate]))
            case .copyAside: try shell("cp a.db-wal aside.db-wal; cp a.db aside.db")
            case .renameOver: try shell("mv \(makeOther()) a.db\(losesLog)")
            case .deleteAndMake: try shell("cp \(makeOther()) new; rm -f a.db\(losesLog); cp new a.db")
            case .copyOver: try shell("cp \(makeOther()) a.db\(losesLog)")
            case .copyBack: try shell("test -f aside.db && cp aside.db a.db\(losesLog)")
            case .renameBack: try shell("test -f aside.db && cp aside.db new && mv new a.db\(losesLog)")
            case .moveAway: try shell("mv a.db away.db\(losesLog); mv away.db a.db")
            case .cut:
                isCut = isCut || queue != nil
                try shell("truncate -s \(random.pick([0, 4096, 8192])) a.db")
            case .writeByOtherName:
                try shell("rm -f hard.db*; ln a.db hard.db")
                try commit(to: folder.file("hard.db"))
            case .turnLink:
                try shell("cp a.db b.db; ln -sfn \(random.pick(["a.db", "b.db"])) link.db; ln -sfn a.db link.db")
            case .loseBeginning:
                acknowledged = 0
                for name in target.names where Bool.random(using: &random) { try target.remove(name) }
            case .shrink: try shrink()
            }
        }

        private func commitElsewhere() throws {
            #if os(Linux)
                let other = try FMTestProcess(path: opened)
                try other.execute((["BEGIN"] + statements() + ["COMMIT"]).joined(separator: "; "))
            #endif
        }

        // MARK: Looking

        /// The bytes of the database at the path with all of its log, and notes them; nil if that is no database.
        @discardableResult
        private func look() -> Data? {
            // The log first: what is moved meanwhile is in both.
            try? shell("rm -f look.db*; cp a.db-wal look.db-wal; cp a.db look.db")
            let copy = SilentDatabase(path: folder.file("look.db"))
            guard copy.open() else { return nil }
            // Before its first read a connection does not know that there is a log.
            let isReadable = (try? copy.value("SELECT count(*) FROM sqlite_master", as: Int.self)) != nil
            let isMoved = isReadable && RawCheckpoint.run(copy, .truncate) == 0
            let length = copy.length
            if isMoved, let rows = try? Self.rows(copy) { seen.insert(rows) }
            if !isMoved || !copy.isWhole { isDamaged = true }
            copy.close()
            guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: folder.file("look.db"))) else { return nil }
            // What lies behind the last page is of no database.
            let state = isMoved ? bytes.prefix(length) : bytes
            known.formUnion([Data(state), bytes])
            return isMoved ? Data(state) : nil
        }

        private func restored(_ moment: FMBackup.Moment) throws -> Data {
            var options = FMBackup.RestoreOptions()
            (options.overwrites, options.verification) = (true, .none)
            let copy = folder.file("restored.db")
            unlink(copy)
            try FMBackup(target).restore(to: copy, at: moment, options)
            return try Data(contentsOf: URL(fileURLWithPath: copy))
        }

        /// Whether the row that was committed last is in a file. The one at the path itself may have lost it: SQLite removes the log beside an
        /// empty file, and a user whose cache is older than a file that was copied over writes changed pages alone.
        private func hasNewestRow(_ name: String) -> Bool {
            let copy = SilentDatabase(path: folder.file(name))
            guard copy.open() else { return false }
            defer { copy.close() }
            return (try? copy.value("SELECT count(*) FROM t WHERE i = \(rows)", as: Int.self)) == 1
        }

        // MARK: Playing

        private var description: String { "seed \(seed): \(steps.joined(separator: ", "))" }

        func play() throws -> ReplacementTally {
            try shell("ln -s a.db link.db")
            try commit()
            for _ in 0..<Int.random(in: 3...9, using: &random) {
                // What follows a step finds the file open or closed.
                for step in [random.pick(Step.allCases), random.pick([.commit, .close, .commit, .commit])] {
                    steps.append("\(step)")
                    do { try perform(step) } catch { steps.append("(\(error))") }
                    look()
                }
            }
            close()
            look()
            try end()
            try count()
            return tally
        }

        /// Closing stores what nobody waits for: here a commit of another connection that gives pages back.
        private func end() throws {
            do { try commit() } catch { return close() }
            let isShrunk = (try? shrinkElsewhere()) != nil
            close()
            guard let live = look(), isShrunk, !isDamaged else { return }
            if (try? restored(.latest))?.prefix(live.count) != live { tally.lost.append("at the end, \(description)") }
        }

        private func shrinkElsewhere() throws {
            let database = FMDatabase.file(opened)
            defer { database.close() }
            try database.execute("DELETE FROM t WHERE i < \(rows)")
            look()
            // Of its two commits, the first one has the rows of the second.
            try database.execute("VACUUM")
            seen.insert(try Self.rows(database))
        }

        private func isSame(_ rows: [String], _ others: [String]) -> Bool {
            let numbers = { (rows: [String]) in rows.map { $0.prefix { $0 != ":" } } }
            return isCut ? numbers(rows) == numbers(others) : rows == others
        }

        private func count() throws {
            let timeline = try FMBackup(target).timeline()
            tally.generations = timeline.generations.count
            for generation in timeline.generations where generation.snapshots.contains(where: \.isWhole) {
                if !told.value.contains(generation.name) { tally.unsaid.append(description) }
            }
            let last = timeline.last?.number ?? 0
            if last < acknowledged { tally.lost.append("commit \(acknowledged) of \(last), \(description)") }
            guard let first = timeline.first?.number else { return }
            for number in first...last {
                guard let state = try? restored(.commit(number)) else {
                    let isTold = timeline.gaps.contains { $0.commits.contains(number) }
                    if !isTold { tally.lost.append("commit \(number) of \(last), \(description)") }
                    continue
                }
                tally.states += 1
                guard !known.contains(state) else { continue }
                let copy = SilentDatabase(path: folder.file("restored.db"))
                guard copy.open() else { continue }
                defer { copy.close() }
                if known.contains(state.prefix(copy.length)) { continue }
                if !copy.isWhole {
                    if isDamaged {
                        tally.damaged += 1
                    } else {
                        tally.mixtures.append("damaged: \(number) of \(last), \(description)")
                    }
                } else if let rows = try? Self.rows(copy), seen.contains(where: { isSame(rows, $0) }) {
                    continue
                } else {
                    tally.mixtures.append("commit \(number) of \(last), \(description)")
                }
            }
        }
    }

    extension FMDatabase {
        /// How many bytes its pages have, of which its header tells: a file that was copied over may have more behind them.
        fileprivate var length: Int {
            let count = (try? value("PRAGMA page_count", as: Int.self)) ?? 0
            return count * ((try? value("PRAGMA page_size", as: Int.self)) ?? 0)
        }

        fileprivate var isWhole: Bool { (try? value("PRAGMA quick_check", as: String.self)) == "ok" }
    }
#endif
