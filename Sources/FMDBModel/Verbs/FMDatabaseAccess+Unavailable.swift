import FMDB

// Calls that fit no verb, of which the compiler would complain about another parameter. These say what to write.

extension FMDatabaseAccess {
    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by a closure or `where:`; `where: .all` is all of them")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int { 0 }

    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:`; `\"1\"` is all of them")
    @discardableResult
    public func update(_ type: FMRecord.Type, set values: FMRecord, in table: String) throws -> Int { 0 }

    /// Not available: a deletion says which rows it removes.
    @available(*, unavailable, message: "say which rows by a closure or `where:`; `where: .all` is all of them")
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, from table: String? = nil) throws -> Int { 0 }
}
