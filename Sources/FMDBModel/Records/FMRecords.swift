import FMDB

/// Rows without a model, read in batches as they are asked for. See `eachRecord(in:where:orderBy:key:batch:)`.
public struct FMRecords: AsyncSequence, Sendable {
    /// A row.
    public typealias Element = FMRecord

    fileprivate let coordinator: FMDatabaseCoordinator
    fileprivate let table: String
    fileprivate let condition: FMSQL?
    fileprivate let order: [FMOrder<FMRecord>]
    fileprivate let key: FMKey?
    fileprivate let batch: Int

    /// Begins with the first row.
    public func makeAsyncIterator() -> Iterator { Iterator(records: self) }

    /// Goes from row to row. Between batches it keeps no connection.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let records: FMRecords
        private var page: [FMRecord] = []
        private var position = 0
        private var isLastPage = false

        fileprivate init(records: FMRecords) { self.records = records }

        /// The next row, nil at the end.
        ///
        /// - Throws: `CancellationError` if the task was cancelled, or `FMError`. After an error there is nothing more.
        public mutating func next() async throws -> FMRecord? {
            if position == page.count, !isLastPage { try await turn() }
            guard position < page.count else { return nil }
            if Task.isCancelled {
                (page, position, isLastPage) = ([], 0, true)
                throw CancellationError()
            }
            defer { position += 1 }
            return page[position]
        }

        private mutating func turn() async throws {
            let last = page.last
            (page, position, isLastPage) = ([], 0, true)
            page = try await records.coordinator.records(
                in: records.table, where: records.condition, orderBy: records.order, after: last, limit: records.batch,
                key: records.key)
            isLastPage = page.count < records.batch
        }
    }
}

extension FMDatabaseCoordinator {
    /// The rows of a table that a condition holds for, one after the other, in bounded memory.
    ///
    ///     for try await user in queue.eachRecord(in: "users", where: "age > \(age)") { print(user) }
    ///
    /// They are read in batches, and between two batches the connection is free. So each batch is a state of the database of
    /// its own: what is written meanwhile is seen if it lies ahead in the order, and a row whose place in the order changes
    /// may come twice or not at all. To see a single state read all in one call, by `records` or `forEachRecord`.
    ///
    /// When the task is cancelled, the sequence throws `CancellationError`, so that a part is not taken for the whole.
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    ///   - order: columns by their names, in their order; the key decides between equals.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - batch: how many rows are read, and kept, at a time; less than 1 counts as 1.
    /// - Returns: a sequence that may be gone through more than once, each time anew.
    public func eachRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: [FMOrder<FMRecord>] = [], key: FMKey? = nil,
        batch: Int = 256
    ) -> FMRecords {
        FMRecords(
            coordinator: self, table: table, condition: condition, order: order, key: key, batch: Swift.max(1, batch))
    }
}
