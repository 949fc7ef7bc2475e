import FMDB

// Mistyped verbs and verbs of other libraries, whose messages say what to write. A `String` is not accepted as SQL, because it could
// contain untrusted values.
extension FMDatabaseAccess {
    /// Not available: an update needs a condition.
    @available(*, unavailable, message: "choose the rows with a closure or `where:`; `where: .all` is all of them")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int { 0 }

    /// Not available: an update needs a condition.
    @available(*, unavailable, message: "choose the rows with `where:`; `where: .all` is all of them")
    @discardableResult
    public func update(_ type: FMRecord.Type, set values: FMRecord, in table: String) throws -> Int { 0 }

    /// Not available: a deletion needs a condition.
    @available(*, unavailable, message: "choose the rows with a closure or `where:`; `where: .all` is all of them")
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, from table: String? = nil) throws -> Int { 0 }

    /// Not available: pass assignments, not a dictionary.
    @available(
        *, unavailable,
        message: "write `set: [FMAssignment(\"title\", \"x\")]`, or with fields `[fields.title <- \"x\"]`"
    )
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set values: [String: any FMValueConvertible], where condition: FMWhere<Model>
    ) throws -> Int { 0 }

    /// Not available: the key path already names the model.
    @available(*, unavailable, message: "write `sum(Note.self, \"pages\", as: Int.self)`, or `sum(\\Note.pages)`")
    public func sum<Model: FMModel, Value>(_ type: Model.Type, _ property: KeyPath<Model, Value>) throws -> Value? {
        nil
    }

    /// Not available: the key path already names the model.
    @available(
        *, unavailable, message: "write `average(Note.self, \"pages\", as: Int.self)`, or `average(\\Note.pages)`"
    )
    public func average<Model: FMModel, Value>(
        _ type: Model.Type, _ property: KeyPath<Model, Value>
    ) throws -> Value? { nil }

    /// Not available: the key path already names the model.
    @available(*, unavailable, message: "write `min(Note.self, \"pages\", as: Int.self)`, or `min(\\Note.pages)`")
    public func min<Model: FMModel, Value>(_ type: Model.Type, _ property: KeyPath<Model, Value>) throws -> Value? {
        nil
    }

    /// Not available: the key path already names the model.
    @available(*, unavailable, message: "write `max(Note.self, \"pages\", as: Int.self)`, or `max(\\Note.pages)`")
    public func max<Model: FMModel, Value>(_ type: Model.Type, _ property: KeyPath<Model, Value>) throws -> Value? {
        nil
    }

    /// Not available: a condition is a string literal, not a `String`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
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

    /// Not available: the closure has no argument label.
    @_disfavoredOverload
    @available(*, unavailable, message: "the closure follows the call: find(Note.self) { $0.pages > 3 }")
    public func find<Model: FMModel>(
        _ type: Model.Type, where filter: (Model.Columns) -> FMWhere<Model>
    ) throws -> [Model] { [] }

    /// Not available: an order is not a `String`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `orderBy: .asc(\"title\")`, or `.desc(\"title\")`")
    public func find<Model: FMModel>(_ type: Model.Type, orderBy columns: [String]) throws -> [Model] { [] }

    /// Not available: an order is not a `String`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `orderBy: .asc(\"title\")`, or `.desc(\"title\")`")
    public func find<Model: FMModel>(_ type: Model.Type, orderBy column: String) throws -> [Model] { [] }

    /// Not available: the closure has no argument label.
    @_disfavoredOverload
    @available(*, unavailable, message: "the closure follows the call: delete(Note.self) { $0.pages > 3 }")
    @discardableResult
    public func delete<Model: FMModel>(
        _ type: Model.Type, where filter: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int { 0 }

    /// Not available: pass assignments, not a dictionary.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "write `set: [FMAssignment(\"title\", \"x\")]`, or with fields `[fields.title <- \"x\"]`"
    )
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set values: [String: any FMValueConvertible], _ filter: (Model.Columns) -> FMWhere<Model>
    ) throws -> Int { 0 }

    /// Not available: change the model before the call.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `model.title = \"x\"` first, then `update(model)`")
    @discardableResult
    public func update<Model: FMModel>(_ model: Model, _ change: (inout Model) -> Void) throws -> Int { 0 }

    /// Not available: each call creates the table of one model.
    @_disfavoredOverload
    @available(*, unavailable, message: "one call for each type: createTable(Note.self)")
    public func createTable(_ types: [any FMModel.Type]) throws {}

    /// Not available: GRDB's name for `find`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `find(Note.self)`")
    public func fetchAll<Model: FMModel>(_ type: Model.Type) throws -> [Model] { [] }

    /// Not available: the label is `id`.
    @_disfavoredOverload
    @available(*, unavailable, renamed: "find(_:id:)")
    public func find<Model: FMModel>(_ type: Model.Type, key: any FMValueConvertible) throws -> Model? { nil }

    /// Not available: a condition is a string literal, not a `String`.
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
    )
    public func first<Model: FMModel>(
        _ type: Model.Type, where condition: String, orderBy order: [FMOrder<Model>] = []
    ) throws -> Model? { nil }

    /// Not available: a condition is a string literal, not a `String`.
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
    )
    public func count<Model: FMModel>(_ type: Model.Type, where condition: String) throws -> Int { 0 }

    /// Not available: a condition is a string literal, not a `String`.
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
    )
    public func exists<Model: FMModel>(_ type: Model.Type, where condition: String) throws -> Bool { false }

    /// Not available: a condition is a string literal, not a `String`.
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
    )
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, where condition: String) throws -> Int { 0 }

    /// Not available: a condition is a string literal, not a `String`.
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
    )
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], where condition: String
    ) throws -> Int { 0 }
}

extension FMTableOptions {
    /// Not available: the label is `key`.
    @available(*, unavailable, renamed: "init(key:)")
    public init(primaryKey: FMKey) { self.init(key: primaryKey) }

    /// Not available: `unique` is an array.
    @available(*, unavailable, message: "write `unique: [\"name\"]`")
    public init(key: FMKey? = nil, unique: String) { self.init() }
}
