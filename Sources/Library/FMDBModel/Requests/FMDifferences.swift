import FMDB

/// An asynchronous sequence of the differences between results of a request. See `differences(of:externalChanges:)`.
public struct FMDifferences<Model: FMModel & Sendable>: AsyncSequence, Sendable {
    fileprivate let values: FMValues<[KeyedModel<Model>]>

    /// Begins an iteration, which observes on its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: values.makeAsyncIterator()) }

    /// One iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let values: FMValues<[KeyedModel<Model>]>.AsyncIterator
        /// nil before the first look.
        fileprivate var former: [KeyedModel<Model>]?

        /// The first call finds all results, which are all inserted; each further call waits until there is a difference.
        ///
        /// - Returns: nil at the end.
        /// - Throws: what the request throws; the sequence then ends.
        public mutating func next() async throws -> FMDifference<Model>? {
            while let results = try await values.next() {
                let difference = FMDifference(from: former ?? [], to: results)
                let isFirst = former == nil
                former = results
                if isFirst || !difference.isEmpty { return difference }
            }
            return nil
        }
    }
}

extension FMDatabaseCoordinator {
    /// The results of a request now, and after each commit the differences: new, missing, moved and changed results.
    ///
    ///     for try await difference in queue.differences(of: Person.all.order(\.name.ascending)) {
    ///         list.apply(difference)
    ///     }
    ///
    /// The key of the table identifies results; their stored values are compared. See `values(of:externalChanges:)`.
    ///
    /// - Returns: a sequence. It throws what `find(_:)` throws for the request, and an `FMError` with the code `.misuse` for models
    ///   without a key, for records and for a join.
    public func differences<Model: FMModel & Sendable>(
        of request: FMRequest<Model, Model>, externalChanges: ExternalChanges = .ignore
    ) -> FMDifferences<Model> {
        FMDifferences(
            values: values(externalChanges: externalChanges) { database in
                let table = try Model.table(named: request.table)
                if table.isOfRecords || table.sql.key.isEmpty { throw table.withoutKey("told from the others") }
                if request.selection.join != nil {
                    throw FMError(
                        .misuse, "rows of a join may occur several times, so they are not told from each other")
                }
                return try database.find(request).map { try KeyedModel($0, table) }
            })
    }
}
