import Foundation

extension FMDatabase {
    /// Registers a Swift closure as an SQL function.
    ///
    ///     try db.addFunction("initials", argumentCount: 2) { arguments in
    ///         guard case .text(let first) = arguments[0], case .text(let last) = arguments[1] else { return .null }
    ///         return .text("\(first.prefix(1))\(last.prefix(1))")
    ///     }
    ///
    /// The function belongs to the connection and is removed by ``close()``; a closure that captures its database retains it until then.
    /// Another function of the same name and number of arguments is replaced. See
    /// [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, case-insensitive; 1 to 255 bytes as UTF-8.
    ///   - argumentCount: 0 to 127 (1000 since SQLite 3.48), or nil for any number.
    ///   - deterministic: whether equal arguments always have equal results; such a function may be used in an index.
    ///   - body: runs on the thread that uses the database. An error that it throws fails the statement, and is the
    ///     ``FMError/underlyingError`` of its error. An `FMError` keeps its code and message; any other gets the code `.error` and its
    ///     `errorDescription` or description. It must not close the database.
    /// - Throws: `FMError`: `.misuse` for a name or a number out of range, or if the database is not open; `.busy` if it replaces a
    ///   function while a statement runs.
    public func addFunction(
        _ name: String, argumentCount: Int32?, deterministic: Bool = false,
        body: @escaping ([FMValue]) throws -> FMValue
    ) throws(FMError) {
        try opened().register(
            name, arguments: argumentCount ?? -1, options: deterministic ? .deterministic : [], values: body)
    }

    /// Registers a Swift closure as an SQL function, in FMDB's API;
    /// ``addFunction(_:argumentCount:deterministic:body:)`` is safer. A failure is logged.
    ///
    /// The function belongs to the connection and is gone after ``close()``; a closure that captures its database keeps it alive until
    /// then. See [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, case-insensitive; 1 to 255 bytes as UTF-8.
    ///   - arguments: the exact number of arguments, 0 to 127 (1000 since SQLite 3.48), or -1 for any.
    ///   - block: receives the context, the number of arguments and the arguments, valid during the call. Read them with ``valueType(_:)``
    ///     and similar calls, and set the result with ``resultNull(context:)`` and similar calls. If the block sets no result, the result
    ///     is NULL. The block runs on the thread that uses the database, and must not close the database.
    public func makeFunctionNamed(
        _ name: String, arguments: Int32,
        block: @escaping (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<UnsafeMutableRawPointer>) -> Void
    ) {
        _ = report { () throws(FMError) in
            try opened().register(name, arguments: arguments, options: []) { context, count, cells in
                // Passes the same array with another pointer type.
                cells.withMemoryRebound(to: UnsafeMutableRawPointer.self, capacity: max(Int(count), 1)) { cells in
                    block(UnsafeMutableRawPointer(context), count, cells)
                }
            }
        }
    }
}

/// Arguments of a function registered by ``FMDatabase/makeFunctionNamed(_:arguments:block:)``. See
/// [`sqlite3_value_*`](https://sqlite.org/c3ref/value_blob.html).
extension FMDatabase {
    /// The storage class of an argument of a ``makeFunctionNamed(_:arguments:block:)``, before any conversion. See
    /// [`sqlite3_value_type`](https://sqlite.org/c3ref/value_blob.html).
    @discardableResult
    public func valueType(_ argv: UnsafeMutableRawPointer) -> SqliteValueType {
        SqliteValueType(rawValue: FunctionArgument.type(OpaquePointer(argv))) ?? .null
    }

    /// The low 32 bits of ``valueLong(_:)``.
    @discardableResult
    public func valueInt(_ value: UnsafeMutableRawPointer) -> Int32 { Int32(truncatingIfNeeded: valueLong(value)) }

    /// An argument of a ``makeFunctionNamed(_:arguments:block:)`` as an integer of 64 bits. Other values are converted by SQLite's rules,
    /// NULL is 0. See [`sqlite3_value_int64`](https://sqlite.org/c3ref/value_blob.html).
    @discardableResult
    public func valueLong(_ value: UnsafeMutableRawPointer) -> Int64 { FunctionArgument.int64(OpaquePointer(value)) }

    /// An argument of a ``makeFunctionNamed(_:arguments:block:)`` as a real number. Other values are converted by SQLite's rules, NULL is
    /// 0. See [`sqlite3_value_double`](https://sqlite.org/c3ref/value_blob.html).
    @discardableResult
    public func valueDouble(_ value: UnsafeMutableRawPointer) -> Double {
        FunctionArgument.double(OpaquePointer(value))
    }

    /// A copy of the bytes of an argument of a ``makeFunctionNamed(_:arguments:block:)``, a blob or text; nil for NULL and for an empty
    /// blob. See [`sqlite3_value_blob`](https://sqlite.org/c3ref/value_blob.html).
    @discardableResult
    public func valueData(_ value: UnsafeMutableRawPointer) -> Data? { FunctionArgument.data(OpaquePointer(value)) }

    /// An argument of a ``makeFunctionNamed(_:arguments:block:)`` as text, with a number converted by SQLite; nil for NULL, and for a blob
    /// that is not UTF-8. See [`sqlite3_value_text`](https://sqlite.org/c3ref/value_blob.html).
    @discardableResult
    public func valueString(_ value: UnsafeMutableRawPointer) -> String? {
        FunctionArgument.string(OpaquePointer(value))
    }
}

/// Results of a function registered by ``FMDatabase/makeFunctionNamed(_:arguments:block:)``. See
/// [`sqlite3_result_*`](https://sqlite.org/c3ref/result_blob.html).
extension FMDatabase {
    /// Returns NULL from the function whose block received the context. See
    /// [`sqlite3_result_null`](https://sqlite.org/c3ref/result_blob.html).
    public func resultNull(context: UnsafeMutableRawPointer) { FunctionResult.set(.null, OpaquePointer(context)) }

    /// Returns an integer from the function whose block received the context. See
    /// [`sqlite3_result_int64`](https://sqlite.org/c3ref/result_blob.html).
    public func resultInt(_ value: Int32, context: UnsafeMutableRawPointer) {
        resultLong(Int64(value), context: context)
    }

    /// Returns an integer of 64 bits from the function whose block received the context. See
    /// [`sqlite3_result_int64`](https://sqlite.org/c3ref/result_blob.html).
    public func resultLong(_ value: Int64, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.integer(value), OpaquePointer(context))
    }

    /// Returns a real number from the function whose block received the context. NaN becomes NULL. See
    /// [`sqlite3_result_double`](https://sqlite.org/c3ref/result_blob.html).
    public func resultDouble(_ value: Double, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.real(value), OpaquePointer(context))
    }

    /// Returns a blob, which SQLite copies, from the function whose block received the context. See
    /// [`sqlite3_result_blob64`](https://sqlite.org/c3ref/result_blob.html).
    public func resultData(_ data: Data, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.blob(data), OpaquePointer(context))
    }

    /// Returns text, which SQLite copies, from the function whose block received the context. See
    /// [`sqlite3_result_text64`](https://sqlite.org/c3ref/result_blob.html).
    public func resultString(_ value: String, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.text(value), OpaquePointer(context))
    }

    /// Fails the statement with a message, from the function whose block received the context. See
    /// [`sqlite3_result_error`](https://sqlite.org/c3ref/result_blob.html).
    public func resultError(_ error: String, context: UnsafeMutableRawPointer) {
        FunctionResult.fail(error, OpaquePointer(context))
    }

    /// Fails the statement with a primary or extended code, from the function whose block received the context. A code that is not an error
    /// becomes 1, the generic error. The message of an earlier ``resultError(_:context:)`` is kept. See
    /// [`sqlite3_result_error_code`](https://sqlite.org/c3ref/result_blob.html).
    public func resultErrorCode(_ errorCode: Int32, context: UnsafeMutableRawPointer) {
        FunctionResult.fail(code: errorCode, OpaquePointer(context))
    }

    /// Fails the statement for lack of memory, from the function whose block received the context. See
    /// [`sqlite3_result_error_nomem`](https://sqlite.org/c3ref/result_blob.html).
    public func resultErrorNoMemory(context: UnsafeMutableRawPointer) {
        FunctionResult.failNoMemory(OpaquePointer(context))
    }

    /// Fails the statement because a value is too big, from the function whose block received the context. See
    /// [`sqlite3_result_error_toobig`](https://sqlite.org/c3ref/result_blob.html).
    public func resultErrorTooBig(context: UnsafeMutableRawPointer) {
        FunctionResult.failTooBig(OpaquePointer(context))
    }
}
