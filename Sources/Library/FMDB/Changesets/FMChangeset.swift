import Foundation

/// The row changes of one or more tables, as bytes that can be stored, sent, inverted and applied to another database.
///
///     let changes = try queue.recordChanges { db in
///         try db.execute("UPDATE person SET name = 'Ada' WHERE id = 7")
///     }
///     for change in changes { print(change.operation, change.table, change.key) }
///     try other.apply(changes)
///
/// The bytes have the format of SQLite's session extension. They contain the names of tables, but not of columns: the values of a row are
/// stored by position. A changeset is a sequence of its changes, grouped by table. See
/// [The Session Extension](https://sqlite.org/session.html).
public struct FMChangeset: Sendable, Equatable {
    /// The bytes, which are empty if nothing changed.
    public let data: Data

    /// Creates a changeset without changes.
    public init() { data = Data() }

    /// Creates a changeset from bytes. They are validated completely, including their consistency: for example, two headers of the same
    /// table must agree. A row may occur more than once. SQLite writes such changesets if an update changes a key to one that the column's
    /// collation considers equal.
    ///
    /// - Parameter data: the ``data`` of a changeset, or a changeset or patchset that another program wrote.
    /// - Throws: `FMError`.
    ///   - `.corrupt`: the bytes are damaged, or not a changeset.
    ///   - `.tooBig`: there are more than 2,147,483,647 bytes. Also for a patchset whose deletions, in tables of more than 2,000 columns,
    ///     would expand to more than 1,000 values for each byte.
    public init(_ data: Data) throws(FMError) {
        guard data.count <= Int32.max else { throw FMError(.tooBig, "the changeset exceeds 2,147,483,647 bytes") }
        var failure: FMError?
        data.withUnsafeBytes { bytes in
            var reader = ChangesetReader(unchecked: bytes)
            do throws(FMError) { while try reader.check() != nil {} } catch { failure = error }
        }
        if let failure { throw failure }
        self.data = data
    }

    /// - Parameter data: bytes from SQLite, which need no validation.
    init(trusted data: Data) { self.data = data }

    /// Whether there are no changes.
    public var isEmpty: Bool { data.isEmpty }

    /// The number of changed rows. Each read of this property counts them.
    public var count: Int {
        var count = 0
        forEachTable { _ in count += 1 }
        return count
    }

    /// Whether the old values are missing, so that the changeset cannot be inverted. `recordChanges` never returns a patchset.
    public var isPatchset: Bool { data.first == UInt8(ascii: "P") }

    /// The names of the tables, each once, in order of first occurrence.
    public var tables: [String] {
        var names: Set<String> = []
        return headers().map(\.name).filter { names.insert($0.foldedAsName).inserted }
    }

    /// Returns a changeset that undoes the changes.
    ///
    /// The corresponding C function is [`sqlite3changeset_invert`](https://sqlite.org/session/sqlite3changeset_invert.html).
    ///
    /// - Returns: the inverted changeset.
    /// - Throws: `FMError`: `.misuse` for a patchset; `.notSupported` if the linked SQLite lacks the session extension; `.noMemory`.
    public func inverted() throws(FMError) -> FMChangeset {
        guard !isPatchset else { throw .misuse("a patchset has no old values, so it cannot be inverted") }
        return FMChangeset(trusted: try ChangesetCalls.inverted(data))
    }

    /// Combines this changeset with a later one, so that each row occurs once.
    ///
    /// - Parameter later: a changeset that was recorded after this one.
    /// - Returns: a changeset with the effect of both.
    /// - Throws: `FMError`, as ``joined(_:)`` does.
    public func followed(by later: FMChangeset) throws(FMError) -> FMChangeset {
        try FMChangeset.joined([self, later])
    }

    /// Combines several changesets, so that each row occurs once. A row that is inserted and later deleted does not occur.
    ///
    /// The corresponding C functions are those of [`sqlite3_changegroup`](https://sqlite.org/session/changegroup.html).
    ///
    /// - Parameter changesets: the changesets, in the order in which they were recorded.
    /// - Returns: a changeset with the effect of all.
    /// - Throws: `FMError`: `.schema` if a table has different columns in two changesets; `.misuse` for changesets and patchsets
    ///   together; `.notSupported` if the linked SQLite lacks the session extension; `.noMemory`.
    public static func joined(_ changesets: some Sequence<FMChangeset>) throws(FMError) -> FMChangeset {
        let group = try ChangeGroup()
        var added: [FMChangeset] = []
        for changeset in changesets where !changeset.isEmpty {
            guard changeset.isPatchset == added.first?.isPatchset ?? changeset.isPatchset else {
                throw .misuse("a changeset and a patchset cannot be joined")
            }
            do throws(FMError) {
                try group.add(changeset.data)
            } catch {
                throw changeset.mismatch(with: added) ?? error
            }
            added.append(changeset)
        }
        return FMChangeset(trusted: try group.changeset())
    }

    /// Returns the error for a table whose columns or key differ from those in earlier changesets, or nil if there is no such table.
    private func mismatch(with earlier: [FMChangeset]) -> FMError? {
        let known = ChangesetTable.byName(earlier.flatMap { $0.headers() })
        for table in headers() {
            guard let first = known[table.foldedName], first.keyPlaces != table.keyPlaces else { continue }
            return FMError(
                .schema,
                "the table \(table.name) has \(table.keyPlaces.count.of("column")) in one changeset and "
                    + "\(first.keyPlaces.count) in an earlier one, or another primary key: apply them one after the other instead of joining them"
            )
        }
        return nil
    }

    /// Returns the headers of the tables.
    func headers() -> [ChangesetTable] {
        var headers: [ChangesetTable] = []
        forEachTable { if headers.last != $0 { headers.append($0) } }
        return headers
    }

    /// Calls a closure with the table of each change, without creating the change's values.
    func forEachTable(_ body: (ChangesetTable) -> Void) {
        data.withUnsafeBytes { bytes in
            var reader = ChangesetReader(bytes)
            // The bytes were validated, so this does not throw.
            while let table = (try? reader.check()) ?? nil { body(table) }
        }
    }
}

extension FMChangeset {
    /// The kind of a row change.
    public enum Operation: Sendable, Hashable {
        case insert
        case update
        case delete

        /// - Parameter code: `SQLITE_INSERT`, `SQLITE_UPDATE` or `SQLITE_DELETE`.
        init?(code: UInt8) {
            switch code {
            case 18: self = .insert
            case 23: self = .update
            case 9: self = .delete
            default: return nil
            }
        }
    }

    /// The change of one row: the difference between the start and the end of the recording, without intermediate states.
    ///
    /// A change of the primary key is recorded as a deletion of the old row and an insertion of the new row.
    public struct Change: Sendable, Equatable {
        /// The operation.
        public let operation: Operation
        /// The name of the table, without the database name.
        public let table: String
        /// The values before the change, one for each column of the table. nil for a column that did not change and is not in the primary
        /// key, and for all columns of an inserted row.
        public let oldValues: [FMValue?]
        /// The values after the change, one for each column of the table. nil for a column that did not change, and for all columns of a
        /// deleted row.
        public let newValues: [FMValue?]
        /// The indexes of the primary key's columns, counted from 0.
        public let primaryKey: [Int]
        /// Whether a trigger or a foreign key action made the change.
        public let isIndirect: Bool

        /// The values of the primary key, in the order of the table's columns.
        public var key: [FMValue] { primaryKey.compactMap { oldValues[$0] ?? newValues[$0] } }
    }
}

extension FMChangeset: Sequence {
    /// Returns an iterator over the changes, which creates one change at a time.
    public func makeIterator() -> Iterator { Iterator(data) }

    /// An iterator over the changes.
    public struct Iterator: IteratorProtocol {
        private let data: Data
        private var offset = 0
        private var table: ChangesetTable?

        fileprivate init(_ data: Data) { self.data = data }

        /// Returns the next change, or nil at the end.
        public mutating func next() -> Change? {
            let place = (offset, table)
            let (change, end, table) = data.withUnsafeBytes { bytes in
                var reader = ChangesetReader(bytes, at: place.0, in: place.1)
                // The bytes were validated, so this does not throw.
                let change = (try? reader.next()) ?? nil
                return (change, reader.offset, reader.table)
            }
            offset = change == nil ? data.count : end
            self.table = table
            return change
        }
    }
}
