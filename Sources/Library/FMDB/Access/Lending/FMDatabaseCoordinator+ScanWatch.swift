/// Who learns of statements that read tables as a whole, for a time.
package final class ScanWatch: Sendable {
    let limit: Int
    let handler: @Sendable (FMEvent.Execution, _ plan: [String], FMCallSite?) -> Void

    /// - Parameters:
    ///   - limit: how many rows a statement may read as a whole.
    ///   - handler: called for each statement that reads more, on the thread that uses the connection, with the place of the access if it
    ///     is known.
    package init(
        above limit: Int, handler: @escaping @Sendable (FMEvent.Execution, _ plan: [String], FMCallSite?) -> Void
    ) {
        (self.limit, self.handler) = (limit, handler)
    }
}

extension FMDatabaseCoordinator {
    /// Has a watch called for the statements of all connections, those that are opened later as well, until it is removed.
    ///
    /// - Throws: `.misuse` if a connection is in use: its statements could not be watched.
    package final func add(_ watch: ScanWatch) throws(FMError) {
        state.change { $0.scanWatches.append(watch) }
        guard setEventHandlers() else {
            remove(watch)
            throw .misuse(
                "a connection is in use; begin to watch for scans outside of all blocks, when no task reads or writes")
        }
    }

    /// Ends a watch. Connections that are in use may still call it.
    package final func remove(_ watch: ScanWatch) {
        state.change { $0.scanWatches.removeAll { $0 === watch } }
        _ = setEventHandlers()
    }

    private func setEventHandlers() -> Bool {
        // All are visited, also after one that is in use.
        allSlots.map { $0.forEachFree(setEventHandler) }.allSatisfy { $0 }
    }

    /// Has a connection call the configuration's handler, and the watches.
    final func setEventHandler(of database: FMDatabase) {
        let watches = state.get(\.scanWatches) ?? []
        guard eventHandler != nil || !watches.isEmpty || database.eventHandler != nil else { return }
        database.slowStatementThreshold = configuration.slowStatementThreshold
        let own = eventHandler == nil ? nil : configuration.fullScanThreshold
        database.fullScanThreshold = (watches.map(\.limit) + [own].compactMap { $0 }).min()
        database.eventHandler = watches.isEmpty ? eventHandler : handler(watches, ownThreshold: own)
    }

    private func handler(_ watches: [ScanWatch], ownThreshold: Int?) -> @Sendable (FMEvent) -> Void {
        let configured = eventHandler
        // The database keeps the handler, and the coordinator the database.
        return { [weak self] event in
            guard case .fullScan(let run, let plan) = event else {
                configured?(event)
                return
            }
            let steps = run.rowsReadAsWhole
            if let ownThreshold, steps > ownThreshold { configured?(event) }
            let site = self?.siteOfThisThread
            for watch in watches where steps > watch.limit { watch.handler(run, plan, site) }
        }
    }

    /// Where the access of this thread was called; nil for FMDB's calls, which cannot say.
    private var siteOfThisThread: FMCallSite? {
        allSlots.lazy.compactMap { $0.semaphore.site(of: .current) }.first
    }
}
