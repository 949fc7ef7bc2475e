import FMDB

// Verbs of requests in other libraries, and calls that nearly fit. The messages say what to write.

extension FMRequest {
    /// Not available: a text that is no literal could contain foreign values.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
    public func `where`(_ condition: String) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write order(\\.field) or order(\\.field.desc)")
    public func order<Ordering: FMOrdering>(by term: (Model.Columns) -> Ordering) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write order(\\.field) or order(\\.field.desc)")
    public func sorted<Ordering: FMOrdering>(by term: (Model.Columns) -> Ordering) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, renamed: "where")
    public func filter(_ filter: (Model.Columns) -> FMWhere<Model>) -> FMRequest { self }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.find(request)")
    public func fetchAll(_ database: FMDatabase) throws -> [Element] { [] }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.first(request)")
    public func fetchOne(_ database: FMDatabase) throws -> Element? { nil }

    /// Not available: a model without `Columns` has no fields.
    @available(*, unavailable, message: "give the model `Columns`, or order by a name: order(by: .asc(\"title\"))")
    public func order<Value>(_ property: KeyPath<Model, Value>) -> FMRequest where Model.Columns == FMNoColumns { self }

    /// Not available: a relation is a static property.
    @available(*, unavailable, message: "name the relation with its model: including(Author.books)")
    public func including(_ relation: KeyPath<FMAnyProperty, Never>) -> FMRequest<Model, (Element, [Never])> {
        giving(RequestOutput(columns: { _ in nil }, forEach: { _, _, _, _ in }, isPlain: false))
    }
}

extension FMDatabaseAccess {
    /// Not available: what is assigned is SQL.
    @available(*, unavailable, message: "write { [$0.field <- value] }, or set: [FMAssignment(\"field\", value)]")
    @discardableResult
    public func update<Model: FMModel>(
        _ request: FMRequest<Model, Model>, _ change: (inout Model) -> Void
    ) throws -> Int { 0 }
}

/// Has a property of each name, so that the compiler suggests the relation in place of a key path.
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct FMAnyProperty {
    /// Not available.
    public subscript(dynamicMember name: String) -> Never { fatalError("not available") }
}
