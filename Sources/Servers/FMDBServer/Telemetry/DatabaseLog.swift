#if Server
    import Logging

    /// Writes the events of a database to a log.
    struct DatabaseLog: Sendable {
        let logger: Logger
        /// The minimum duration that counts as slow, or nil for never.
        let threshold: Duration?

        func note(_ event: FMEvent) {
            switch event {
            case .slowStatement(let run, let plan): note(run, plan)
            case .lockWait(let wait): note(wait)
            case .connectionWait(let wait): note(wait)
            case .connectionOpened(let connection): note(connection, "opened a connection")
            case .connectionClosed(let connection): note(connection, "closed a connection")
            case .checkpoint(let checkpoint): note(checkpoint)
            case .sharedFile(let others):
                logger.warning(
                    "another queue or pool has the same file open",
                    metadata: ["others": .array(others.map { .string($0) })])
            case .advisory(let advisory):
                logger.warning(
                    "the linked SQLite has a known defect: \(advisory.message)",
                    metadata: ["advisory": .string(advisory.name), "page": .string(advisory.page)])
            case .fileWatchRefused(let refusal):
                logger.warning(
                    "inotify refused to watch the file; it is polled for changes at each interval",
                    metadata: ["path": .string(refusal.path), "reason": .string(refusal.reason)])
            case .corruption(let corruption): note(corruption)
            default: break
            }
        }

        func note(_ event: FMDatabaseCoordinator.WriteAheadLog.Event) {
            guard case .starvation(let starvation) = event else { return }
            let holders = starvation.contention.holders.map { holder in
                Logger.MetadataValue.string([holder.label, holder.callSite].compactMap { $0 }.joined(separator: " "))
            }
            logger.warning(
                "readers keep the write-ahead log from being reset",
                metadata: [
                    "pages": "\(starvation.logPages)", "moved": "\(starvation.movedPages)",
                    "bytes": "\(starvation.logSize)",
                    "holders": .array(holders),
                ])
        }

        private func note(_ run: FMEvent.Execution, _ plan: [String]) {
            guard let threshold, run.duration >= threshold else { return }
            logger.warning(
                "slow statement",
                metadata: [
                    "sql": .string(StatementText.withoutValues(run.sql)), "duration": .seconds(run.duration),
                    "rows": "\(run.rowCount)", "code": "\(run.resultCode)", "plan": .array(plan.map { .string($0) }),
                ])
        }

        private func note(_ wait: FMEvent.LockWait) {
            var metadata: Logger.Metadata = ["duration": .seconds(wait.duration), "attempts": "\(wait.attempts)"]
            if let sql = wait.sql { metadata["sql"] = .string(StatementText.withoutValues(sql)) }
            if wait.isGivenUp {
                logger.warning("gave up waiting for a lock that another connection holds", metadata: metadata)
            } else {
                logger.info("waited for a lock that another connection held", metadata: metadata)
            }
        }

        private func note(_ wait: FMEvent.ConnectionWait) {
            var metadata: Logger.Metadata = ["kind": .string(wait.kind.rawValue), "duration": .seconds(wait.duration)]
            if let site = wait.site { metadata["site"] = "\(site)" }
            if wait.isGivenUp {
                logger.warning("gave up waiting for a connection: all are in use", metadata: metadata)
            } else {
                let isSlow = threshold.map { wait.duration >= $0 } ?? false
                logger.log(
                    level: isSlow ? .info : .debug, "waited for a connection: all were in use", metadata: metadata)
            }
        }

        private func note(_ connection: FMEvent.Connection, _ message: Logger.Message) {
            logger.info(message, metadata: ["path": .string(connection.path), "readOnly": "\(connection.isReadOnly)"])
        }

        private func note(_ checkpoint: FMEvent.Checkpoint) {
            var metadata: Logger.Metadata = [
                "mode": "\(checkpoint.mode)", "duration": .seconds(checkpoint.duration),
                "code": "\(checkpoint.resultCode)",
            ]
            if let pages = checkpoint.logFrameCount { metadata["pages"] = "\(pages)" }
            if let moved = checkpoint.movedFrameCount { metadata["moved"] = "\(moved)" }
            if checkpoint.resultCode.isError {
                logger.warning("a checkpoint failed", metadata: metadata)
            } else {
                logger.debug("checkpoint", metadata: metadata)
            }
        }

        private func note(_ corruption: FMEvent.Corruption) {
            var metadata: Logger.Metadata = [
                "path": .string(corruption.path), "code": "\(corruption.resultCode)",
                "operation": .string(corruption.operation.rawValue),
            ]
            if let sql = corruption.sql { metadata["sql"] = .string(StatementText.withoutValues(sql)) }
            logger.critical("the database is damaged", metadata: metadata)
        }
    }

    extension Logger.MetadataValue {
        static func seconds(_ duration: Duration) -> Self {
            .string(String(format: "%.6f", duration / .seconds(1)))
        }
    }
#endif
