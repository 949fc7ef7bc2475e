extension FMDatabaseCoordinator {
    /// The number of connections of a queue or pool, of those in use, and of calls that wait for one.
    public struct Statistics: Hashable, Sendable {
        /// Connections of one kind.
        public struct Connections: Hashable, Sendable {
            /// The number of connections. A connection is created when it is first needed.
            public let count: Int
            /// The number of connections in use.
            public let inUse: Int
            /// The number of calls that wait for a connection, because the maximum number is in use.
            public let waiting: Int
        }

        /// The connection of a queue, or the connections of a pool for calls other than `read` and `write`.
        public let databases: Connections
        /// A pool's connections for `read`.
        public let readers: Connections
        /// A pool's connection for `write`.
        public let writer: Connections
    }

    /// The current numbers of the connections. Each number is exact, but they may be of different moments. Any thread
    /// may read it.
    public final var statistics: Statistics {
        let readers = readerSlots
        let writer = writerSlots === mainSlots ? nil : writerSlots
        return Statistics(
            databases: Statistics.Connections(mainSlots), readers: Statistics.Connections(readers),
            writer: Statistics.Connections(writer))
    }
}

extension FMDatabaseCoordinator.Statistics.Connections {
    fileprivate init(_ slots: ConnectionSlots?) {
        self.init(
            count: slots?.count ?? 0, inUse: slots?.semaphore.insideCount ?? 0,
            waiting: slots?.semaphore.waitingCount ?? 0)
    }
}

// MARK: - Events

extension FMDatabaseCoordinator {
    /// Enters the semaphore, and reports the wait if there was one. This is a separate function, so that it costs
    /// nothing without an event handler.
    @inline(never)
    final func enterReportingWait(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ token: CancellationToken?
    ) throws(FMError) -> Int {
        if let slot = slots.semaphore.enterAtOnce(options.site) { return slot }
        let start = ContinuousClock.now
        do throws(FMError) {
            let slot = try slots.enter(options.site, token)
            reportWait(for: slots, options, since: start, isGivenUp: false)
            return slot
        } catch {
            // A call that is refused because it would wait for itself has not waited.
            if error.stage != .reentrance { reportWait(for: slots, options, since: start, isGivenUp: true) }
            throw error
        }
    }

    final func reportWait(
        for slots: ConnectionSlots, _ options: AccessOptions, since start: ContinuousClock.Instant, isGivenUp: Bool
    ) {
        guard let eventHandler else { return }
        eventHandler(
            .connectionWait(
                FMEvent.ConnectionWait(
                    kind: kind(of: slots), name: slots.semaphore.name, site: options.site, duration: .now - start,
                    isGivenUp: isGivenUp)))
    }

    private func kind(of slots: ConnectionSlots) -> FMEvent.ConnectionWait.Kind {
        if slots === mainSlots { return .database }
        return slots === writerSlots ? .writer : .reader
    }
}
