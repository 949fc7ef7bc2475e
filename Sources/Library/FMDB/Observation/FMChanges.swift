/// An asynchronous sequence of the changes of a database.
///
///     let changes = queue.changes(in: "person", "address")
///     for await change in changes { await view.reload(change.tables) }
///
/// At most one change is pending for each iteration; later commits are merged into it, so nothing is lost and no queue
/// grows. The sequence ends when the task is cancelled, and when the queue or pool is closed or released; the sequence
/// does not retain it. Leaving the loop ends the observation.
///
/// The first iteration reports the changes since the call that created the sequence; each further iteration reports
/// those since it began.
public struct FMChanges: AsyncSequence, Sendable {
    private let make: @Sendable () -> ChangeSubscription?
    /// The subscription of the first iteration, until that begins.
    private let first: Locked<ChangeSubscription?>

    init(_ make: @escaping @Sendable () -> ChangeSubscription?) {
        self.make = make
        first = Locked(make())
    }

    /// Begins an iteration.
    ///
    /// - Returns: the iterator, which observes as long as it exists.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: first.withLock { $0.take() } ?? make())
    }

    /// One iteration over the commits.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: ChangeSubscription?

        /// Waits for the next change.
        ///
        /// - Returns: everything that was committed since the last call; nil at the end.
        public func next() async -> FMChange? {
            await subscription?.mailbox.next().map(FMChange.init)
        }
    }
}

extension FMDatabaseCoordinator {
    /// Whether the observations are ending, because the queue or pool is closed or being closed.
    package final var isEnding: Bool { feed.isEnding }

    /// Reports each commit from now on by any queue or pool of this process with the same file.
    ///
    ///     let task = Task {
    ///         for await change in queue.changes(in: "person") { print(change) }
    ///     }
    ///
    /// A change is reported after its commit; reads already see it. See <doc:ObservingChanges>.
    ///
    /// SQLite's [update](https://sqlite.org/c3ref/update_hook.html) and [commit
    /// hooks](https://sqlite.org/c3ref/commit_hook.html) and its
    /// [authorizer](https://sqlite.org/c3ref/set_authorizer.html) are in use while there is an observer.
    ///
    /// - Parameters:
    ///   - tables: the names of tables, case-insensitive, with "temp." or the name of an attached database as prefix;
    ///     none for all tables.
    ///   - externalChanges: whether to check for changes by other processes.
    /// - Returns: a sequence. Any thread may call this, also within a block of the queue.
    public final func changes(in tables: String..., externalChanges: ExternalChanges = .ignore) -> FMChanges {
        changes(in: tables, externalChanges: externalChanges)
    }

    /// Reports each commit from now on. See the variadic overload.
    public final func changes(in tables: [String], externalChanges: ExternalChanges = .ignore) -> FMChanges {
        FMChanges { [weak self] in
            self.map { ChangeSubscription(to: $0, ChangeFilter(tables), externalChanges) }
        }
    }
}
