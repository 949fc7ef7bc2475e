// Unavailable overloads. Some match calls without `as:` whose type cannot be inferred: without these overloads, the
// compiler reports "failed to produce diagnostic for expression". Others match calls that other libraries have. No call
// that compiles selects any of them.

extension FMDatabase {
    /// Not available: the type of the value is missing.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) throws(FMError) -> Never { fatalError("not available") }

    /// Not available: the type of the rows is missing.
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) throws(FMError) -> [Never] { [] }

    /// Not available: `rows` cannot read `[String: Any]`.
    @available(
        *, unavailable,
        message: "write `forEachRow` and call `row.dictionary()` in its block, or pass a Decodable type to as:"
    )
    public final func rows(_ sql: FMSQL, as type: [String: Any].Type) throws(FMError) -> [[String: Any]] { [] }

    /// Not available: the modern calls take no values of type `Any`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "pass the values one by one: execute(sql, a, b); for [Any], use executeUpdate(_:values:)"
    )
    @discardableResult
    public final func execute(_ sql: FMSQL, _ values: [Any]) throws(FMError) -> Int { 0 }

    /// Not available: values are interpolated, or passed as separate arguments.
    @available(
        *, unavailable, message: "write `execute(\"… VALUES (\\(a), \\(b))\")`, or `execute(\"… VALUES (?, ?)\", a, b)`"
    )
    @discardableResult
    public final func execute(sql: String, arguments: [Any] = []) throws(FMError) -> Int { 0 }

    /// Not available: the block of FMDB's method cannot throw.
    @available(
        *, unavailable,
        message: "this block cannot throw: write `withSavePoint { … }`, which rolls back if its block throws"
    )
    public final func inSavePoint(_ block: (UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: the SQLite.swift name for `execute`.
    @available(
        *, unavailable, message: "write `execute(\"… VALUES (\\(a), \\(b))\")`, or `execute(\"… VALUES (?, ?)\", a, b)`"
    )
    @discardableResult
    public final func run(_ sql: String, _ values: Any?...) throws(FMError) -> Int { 0 }

    /// Not available: the SQLite.swift name for `value`.
    @available(*, unavailable, message: "write `value(\"SELECT …\", as: Int.self)`")
    public final func scalar(_ sql: String, _ values: Any?...) throws(FMError) -> Any? { nil }
}

extension FMDatabaseCoordinator {
    /// Not available: the type of the value is missing.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) throws -> Never { fatalError("not available") }

    /// Not available: the type of the value is missing.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public final func value(_ sql: FMSQL) async throws -> Never { fatalError("not available") }

    /// Not available: the type of the rows is missing.
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) throws -> [Never] { [] }

    /// Not available: the type of the rows is missing.
    @available(*, unavailable, message: "name the type of the rows: as: String.self")
    public final func rows(_ sql: FMSQL) async throws -> [Never] { [] }

    /// Not available: `rows` cannot read `[String: Any]`.
    @available(
        *, unavailable,
        message: "write `forEachRow` and call `row.dictionary()` in its block, or pass a Decodable type to as:"
    )
    public final func rows(_ sql: FMSQL, as type: [String: Any].Type) throws -> [[String: Any]] { [] }

    /// Not available: the modern calls take no values of type `Any`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "pass the values one by one: execute(sql, a, b); for [Any], use executeUpdate(_:values:)"
    )
    @discardableResult
    public final func execute(_ sql: FMSQL, _ values: [Any]) throws -> Int { 0 }

    /// Not available: values are interpolated, or passed as separate arguments.
    @available(
        *, unavailable, message: "write `execute(\"… VALUES (\\(a), \\(b))\")`, or `execute(\"… VALUES (?, ?)\", a, b)`"
    )
    @discardableResult
    public final func execute(sql: String, arguments: [Any] = []) throws -> Int { 0 }

    /// Not available: `rows` cannot read `[String: Any]`.
    @available(
        *, unavailable,
        message: "write `forEachRow` and call `row.dictionary()` in its block, or pass a Decodable type to as:"
    )
    public final func rows(_ sql: FMSQL, as type: [String: Any].Type) async throws -> [[String: Any]] { [] }

    /// Not available: the modern calls take no values of type `Any`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "pass the values one by one: execute(sql, a, b); for [Any], use executeUpdate(_:values:)"
    )
    @discardableResult
    public final func execute(_ sql: FMSQL, _ values: [Any]) async throws -> Int { 0 }

    /// Not available: values are interpolated, or passed as separate arguments.
    @available(
        *, unavailable, message: "write `execute(\"… VALUES (\\(a), \\(b))\")`, or `execute(\"… VALUES (?, ?)\", a, b)`"
    )
    @discardableResult
    public final func execute(sql: String, arguments: [Any] = []) async throws -> Int { 0 }
}

// Overloads of FMDB's `in…` methods for blocks that throw, which FMDB's methods do not accept.
extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Not available: the block of FMDB's method cannot throw.
    @available(*, unavailable, message: "this block cannot throw: write `withDatabase`, whose block can")
    public func inDatabase(_ block: (FMDatabase) throws -> Void) {}

    /// Not available: the block of FMDB's method cannot throw.
    @available(
        *, unavailable,
        message: "this block cannot throw: write `withTransaction { db in … }`, which rolls back if its block throws"
    )
    public func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: the block of FMDB's method cannot throw.
    @available(
        *, unavailable,
        message:
            "this block cannot throw: write `withTransaction(.deferred) { db in … }`, which rolls back if its block throws"
    )
    public func inDeferredTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: the block of FMDB's method cannot throw.
    @available(
        *, unavailable,
        message:
            "this block cannot throw: write `withTransaction(.exclusive) { db in … }`, which rolls back if its block throws"
    )
    public func inExclusiveTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: the block of FMDB's method cannot throw.
    @available(
        *, unavailable,
        message: "this block cannot throw: write `withTransaction { db in … }`, which rolls back if its block throws"
    )
    public func inImmediateTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: the block of FMDB's method cannot throw.
    @available(
        *, unavailable,
        message: "this block cannot throw: write `withSavePoint { db in … }`, which rolls back if its block throws"
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
    /// Not available: a `String` becomes SQL only by `FMSQL(raw:arguments:)`.
    @available(*, unavailable, message: "a String is not SQL: write `FMSQL(raw: text, arguments: [a, b])`")
    public init(_ text: String) { self.init(raw: text) }
}

extension FMRow {
    /// Not available: the type of the value is missing.
    @available(*, unavailable, message: "name the type of the value: as: Int.self")
    public func value(_ column: String) throws(FMError) -> Never { fatalError("not available") }
}

extension FMArguments {
    /// Not available: only FMDB's calls take values of type `Any`.
    @available(*, unavailable, message: "only FMDB's calls take values of type Any: write `executeUpdate(_:values:)`")
    public init(_ values: [Any]) { self.init([FMValue]()) }

    /// Not available: only FMDB's calls take values of type `Any`.
    @available(
        *, unavailable,
        message: "only FMDB's calls take values of type Any: write `executeUpdate(_:withParameterDictionary:)`"
    )
    public init(_ values: [String: Any]) { self.init([FMValue]()) }
}
