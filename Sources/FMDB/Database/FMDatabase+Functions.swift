import Foundation

extension FMDatabase {
    /// Makes a Swift closure an SQL function.
    ///
    ///     try db.addFunction("initials", argumentCount: 2) { arguments in
    ///         guard case .text(let first) = arguments[0], case .text(let last) = arguments[1] else { return .null }
    ///         return .text("\(first.prefix(1))\(last.prefix(1))")
    ///     }
    ///
    /// The function belongs to the connection and is gone after ``close()``. Another function of the same name and
    /// number of arguments is replaced. The corresponding C function is
    /// [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, in any case of letters.
    ///   - argumentCount: 0 to 127, or nil for any number.
    ///   - deterministic: whether equal arguments always give an equal result; such a function may be used in an index.
    ///   - body: runs on the thread that uses the database. An error that it throws fails the statement: an `FMError` with
    ///     its code and message, any other with the code `.error` and its description. It must not close the database.
    /// - Throws: `FMError`.
    public func addFunction(
        _ name: String, argumentCount: Int32?, deterministic: Bool = false,
        body: @escaping ([FMValue]) throws -> FMValue
    ) throws(FMError) {
        try opened().register(name, arguments: argumentCount ?? -1, deterministic: deterministic) {
            context, count, cells in
            do {
                let arguments = (0..<Int(count)).map { ValueCoding.value(cells[$0]) ?? .null }
                FunctionResult.set(try body(arguments), context)
            } catch let error as FMError {
                FunctionResult.fail(error.message, context)
                FunctionResult.fail(code: error.extendedCode.rawValue, context)
            } catch {
                FunctionResult.fail(String(describing: error), context)
            }
        }
    }

    /// Makes a Swift closure an SQL function, in FMDB's spelling: the closure gets the context, the number of arguments and
    /// the arguments, to be read and answered with the calls below. Not to answer is NULL. A failure is logged.
    ///
    /// - Parameters:
    ///   - name: the name in SQL, in any case of letters.
    ///   - arguments: the exact number of arguments, or -1 for any.
    ///   - block: the function; ``addFunction(_:argumentCount:deterministic:body:)`` is the safer way.
    public func makeFunctionNamed(
        _ name: String, arguments: Int32,
        block: @escaping (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<UnsafeMutableRawPointer>) -> Void
    ) {
        _ = report { () throws(FMError) in
            try opened().register(name, arguments: arguments, deterministic: false) { context, count, cells in
                // An array of pointers, seen as one of pointers of another type.
                cells.withMemoryRebound(to: UnsafeMutableRawPointer.self, capacity: max(Int(count), 1)) { cells in
                    block(UnsafeMutableRawPointer(context), count, cells)
                }
            }
        }
    }
}

/// Arguments of a function made by ``FMDatabase/makeFunctionNamed(_:arguments:block:)``.
/// The corresponding C functions are [`sqlite3_value_*`](https://sqlite.org/c3ref/value_blob.html).
extension FMDatabase {
    /// The storage class of an argument.
    @discardableResult
    public func valueType(_ argv: UnsafeMutableRawPointer) -> SqliteValueType {
        SqliteValueType(rawValue: FunctionArgument.type(OpaquePointer(argv))) ?? .null
    }

    /// The low 32 bits of an integer; other values are converted by SQLite's rules, NULL is 0.
    @discardableResult
    public func valueInt(_ value: UnsafeMutableRawPointer) -> Int32 { Int32(truncatingIfNeeded: valueLong(value)) }

    /// An integer; other values are converted by SQLite's rules, NULL is 0.
    @discardableResult
    public func valueLong(_ value: UnsafeMutableRawPointer) -> Int64 { FunctionArgument.int64(OpaquePointer(value)) }

    /// A real number; other values are converted by SQLite's rules, NULL is 0.
    @discardableResult
    public func valueDouble(_ value: UnsafeMutableRawPointer) -> Double {
        FunctionArgument.double(OpaquePointer(value))
    }

    /// The bytes of a blob or of text; nil for NULL and for an empty blob.
    @discardableResult
    public func valueData(_ value: UnsafeMutableRawPointer) -> Data? { FunctionArgument.data(OpaquePointer(value)) }

    /// Text, numbers as SQLite writes them; nil for NULL.
    @discardableResult
    public func valueString(_ value: UnsafeMutableRawPointer) -> String? {
        FunctionArgument.string(OpaquePointer(value))
    }
}

/// Results of a function made by ``FMDatabase/makeFunctionNamed(_:arguments:block:)``.
/// The corresponding C functions are [`sqlite3_result_*`](https://sqlite.org/c3ref/result_blob.html).
extension FMDatabase {
    /// Answers NULL.
    public func resultNull(context: UnsafeMutableRawPointer) { FunctionResult.set(.null, OpaquePointer(context)) }

    /// Answers an integer.
    public func resultInt(_ value: Int32, context: UnsafeMutableRawPointer) {
        resultLong(Int64(value), context: context)
    }

    /// Answers an integer.
    public func resultLong(_ value: Int64, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.integer(value), OpaquePointer(context))
    }

    /// Answers a real number.
    public func resultDouble(_ value: Double, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.real(value), OpaquePointer(context))
    }

    /// Answers a blob.
    public func resultData(_ data: Data, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.blob(data), OpaquePointer(context))
    }

    /// Answers text.
    public func resultString(_ value: String, context: UnsafeMutableRawPointer) {
        FunctionResult.set(.text(value), OpaquePointer(context))
    }

    /// Fails the statement with a message.
    public func resultError(_ error: String, context: UnsafeMutableRawPointer) {
        FunctionResult.fail(error, OpaquePointer(context))
    }

    /// Fails the statement with a result code; the message of ``resultError(_:context:)`` before it stays.
    public func resultErrorCode(_ errorCode: Int32, context: UnsafeMutableRawPointer) {
        FunctionResult.fail(code: errorCode, OpaquePointer(context))
    }

    /// Fails the statement for lack of memory.
    public func resultErrorNoMemory(context: UnsafeMutableRawPointer) {
        FunctionResult.failNoMemory(OpaquePointer(context))
    }

    /// Fails the statement because a value is too big.
    public func resultErrorTooBig(context: UnsafeMutableRawPointer) {
        FunctionResult.failTooBig(OpaquePointer(context))
    }
}
