import FMDB

// Calls of other libraries, and calls that nearly fit. The messages say what to write.

extension FMDatabaseAccess {
    /// Not available: a condition is a literal.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
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

extension FMTableOptions {
    /// Not available: its label is `key`.
    @available(*, unavailable, renamed: "init(key:)")
    public init(primaryKey: FMKey) { self.init(key: primaryKey) }
}
