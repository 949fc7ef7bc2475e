// What the compiler says where `as:` is missing, and nothing else tells the type: without these it says that it "failed to produce
// diagnostic for expression". They cannot be called, and no call that compiles chooses them.

extension FMDatabase {
    /// Not available: says to name the type of the value.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) throws(FMError) -> Never { fatalError("not available") }

    /// Not available: says to name the type of the rows.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) throws(FMError) -> [Never] { [] }
}

extension FMDatabaseCoordinator {
    /// Not available: says to name the type of the value.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) throws -> Never { fatalError("not available") }

    /// Not available: says to name the type of the value.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) async throws -> Never { fatalError("not available") }

    /// Not available: says to name the type of the rows.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) throws -> [Never] { [] }

    /// Not available: says to name the type of the rows.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) async throws -> [Never] { [] }
}

extension FMRow {
    /// Not available: says to name the type of the value.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public func value(_ column: String) throws(FMError) -> Never { fatalError("not available") }
}

extension FMArguments {
    /// Not available: says which calls take values of any type.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "values of Any are for FMDB's calls: executeUpdate(_:values:)")
    public init(_ values: [Any]) { self.init([FMValue]()) }

    /// Not available: says which calls take values of any type.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "values of Any are for FMDB's calls: executeUpdate(_:withParameterDictionary:)")
    public init(_ values: [String: Any]) { self.init([FMValue]()) }
}
