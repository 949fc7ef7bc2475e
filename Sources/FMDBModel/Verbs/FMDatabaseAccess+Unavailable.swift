import FMDB

// Calls that fit no verb, of which the compiler would complain about another parameter. These say what to write.

extension FMDatabaseAccess {
    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:` or a closure, or write `updateAll` for all of them")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int { 0 }

    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:`; `\"1\"` is all of them")
    @discardableResult
    public func update(_ type: FMRecord.Type, set values: FMRecord, in table: String) throws -> Int { 0 }

    /// Not available: a deletion says which rows it removes.
    @available(*, unavailable, message: "say which rows by `where:` or a closure, or write `deleteAll` for all of them")
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, from table: String? = nil) throws -> Int { 0 }
}

// A closure names the fields of a model, and these models have none.

extension FMDatabaseAccess {
    /// Not available: a closure names the fields of a model, and this one has none.
    @available(*, unavailable, message: "give the model `Columns`, whose fields a closure names, or use `where:`")
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> [Model] where Model.Columns == FMNoColumns { [] }

    /// Not available: a closure names the fields of a model, and this one has none.
    @available(*, unavailable, message: "give the model `Columns`, whose fields a closure names, or use `where:`")
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Model? where Model.Columns == FMNoColumns { nil }

    /// Not available: a closure names the fields of a model, and this one has none.
    @available(*, unavailable, message: "give the model `Columns`, whose fields a closure names, or use `where:`")
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Int where Model.Columns == FMNoColumns { 0 }

    /// Not available: a closure names the fields of a model, and this one has none.
    @available(*, unavailable, message: "give the model `Columns`, whose fields a closure names, or use `where:`")
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Int where Model.Columns == FMNoColumns { 0 }
}
