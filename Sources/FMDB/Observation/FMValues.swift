import Foundation

/// What a query answers, now and after each change of the tables that it reads.
///
///     for try await names in queue.values({ db in try db.rows("SELECT name FROM person", as: String.self) }) {
///         await view.show(names)
///     }
///
/// Changes that come while a value is being read or used are one: the next value is the newest. The sequence ends when
/// the task is cancelled, and when the queue or pool is closed; it fails with the first error of the query. Each
/// iteration is a subscriber of its own, until it is over.
public struct FMValues<Element: Sendable>: AsyncSequence, Sendable {
    fileprivate typealias Read = @Sendable (FMDatabase) throws -> Element

    fileprivate let coordinator: FMDatabaseCoordinator
    fileprivate let external: FMDatabaseCoordinator.ExternalChanges
    fileprivate let read: Read
    fileprivate var isSame: (@Sendable (Element, Element) -> Bool)?

    /// Begins an iteration.
    ///
    /// - Returns: what ``AsyncIterator/next()`` is called on. While it lives it is a subscriber.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ValueSource(self)) }

    /// One subscriber.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private let source: ValueSource<Element>

        fileprivate init(_ source: ValueSource<Element>) {
            self.source = source
        }

        /// The value now, if it is the first one; else waits for a change and reads again.
        ///
        /// - Returns: nil at the end.
        /// - Throws: what the query throws; after that the sequence is at its end.
        public func next() async throws -> Element? { try await source.next() }
    }
}

extension FMValues where Element: Equatable {
    /// The same values, but none that is equal to the one before it.
    ///
    /// - Returns: a sequence, of which each iteration remembers its last value.
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
    private let lock = NSLock()
    private var last: Element?
    private var hasRead = false
    private var hasEnded = false

    init(_ values: FMValues<Element>) {
        self.values = values
        // What is read is not known yet.
        subscription = ChangeSubscription(to: values.coordinator, .everything, values.external)
    }

    func next() async throws -> Element? {
        while await isDue() {
            do {
                let value = try await read()
                if isNew(value) { return value }
            } catch {
                // Closing, and cancelling, are no failure of the query.
                let isOver = error is CancellationError || values.coordinator.feed.isEnding
                end()
                if isOver { return nil }
                throw error
            }
        }
        end()
        return nil
    }

    /// Waits until there is a reason to read.
    private func isDue() async -> Bool {
        let (isFirst, isOver) = lock.withLock {
            defer { hasRead = true }
            return (!hasRead, hasEnded)
        }
        if isOver || Task.isCancelled { return false }
        guard isFirst else { return await subscription.mailbox.next() != nil }
        // Before the value: what comes between this look and the next is noticed then.
        await subscription.watch?.look()
        return !subscription.mailbox.isExhausted
    }

    private func read() async throws -> Element {
        // What is committed during the read may be in the value or not, whatever tables it concerns.
        subscription.want(.everything)
        _ = subscription.mailbox.take()
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
    /// What a query answers, now and after each commit that touches the tables that it has read.
    ///
    ///     let counts = pool.values { db in try db.value("SELECT count(*) FROM person", as: Int.self) }
    ///     for try await count in counts.removingDuplicates() { print(count) }
    ///
    /// Which tables are read is learned from SQLite each time, so the block may read others when something has changed.
    /// A pool reads on a reader, within one transaction; a queue on its only connection, within one transaction, too, if
    /// none is open. See <doc:ObservingChanges>.
    ///
    /// - Parameters:
    ///   - externalChanges: whether changes by other processes are looked for.
    ///   - read: runs on a thread of the library's, once for each value. It must not write, nor keep the database.
    /// - Returns: a sequence, which keeps the queue or pool alive. Nothing is read before it is iterated. The iteration
    ///   throws what the block throws, `FMError` as `withDatabase` and `read` do, and `.misuse` if the block writes.
    public final func values<Value: Sendable>(
        externalChanges: ExternalChanges = .ignore, _ read: @escaping @Sendable (FMDatabase) throws -> Value
    ) -> FMValues<Value> {
        FMValues(coordinator: self, external: externalChanges, read: read)
    }

    /// Reads, and takes down what is read.
    fileprivate func tracked<Value: Sendable>(
        _ read: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Tracked<Value> {
        if let pool = self as? FMDatabasePool {
            return try await pool.read { database in try database.tracked { try read(database) } }
        }
        return try await lend(mainSlots, AccessOptions(nil, nil, #fileID, #line).joining) { database in
            guard !database.isTransactionOpen else { return try database.tracked { try read(database) } }
            return try database.withSnapshot { try database.tracked { try read(database) } }
        }
    }
}

private struct Tracked<Value: Sendable>: Sendable {
    let value: Value
    let region: TableRegion
}

extension FMDatabase {
    fileprivate func tracked<Value>(_ body: () throws -> Value) throws -> Tracked<Value> {
        let result = try opened().trackingReads(body)
        if result.writes {
            throw FMError.misuse("the block of values(_:) must not write: each write would run it again")
        }
        return Tracked(value: result.value, region: result.region)
    }
}
