/// What becomes of a model that is saved where another row has its key, or the unique columns that the call names.
///
/// Other unique columns that are taken are an error with each of them.
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
