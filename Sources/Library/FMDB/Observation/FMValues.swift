import Foundation

/// An asynchronous sequence of the results of a query, now and after each change of the tables that it reads.
///
///     for try await names in queue.values({ db in try db.rows("SELECT name FROM person", as: String.self) }) {
///         await view.show(names)
///     }
///
/// All changes that come during a query, or while the loop uses a value, lead to one further value, which is the
/// newest. The sequence ends when the task is cancelled, and when the queue or pool is closed. It fails with the first
/// error of the query. Each iteration has its own observation.
public struct FMValues<Element: Sendable>: AsyncSequence, Sendable {
    fileprivate typealias Read = @Sendable (FMDatabase) throws -> Element

    fileprivate let coordinator: FMDatabaseCoordinator
    fileprivate let external: FMDatabaseCoordinator.ExternalChanges
    fileprivate let read: Read
    fileprivate var isSame: (@Sendable (Element, Element) -> Bool)?
    /// Whether a query that has failed is run again after the next change.
    var continuesAfterErrors = false

    /// Begins an iteration.
    ///
    /// - Returns: the iterator, which observes as long as it exists.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: ValueSource(self)) }

    /// One iteration.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let source: ValueSource<Element>

        /// Returns the next value. The first call runs the query; each further call waits for a change and runs it
        /// again.
        ///
        /// - Returns: nil at the end.
        /// - Throws: what the query throws; the sequence then ends.
        public func next() async throws -> Element? { try await source.next() }
    }
}

extension FMValues where Element: Equatable {
    /// Skips each value that is equal to the previous one.
    ///
    /// - Returns: a sequence; each iteration stores its last value.
    public func removingDuplicates() -> FMValues {
        var values = self
        values.isSame = { $0 == $1 }
        return values
    }
}

// SAFETY: the variables are read and written under `lock` alone.
private final class ValueSource<Element: Sendable>: @unchecked Sendable {
    private let values: FMValues<Element>
    private let subscription: ChangeSubscription
    private let lock = SystemLock()
    private var last: Element?
    private var hasRead = false
    private var hasEnded = false

    init(_ values: FMValues<Element>) {
        self.values = values
        // All changes are observed at first, because the tables that the query reads are not known yet.
        subscription = ChangeSubscription(to: values.coordinator, .everything, values.external)
    }

    func next() async throws -> Element? {
        while await isDue() {
            do {
                let value = try await read()
                if isNew(value) { return value }
            } catch {
                // Closing and cancellation are not failures of the query.
                let isOver = error is CancellationError || values.coordinator.isEnding
                if isOver || !values.continuesAfterErrors { end() }
                if isOver { return nil }
                // A value after an error counts as new, even if it equals the last one.
                lock.withLock { last = nil }
                throw error
            }
        }
        end()
        return nil
    }

    /// Waits until the query must run again.
    ///
    /// - Returns: false at the end.
    private func isDue() async -> Bool {
        let (isFirst, isOver) = lock.withLock {
            defer { hasRead = true }
            return (!hasRead, hasEnded)
        }
        if isOver || Task.isCancelled { return false }
        guard isFirst else { return await subscription.mailbox.next() != nil }
        // The first check for external changes always finds one. It runs before the query, so that the next check finds
        // only changes during and after the query.
        await subscription.watch?.look()
        return !subscription.mailbox.isExhausted
    }

    private func read() async throws -> Element {
        // A commit during the read may not be in the value, so all changes are collected. Those of other tables are
        // discarded once the query's tables are known.
        subscription.want(.everything)
        _ = subscription.mailbox.dequeue()
        let read = values.read
        let result = try await values.coordinator.tracked(read)
        subscription.want(ChangeFilter(result.region))
        return result.value
    }

    private func isNew(_ value: Element) -> Bool {
        lock.withLock {
            guard let isSame = values.isSame else { return true }
            defer { last = value }
            return last.map { !isSame($0, value) } ?? true
        }
    }

    private func end() {
        lock.withLock { hasEnded = true }
        subscription.cancel()
    }
}

extension FMDatabaseCoordinator {
    /// Runs a query now, and again after each commit that changes a table it has read.
    ///
    ///     let counts = pool.values { db in try db.value("SELECT count(*) FROM person", as: Int.self) }
    ///     for try await count in counts.removingDuplicates() { print(count) }
    ///
    /// The tables are determined at each run, so the block may read other tables next time. The block runs in one read
    /// transaction: on a reader of a pool, or on the connection of a queue unless a transaction is already open there.
    /// See <doc:ObservingChanges>.
    ///
    /// - Parameters:
    ///   - externalChanges: whether to check for changes by other processes.
    ///   - read: runs on a thread of the library, once for each value. It must neither write nor retain the database.
    /// - Returns: a sequence, which retains the queue or pool. The query first runs when it is iterated. The iteration
    ///   throws what the block throws, `FMError` as `withDatabase` and `read` do, and `.misuse` if the block writes.
    public final func values<Value: Sendable>(
        externalChanges: ExternalChanges = .ignore, _ read: @escaping @Sendable (FMDatabase) throws -> Value
    ) -> FMValues<Value> {
        FMValues(coordinator: self, external: externalChanges, read: read)
    }

    /// Runs the query and records the tables it reads.
    fileprivate func tracked<Value: Sendable>(
        _ read: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> (value: Value, region: TableRegion) {
        let options = AccessOptions(nil, nil, #fileID, #line)
        if let readers = try snapshotSlots() {
            return try await readSnapshot(from: readers, options) { db in try db.tracked { try read(db) } }
        }
        return try await lend(mainSlots, options.joining) { database in
            guard !database.isTransactionOpen else { return try database.tracked { try read(database) } }
            return try database.withSnapshot { try database.tracked { try read(database) } }
        }
    }
}

extension FMDatabase {
    fileprivate func tracked<Value>(_ body: () throws -> Value) throws -> (value: Value, region: TableRegion) {
        let result = try opened().trackingReads(body)
        if result.writes {
            throw FMError.misuse("the block of values(_:) must not write: each write would run it again")
        }
        return (result.value, result.region)
    }
}
