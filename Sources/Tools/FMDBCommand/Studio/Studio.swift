#if Tool
    import FMDB
    import Foundation

    struct Studio: Sendable {
        let path: String
        /// The pool of read-only connections. They refuse to write, whatever SQL they run.
        let pool: FMDatabasePool
        /// The editor, or nil without `--write`.
        let editor: Editor?
        let deadline: Duration
        let live: LiveFeed
        let running = RunningQueries()
        /// The history of the SQL page, shared with `fmdb shell`.
        let history = Locked(History())

        private static let largestValue = 1_000_000
        private static let largestChange = 64_000_000
        /// The flags of [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html).
        private static let (readOnly, readWrite): (Int32, Int32) = (1, 2)

        init(
            _ path: String, isWritable: Bool, busyTimeout: Duration, deadline: Duration,
            key: (@Sendable (FMDatabase) throws -> Void)?
        ) throws {
            // The connections are restricted, because the file may come from an untrusted source.
            var restrictions = FMDatabase.Restrictions()
            restrictions.check = .none
            restrictions.timeLimit = deadline
            restrictions.maximumLength = Studio.largestValue
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.flags = Studio.readOnly
            configuration.busyTimeout = busyTimeout
            configuration.untrusted = restrictions
            configuration.configure = { db in
                db.logsErrors = false
                try key?(db)
            }
            self.path = path
            self.deadline = deadline
            pool = FMDatabasePool(path: path, configuration: configuration)
            live = LiveFeed(pool)
            guard isWritable else {
                editor = nil
                return
            }
            // The length is limited, because changing a row reads the whole row and keeps it in memory for undo.
            restrictions.maximumLength = Studio.largestChange
            configuration.untrusted = restrictions
            configuration.flags = Studio.readWrite
            configuration.foreignKeys = true
            editor = try Editor(FMDatabaseQueue(path: path, configuration: configuration), deadline: deadline)
        }

        func close() {
            live.end()
            pool.close()
            editor?.close()
        }

        func read<Value: Sendable>(_ body: @escaping @Sendable (FMDatabase) throws -> Value) async throws -> Value {
            try await pool.read(timeout: deadline, body)
        }
    }
#endif
