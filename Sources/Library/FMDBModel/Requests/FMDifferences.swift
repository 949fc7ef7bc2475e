import FMDB

/// An asynchronous sequence of the differences between results of a request. See `differences(of:externalChanges:)`.
public struct FMDifferences<Model: FMModel & Sendable>: AsyncSequence, Sendable {
    fileprivate let values: FMValues<[KeyedModel<Model>]>

    /// Starts an iteration with its own observation.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: values.makeAsyncIterator()) }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let values: FMValues<[KeyedModel<Model>]>.AsyncIterator
        /// The previous results, or nil before the first call of `next()`.
        fileprivate var former: [KeyedModel<Model>]?

        /// Returns the next difference. The first call returns all results as inserted. Each further call waits until the
        /// results differ.
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
    /// Returns the current results of a request, then the differences after each commit: new, missing, moved and changed
    /// results.
    ///
    ///     for try await difference in queue.differences(of: Person.all.order(\.name.ascending)) {
    ///         list.apply(difference)
    ///     }
    ///
    /// Results are identified by the table's key and compared by their stored values. See `values(of:externalChanges:)`.
    ///
    /// - Returns: a sequence. It throws what `find(_:)` throws for the request. It throws an `FMError` with the code `.misuse`
    ///   for models without a key, for records and for a join.
    public func differences<Model: FMModel & Sendable>(
        of request: FMRequest<Model, Model>, externalChanges: ExternalChanges = .ignore
    ) -> FMDifferences<Model> {
        FMDifferences(
            values: values(externalChanges: externalChanges) { database in
                let table = try Model.table(named: request.table)
                if table.isOfRecords || table.sql.key.isEmpty { throw table.withoutKey("identified") }
                if request.selection.join != nil {
                    throw FMError(
                        .misuse, "a join can return a row several times, so differences(of:) cannot identify its rows")
                }
                return try database.find(request).map { try KeyedModel($0, table) }
            })
    }
}
