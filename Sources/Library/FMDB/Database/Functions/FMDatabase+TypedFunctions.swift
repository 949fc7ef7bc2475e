extension FMDatabase {
    /// Registers a Swift closure over values of Swift types, up to six, as an SQL function. The number of its parameters is the number of
    /// arguments in SQL.
    ///
    ///     try db.addFunction("distance", options: .deterministic) { (a: Double, b: Double) in abs(a - b) }
    ///     try db.addFunction("initial") { (name: String?) in name?.first.map { String($0) } }
    ///     let near = try db.rows("SELECT name FROM place WHERE distance(x, \(x)) < 5", as: String.self)
    ///
    /// An optional parameter takes NULL as nil. NULL for a non-optional parameter, or a value that cannot be converted to the parameter's
    /// type, fails the statement with the code `.mismatch`. The message names the function, the number of the argument, and the types.
    ///
    /// The function belongs to the connection and is removed by ``close()``; a closure that captures its database retains it until then. A
    /// queue or a pool registers its functions in ``FMDatabaseCoordinator/Configuration-swift.struct/configure``, which sets up each of its
    /// connections. Another function of the same name and number of arguments is replaced. See
    /// [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, case-insensitive; 1 to 255 bytes as UTF-8.
    ///   - options: what SQLite may do with the function. Default: none.
    ///   - body: runs on the thread that uses the database. An error that it throws fails the statement, and is the
    ///     ``FMError/underlyingError`` of its error. An `FMError` keeps its code and message; any other gets the code `.error` and its
    ///     `errorDescription` or description. It may use the database but must not close it.
    /// - Throws: `FMError`. `.misuse` for a name out of range, or if the database is not open; `.busy` if it replaces a function while a
    ///   statement runs. `.notSupported` for an option that the linked SQLite lacks.
    public func addFunction<A1: FMValueConvertible, Result: FMValueConvertible>(
        _ name: String, options: FMFunctionOptions = [], body: @escaping (A1) throws -> Result
    ) throws(FMError) {
        try register(name, 1, options) { try body($0.next()) }
    }

    /// Registers a Swift closure over any number of values as an SQL function.
    ///
    ///     try db.addFunction("filled") { (values: [FMValue]) in values.count { !$0.isNull } }
    ///
    /// See the overload for a closure over one value.
    public func addFunction<Result: FMValueConvertible>(
        _ name: String, options: FMFunctionOptions = [], body: @escaping ([FMValue]) throws -> Result
    ) throws(FMError) {
        try opened().register(name, arguments: -1, options: options) { values in try body(values).fmValue }
    }

    /// Registers a Swift closure over a given number of values as an SQL function, with options.
    ///
    ///     try db.addFunction("launch", argumentCount: 1, options: .directOnly) { values in … }
    ///
    /// See ``addFunction(_:argumentCount:deterministic:body:)``. It throws `.notSupported`, too, for an option that the linked SQLite
    /// lacks.
    public func addFunction(
        _ name: String, argumentCount: Int32?, options: FMFunctionOptions, body: @escaping ([FMValue]) throws -> FMValue
    ) throws(FMError) {
        try opened().register(name, arguments: argumentCount ?? -1, options: options, values: body)
    }

    /// Removes a function or an aggregate function that you registered, and releases its closure.
    ///
    /// Do not use it for SQLite's own functions: if you remove `upper`, for example, its calls fail.
    ///
    /// Until the connection is closed, calls with this number of arguments find no other function of that name. This includes a function of
    /// SQLite that yours replaced, and one that you registered for any number of arguments. See
    /// [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, case-insensitive.
    ///   - argumentCount: the number of arguments that it was registered with; nil for any number.
    /// - Throws: `FMError`: `.busy` while a statement runs, `.misuse` for a name or a number out of range and for a database that
    ///   is not open.
    public func removeFunction(_ name: String, argumentCount: Int32?) throws(FMError) {
        try opened().removeFunction(name, arguments: argumentCount ?? -1)
    }
}
