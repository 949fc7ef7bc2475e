import FMDB

// A call that forgets to say which rows fits no verb, and the compiler would ask for a parameter by its number. These say what
// to write.

extension FMDatabase {
    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:` or a closure, or write `updateAll` for all of them")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int { 0 }

    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:`; `\"1\"` is all of them")
    @discardableResult
    public func update(_ table: String, set values: FMRecord) throws -> Int { 0 }

    /// Not available: a deletion says which rows it removes.
    @available(*, unavailable, message: "say which rows by `where:` or a closure, or write `deleteAll` for all of them")
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, from table: String? = nil) throws -> Int { 0 }
}

extension FMDatabaseCoordinator {
    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:` or a closure, or write `updateAll` for all of them")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int { 0 }

    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:`; `\"1\"` is all of them")
    @discardableResult
    public func update(_ table: String, set values: FMRecord) throws -> Int { 0 }

    /// Not available: a deletion says which rows it removes.
    @available(*, unavailable, message: "say which rows by `where:` or a closure, or write `deleteAll` for all of them")
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, from table: String? = nil) throws -> Int { 0 }
}
