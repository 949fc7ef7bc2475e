import Foundation

/// The changes of a database, one after the other, for as long as somebody asks for them.
///
///     let changes = queue.changes(in: "person", "address")
///     for await change in changes { await view.reload(change.tables) }
///
/// One change waits for each subscriber at most: what is committed while it is busy is merged into that, so nothing is
/// lost and nothing piles up. The sequence ends when the task is cancelled, and when the queue or pool is closed or
/// released, which the sequence does not prevent. Whoever leaves the loop is no longer a subscriber.
///
/// Changes count from the call that made the sequence. A second iteration of the same sequence is a subscriber of its
/// own, whose changes count from its beginning.
public struct FMChanges: AsyncSequence, Sendable {
    private let start: Start

    init(_ make: @escaping @Sendable () -> ChangeSubscription?) {
        start = Start(make)
    }

    /// Begins an iteration.
    ///
    /// - Returns: what ``AsyncIterator/next()`` is called on. While it lives it is a subscriber.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: start.take()) }

    /// One subscriber.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: ChangeSubscription?

        /// Waits for the next change.
        ///
        /// - Returns: everything that was committed since the last call; nil at the end.
        public func next() async -> FMChange? {
            await subscription?.mailbox.next().map(FMChange.init)
        }
    }

    // SAFETY: the variable is read and written under `lock` alone.
    private final class Start: @unchecked Sendable {
        private let lock = NSLock()
        private var first: ChangeSubscription?
        private let make: @Sendable () -> ChangeSubscription?

        init(_ make: @escaping @Sendable () -> ChangeSubscription?) {
            self.make = make
            first = make()
        }

        func take() -> ChangeSubscription? {
            let first = lock.withLock { () -> ChangeSubscription? in
                defer { self.first = nil }
                return self.first
            }
            return first ?? make()
        }
    }
}

extension FMDatabaseCoordinator {
    /// What is committed from now on, by any connection of any queue or pool of this process to the same file.
    ///
    ///     let task = Task {
    ///         for await change in queue.changes(in: "person") { print(change) }
    ///     }
    ///
    /// It is told when the commit has worked. Reading the database then shows it. See <doc:ObservingChanges>.
    ///
    /// SQLite's [update](https://sqlite.org/c3ref/update_hook.html) and
    /// [commit hooks](https://sqlite.org/c3ref/commit_hook.html) and its
    /// [authorizer](https://sqlite.org/c3ref/set_authorizer.html) are in use while somebody observes.
    ///
    /// - Parameters:
    ///   - tables: the names of tables, in any case of letters, with "temp." or the name of an attached database where
    ///     they are in one; none for all tables.
    ///   - externalChanges: whether changes by other processes are looked for.
    /// - Returns: a sequence. Any thread may ask for it, also within a block of the queue.
    public final func changes(in tables: String..., externalChanges: ExternalChanges = .ignore) -> FMChanges {
        changes(in: tables, externalChanges: externalChanges)
    }

    /// What is committed from now on. See the other form.
    ///
    /// - Parameters:
    ///   - tables: the names of tables; none for all tables.
    ///   - externalChanges: whether changes by other processes are looked for.
    /// - Returns: a sequence.
    public final func changes(in tables: [String], externalChanges: ExternalChanges = .ignore) -> FMChanges {
        FMChanges { [weak self] in
            self.map { ChangeSubscription(to: $0, ChangeFilter(tables), externalChanges) }
        }
    }
}
