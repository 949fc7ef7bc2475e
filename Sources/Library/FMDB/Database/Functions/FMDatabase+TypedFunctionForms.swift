// A parameter pack would accept any number of values, but the compiler (6.3.1) crashes if a closure that throws only `FMError` is passed
// for a function over a pack.

/// `addFunction(_:options:body:)` for closures over other numbers of values.
extension FMDatabase {
    /// Registers a Swift closure over no values as an SQL function. See the overload for one value, which has the description.
    @_documentation(visibility: internal)
    public func addFunction<Result: FMValueConvertible>(
        _ name: String, options: FMFunctionOptions = [], body: @escaping () throws -> Result
    ) throws(FMError) {
        try register(name, 0, options) { _ in try body() }
    }

    /// Registers a Swift closure over two values as an SQL function. See the overload for one value, which has the description.
    @_documentation(visibility: internal)
    public func addFunction<A1: FMValueConvertible, A2: FMValueConvertible, Result: FMValueConvertible>(
        _ name: String, options: FMFunctionOptions = [], body: @escaping (A1, A2) throws -> Result
    ) throws(FMError) {
        try register(name, 2, options) { try body($0.next(), $0.next()) }
    }

    /// Registers a Swift closure over three values as an SQL function. See the overload for one value, which has the description.
    @_documentation(visibility: internal)
    public func addFunction<
        A1: FMValueConvertible, A2: FMValueConvertible, A3: FMValueConvertible, Result: FMValueConvertible
    >(_ name: String, options: FMFunctionOptions = [], body: @escaping (A1, A2, A3) throws -> Result) throws(FMError) {
        try register(name, 3, options) { try body($0.next(), $0.next(), $0.next()) }
    }

    /// Registers a Swift closure over four values as an SQL function. See the overload for one value, which has the description.
    @_documentation(visibility: internal)
    public func addFunction<
        A1: FMValueConvertible, A2: FMValueConvertible, A3: FMValueConvertible, A4: FMValueConvertible,
        Result: FMValueConvertible
    >(
        _ name: String, options: FMFunctionOptions = [], body: @escaping (A1, A2, A3, A4) throws -> Result
    ) throws(FMError) {
        try register(name, 4, options) { try body($0.next(), $0.next(), $0.next(), $0.next()) }
    }

    /// Registers a Swift closure over five values as an SQL function. See the overload for one value, which has the description.
    @_documentation(visibility: internal)
    public func addFunction<
        A1: FMValueConvertible, A2: FMValueConvertible, A3: FMValueConvertible, A4: FMValueConvertible,
        A5: FMValueConvertible,
        Result: FMValueConvertible
    >(
        _ name: String, options: FMFunctionOptions = [], body: @escaping (A1, A2, A3, A4, A5) throws -> Result
    ) throws(FMError) {
        try register(name, 5, options) { try body($0.next(), $0.next(), $0.next(), $0.next(), $0.next()) }
    }

    /// Registers a Swift closure over six values as an SQL function. See the overload for one value, which has the description.
    @_documentation(visibility: internal)
    public func addFunction<
        A1: FMValueConvertible, A2: FMValueConvertible, A3: FMValueConvertible, A4: FMValueConvertible,
        A5: FMValueConvertible,
        A6: FMValueConvertible, Result: FMValueConvertible
    >(
        _ name: String, options: FMFunctionOptions = [], body: @escaping (A1, A2, A3, A4, A5, A6) throws -> Result
    ) throws(FMError) {
        try register(name, 6, options) { try body($0.next(), $0.next(), $0.next(), $0.next(), $0.next(), $0.next()) }
    }

    /// Registers a function whose arguments are read one after the other.
    func register<Result: FMValueConvertible>(
        _ name: String, _ count: Int32, _ options: FMFunctionOptions,
        _ body: @escaping (inout FunctionArguments) throws -> Result
    ) throws(FMError) {
        try opened().register(name, arguments: count, options: options) { context, count, cells in
            FunctionResult.set(context) {
                var arguments = FunctionArguments(function: name, count, cells)
                return try body(&arguments).fmValue
            }
        }
    }
}
