import Dispatch
import FMDB

/// Observes the table of a model.
extension FMDatabaseCoordinator {
    /// Returns the changes of committed transactions in the table of a model.
    ///
    ///     for await change in queue.changes(of: Person.self) { print(change) }
    ///
    /// - Returns: a sequence that observes from this call on. See `changes(in:externalChanges:)`.
    public func changes<Model: FMModel>(
        of type: Model.Type, in table: String? = nil, externalChanges: ExternalChanges = .ignore
    ) -> FMChanges {
        changes(in: [Model.observedTable(table)], externalChanges: externalChanges)
    }

    /// Calls a closure after each transaction that has changed the table of a model. See `observe(_:on:externalChanges:_:)`.
    ///
    /// - Returns: a token. Cancelling or releasing it ends the observation.
    public func observe<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, on queue: DispatchQueue? = nil,
        externalChanges: ExternalChanges = .ignore, _ body: @escaping @Sendable (FMChange) -> Void
    ) -> FMObservation {
        observe([Model.observedTable(table)], on: queue, externalChanges: externalChanges, body)
    }
}

extension FMModel {
    /// Returns the name of the table to observe. If the model's columns cannot be determined yet, the name is `tableName`.
    static func observedTable(_ name: String?) -> String { name ?? (try? fmTable.name) ?? tableName }
}
