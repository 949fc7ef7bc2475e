import Dispatch
import FMDB

/// Changes of models in their table.
extension FMDatabaseCoordinator {
    /// The changes of committed transactions in the table of a model.
    ///
    ///     for await change in queue.changes(of: Person.self) { print(change) }
    ///
    /// - Returns: a sequence, which listens already. See `changes(in:externalChanges:)`.
    public func changes<Model: FMModel>(
        of type: Model.Type, in table: String? = nil, externalChanges: ExternalChanges = .ignore
    ) -> FMChanges {
        changes(in: [Model.observedTable(table)], externalChanges: externalChanges)
    }

    /// Calls a body after each transaction that has changed the table of a model. See `observe(_:on:externalChanges:_:)`.
    ///
    /// - Returns: a token; when it is cancelled or released, the calls end.
    public func observe<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, on queue: DispatchQueue? = nil,
        externalChanges: ExternalChanges = .ignore, _ body: @escaping @Sendable (FMChange) -> Void
    ) -> FMObservation {
        observe([Model.observedTable(table)], on: queue, externalChanges: externalChanges, body)
    }
}

extension FMModel {
    /// A model without a table yet is observed by its name, too.
    static func observedTable(_ name: String?) -> String { name ?? (try? fmTable.name) ?? tableName }
}
