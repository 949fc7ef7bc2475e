extension FMDatabase {
    /// Registers a Swift type as an SQL aggregate function over one value; as a window function, too, if it is an ``FMWindowAggregate``.
    ///
    ///     try db.addAggregate("geometric_mean", GeometricMean.self)
    ///
    /// NULL for a non-optional parameter, or a value that cannot be converted to the parameter's type, fails the statement with the code
    /// `.mismatch`. The message names the function, the number of the argument, and the types. The function belongs to the connection and
    /// is removed by ``close()``. Queues and pools register their functions in
    /// ``FMDatabaseCoordinator/Configuration-swift.struct/configure``. See
    /// [`sqlite3_create_window_function`](https://sqlite.org/c3ref/create_function.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, case-insensitive; 1 to 255 bytes as UTF-8.
    ///   - type: the type whose values are the groups.
    ///   - options: what SQLite may do with the function. Default: none.
    /// - Throws: `FMError`. `.misuse` for a name out of range, or if the database is not open; `.busy` if it replaces a function while a
    ///   statement runs. `.notSupported` for an option that the linked SQLite lacks.
    public func addAggregate<Aggregate: FMAggregate>(
        _ name: String, _ type: Aggregate.Type, options: FMFunctionOptions = []
    ) throws(FMError) where Aggregate.Arguments: FMValueConvertible {
        try register(name, type, 1, options) { try $0.next() }
    }

    /// Registers a Swift type as an SQL aggregate function over any number of values. See the overload for one value.
    @_documentation(visibility: internal)
    public func addAggregate<Aggregate: FMAggregate>(
        _ name: String, _ type: Aggregate.Type, options: FMFunctionOptions = []
    ) throws(FMError) where Aggregate.Arguments == [FMValue] {
        try register(name, type, -1, options) { $0.values }
    }

    /// Registers a Swift type as an SQL aggregate function over two values. See the overload for one value.
    @_documentation(visibility: internal)
    public func addAggregate<Aggregate: FMAggregate, A1: FMValueConvertible, A2: FMValueConvertible>(
        _ name: String, _ type: Aggregate.Type, options: FMFunctionOptions = []
    ) throws(FMError) where Aggregate.Arguments == (A1, A2) {
        try register(name, type, 2, options) { (try $0.next(), try $0.next()) }
    }

    /// Registers a Swift type as an SQL aggregate function over three values. See the overload for one value.
    @_documentation(visibility: internal)
    public func addAggregate<
        Aggregate: FMAggregate, A1: FMValueConvertible, A2: FMValueConvertible, A3: FMValueConvertible
    >(
        _ name: String, _ type: Aggregate.Type, options: FMFunctionOptions = []
    ) throws(FMError) where Aggregate.Arguments == (A1, A2, A3) {
        try register(name, type, 3, options) { (try $0.next(), try $0.next(), try $0.next()) }
    }

    /// Registers a Swift type as an SQL aggregate function over four values. See the overload for one value.
    @_documentation(visibility: internal)
    public func addAggregate<
        Aggregate: FMAggregate, A1: FMValueConvertible, A2: FMValueConvertible, A3: FMValueConvertible,
        A4: FMValueConvertible
    >(
        _ name: String, _ type: Aggregate.Type, options: FMFunctionOptions = []
    ) throws(FMError) where Aggregate.Arguments == (A1, A2, A3, A4) {
        try register(name, type, 4, options) { (try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
    }

    private func register<Aggregate: FMAggregate>(
        _ name: String, _ type: Aggregate.Type, _ count: Int32, _ options: FMFunctionOptions,
        _ arguments: @escaping TypedGroup<Aggregate>.Reader
    ) throws(FMError) {
        let window = WindowCalls<Aggregate>.ofType
        try opened().registerAggregate(name, arguments: count, options: options, isWindow: window != nil) {
            TypedGroup(window, arguments)
        }
    }
}
