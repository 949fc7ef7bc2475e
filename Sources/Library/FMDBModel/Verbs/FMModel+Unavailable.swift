import FMDB

// GRDB's verbs of records. Here the database has them. They are generic, so that none is taken for the requirement of a client's protocol.
extension FMModel {
    /// Not available: the verb is the database's.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write db.insert(&model), or db.insert(model), which leaves its key as it is")
    public func insert(_ database: some FMDatabaseAccess) throws {}

    /// Not available: the verb is the database's.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write db.update(model)")
    public func update(_ database: some FMDatabaseAccess) throws {}

    /// Not available: the verb is the database's.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write db.save(&model)")
    public func save(_ database: some FMDatabaseAccess) throws {}

    /// Not available: the verb is the database's.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write db.upsert(model)")
    public func upsert(_ database: some FMDatabaseAccess) throws {}

    /// Not available: the verb is the database's.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write db.delete(model)")
    public func delete(_ database: some FMDatabaseAccess) throws {}

    /// Not available: the verb is the database's.
    @available(*, unavailable, message: "write db.find(Note.self), or db.find(Note.self, id: 7)")
    public static func find(_ database: some FMDatabaseAccess, id: Any? = nil) throws -> [Self] { [] }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.find(Note.self)")
    public static func fetchAll(_ database: some FMDatabaseAccess) throws -> [Self] { [] }

    /// Not available: its name is GRDB's.
    @available(*, unavailable, message: "write db.first(Note.self) { $0.pages > 3 }, or db.find(Note.self, id: 7)")
    public static func fetchOne(_ database: some FMDatabaseAccess, key: Any? = nil) throws -> Self? { nil }
}
