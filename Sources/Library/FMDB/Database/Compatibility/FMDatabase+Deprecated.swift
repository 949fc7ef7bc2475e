/// Calls that FMDB has deprecated, and some of its older headers.
extension FMDatabase {
    /// See ``isInTransaction``.
    @available(*, deprecated, renamed: "isInTransaction")
    @discardableResult
    public func inTransaction() -> Bool { isInTransaction }

    /// The version in three groups of four bits, 0x27C for 2.7.12.
    @available(*, deprecated, renamed: "fmdbUserVersion()")
    @discardableResult
    public class func fmdbVersion() -> Int32 {
        fmdbUserVersion().split(separator: ".").reduce(0) { $0 << 4 | min(Int32($1) ?? 0, 15) }
    }

    /// See ``shouldCacheStatements``.
    @available(*, deprecated, message: "set the property shouldCacheStatements")
    public func setShouldCacheStatements(_ value: Bool) { shouldCacheStatements = value }

    /// Like `executeQuery(_:withArgumentsIn:)`; nil means no values.
    @available(*, deprecated, message: "pass an empty array in place of nil")
    @_disfavoredOverload @discardableResult
    public func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]?) -> FMResultSet? {
        executeQuery(sql, withArgumentsIn: arguments ?? [])
    }

    /// Like `executeUpdate(_:withArgumentsIn:)`; nil means no values.
    @available(*, deprecated, message: "pass an empty array in place of nil")
    @_disfavoredOverload @discardableResult
    public func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]?) -> Bool {
        executeUpdate(sql, withArgumentsIn: arguments ?? [])
    }

    /// Whether a table has a column. As in FMDB, the first argument is the column and the second the table, contrary to their labels.
    @available(*, deprecated, renamed: "columnExists(_:inTableWithName:)")
    @discardableResult
    public func columnExists(_ tableName: String, columnName: String) -> Bool {
        columnExists(tableName, inTableWithName: columnName)
    }

    /// See ``makeFunctionNamed(_:arguments:block:)``.
    @available(*, deprecated, renamed: "makeFunctionNamed(_:arguments:block:)")
    public func makeFunctionNamed(
        _ name: String, maximumArguments count: Int32,
        with block: @escaping (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<UnsafeMutableRawPointer>) -> Void
    ) {
        makeFunctionNamed(name, arguments: count, block: block)
    }
}
