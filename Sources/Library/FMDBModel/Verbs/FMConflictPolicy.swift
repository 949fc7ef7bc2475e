/// How `save` handles a row that already has the model's key, or the same values in the unique columns that the call names.
///
/// Under each policy, a conflict in any other unique column is an error.
public enum FMConflictPolicy: Sendable, Hashable, CaseIterable {
    /// The row gets the values of the model, but keeps its key and its creation time.
    case update
    /// The row is kept unchanged, and the model is not written.
    case ignore
    /// The row is deleted and the model is inserted, so the new row may have a different key. DELETE triggers and foreign key actions run.
    case replace
    /// The call throws an `FMError` with the code `.constraint`, as an insertion does.
    case fail
}
