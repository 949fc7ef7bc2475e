import FMDB

// A closure over a model without fields fits no verb, and the compiler would blame the argument of another one. These say
// what is missing.

extension FMDatabase {
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

extension FMDatabaseCoordinator {
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
