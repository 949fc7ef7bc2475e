#if Server
    import Logging

    extension FMDatabaseCoordinator.Configuration {
        /// Returns this configuration with logging of events that slow a server down or damage its data. Values are never logged: `?`
        /// replaces the literals in SQL.
        ///
        /// | What | Level | Metadata beside `database` |
        /// |---|---|---|
        /// | A slow statement | warning | `sql`, `duration`, `rows`, `code`, `plan` |
        /// | A wait for a lock of another connection | info; warning if given up | `sql`, `duration`, `attempts` |
        /// | A wait for a connection of the queue or pool | debug; info if slow; warning if given up | `kind`, `duration`, `site` |
        /// | A connection was opened or closed | info | `path`, `readOnly` |
        /// | A checkpoint | debug; warning if it failed | `mode`, `duration`, `pages`, `moved`, `code` |
        /// | Readers keep the write-ahead log from being reset | warning | `pages`, `moved`, `bytes`, `holders` |
        /// | Another queue or pool has the file open | warning | `others` |
        /// | A known defect of the linked SQLite concerns the database | warning | `advisory`, `page` |
        /// | Damage to the file | critical | `path`, `sql`, `code`, `operation` |
        ///
        /// `database` is the `label` at the time of this call. Durations are in seconds. Events are logged on the thread and in the task
        /// that uses the database, so a metadata provider sees its task-local values.
        ///
        /// - Parameters:
        ///   - logger: the logger. Its level decides what is logged.
        ///   - threshold: the minimum duration of a slow statement or wait; with nil none counts as slow. Default: 100 ms.
        ///     `slowStatementThreshold` becomes the smaller of this value and its current one.
        public func logging(to logger: Logger, slowerThan threshold: Duration? = .milliseconds(100)) -> Self {
            var configuration = self
            var logger = logger
            if let label { logger[metadataKey: "database"] = .string(label) }
            let log = DatabaseLog(logger: logger, threshold: threshold)
            configuration.addEventHandler { log.note($0) }
            if let threshold {
                configuration.slowStatementThreshold = min(slowStatementThreshold ?? threshold, threshold)
            }
            if let observer = configuration.writeAheadLog?.observer {
                configuration.writeAheadLog?.observer = { event in
                    log.note(event)
                    observer(event)
                }
            } else {
                configuration.writeAheadLog?.observer = { log.note($0) }
            }
            return configuration
        }
    }
#endif
