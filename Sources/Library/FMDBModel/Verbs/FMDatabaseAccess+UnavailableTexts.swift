import FMDB

// A text that is no literal is not accepted as SQL, because it could contain foreign values. The messages say what to write.

extension FMDatabaseAccess {
    /// Not available: a condition is a literal.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
    public func first<Model: FMModel>(
        _ type: Model.Type, where condition: String, orderBy order: [FMOrder<Model>] = []
    ) throws -> Model? { nil }

    /// Not available: a condition is a literal.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
    public func count<Model: FMModel>(_ type: Model.Type, where condition: String) throws -> Int { 0 }

    /// Not available: a condition is a literal.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
    public func exists<Model: FMModel>(_ type: Model.Type, where condition: String) throws -> Bool { false }

    /// Not available: a condition is a literal.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, where condition: String) throws -> Int { 0 }

    /// Not available: a condition is a literal.
    @available(
        *, unavailable,
        message: "write a literal, \"a = \\(a)\", whose values are bound; trusted SQL: FMWhere(raw: text)"
    )
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], where condition: String
    ) throws -> Int { 0 }
}
