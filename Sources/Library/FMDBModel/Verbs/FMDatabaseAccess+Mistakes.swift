import FMDB

// Calls of other libraries, and calls that nearly fit. The messages say what to write.

extension FMDatabaseAccess {
    /// Not available: a condition is a literal.
    @_disfavoredOverload
    @available(*, unavailable, message: "write a literal, where: \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)")
    public func find<Model: FMModel>(
        _ type: Model.Type, where condition: String, orderBy order: [FMOrder<Model>] = [], limit: Int? = nil
    ) throws -> [Model] { [] }

    /// Not available: the values of a condition are interpolated.
    @_disfavoredOverload
    @available(*, unavailable, message: "interpolate the values: where: \"a = \\(a)\"")
    public func find<Model: FMModel>(
        _ type: Model.Type, where condition: FMWhere<Model>, _ values: any FMValueConvertible...
    ) throws -> [Model] { [] }

    /// Not available: the values of a condition are interpolated.
    @_disfavoredOverload
    @available(*, unavailable, message: "interpolate the values: where: \"a = \\(a)\"")
    public func find<Model: FMModel>(
        _ type: Model.Type, where condition: FMWhere<Model>, arguments: [Any]
    ) throws -> [Model] { [] }

    /// Not available: a closure has no label.
    @_disfavoredOverload
    @available(*, unavailable, message: "the closure follows the call: find(Note.self) { $0.pages > 3 }")
    public func find<Model: FMModel>(
        _ type: Model.Type, where filter: (Model.Columns) -> FMWhere<Model>
    ) throws -> [Model] { [] }

    /// Not available: an order is no text.
    @_disfavoredOverload
    @available(*, unavailable, message: "write orderBy: .asc(\"title\"), or .desc(\"title\")")
    public func find<Model: FMModel>(_ type: Model.Type, orderBy columns: [String]) throws -> [Model] { [] }

    /// Not available: its label is `id`.
    @_disfavoredOverload
    @available(*, unavailable, renamed: "find(_:id:)")
    public func find<Model: FMModel>(_ type: Model.Type, key: any FMValueConvertible) throws -> Model? { nil }
}

extension FMRequest {
    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.find(request)")
    public func fetchAll(_ database: FMDatabase) throws -> [Element] { [] }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.first(request)")
    public func fetchOne(_ database: FMDatabase) throws -> Element? { nil }

    /// Not available: a model without `Columns` has no fields.
    @available(*, unavailable, message: "give the model `Columns`, or order by a name: order(by: .asc(\"title\"))")
    public func order<Value>(_ property: KeyPath<Model, Value>) -> FMRequest where Model.Columns == FMNoColumns { self }
}

extension FMModel {
    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.find(Note.self)")
    public static func fetchAll(_ database: FMDatabase) throws -> [Self] { [] }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.first(Note.self) { $0.pages > 3 }, or db.find(Note.self, id: 7)")
    public static func fetchOne(_ database: FMDatabase, key: Any? = nil) throws -> Self? { nil }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write Note.all.where { $0.pages > 3 }")
    public static func filter(_ condition: Any) -> Request { all }

    /// Not available: a key path of the model is no field.
    @available(*, unavailable, message: "name a field of Columns, by: \\.author, or the column, by: \"author\"")
    public static func hasMany<Target, Value>(
        _ target: Target.Type, by property: KeyPath<Target, Value>
    ) -> FMRelation<Self, Target, [Target]> { hasMany(target, by: "") }

    /// Not available: a key path of the model is no field.
    @available(*, unavailable, message: "name a field of Columns, by: \\.author, or the column, by: \"author\"")
    public static func belongsTo<Target, Value>(
        _ target: Target.Type, by property: KeyPath<Self, Value>
    ) -> FMRelation<Self, Target, Target?> { belongsTo(target, by: "") }
}

extension FMTableOptions {
    /// Not available: its label is `key`.
    @available(*, unavailable, renamed: "init(key:)")
    public init(primaryKey: FMKey) { self.init(key: primaryKey) }
}
