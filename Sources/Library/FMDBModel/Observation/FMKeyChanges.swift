import FMDB

/// The changes of a model's rows, by their keys. See `changes(of:keys:in:externalChanges:)`.
public struct FMKeyChange<Key: Hashable & Sendable>: Sendable, Equatable {
    /// The new keys.
    public fileprivate(set) var inserted: Set<Key> = []
    /// The keys of existing rows that were written.
    public fileprivate(set) var updated: Set<Key> = []
    /// The keys that no longer exist.
    public fileprivate(set) var deleted: Set<Key> = []
    /// Whether further rows may have been written that SQLite has not reported.
    public fileprivate(set) var mayHaveUpdatedOthers = false

    /// Whether there are no changes.
    fileprivate var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !mayHaveUpdatedOthers
    }
}

/// An asynchronous sequence of the changes of a model's rows, by their keys. See `changes(of:keys:in:externalChanges:)`.
public struct FMKeyChanges<Key: FMValueConvertible & Hashable & Sendable>: AsyncSequence, Sendable {
    fileprivate let changes: @Sendable () -> FMChanges
    fileprivate let table: String
    /// Returns whether the queue or pool is closed or is being closed.
    fileprivate let isEnding: @Sendable () -> Bool
    fileprivate let read: @Sendable (Set<Int64>?) async throws -> RowKeys<Key>

    /// Starts an iteration with its own observation.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let sequence: FMKeyChanges
        fileprivate var changes: FMChanges.AsyncIterator?
        fileprivate var known: [Int64: Key] = [:]
        fileprivate var hasEnded = false

        /// Returns the next change. The first call returns all keys as inserted. Each further call waits for a change.
        ///
        /// - Returns: everything that was committed since the last call, or nil at the end.
        /// - Throws: what the query throws; the sequence then ends.
        public mutating func next() async throws -> FMKeyChange<Key>? {
            do {
                if !hasEnded, let found = try await found() { return found }
            } catch {
                // If the queue was closed or the task cancelled, the query has not failed.
                let isOver = error is CancellationError || sequence.isEnding()
                end()
                if isOver { return nil }
                throw error
            }
            end()
            return nil
        }

        private mutating func end() {
            hasEnded = true
            changes = nil
            known = [:]
        }

        private mutating func found() async throws -> FMKeyChange<Key>? {
            guard let changes else { return try await first() }
            while let change = await changes.next() {
                let difference = try await difference(change)
                if !difference.isEmpty { return difference }
            }
            return nil
        }

        private mutating func first() async throws -> FMKeyChange<Key> {
            // The observation starts before the keys are read, so that no change is missed.
            changes = sequence.changes().makeAsyncIterator()
            known = try await sequence.read(nil).keys
            return FMKeyChange(inserted: Set(known.values))
        }

        private mutating func difference(_ change: FMChange) async throws -> FMKeyChange<Key> {
            let reported = ReportedRows(change, sequence.table)
            let found = try await sequence.read(reported.isComplete ? reported.ids : nil)
            let former = known
            // SQLite reports rows only by rowid.
            let isComplete = reported.isComplete && found.isNumbered
            if isComplete {
                for id in reported.ids { known[id] = found.keys[id] }
            } else {
                known = found.keys
            }
            var difference = FMKeyChange<Key>()
            let ids = isComplete ? reported.ids : Set(former.keys).union(known.keys)
            for id in ids where former[id] != known[id] {
                if let key = former[id] { difference.deleted.insert(key) }
                if let key = known[id] { difference.inserted.insert(key) }
            }
            // A key that moved to another row still exists.
            let moved = difference.inserted.intersection(difference.deleted)
            difference.inserted.subtract(moved)
            difference.deleted.subtract(moved)
            difference.mayHaveUpdatedOthers = reported.mayHideUpdates || !found.isNumbered
            guard found.isNumbered else { return difference }
            difference.updated = moved.union(
                reported.ids.filter { former[$0] == known[$0] }.compactMap { known[$0] })
            return difference
        }
    }
}

struct RowKeys<Key: Sendable>: Sendable {
    var keys: [Int64: Key] = [:]
    /// Whether the dictionary's keys are rowids. Otherwise they are arbitrary numbers.
    let isNumbered: Bool
}

private struct ReportedRows {
    private(set) var ids: Set<Int64> = []
    /// Whether `ids` contains all inserted and deleted rows.
    private(set) var isComplete: Bool
    /// Whether rows that are not in `ids` may have been updated.
    private(set) var mayHideUpdates: Bool

    init(_ change: FMChange, _ name: String) {
        isComplete = !change.isUnknown && !change.schemaChanged
        mayHideUpdates = !isComplete
        guard let table = change[name] else { return }
        for (rows, isWriting) in [
            (table.inserted, true), (table.updated, true), (table.deleted, false),
        ] {
            switch rows {
            case .rows(let reported): ids.formUnion(reported)
            case .wholeTable:
                isComplete = false
                if isWriting { mayHideUpdates = true }
            }
        }
    }
}

extension FMDatabaseCoordinator {
    /// Returns the current keys of a model's rows, and after each commit the inserted, updated and deleted keys.
    ///
    ///     for try await change in queue.changes(of: Person.self, keys: UUID.self) {
    ///         for id in change.deleted.union(change.updated) { cache[id] = nil }
    ///         if change.mayHaveUpdatedOthers { cache.removeAll() }
    ///     }
    ///
    /// SQLite reports only the rowid of a deleted row. So each iteration keeps the keys of all rows in memory. If the keys are
    /// rowids, `changes(of:in:externalChanges:)` needs less memory.
    ///
    /// All keys are read again if SQLite does not report the individual rows. This happens for more than 1,024 rows at once, a deletion of
    /// all rows, rows that a `REPLACE` removes, and updates of a primary key. It also happens for WITHOUT ROWID tables, other processes,
    /// and connections that are not observed row by row. In all these cases new and deleted keys are reported, but updated rows are not:
    /// see ``FMKeyChange/mayHaveUpdatedOthers`` and SQLite's [update hook](https://sqlite.org/c3ref/update_hook.html).
    ///
    /// The keys are read after the commit and may already include a later commit. In that case the later commit's changes are reported
    /// early, and its rows are reported again as updated.
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column.
    ///   - keys: the type of the key. Rows whose key is NULL are ignored.
    ///   - table: a table other than the model's own. Records need one.
    ///   - externalChanges: whether changes of other processes are observed, too.
    /// - Returns: a sequence, which retains the queue or pool. Its first element contains all keys as inserted. It throws an
    ///   `FMError` with the code `.misuse` for a key of several columns and for a view, and `.mismatch` for a key that is not
    ///   of the type.
    public func changes<Model: FMModel & Sendable, Key>(
        of type: Model.Type, keys: Key.Type, in table: String? = nil,
        externalChanges: ExternalChanges = .ignore
    ) -> FMKeyChanges<Key> {
        keyChanges(of: type, table, externalChanges, nil)
    }

    /// Returns the current values of a unique column, and after each commit the changes of their rows. See
    /// `changes(of:keys:in:externalChanges:)`.
    ///
    ///     for try await change in queue.changes(of: Person.self, keys: String.self, by: \.mail) { … }
    ///
    /// - Returns: a sequence, as for the key of the model. It throws `.misuse` for a path within JSON.
    public func changes<Model: FMModel & Sendable, Key, Value>(
        of type: Model.Type, keys: Key.Type, by column: (Model.Columns) -> FMField<Model, Value>,
        in table: String? = nil, externalChanges: ExternalChanges = .ignore
    ) -> FMKeyChanges<Key> {
        let field = column(Model.Columns())
        return keyChanges(of: type, table, externalChanges) { () throws(FMError) in try field.key }
    }

    private func keyChanges<Model: FMModel & Sendable, Key>(
        of type: Model.Type, _ table: String?, _ externalChanges: ExternalChanges,
        _ key: (@Sendable () throws(FMError) -> FMKey)?
    ) -> FMKeyChanges<Key> {
        let name = Model.observedTable(table)
        return FMKeyChanges(
            changes: { self.changes(in: [name], externalChanges: externalChanges) }, table: name,
            isEnding: { self.isEnding },
            read: { ids in
                try await self.reading(#fileID, #line) {
                    try $0.rowKeys(of: Model.self, table, key?(), ids)
                }
            })
    }
}

// MARK: - On a connection

extension FMDatabase {
    /// - Parameter ids: the rowids of the rows to read, or nil for all rows.
    fileprivate func rowKeys<Model: FMModel, Key: FMValueConvertible & Sendable>(
        of type: Model.Type, _ name: String?, _ key: FMKey?, _ ids: Set<Int64>?
    ) throws -> RowKeys<Key> {
        let table = try tableWithKey(of: type, name, key: key)
        guard table.sql.key.count == 1, let index = table.sql.key.first else {
            throw FMError(
                .misuse,
                "the key of the table \(table.name) has \(table.sql.key.count) columns; changes(of:keys:) needs a key of one column"
            )
        }
        let (column, source) = (table.sql.columns[index], table.sql.table)
        let rowID = try rowKey(of: table.name).number
        guard let number = rowID, let ids else {
            return try allKeys(
                "SELECT \(raw: rowID ?? "0"), \(raw: column) FROM \(raw: source)", isNumbered: rowID != nil)
        }
        var found = RowKeys<Key>(isNumbered: true)
        for id in ids {
            let sql: FMSQL = "SELECT \(raw: column) FROM \(raw: source) WHERE \(raw: number) = \(id)"
            found.keys[id] = try value(sql, as: Key?.self)
        }
        return found
    }

    private func allKeys<Key: FMValueConvertible & Sendable>(
        _ sql: FMSQL, isNumbered: Bool
    ) throws -> RowKeys<Key> {
        var found = RowKeys<Key>(isNumbered: isNumbered)
        try forEachRow(sql) { row in
            guard let key = try row.value(at: 1, as: Key?.self) else { return }
            found.keys[isNumbered ? try row.value(at: 0) : Int64(found.keys.count)] = key
        }
        return found
    }
}
