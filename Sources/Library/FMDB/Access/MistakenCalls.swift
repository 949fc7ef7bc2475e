import Foundation

// Unavailable overloads for calls of other libraries, and for calls with a common mistake. Each message says what to
// write instead.

extension FMDatabaseAccess {
    /// Not available: a `String` that is not a literal could contain untrusted values.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "a String is not SQL: write a string literal, which binds `\\(values)`, or use `FMSQL(raw: text)`"
    )
    @discardableResult
    public func execute(_ sql: String) throws -> Int { 0 }

    /// Not available: a `String` that is not a literal could contain untrusted values.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "a String is not SQL: write a string literal, which binds `\\(values)`, or use `FMSQL(raw: text)`"
    )
    public func query(_ sql: String) throws -> FMResultSet { fatalError("not available") }

    /// Not available: a `String` that is not a literal could contain untrusted values.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "a String is not SQL: write a string literal, which binds `\\(values)`, or use `FMSQL(raw: text)`"
    )
    public func value<Value>(_ sql: String, as type: Value.Type) throws -> Value {
        fatalError("not available")
    }

    /// Not available: a `String` that is not a literal could contain untrusted values.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "a String is not SQL: write a string literal, which binds `\\(values)`, or use `FMSQL(raw: text)`"
    )
    public func rows<Value>(_ sql: String, as type: Value.Type) throws -> [Value] { [] }

    // Not disfavored, so that the compiler prefers these to the String overloads if the SQL is a literal.
    /// Not available: the type does not convert from a SQLite value.
    @available(
        *, unavailable, message: "as: takes a type that conforms to FMValueConvertible; rows also takes Decodable types"
    )
    public func value<Value>(_ sql: FMSQL, as type: Value.Type) throws -> Value { fatalError("not available") }

    /// Not available: the type cannot be read from a row.
    @available(
        *, unavailable,
        message:
            "as: takes a type that conforms to Decodable or FMValueConvertible, or a tuple of FMValueConvertible types"
    )
    public func rows<Value>(_ sql: FMSQL, as type: Value.Type) throws -> [Value] { [] }

    /// Not available: `query` returns a result set, not an array.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "query returns a result set: write `rows(\"SELECT …\", as: String.self)` or `forEachRow`"
    )
    public func query<Value>(_ sql: FMSQL) throws -> [Value] { [] }

    /// Not available: the SQLite.swift name for `execute`.
    @_disfavoredOverload
    @available(*, unavailable, renamed: "execute(_:)")
    @discardableResult
    public func exec(_ sql: FMSQL) throws -> Int { 0 }

    /// Not available: the SQLite.swift name for `withTransaction`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write withTransaction")
    public func transaction(_ body: (FMDatabase) throws -> Void) throws {}

    /// Not available: the SQLite.swift name for `withTransaction`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write withTransaction")
    public func transaction(_ body: (()) throws -> Void) throws {}

    /// Not available: `rows` takes values by interpolation only.
    @_disfavoredOverload
    @available(*, unavailable, message: "interpolate the values: rows(\"… WHERE a = \\(a)\", as: String.self)")
    public func rows<Value>(_ sql: FMSQL, _ first: Any, _ rest: Any?..., as type: Value.Type) throws -> [Value] { [] }

    /// Not available: values are interpolated, or passed as separate arguments.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "write `execute(\"… VALUES (\\(a), \\(b))\")`, or `execute(\"… VALUES (?, ?)\", a, b)`"
    )
    @discardableResult
    public func execute(_ sql: FMSQL, arguments: [Any]) throws -> Int { 0 }

    /// Not available: values for named parameters are part of the `FMSQL`.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `execute(FMSQL(raw: \"… VALUES (:a)\", arguments: [\"a\": a]))`")
    @discardableResult
    public func execute(_ sql: FMSQL, _ values: [String: Any]) throws -> Int { 0 }
}

extension FMDatabase {
    /// Not available: the block of `FMDatabase.withTransaction` has no parameter.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "the block of FMDatabase.withTransaction has no parameter: write `db.withTransaction { try db.execute(…) }`"
    )
    @discardableResult
    public final func withTransaction<Value>(
        _ kind: TransactionKind = .immediate, _ body: (FMDatabase) throws -> Value
    ) throws -> Value { fatalError("not available") }

    /// Not available: FMDB's name before Swift 3.
    @available(*, unavailable, renamed: "executeUpdate(_:withArgumentsIn:)")
    @discardableResult
    public final func executeUpdate(_ sql: String, withArgumentsInArray values: [Any]) -> Bool { false }

    /// Not available: FMDB's name before Swift 3.
    @available(*, unavailable, renamed: "executeQuery(_:withArgumentsIn:)")
    public final func executeQuery(_ sql: String, withArgumentsInArray values: [Any]) -> FMResultSet? { nil }
}

// FMDB's methods with argument labels of other libraries, and methods that a queue has and a database lacks.
extension FMDatabaseAccess where Self: FMDatabase {
    /// Not available: the argument label is GRDB's.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "for named parameters, write `executeUpdate(sql, withParameterDictionary: [\"a\": a])`"
    )
    @discardableResult
    public func executeUpdate(_ sql: String, arguments: [String: Any]) throws -> Bool { false }

    /// Not available: the argument label is GRDB's.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `executeUpdate(sql, values: [a, b])`")
    @discardableResult
    public func executeUpdate(_ sql: String, arguments: [Any]) throws -> Bool { false }

    /// Not available: the argument label is GRDB's.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "for named parameters, write `executeQuery(sql, withParameterDictionary: [\"a\": a])`"
    )
    public func executeQuery(_ sql: String, arguments: [String: Any]) throws -> FMResultSet? { nil }

    /// Not available: the argument label is GRDB's.
    @_disfavoredOverload
    @available(*, unavailable, message: "write `executeQuery(sql, values: [a, b])`")
    public func executeQuery(_ sql: String, arguments: [Any]) throws -> FMResultSet? { nil }

    /// Not available: only queues and pools have `inTransaction` with a block.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "only a queue or pool has inTransaction with a block: write `db.withTransaction { try db.execute(…) }`"
    )
    public func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void) {}

    /// Not available: the key is set after the database is opened.
    @_disfavoredOverload
    @available(*, unavailable, message: "set the key after open(): db.setKey(text), or try db.unlock(key: text)")
    public init(path: String?, key: String) { fatalError("not available") }
}

@available(
    *, unavailable,
    message: "executeUpdate is a method of FMDatabase: write `withDatabase { db in try db.executeUpdate(…) }`"
)
extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Not available.
    @_disfavoredOverload @discardableResult
    public func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool { false }
    /// Not available.
    @_disfavoredOverload @discardableResult
    public func executeUpdate(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]) -> Bool { false }
    /// Not available.
    @_disfavoredOverload
    public func executeUpdate(_ sql: String, values: [Any]?) throws {}
}

@available(
    *, unavailable,
    message: "executeQuery is a method of FMDatabase: write `withDatabase { db in try db.executeQuery(…) }`"
)
extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Not available.
    @_disfavoredOverload
    public func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]) -> FMResultSet? { nil }
    /// Not available.
    @_disfavoredOverload
    public func executeQuery(_ sql: String, withParameterDictionary: [AnyHashable: Any]?) -> FMResultSet? { nil }
    /// Not available.
    @_disfavoredOverload
    public func executeQuery(_ sql: String, values: [Any]?) throws -> FMResultSet { fatalError("not available") }
}

extension FMDatabaseCoordinator.Configuration {
    /// Not available: the key is set for each connection in `configure`.
    @available(
        *, unavailable,
        message: "set the key in configure: configuration.configure = { db in try db.unlock(key: text) }"
    )
    public var key: String? {
        get { nil }
        set {}
    }

    /// Not available: the properties are set one by one.
    @available(
        *, unavailable,
        message:
            "set the properties one by one: var configuration = Configuration(), then configuration.foreignKeys = true"
    )
    public init(
        label: String? = nil, foreignKeys: Bool? = nil, busyTimeout: Duration? = nil, maximumReaders: Int = 4,
        configure: (@Sendable (FMDatabase) throws -> Void)? = nil
    ) { self.init() }
}

// The parameter type `(())` accepts a block without a parameter, as `()` does. With `()`, the compiler would report a
// mistake inside a block `{ db in … }` as a wrong parameter. With `(())` it reports the mistake.
extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Not available: the key is set for each connection in `configure`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "set the key in configure: configuration.configure = { db in try db.unlock(key: text) }"
    )
    public init(path: String?, key: String) throws { fatalError("not available") }

    /// Not available: the block needs a parameter for the database.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "the block needs a parameter for the database: write `withDatabase { db in try db.execute(…) }`"
    )
    @discardableResult
    public func withDatabase<Value>(_ body: (()) throws -> Value) throws -> Value { fatalError("not available") }

    /// Not available: the block needs a parameter for the database.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "the block needs a parameter for the database: write `withTransaction { db in try db.execute(…) }`"
    )
    @discardableResult
    public func withTransaction<Value>(
        _ kind: FMDatabase.TransactionKind = .immediate, _ body: (()) throws -> Value
    ) throws -> Value { fatalError("not available") }

    /// Not available: the block needs a parameter for the database.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "the block needs a parameter for the database: write `withSavePoint { db in try db.execute(…) }`"
    )
    @discardableResult
    public func withSavePoint<Value>(_ body: (()) throws -> Value) throws -> Value { fatalError("not available") }

    /// Not available: the block has no rollback parameter; an error rolls back.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "the block has no rollback parameter: write `withTransaction { db in … }`, and throw to roll back"
    )
    public func withTransaction(
        _ kind: FMDatabase.TransactionKind = .immediate,
        _ body: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void
    ) throws {}
}

extension FMSQL.StringInterpolation {
    /// Not available: the type does not convert to a SQLite value.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "the type does not conform to FMValueConvertible: interpolate a property, an enum's rawValue, or a JSON string"
    )
    public mutating func appendInterpolation<Value>(_ value: Value) {}
}

extension FMRow {
    /// Not available: the type of the value is missing.
    @available(*, unavailable, message: "name the type: `try row.value(\"a\", as: String.self)`")
    public subscript(_ column: String) -> Any? { nil }

    /// Not available: the type of the value is missing.
    @available(*, unavailable, message: "name the type: `try row.value(\"a\", as: String.self)`")
    public func string(_ column: String) -> String? { nil }
}

extension UnsafeMutablePointer where Pointee == ObjCBool {
    /// Not available: the Swift 2 name of `pointee`.
    @available(*, unavailable, renamed: "pointee")
    public var memory: Bool {
        get { false }
        nonmutating set {}
    }
}

@available(
    *, unavailable, message: "the old names are now string(forColumn: name), string(forColumnIndex: 0) and so on"
)
extension FMResultSet {
    /// Not available.
    public func stringForColumn(_ column: String) -> String? { nil }
    /// Not available.
    public func stringForColumnIndex(_ index: Int32) -> String? { nil }
    /// Not available.
    public func intForColumn(_ column: String) -> Int32 { 0 }
    /// Not available.
    public func intForColumnIndex(_ index: Int32) -> Int32 { 0 }
    /// Not available.
    public func longForColumn(_ column: String) -> Int { 0 }
    /// Not available.
    public func boolForColumn(_ column: String) -> Bool { false }
    /// Not available.
    public func doubleForColumn(_ column: String) -> Double { 0 }
    /// Not available.
    public func dataForColumn(_ column: String) -> Data? { nil }
    /// Not available.
    public func dateForColumn(_ column: String) -> Date? { nil }
    /// Not available.
    public func objectForColumnName(_ column: String) -> Any? { nil }
}

@available(*, unavailable, message: "the codes are members of FMResultCode: catch FMResultCode.constraintUnique")
extension FMError {
    /// Not available.
    public static var busy: FMResultCode { .busy }
    /// Not available.
    public static var constraint: FMResultCode { .constraint }
    /// Not available.
    public static var constraintForeignKey: FMResultCode { .constraintForeignKey }
    /// Not available.
    public static var constraintNotNull: FMResultCode { .constraintNotNull }
    /// Not available.
    public static var constraintUnique: FMResultCode { .constraintUnique }
}

extension FMResultCode {
    /// Not available: `code` is an `Int`, as in `NSError`.
    @available(*, unavailable, message: "write `error.resultCode == .constraint`, or compare `error.extendedCode`")
    public static func == (code: Int, other: FMResultCode) -> Bool { false }
}
