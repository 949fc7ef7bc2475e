import FMDB

// What requests are called elsewhere, and calls that nearly fit. These say what to write.

extension FMRequest {
    /// Not available: a text that is no literal could hold the values of others.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(sql: FMSQL(raw: text))"
    )
    public func `where`(_ condition: String) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write order(by: .asc(\"column\"))")
    public func order(_ column: String) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write order(\\.field) or order(\\.field.desc)")
    public func order<Ordering: FMOrdering>(by term: (Model.Columns) -> Ordering) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, message: "write order(\\.field) or order(\\.field.desc)")
    public func sorted<Ordering: FMOrdering>(by term: (Model.Columns) -> Ordering) -> FMRequest { self }

    /// Not available.
    @available(*, unavailable, renamed: "where")
    public func filter(_ filter: (Model.Columns) -> FMWhere<Model>) -> FMRequest { self }
}
