#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import Foundation

    /// What processes have done to the databases of a simulation, as the world outside knows it.
    ///
    /// Each commit has a token of its own, and writes it beside the token of the commit before. So the tokens in a file show which database
    /// it is, and how much of its history it has.
    final class BackupLedger: Sendable {
        private struct State {
            var last = 0
            /// The commit before each attempted commit, by their tokens. The first commit of a database has 0.
            var parents: [Int: Int] = [:]
            var committed: [Int] = []
            var shipped: [Int] = []
            var failures: [String: Int] = [:]
            var violations: [String] = []
        }

        private let state = Locked(State(), isQuiet: true)

        func newToken() -> Int {
            state.withLock {
                $0.last += 1
                return $0.last
            }
        }

        func attempt(_ token: Int, after parent: Int) { state.withLock { $0.parents[token] = parent } }
        func acknowledgeCommit(_ token: Int) {
            state.withLock { $0.committed.append(token) }
            count("committed", "\(token)")
        }

        func acknowledgeShipping(_ token: Int) {
            state.withLock { $0.shipped.append(token) }
            count("shipped", "\(token)")
        }

        /// Forgets what was shipped, because the target has lost some of it.
        func forgetShipping() { state.withLock { $0.shipped = [] } }

        func count(_ what: String, _ detail: String = "") {
            state.withLock { $0.failures[what, default: 0] += 1 }
            guard BackupLedger.isVerbose else { return }
            print("\(start.duration(to: .now)) \(Simulated.process?.number ?? 0): \(what) \(detail)")
        }

        /// Whether the events are printed.
        static let isVerbose = ProcessInfo.processInfo.environment["FMDB_SIMULATION_EVENTS"] != nil
        private let start = ContinuousClock.now

        /// Reports a fault that a process has seen.
        func report(_ fault: String) { state.withLock { $0.violations.append(fault) } }

        var committed: [Int] { state.value.committed }
        var shipped: [Int] { state.value.shipped }
        var counts: [String: Int] { state.value.failures }
        var violations: [String] { state.value.violations }

        // MARK: Transactions

        static let schema = [
            "CREATE TABLE IF NOT EXISTS tag (token)",
            "CREATE TABLE IF NOT EXISTS log (number INTEGER PRIMARY KEY, token INTEGER, count INTEGER)",
            "CREATE TABLE IF NOT EXISTS filler (number INTEGER, token INTEGER, bytes BLOB)",
            "CREATE TABLE IF NOT EXISTS total (count INTEGER, least INTEGER)",
        ]

        /// Writes the rows of a commit.
        func write(_ token: Int, fillers: Int, size: Int, keeps: Int, in database: FMDatabase) throws {
            for sql in BackupLedger.schema { try database.execute(FMSQL(raw: sql)) }
            let number: Int = try database.value("SELECT coalesce(max(number), 0) FROM log")
            let parent: Int = try database.value("SELECT coalesce((SELECT token FROM log WHERE number = \(number)), 0)")
            attempt(token, after: parent)
            if number == 0 {
                try database.execute("INSERT INTO tag VALUES (\(token))")
                try database.execute("INSERT INTO total VALUES (0, 1)")
            }
            try database.execute("INSERT INTO log VALUES (\(number + 1), \(token), \(fillers))")
            let bytes = Data(repeating: UInt8(token % 251), count: size)
            for _ in 0..<fillers {
                try database.execute("INSERT INTO filler VALUES (\(number + 1), \(token), \(bytes))")
            }
            try database.execute("UPDATE total SET count = count + 1, least = max(least, \(number - keeps))")
            try database.execute("DELETE FROM filler WHERE number < (SELECT least FROM total)")
        }

        // MARK: Checks

        /// The queries that find none of the rows of a whole prefix.
        private static let faults = [
            "SELECT count(*) FROM filler JOIN log USING (number) WHERE filler.token <> log.token",
            "SELECT count(*) FROM filler WHERE number < (SELECT least FROM total)",
            "SELECT count(*) FROM filler WHERE number NOT IN (SELECT number FROM log)",
            """
            SELECT count(*) FROM log WHERE number >= (SELECT least FROM total)
            AND count <> (SELECT count(*) FROM filler WHERE filler.number = log.number)
            """,
            """
            SELECT count(*) FROM filler WHERE hex(substr(bytes, 1, 1)) <> printf('%02X', token % 251)
            OR replace(hex(bytes), printf('%02X', token % 251), '') <> ''
            """,
            "SELECT count(*) - 1 FROM tag", "SELECT count(*) - 1 FROM total",
            "SELECT (SELECT count FROM total) - (SELECT count(*) FROM log)",
            "SELECT (SELECT token FROM tag) - (SELECT token FROM log WHERE number = 1)",
        ]

        /// Returns the tokens of a database, oldest first, after checking that it has a whole prefix of the commits of one database.
        func tokens(in database: FMDatabase) throws -> [Int] {
            let tables: Int = try database.value("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
            guard tables > 0 else { return [] }
            guard tables == 4 else { throw Violation(description: "\(tables) tables") }
            let tokens = try database.rows("SELECT token FROM log ORDER BY number", as: Int.self)
            let numbers = try database.rows("SELECT number FROM log ORDER BY number", as: Int.self)
            guard numbers == Array(1..<tokens.count + 1), !tokens.isEmpty else {
                throw Violation(description: "the commits \(numbers)")
            }
            let parents = state.value.parents
            guard tokens.map({ parents[$0] }) == [0] + tokens.dropLast() else {
                throw Violation(
                    description: "commits of several databases: \(tokens), after \(tokens.map { parents[$0] ?? -1 })")
            }
            for sql in BackupLedger.faults where try database.value(FMSQL(raw: sql), as: Int.self) != 0 {
                throw Violation(description: "\(tokens.count) commits, but \(sql)")
            }
            return tokens
        }

        func tokens(at path: String) throws -> [Int] {
            let database = FMDatabase(path: path)
            database.logsErrors = false
            guard database.open() else { throw database.lastError() }
            defer { database.close() }
            let isSound: String = try database.value("PRAGMA integrity_check")
            // The check describes an I/O error as damage.
            guard !isSound.contains("to get page"), !isSound.contains("get the page") else {
                throw FMError(.ioError, isSound)
            }
            guard isSound == "ok" else { throw Violation(description: "damaged: \(isSound)") }
            // All queries see one moment.
            try database.execute("BEGIN")
            return try tokens(in: database)
        }
    }
#endif
