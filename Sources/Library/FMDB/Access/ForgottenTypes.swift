// What the compiler says where `as:` is missing, and nothing else tells the type: without these it says that it "failed to produce
// diagnostic for expression". And what it says of calls that other libraries have. They cannot be called, and no call that compiles
// chooses them.

extension FMDatabase {
    /// Not available: says to name the type of the value.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) throws(FMError) -> Never { fatalError("not available") }

    /// Not available: says to name the type of the rows.
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) throws(FMError) -> [Never] { [] }

    /// Not available: rows have no values of any type.
    @available(*, unavailable, message: "write forEachRow, and row.dictionary() in it; or as: a Decodable type")
    public final func rows(_ sql: FMSQL, as type: [String: Any].Type) throws(FMError) -> [[String: Any]] { [] }

    /// Not available: values have types.
    @_disfavoredOverload
    @available(*, unavailable, message: "list the values: execute(sql, a, b); values of Any: executeUpdate(_:values:)")
    @discardableResult
    public final func execute(_ sql: FMSQL, _ values: [Any]) throws(FMError) -> Int { 0 }

    /// Not available: values are interpolated or listed.
    @available(
        *, unavailable, message: "write execute(\"… VALUES (\\(a), \\(b))\"), or execute(\"… VALUES (?, ?)\", a, b)"
    )
    @discardableResult
    public final func execute(sql: String, arguments: [Any] = []) throws(FMError) -> Int { 0 }

    /// Not available: FMDB's block cannot throw.
    @available(
        *, unavailable, message: "its block cannot throw: write withSavePoint { … }, which rolls back for an error"
    )
    public final func inSavePoint(_ block: (UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: its name is SQLite.swift's.
    @available(
        *, unavailable, message: "write execute(\"… VALUES (\\(a), \\(b))\"), or execute(\"… VALUES (?, ?)\", a, b)"
    )
    @discardableResult
    public final func run(_ sql: String, _ values: Any?...) throws(FMError) -> Int { 0 }

    /// Not available: its name is SQLite.swift's.
    @available(*, unavailable, message: "write value(\"SELECT …\", as: Int.self)")
    public final func scalar(_ sql: String, _ values: Any?...) throws(FMError) -> Any? { nil }
}

extension FMDatabaseCoordinator {
    /// Not available: says to name the type of the value.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) throws -> Never { fatalError("not available") }

    /// Not available: says to name the type of the value.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) async throws -> Never { fatalError("not available") }

    /// Not available: says to name the type of the rows.
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) throws -> [Never] { [] }

    /// Not available: says to name the type of the rows.
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) async throws -> [Never] { [] }

    /// Not available: rows have no values of any type.
    @available(*, unavailable, message: "write forEachRow, and row.dictionary() in it; or as: a Decodable type")
    public final func rows(_ sql: FMSQL, as type: [String: Any].Type) throws -> [[String: Any]] { [] }

    /// Not available: values have types.
    @_disfavoredOverload
    @available(*, unavailable, message: "list the values: execute(sql, a, b); values of Any: executeUpdate(_:values:)")
    @discardableResult
    public final func execute(_ sql: FMSQL, _ values: [Any]) throws -> Int { 0 }

    /// Not available: values are interpolated or listed.
    @available(
        *, unavailable, message: "write execute(\"… VALUES (\\(a), \\(b))\"), or execute(\"… VALUES (?, ?)\", a, b)"
    )
    @discardableResult
    public final func execute(sql: String, arguments: [Any] = []) throws -> Int { 0 }

    /// Not available: rows have no values of any type.
    @available(*, unavailable, message: "write forEachRow, and row.dictionary() in it; or as: a Decodable type")
    public final func rows(_ sql: FMSQL, as type: [String: Any].Type) async throws -> [[String: Any]] { [] }

    /// Not available: values have types.
    @_disfavoredOverload
    @available(*, unavailable, message: "list the values: execute(sql, a, b); values of Any: executeUpdate(_:values:)")
    @discardableResult
    public final func execute(_ sql: FMSQL, _ values: [Any]) async throws -> Int { 0 }

    /// Not available: values are interpolated or listed.
    @available(
        *, unavailable, message: "write execute(\"… VALUES (\\(a), \\(b))\"), or execute(\"… VALUES (?, ?)\", a, b)"
    )
    @discardableResult
    public final func execute(sql: String, arguments: [Any] = []) async throws -> Int { 0 }
}

// FMDB's blocks, which end without an error.
extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Not available: FMDB's block cannot throw.
    @available(*, unavailable, message: "its block cannot throw: write withDatabase")
    public func inDatabase(_ block: (FMDatabase) throws -> Void) {}

    /// Not available: FMDB's block cannot throw.
    @available(
        *, unavailable,
        message: "its block cannot throw: write withTransaction { db in … }, which rolls back for an error"
    )
    public func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: FMDB's block cannot throw.
    @available(
        *, unavailable,
        message: "its block cannot throw: write withTransaction(.deferred) { db in … }, which rolls back for an error"
    )
    public func inDeferredTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: FMDB's block cannot throw.
    @available(
        *, unavailable,
        message: "its block cannot throw: write withTransaction(.exclusive) { db in … }, which rolls back for an error"
    )
    public func inExclusiveTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: FMDB's block cannot throw.
    @available(
        *, unavailable,
        message: "its block cannot throw: write withTransaction { db in … }, which rolls back for an error"
    )
    public func inImmediateTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: FMDB's block cannot throw.
    @available(
        *, unavailable,
        message: "its block cannot throw: write withSavePoint { db in … }, which rolls back for an error"
    )
    public func inSavePoint(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}
}

extension FMDatabaseAccess where Self: FMDatabaseQueue {
    /// Not available: a queue has one connection, for reading and writing.
    @available(*, unavailable, message: "a queue has withTransaction, a pool has write")
    @discardableResult
    public func write<Value>(_ body: (FMDatabase) throws -> Value) throws -> Value { fatalError("not available") }

    /// Not available: a queue has one connection, for reading and writing.
    @available(*, unavailable, message: "a queue has withDatabase, a pool has read")
    @discardableResult
    public func read<Value>(_ body: (FMDatabase) throws -> Value) throws -> Value { fatalError("not available") }
}

extension FMSQL {
    /// Not available: says how text of the run time becomes SQL.
    @available(*, unavailable, message: "text that is no literal: FMSQL(raw: text, arguments: [a, b])")
    public init(_ text: String) { self.init(raw: text) }
}

extension FMRow {
    /// Not available: says to name the type of the value.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public func value(_ column: String) throws(FMError) -> Never { fatalError("not available") }
}

extension FMArguments {
    /// Not available: says which calls take values of any type.
    @available(*, unavailable, message: "values of Any are for FMDB's calls: executeUpdate(_:values:)")
    public init(_ values: [Any]) { self.init([FMValue]()) }

    /// Not available: says which calls take values of any type.
    @available(*, unavailable, message: "values of Any are for FMDB's calls: executeUpdate(_:withParameterDictionary:)")
    public init(_ values: [String: Any]) { self.init([FMValue]()) }
}
