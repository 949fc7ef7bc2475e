import Foundation

/// The accessors that take a column's index also exist for its name, case-insensitive. For an unknown name they return 0, false or nil, and
/// log a warning.
extension FMResultSet {
    /// See ``int(forColumnIndex:)``.
    @discardableResult
    public func int(forColumn columnName: String) -> Int32 { int(forColumnIndex: index(columnName)) }

    /// See ``long(forColumnIndex:)``.
    @discardableResult
    public func long(forColumn columnName: String) -> Int {
        Int(truncatingIfNeeded: longLongInt(forColumn: columnName))
    }

    // Three functions compile to the same code. The compiler keeps one of them, and the others jump to it. `@inline(never)` makes the
    // compiler keep this one.
    /// See ``longLongInt(forColumnIndex:)``.
    @discardableResult @inline(never)
    public func longLongInt(forColumn columnName: String) -> Int64 { longLongInt(forColumnIndex: index(columnName)) }

    /// See ``unsignedLongLongInt(forColumnIndex:)``.
    @discardableResult
    public func unsignedLongLongInt(forColumn columnName: String) -> UInt64 {
        UInt64(bitPattern: longLongInt(forColumn: columnName))
    }

    /// See ``bool(forColumnIndex:)``.
    @discardableResult
    public func bool(forColumn columnName: String) -> Bool { bool(forColumnIndex: index(columnName)) }

    /// See ``double(forColumnIndex:)``.
    @discardableResult
    public func double(forColumn columnName: String) -> Double { double(forColumnIndex: index(columnName)) }

    /// See ``string(forColumnIndex:)``.
    @discardableResult
    public func string(forColumn columnName: String) -> String? { string(forColumnIndex: index(columnName)) }

    /// See ``date(forColumnIndex:)``.
    @discardableResult
    public func date(forColumn columnName: String) -> Date? { date(forColumnIndex: index(columnName)) }

    /// See ``data(forColumnIndex:)``.
    @discardableResult
    public func data(forColumn columnName: String) -> Data? { data(forColumnIndex: index(columnName)) }

    /// See ``dataNoCopy(forColumnIndex:)``.
    @discardableResult
    public func dataNoCopy(forColumn columnName: String) -> Data? { dataNoCopy(forColumnIndex: index(columnName)) }

    /// See ``utf8String(forColumnIndex:)``.
    @discardableResult
    public func utf8String(forColumn columnName: String) -> UnsafePointer<UInt8>? {
        utf8String(forColumnIndex: index(columnName))
    }

    /// See ``object(forColumnIndex:)``.
    @discardableResult
    public func object(forColumn columnName: String) -> Any? { object(forColumnIndex: index(columnName)) }

    /// See ``type(forColumnIndex:)``.
    @discardableResult
    public func type(forColumn columnName: String) -> SqliteValueType { type(forColumnIndex: index(columnName)) }

    /// See ``columnIndexIsNull(_:)``.
    @discardableResult
    public func columnIsNull(_ columnName: String) -> Bool { columnIndexIsNull(index(columnName)) }

    /// The same as ``object(forColumn:)``.
    public subscript(columnName: String) -> Any? { object(forColumn: columnName) }

    /// See ``utf8String(forColumn:)``.
    @available(*, deprecated, renamed: "utf8String(forColumn:)")
    @discardableResult
    public func utf8String(forColumnName columnName: String) -> UnsafePointer<UInt8>? {
        utf8String(forColumn: columnName)
    }

    /// See ``object(forColumn:)``.
    @available(*, deprecated, renamed: "object(forColumn:)")
    @discardableResult
    public func object(forColumnName columnName: String) -> Any? { object(forColumn: columnName) }
}

// MARK: - Whole rows

extension FMResultSet {
    /// A copy of the current row: column names as written in the query, values as ``object(forColumnIndex:)``. If several columns share a
    /// name, the last one is used. nil, and a warning in the log, if there is no current row.
    public var resultDictionary: [AnyHashable: Any]? { currentNames?.objectColumns.mapValues { object($0) } }

    /// Like ``resultDictionary``, with names in lower case.
    @available(*, deprecated, renamed: "resultDictionary")
    @discardableResult
    public func resultDict() -> [AnyHashable: Any]? {
        guard let names = currentNames?.names else { return nil }
        return Dictionary(
            names.enumerated().map { (AnyHashable($1.lowercased()), object(Int32($0))) }, uniquingKeysWith: { $1 })
    }

    private var currentNames: ColumnNames? {
        if hasAnotherRow() { return cursor.columnNames }
        parentDB?.logWarning("resultDictionary needs a current row: call next() first", sql: query)
        return nil
    }

    /// Sets each column that is not NULL as a string property of an object.
    ///
    /// - Parameter object: on Apple platforms any `NSObject`, by key-value coding. Elsewhere an `NSMutableDictionary`,
    ///   or an object that conforms to ``FMKeyValueSettable``; other objects are not changed.
    public func kvcMagic(_ object: Any) {
        guard hasAnotherRow() else { return warnOfMissingRow() }
        for (index, name) in cursor.columnNames.names.enumerated() {
            guard let text = cursor.string(Int32(index)) else { continue }
            if let dictionary = object as? NSMutableDictionary {
                dictionary[name] = text
            } else if let settable = object as? any FMKeyValueSettable {
                settable.setValue(text, forKey: name)
            } else {
                #if canImport(ObjectiveC)
                    // A cast to `NSObject` also boxes structs and strings. Setting a property of such a box raises an exception.
                    if Swift.type(of: object) is NSObject.Type { (object as? NSObject)?.setValue(text, forKey: name) }
                #endif
            }
        }
    }
}

/// An object whose properties ``FMResultSet/kvcMagic(_:)`` can set by name on platforms without key-value coding.
public protocol FMKeyValueSettable: AnyObject, FMNonisolated {
    /// Sets a value by name. It should ignore unknown names.
    func setValue(_ value: Any?, forKey key: String)
}
