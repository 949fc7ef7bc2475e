import Foundation

/// The changes of rows of one or more tables, as bytes that can be kept, sent, inverted and applied to another database.
///
///     let changes = try queue.recordChanges { db in
///         try db.execute("UPDATE person SET name = 'Ada' WHERE id = 7")
///     }
///     for change in changes { print(change.operation, change.table, change.key) }
///     try other.apply(changes)
///
/// The bytes are those of SQLite's session extension. They hold the rows' values by position: the names of tables are in them,
/// those of columns are not. A changeset is a sequence of its changes, grouped by table. See
/// [The Session Extension](https://sqlite.org/session.html).
public struct FMChangeset: Sendable, Equatable {
    /// The bytes, empty if nothing has changed.
    public let data: Data

    /// A changeset without changes.
    public init() { data = Data() }

    /// The changeset with some bytes. All of it is looked at, and how its parts agree: two headers of one table, for example. A row may
    /// occur more than once; SQLite writes such changesets if a key is changed to one that the column's collation takes for the same.
    ///
    /// - Parameter data: what ``data`` of a changeset was, or the bytes of a changeset or patchset that another program has made.
    /// - Throws: `FMError`.
    ///   - `.corrupt`: it is damaged, or no changeset.
    ///   - `.tooBig`: it has more than 2,147,483,647 bytes. Or it is a patchset whose deletions, in tables of more than 2,000 columns,
    ///     would take more than 1,000 times its size.
    public init(_ data: Data) throws(FMError) {
        guard data.count <= Int32.max else { throw FMError(.tooBig, "a changeset has at most 2,147,483,647 bytes") }
        var failure: FMError?
        data.withUnsafeBytes { bytes in
            var reader = ChangesetReader(unchecked: bytes)
            do throws(FMError) { while try reader.check() != nil {} } catch { failure = error }
        }
        if let failure { throw failure }
        self.data = data
    }

    /// - Parameter data: SQLite has just made it.
    init(trusted data: Data) { self.data = data }

    /// Whether nothing has changed.
    public var isEmpty: Bool { data.isEmpty }

    /// How many rows have changed. They are counted at each call.
    public var count: Int {
        var count = 0
        forEachTable { _ in count += 1 }
        return count
    }

    /// Whether it lacks the old values, so that it cannot be inverted. `recordChanges` makes none such.
    public var isPatchset: Bool { data.first == UInt8(ascii: "P") }

    /// The names of the tables, each once, in the order in which they occur.
    public var tables: [String] {
        var names: Set<String> = []
        return headers().map(\.name).filter { names.insert($0.foldedAsName).inserted }
    }

    /// What undoes the changes.
    ///
    /// The corresponding C function is [`sqlite3changeset_invert`](https://sqlite.org/session/sqlite3changeset_invert.html).
    ///
    /// - Returns: a changeset that turns the values as they were after the changes into those before them.
    /// - Throws: `FMError`: `.misuse` for a patchset; `.notSupported` if the linked SQLite lacks the session extension; `.noMemory`.
    public func inverted() throws(FMError) -> FMChangeset {
        guard !isPatchset else { throw .misuse("a patchset has no old values, so it cannot be inverted") }
        return FMChangeset(trusted: try ChangesetCalls.inverted(data))
    }

    /// This changeset and one that was recorded after it, as one in which each row occurs once.
    ///
    /// - Parameter later: what was changed afterwards.
    /// - Returns: what has the effect of both.
    /// - Throws: `FMError`, as ``joined(_:)`` does.
    public func followed(by later: FMChangeset) throws(FMError) -> FMChangeset {
        try FMChangeset.joined([self, later])
    }

    /// Several changesets as one in which each row occurs once: a row that is inserted and then deleted occurs in none.
    ///
    /// The corresponding C functions are those of [`sqlite3_changegroup`](https://sqlite.org/session/changegroup.html).
    ///
    /// - Parameter changesets: in the order in which they were recorded.
    /// - Returns: what has the effect of all.
    /// - Throws: `FMError`: `.schema` if a table has other columns in one than in another; `.misuse` for changesets and patchsets
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

    /// Why it cannot be joined with earlier ones: a table that is another one there; nil for another reason.
    private func mismatch(with earlier: [FMChangeset]) -> FMError? {
        let known = ChangesetTable.byName(earlier.flatMap { $0.headers() })
        for table in headers() {
            guard let first = known[table.foldedName], first.keyPlaces != table.keyPlaces else { continue }
            return FMError(
                .schema,
                "the table \(table.name) has \(table.keyPlaces.count.of("column")) in one changeset and "
                    + "\(first.keyPlaces.count) in an earlier one, or another primary key; they cannot be joined: apply them one after the other"
            )
        }
        return nil
    }

    /// What is said of the tables before their changes.
    func headers() -> [ChangesetTable] {
        var headers: [ChangesetTable] = []
        forEachTable { if headers.last != $0 { headers.append($0) } }
        return headers
    }

    /// Calls a closure with the table of each change, without making the change's values.
    func forEachTable(_ body: (ChangesetTable) -> Void) {
        data.withUnsafeBytes { bytes in
            var reader = ChangesetReader(bytes)
            // The bytes are sound.
            while let table = (try? reader.check()) ?? nil { body(table) }
        }
    }
}

extension FMChangeset {
    /// What was done to a row.
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

    /// The change of one row: the difference between the beginning and the end of the recording, whatever happened between.
    ///
    /// A row whose primary key was changed is one that was deleted and another that was inserted.
    public struct Change: Sendable, Equatable {
        /// What was done.
        public let operation: Operation
        /// The table's name, without that of its database.
        public let table: String
        /// The values before, one for each column of the table. nil for a column that did not change and is not in the primary
        /// key, and for all columns of a row that was inserted.
        public let oldValues: [FMValue?]
        /// The values after, one for each column of the table. nil for a column that did not change, and for all columns of a
        /// row that was deleted.
        public let newValues: [FMValue?]
        /// Which columns are the primary key, from 0.
        public let primaryKey: [Int]
        /// Whether a trigger or the action of a foreign key has done it.
        public let isIndirect: Bool

        /// The values of the primary key, in the order of the table's columns.
        public var key: [FMValue] { primaryKey.compactMap { oldValues[$0] ?? newValues[$0] } }
    }
}

extension FMChangeset: Sequence {
    /// Goes through the changes, of which it makes one at a time.
    public func makeIterator() -> Iterator { Iterator(data) }

    /// Goes through the changes.
    public struct Iterator: IteratorProtocol {
        private let data: Data
        private var offset = 0
        private var table: ChangesetTable?

        fileprivate init(_ data: Data) { self.data = data }

        /// The next change; nil at the end.
        public mutating func next() -> Change? {
            let place = (offset, table)
            let (change, end, table) = data.withUnsafeBytes { bytes in
                var reader = ChangesetReader(bytes, at: place.0, in: place.1)
                // The bytes are sound.
                let change = (try? reader.next()) ?? nil
                return (change, reader.offset, reader.table)
            }
            offset = change == nil ? data.count : end
            self.table = table
            return change
        }
    }
}
