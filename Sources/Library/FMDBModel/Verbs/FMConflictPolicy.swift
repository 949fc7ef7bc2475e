/// What happens to a saved model if another row has its key, or the unique columns that the call names.
///
/// With each of them, other unique columns that are taken are an error.
public enum FMConflictPolicy: Sendable, Hashable, CaseIterable {
    /// The row gets the values of the model, but keeps its key and the time of its creation.
    case update
    /// The row stays as it is, and the model is not written.
    case ignore
    /// The row is removed, and the model is inserted: the new row may have another key. Triggers of deletions and the actions of
    /// foreign keys run.
    case replace
    /// The call throws an `FMError` with the code `.constraint`, as an insertion does.
    case fail
}
