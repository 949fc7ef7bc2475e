extension FMDatabaseCoordinator {
    /// How many connections a queue or pool has, how many of them are in use, and how many calls wait for one.
    public struct Statistics: Hashable, Sendable {
        /// Connections of one kind.
        public struct Connections: Hashable, Sendable {
            /// How many there are. A connection is made when it is first needed.
            public let count: Int
            /// How many are in use.
            public let inUse: Int
            /// How many calls wait for one, because the most that there may be are in use.
            public let waiting: Int
        }

        /// The connection of a queue, or those of a pool that calls other than `read` and `write` use.
        public let databases: Connections
        /// The connections for `read` of a pool.
        public let readers: Connections
        /// The connection for `write` of a pool.
        public let writer: Connections
    }

    /// What the connections are doing at this moment. Each number is right by itself; together they may be of different moments.
    /// Any thread may ask.
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
    /// Enters, and reports the wait if there was one. A function of its own, so that it costs nothing without an event handler.
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
            // A refused wait is no wait.
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
