/// A temporary watch for statements that read whole tables.
package final class ScanWatch: Sendable {
    let limit: Int
    let handler: @Sendable (FMEvent.Execution, _ plan: [String], FMCallSite?) -> Void

    /// - Parameters:
    ///   - limit: the number of rows that a statement may read in full scans.
    ///   - handler: called for each statement that reads more, on the thread that uses the connection, with the source
    ///     location of the access if that is known.
    package init(
        above limit: Int, handler: @escaping @Sendable (FMEvent.Execution, _ plan: [String], FMCallSite?) -> Void
    ) {
        (self.limit, self.handler) = (limit, handler)
    }
}

extension FMDatabaseCoordinator {
    /// Adds a watch, which is called for statements of all connections, including those opened later, until it is
    /// removed.
    ///
    /// - Throws: `.misuse` if a connection is in use, because its statements could not be watched.
    package final func add(_ watch: ScanWatch) throws(FMError) {
        state.change { $0.scanWatches.append(watch) }
        guard setEventHandlers() else {
            remove(watch)
            throw .misuse(
                "a connection is in use; start watching for scans outside all blocks, when no task reads or writes")
        }
    }

    /// Removes a watch. Connections that are in use may still call it.
    package final func remove(_ watch: ScanWatch) {
        state.change { $0.scanWatches.removeAll { $0 === watch } }
        _ = setEventHandlers()
    }

    private func setEventHandlers() -> Bool {
        // `map` visits all slots, even after one that is in use.
        allSlots.map { $0.forEachFree(setEventHandler) }.allSatisfy { $0 }
    }

    /// Makes a connection call the configuration's handler and the watches.
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
        // Weak, because the database retains the handler, and the coordinator retains the database.
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

    /// The source location of this thread's access; nil for FMDB's calls, which do not pass it.
    private var siteOfThisThread: FMCallSite? {
        allSlots.lazy.compactMap { $0.semaphore.site(of: .current) }.first
    }
}
