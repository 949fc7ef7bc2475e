import FMDB

// GRDB declares these verbs on records; here they are methods of the database. They are generic, so that none satisfies a requirement of an
// app's protocol.
extension FMModel {
    /// Not available: call the verb on the database.
    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "write `db.insert(&model)`, or `db.insert(model)`, which leaves its key as it is"
    )
    public func insert(_ database: some FMDatabaseAccess) throws {}

    /// Not available: call the verb on the database.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write `db.update(model)`")
    public func update(_ database: some FMDatabaseAccess) throws {}

    /// Not available: call the verb on the database.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write `db.save(&model)`")
    public func save(_ database: some FMDatabaseAccess) throws {}

    /// Not available: call the verb on the database.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write `db.upsert(model)`")
    public func upsert(_ database: some FMDatabaseAccess) throws {}

    /// Not available: call the verb on the database.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write `db.delete(model)`")
    public func delete(_ database: some FMDatabaseAccess) throws {}

    /// Not available: call the verb on the database.
    @available(*, unavailable, message: "write `db.find(Note.self)`, or `db.find(Note.self, id: 7)`")
    public static func find(_ database: some FMDatabaseAccess, id: Any? = nil) throws -> [Self] { [] }

    /// Not available: a verb of GRDB.
    @available(*, unavailable, message: "write `db.find(Note.self)`")
    public static func fetchAll(_ database: some FMDatabaseAccess) throws -> [Self] { [] }

    /// Not available: a verb of GRDB.
    @available(*, unavailable, message: "write `db.first(Note.self) { $0.pages > 3 }`, or `db.find(Note.self, id: 7)`")
    public static func fetchOne(_ database: some FMDatabaseAccess, key: Any? = nil) throws -> Self? { nil }
}
