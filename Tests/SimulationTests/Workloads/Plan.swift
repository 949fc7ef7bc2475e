#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport

    /// What a workload is made of.
    struct Plan: Sendable {
        enum Kind: Sendable {
            case queue
            case pool
        }

        /// How each process opens the file.
        var kinds: [Kind]
        var journal: String
        /// The number of operations of all processes together.
        var operations = 40
        var clients = 3
        var readers = 2
        var databases: UInt = 2
        var groupCommit: Int?
        /// Whether `releaseAllDatabases()` is called. It forgets the databases in use, so that more than the maximum may be.
        var releases = false
        var retries = false
        var hasCheckpointThread = false
        /// The pages after which SQLite runs a checkpoint.
        var checkpointPages = 1_000
        var busyTimeout = Duration.seconds(2)
        var settings = FMSimulation.Settings()

        init(kinds: [Kind] = [.queue], journal: String = "WAL", groupCommit: Int? = nil) {
            (self.kinds, self.journal, self.groupCommit) = (kinds, journal, groupCommit)
        }

        /// Whether acknowledged commits survive a loss of power.
        var isSynced = true

        /// A commit in rollback mode is durable when the journal's end is, which needs `EXTRA` if the journal is deleted.
        var synchronous: FMDatabase.Synchronous { isSynced ? journal == "DELETE" ? .extra : .full : .off }

        var hasFaults: Bool { settings.diskFaultRarity > 0 }

        /// Draws what a workload leaves to the seed.
        func drawn(_ seed: UInt64) -> Plan {
            var (random, plan) = (SeededNumbers(Int(truncatingIfNeeded: seed) &+ 7), self)
            plan.clients = random.pick([1, 2, 3, 4])
            plan.readers = random.pick([1, 2, 3])
            plan.databases = random.pick([0, 1, 2])
            plan.releases = random.chance(50)
            plan.retries = random.chance(40)
            plan.hasCheckpointThread = journal == "WAL" && random.chance(35)
            plan.checkpointPages = random.pick([4, 30, 1_000])
            plan.busyTimeout = random.pick([.zero, .milliseconds(50), .seconds(2)])
            if groupCommit != nil { plan.groupCommit = random.pick([1, 2, 4, 256]) }
            return plan
        }

        func configuration() -> FMDatabaseCoordinator.Configuration {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.synchronous = synchronous
            configuration.maximumReaders = readers
            configuration.busyTimeout = busyTimeout
            if retries { configuration.retry = FMDatabaseCoordinator.Retry() }
            if let groupCommit {
                configuration.groupCommit = FMDatabaseCoordinator.GroupCommit(maximumTransactions: groupCommit)
            }
            if hasCheckpointThread {
                var log = FMDatabaseCoordinator.WriteAheadLog()
                log.checkpointPages = checkpointPages
                log.checkpointInterval = .milliseconds(500)
                configuration.writeAheadLog = log
            }
            let (journal, pages) = (journal, checkpointPages)
            configuration.configure = { database in
                database.logsErrors = false
                var pragmas: [String] = []
                if journal != "WAL" { pragmas.append("PRAGMA journal_mode = \(journal)") }
                if pages < 1_000 { pragmas.append("PRAGMA wal_autocheckpoint = \(pages)") }
                for pragma in pragmas where !database.executeStatements(pragma) { throw database.lastError() }
            }
            return configuration
        }
    }
#endif
