import FMDB

// Request APIs of other libraries, and calls that are nearly right. The messages say what to write.

extension FMRequest {
    /// Not available: a String that is not a literal could contain untrusted values.
    @available(
        *, unavailable,
        message: "write a literal, `\"a = \\(a)\"`, whose values are bound; for trusted SQL, `FMWhere(raw: text)`"
    )
    public func `where`(_ condition: String) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write `order(\\.field)` or `order(\\.field.desc)`")
    public func order<Ordering: FMOrdering>(by term: (Model.Columns) -> Ordering) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write `order(\\.field)` or `order(\\.field.desc)`")
    public func sorted<Ordering: FMOrdering>(by term: (Model.Columns) -> Ordering) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, renamed: "where")
    public func filter(_ filter: (Model.Columns) -> FMWhere<Model>) -> FMRequest { self }

    /// Not available: the direction is part of the term.
    @available(*, unavailable, message: "write `order(\\.field)` or `order(\\.field.desc)`")
    public func order<Ordering: FMOrdering>(_ term: (Model.Columns) -> Ordering, ascending: Bool) -> FMRequest { self }

    /// Not available: the database has this method.
    @available(*, unavailable, message: "write `db.find(request)`")
    public func find(_ database: some FMDatabaseAccess) throws -> [Element] { [] }

    /// Not available: GRDB uses this name.
    @available(*, unavailable, message: "write `db.find(request)`")
    public func fetchAll(_ database: some FMDatabaseAccess) throws -> [Element] { [] }

    /// Not available: GRDB uses this name.
    @available(*, unavailable, message: "write `db.first(request)`")
    public func fetchOne(_ database: some FMDatabaseAccess) throws -> Element? { nil }

    /// Not available: a model without `Columns` has no fields.
    @available(*, unavailable, message: "give the model `Columns`, or order by a name: order(by: .asc(\"title\"))")
    public func order<Value>(_ property: KeyPath<Model, Value>) -> FMRequest where Model.Columns == FMNoColumns { self }

    /// Not available: a relation is a static property.
    @available(*, unavailable, message: "name the relation with its model: including(Author.books)")
    public func including(_ relation: KeyPath<FMAnyProperty, Never>) -> FMRequest<Model, (Element, [Never])> {
        giving(RequestOutput(columns: { _ in nil }, forEach: { _, _, _, _ in }, isPlain: false))
    }
}

extension FMOrder {
    /// Not available: the name is abbreviated.
    @available(*, unavailable, renamed: "asc")
    public static func ascending(_ column: String) -> FMOrder { asc(column) }

    /// Not available: the name is abbreviated.
    @available(*, unavailable, renamed: "desc")
    public static func descending(_ column: String) -> FMOrder { desc(column) }
}

extension FMDatabaseCoordinator {
    /// Not available: observe a request, not a type.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `values(of: Note.all)`")
    public final func values<Model: FMModel & Sendable>(of type: Model.Type) -> FMValues<[Model]> {
        values(of: Model.all)
    }
}

@available(*, unavailable, message: "a request starts with all: db.find(Note.all.where { $0.pages > 3 })")
extension FMModel {
    /// Not available: a request starts with `all`.
    public static func `where`(_ filter: (Columns) -> FMWhere<Self>) -> FMRequest<Self, Self> { all }

    /// Not available: a request starts with `all`.
    public static func filter(_ filter: (Columns) -> FMWhere<Self>) -> FMRequest<Self, Self> { all }

    /// Not available: a request starts with `all`.
    public static func order<Ordering: FMOrdering>(_ term: (Columns) -> Ordering) -> FMRequest<Self, Self> { all }
}

extension FMTableOptions {
    /// Not available: table options refer to columns by name.
    @available(*, unavailable, message: "write `key: \"name\"`")
    public init(key: KeyPath<FMAnyProperty, Never>, unique: [FMIndex] = [], indexes: [FMIndex] = []) { self.init() }
}

extension FMDatabaseAccess {
    /// Not available: an order needs a direction.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `orderBy: .asc(\"title\")`, or `find(Note.all.order(\\.title))`")
    public func find<Model: FMModel>(
        _ type: Model.Type, orderBy property: KeyPath<FMAnyProperty, Never>
    ) throws -> [Model] { [] }

    /// Not available: the assignments run in SQL.
    @available(*, unavailable, message: "write `{ [$0.field <- value] }`, or `set: [FMAssignment(\"field\", value)]`")
    @discardableResult
    public func update<Model: FMModel>(
        _ request: FMRequest<Model, Model>, _ change: (inout Model) -> Void
    ) throws -> Int { 0 }
}

/// A type with a property of every name. A wrong key path matches an unavailable overload, whose message says what to write.
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct FMAnyProperty {
    /// Not available.
    public subscript(dynamicMember name: String) -> Never { fatalError("not available") }
}
