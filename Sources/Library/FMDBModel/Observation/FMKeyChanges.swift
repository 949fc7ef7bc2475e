import FMDB

/// The changes of a model's rows, by their keys. See `changes(of:keys:in:externalChanges:)`.
public struct FMKeyChange<Key: Hashable & Sendable>: Sendable, Equatable {
    /// The keys that are new.
    public fileprivate(set) var inserted: Set<Key> = []
    /// The keys of existing rows that have been written.
    public fileprivate(set) var updated: Set<Key> = []
    /// The keys that are gone.
    public fileprivate(set) var deleted: Set<Key> = []
    /// Whether other rows may have been written, too, which SQLite has not reported.
    public fileprivate(set) var mayHaveUpdatedOthers = false

    /// Whether nothing has changed that concerns the keys.
    fileprivate var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !mayHaveUpdatedOthers
    }
}

/// An asynchronous sequence of the changes of a model's rows, by their keys. See `changes(of:keys:in:externalChanges:)`.
public struct FMKeyChanges<Key: FMValueConvertible & Hashable & Sendable>: AsyncSequence, Sendable {
    fileprivate let changes: @Sendable () -> FMChanges
    fileprivate let table: String
    /// Whether the queue or pool is closed, or being closed.
    fileprivate let isEnding: @Sendable () -> Bool
    fileprivate let read: @Sendable (Set<Int64>?) async throws -> RowKeys<Key>

    /// Begins an iteration, which observes on its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// One iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let sequence: FMKeyChanges
        fileprivate var changes: FMChanges.AsyncIterator?
        fileprivate var known: [Int64: Key] = [:]
        fileprivate var hasEnded = false

        /// The first call finds all keys, which are all inserted; each further call waits for a change.
        ///
        /// - Returns: everything that was committed since the last call; nil at the end.
        /// - Throws: what the query throws; the sequence then ends.
        public mutating func next() async throws -> FMKeyChange<Key>? {
            do {
                if !hasEnded, let found = try await found() { return found }
            } catch {
                // To close or to cancel is no failure of the query.
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
            // Before the keys are read, so that nothing is missed.
            changes = sequence.changes().makeAsyncIterator()
            known = try await sequence.read(nil).keys
            return FMKeyChange(inserted: Set(known.values))
        }

        private mutating func difference(_ change: FMChange) async throws -> FMKeyChange<Key> {
            let reported = ReportedRows(change, sequence.table)
            let found = try await sequence.read(reported.isComplete ? reported.ids : nil)
            let former = known
            // SQLite reports rows by their numbers only.
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
            // A key that another row has now is still there.
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
    /// Whether the numbers are those of SQLite.
    let isNumbered: Bool
}

private struct ReportedRows {
    private(set) var ids: Set<Int64> = []
    /// Whether no other rows can have been inserted or deleted.
    private(set) var isComplete: Bool
    /// Whether other rows can have been updated.
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
    /// The keys of a model's rows now, and after each commit the keys that are new, gone, and written.
    ///
    ///     for try await change in queue.changes(of: Person.self, keys: UUID.self) {
    ///         for id in change.deleted.union(change.updated) { cache[id] = nil }
    ///         if change.mayHaveUpdatedOthers { cache.removeAll() }
    ///     }
    ///
    /// SQLite reports the number of a deleted row only. So each iteration keeps the keys of all rows; where these are the numbers,
    /// `changes(of:in:externalChanges:)` needs less memory. All keys are read again where SQLite does not report rows: for more
    /// than 1,024 rows at once, and a deletion of all rows. The same holds for rows that a `REPLACE` removes, and for updates of a
    /// primary key. It also holds for tables `WITHOUT ROWID`, other processes, and connections that are not watched row by row.
    /// Then new and deleted keys are known, but not the updated rows: ``FMKeyChange/mayHaveUpdatedOthers``. See SQLite's [update
    /// hook](https://sqlite.org/c3ref/update_hook.html).
    ///
    /// The keys are read after the commit, and may be those of a later commit already. Then that one's changes are reported early,
    /// and its rows once more as updated.
    ///
    /// - Parameters:
    ///   - type: a model whose key is one column.
    ///   - keys: the type of the key. Rows where it is NULL are left out.
    ///   - table: another table than the model's own; any for records.
    ///   - externalChanges: whether other processes are watched, too.
    /// - Returns: a sequence, which retains the queue or pool. Its first element has all keys as inserted. It throws an `FMError`
    ///   with the code `.misuse` for a key of several columns and for a view, and `.mismatch` for a key that is not of the type.
    public func changes<Model: FMModel & Sendable, Key>(
        of type: Model.Type, keys: Key.Type, in table: String? = nil,
        externalChanges: ExternalChanges = .ignore
    ) -> FMKeyChanges<Key> {
        keyChanges(of: type, table, externalChanges, nil)
    }

    /// The values of a unique column now, and after each commit the changes of their rows. See
    /// `changes(of:keys:in:externalChanges:)`.
    ///
    ///     for try await change in queue.changes(of: Person.self, keys: String.self, by: \.mail) { … }
    ///
    /// - Returns: a sequence, as for the key of the model. It throws `.misuse` for a place within JSON text.
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
    /// - Parameter ids: the numbers of the rows that are looked for; nil for all rows.
    fileprivate func rowKeys<Model: FMModel, Key: FMValueConvertible & Sendable>(
        of type: Model.Type, _ name: String?, _ key: FMKey?, _ ids: Set<Int64>?
    ) throws -> RowKeys<Key> {
        let table = try tableWithKey(of: type, name, key: key)
        guard table.sql.key.count == 1, let index = table.sql.key.first else {
            throw FMError(
                .misuse,
                "the key of the table \(table.name) has \(table.sql.key.count) columns; changes are told by one"
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
