import Foundation

// Calls of other libraries, and calls that nearly fit. The messages say what to write.

extension FMDatabaseAccess {
    /// Not available: a text that is no literal could contain foreign values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "a String is no SQL: a literal binds \\(values); other text: FMSQL(raw: text)")
    @discardableResult
    public func execute(_ sql: String) throws -> Int { 0 }

    /// Not available: a text that is no literal could contain foreign values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "a String is no SQL: a literal binds \\(values); other text: FMSQL(raw: text)")
    public func query(_ sql: String) throws -> FMResultSet { fatalError("not available") }

    /// Not available: a text that is no literal could contain foreign values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "a String is no SQL: a literal binds \\(values); other text: FMSQL(raw: text)")
    public func value<Value>(_ sql: String, as type: Value.Type) throws -> Value {
        fatalError("not available")
    }

    /// Not available: a text that is no literal could contain foreign values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "a String is no SQL: a literal binds \\(values); other text: FMSQL(raw: text)")
    public func rows<Value>(_ sql: String, as type: Value.Type) throws -> [Value] { [] }

    /// Not available: the values of rows are interpolated.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "interpolate the values: rows(\"… WHERE a = \\(a)\", as: String.self)")
    public func rows<Value>(_ sql: FMSQL, _ first: Any, _ rest: Any?..., as type: Value.Type) throws -> [Value] { [] }

    /// Not available: values are interpolated or listed.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "write execute(\"… VALUES (\\(a), \\(b))\"), or execute(\"… VALUES (?, ?)\", a, b)"
    )
    @discardableResult
    public func execute(_ sql: FMSQL, arguments: [Any]) throws -> Int { 0 }

    /// Not available: values by name belong to the text.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "write execute(FMSQL(raw: \"… VALUES (:a)\", arguments: [\"a\": a]))")
    @discardableResult
    public func execute(_ sql: FMSQL, _ values: [String: Any]) throws -> Int { 0 }
}

extension FMDatabase {
    /// Not available: the block of a database has no argument.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "the block of a database has no argument: db.withTransaction { try db.execute(…) }")
    @discardableResult
    public final func withTransaction<Value>(
        _ kind: TransactionKind = .immediate, _ body: (FMDatabase) throws -> Value
    ) throws -> Value { fatalError("not available") }

    /// Not available: the block of a database has no argument.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "the block of a database has no argument: db.withSavePoint { try db.execute(…) }")
    @discardableResult
    public final func withSavePoint<Value>(_ body: (FMDatabase) throws -> Value) throws -> Value {
        fatalError("not available")
    }

    /// Not available: its name is that of older versions.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "executeUpdate(_:withArgumentsIn:)")
    @discardableResult
    public final func executeUpdate(_ sql: String, withArgumentsInArray values: [Any]) -> Bool { false }

    /// Not available: its name is that of older versions.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "executeQuery(_:withArgumentsIn:)")
    public final func executeQuery(_ sql: String, withArgumentsInArray values: [Any]) -> FMResultSet? { nil }
}

extension FMDatabaseAccess where Self: FMDatabaseCoordinator {
    /// Not available: an error rolls back.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "its block has no rollback: write withTransaction { db in … }, and throw to roll back")
    public func withTransaction(
        _ kind: FMDatabase.TransactionKind = .immediate,
        _ body: (FMDatabase, UnsafeMutablePointer<ObjCBool>) throws -> Void
    ) throws {}
}

extension FMSQL.StringInterpolation {
    /// Not available: SQLite has no such value.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "its type is no FMValueConvertible: interpolate a property, an enumeration's rawValue, or JSON text"
    )
    public mutating func appendInterpolation<Value>(_ value: Value) {}
}

extension FMRow {
    /// Not available: a value has a type.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write try row.value(\"a\", as: String.self)")
    public subscript(_ column: String) -> Any? { nil }

    /// Not available: a value has a type.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write try row.value(at: 0, as: String.self)")
    public subscript(_ index: Int) -> Any? { nil }

    /// Not available: a value has a type.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write try row.value(\"a\", as: String.self)")
    public func string(_ column: String) -> String? { nil }

    /// Not available: a value has a type.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write try row.value(\"a\", as: Int.self)")
    public func int(_ column: String) -> Int { 0 }
}

extension UnsafeMutablePointer where Pointee == ObjCBool {
    /// Not available: its name is that of Swift 2.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "pointee")
    public var memory: Bool {
        get { false }
        nonmutating set {}
    }
}

@_documentation(visibility: internal)
@available(*, unavailable, message: "the old names are now string(forColumn: name), string(forColumnIndex: 0) and so on")
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
    public func longForColumnIndex(_ index: Int32) -> Int { 0 }
    /// Not available.
    public func longLongIntForColumn(_ column: String) -> Int64 { 0 }
    /// Not available.
    public func longLongIntForColumnIndex(_ index: Int32) -> Int64 { 0 }
    /// Not available.
    public func boolForColumn(_ column: String) -> Bool { false }
    /// Not available.
    public func boolForColumnIndex(_ index: Int32) -> Bool { false }
    /// Not available.
    public func doubleForColumn(_ column: String) -> Double { 0 }
    /// Not available.
    public func doubleForColumnIndex(_ index: Int32) -> Double { 0 }
    /// Not available.
    public func dataForColumn(_ column: String) -> Data? { nil }
    /// Not available.
    public func dataForColumnIndex(_ index: Int32) -> Data? { nil }
    /// Not available.
    public func dateForColumn(_ column: String) -> Date? { nil }
    /// Not available.
    public func dateForColumnIndex(_ index: Int32) -> Date? { nil }
    /// Not available.
    public func objectForColumnName(_ column: String) -> Any? { nil }
    /// Not available.
    public func objectForColumnIndex(_ index: Int32) -> Any? { nil }
}

@_documentation(visibility: internal)
@available(*, unavailable, message: "codes are FMResultCode's: catch FMResultCode.constraintUnique")
extension FMError {
    /// Not available.
    public static var busy: FMResultCode { .busy }
    /// Not available.
    public static var constraint: FMResultCode { .constraint }
    /// Not available.
    public static var constraintCheck: FMResultCode { .constraintCheck }
    /// Not available.
    public static var constraintForeignKey: FMResultCode { .constraintForeignKey }
    /// Not available.
    public static var constraintNotNull: FMResultCode { .constraintNotNull }
    /// Not available.
    public static var constraintPrimaryKey: FMResultCode { .constraintPrimaryKey }
    /// Not available.
    public static var constraintUnique: FMResultCode { .constraintUnique }
    /// Not available.
    public static var corrupt: FMResultCode { .corrupt }
    /// Not available.
    public static var locked: FMResultCode { .locked }
    /// Not available.
    public static var notADatabase: FMResultCode { .notADatabase }
}

extension FMResultCode {
    /// Not available: `code` is NSError's number.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "write error.resultCode == .constraint, or error.extendedCode")
    public static func == (code: Int, other: FMResultCode) -> Bool { false }
}
