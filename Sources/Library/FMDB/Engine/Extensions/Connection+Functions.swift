import FMDBSQLiteC

/// The body of a custom SQL function. Its parameters are the context, the number of arguments, and the arguments.
typealias FunctionBody = (OpaquePointer, Int32, UnsafeMutablePointer<OpaquePointer?>) -> Void

extension Connection {
    /// Registers a scalar function.
    ///
    /// See [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    func register(
        _ name: String, arguments: Int32, options: FMFunctionOptions, body: @escaping FunctionBody
    ) throws(FMError) {
        try checkFunction(name, options)
        let box = Unmanaged.passRetained(FunctionBox(body))
        let code = sqlite3_create_function_v2(
            handle, name, arguments, options.flags, box.toOpaque(),
            { context, count, arguments in
                guard let context, let box = sqlite3_user_data(context) else { return }
                Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue().call(context, count, arguments)
            }, nil, nil,
            { box in
                // SQLite also calls this if the registration fails.
                if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() }
            })
        try expectFunction(code, arguments)
        record(function: name, options)
    }

    /// Throws if a registration failed.
    ///
    /// - Parameter code: SQLite's result code. The name was checked, so `SQLITE_MISUSE` means a bad number of arguments.
    private func expectFunction(_ code: Int32, _ arguments: Int32) throws(FMError) {
        guard code != SQLITE_MISUSE else { throw .misuse("a function cannot have \(arguments) arguments") }
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
    }

    func removeFunction(_ name: String, arguments: Int32) throws(FMError) {
        try checkFunction(name, [])
        let code = sqlite3_create_function_v2(handle, name, arguments, SQLITE_UTF8, nil, nil, nil, nil, nil)
        try expectFunction(code, arguments)
    }

    /// Throws for names and options that SQLite would misread: it reads a name up to its first NUL character and ignores unknown options.
    func checkFunction(_ name: String, _ options: FMFunctionOptions) throws(FMError) {
        guard !name.isEmpty else { throw .misuse("the name of the function is empty") }
        guard !name.utf8.contains(0) else { throw .misuse("the name of the function contains a NUL character") }
        guard name.utf8.count <= 255 else {
            throw .misuse("the name of the function has \(name.utf8.count) bytes; at most 255 are allowed")
        }
        for (option, word, number, version) in FMFunctionOptions.late
        where options.contains(option) && !Library.isAtLeast(number) {
            throw FMError(
                .notSupported,
                "the function option \(word) needs SQLite \(version) or later, this is \(Library.version)")
        }
    }

    /// Records the name of a client's function, and whether all its overloads are innocuous.
    ///
    /// The record stays when a function is removed, because an overload with another number of arguments may remain.
    func record(function name: String, _ options: FMFunctionOptions) {
        // Works on a copy: a call during an in-place modification makes Swift check exclusive access at each use of `guards`.
        var functions = guards.functions
        let name = name.foldedAsName
        functions[name] = (functions[name] ?? true) && options.contains(.innocuous)
        guards.functions = functions
    }
}

private final class FunctionBox {
    private let body: FunctionBody

    init(_ body: @escaping FunctionBody) {
        self.body = body
    }

    func call(
        _ context: OpaquePointer, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        if let arguments { return body(context, count, arguments) }
        // SQLite may pass a null array if there are no arguments, but the body expects a pointer.
        var none: OpaquePointer?
        body(context, 0, &none)
    }
}
