import FMDB

// A closure over a model without fields fits no verb, and the compiler would blame the argument of another one. These say
// what is missing.

extension FMDatabase {
    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> [Model] where Model.Columns == FMNoColumns { [] }

    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Model? where Model.Columns == FMNoColumns { nil }

    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Int where Model.Columns == FMNoColumns { 0 }

    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Int where Model.Columns == FMNoColumns { 0 }
}

extension FMDatabaseLender {
    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func find<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> [Model] where Model.Columns == FMNoColumns { [] }

    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func first<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Model? where Model.Columns == FMNoColumns { nil }

    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func count<Model: FMModel>(
        _ type: Model.Type, in table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Int where Model.Columns == FMNoColumns { 0 }

    @available(*, unavailable, message: "a condition in a closure names fields: give the model `Columns`, or use a text")
    public func delete<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, _ condition: (Model) -> Bool
    ) throws -> Int where Model.Columns == FMNoColumns { 0 }
}
