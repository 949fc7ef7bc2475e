import FMDBSQLiteC

/// What SQLite calls for a custom SQL function: the context, the number of arguments, and the arguments.
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
                // Also called when the registration fails.
                if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() }
            })
        try expectFunction(code, arguments)
        record(function: name, options)
    }

    /// - Parameter code: what SQLite answers to a name that was checked.
    private func expectFunction(_ code: Int32, _ arguments: Int32) throws(FMError) {
        guard code != SQLITE_MISUSE else { throw .misuse("a function cannot have \(arguments) arguments") }
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
    }

    func removeFunction(_ name: String, arguments: Int32) throws(FMError) {
        try checkFunction(name, [])
        let code = sqlite3_create_function_v2(handle, name, arguments, SQLITE_UTF8, nil, nil, nil, nil, nil)
        try expectFunction(code, arguments)
    }

    /// SQLite reads a name up to its first NUL character, and ignores the options that it does not know.
    func checkFunction(_ name: String, _ options: FMFunctionOptions) throws(FMError) {
        guard !name.isEmpty else { throw .misuse("the name of the function is empty") }
        guard !name.utf8.contains(0) else { throw .misuse("the name of the function contains a NUL character") }
        guard name.utf8.count <= 255 else {
            throw .misuse("the name of the function has \(name.utf8.count) bytes; 255 is the most")
        }
        for (option, word, number, version) in FMFunctionOptions.late
        where options.contains(option) && !Library.isAtLeast(number) {
            throw FMError(
                .notSupported,
                "the function option \(word) needs SQLite \(version) or later, this is \(Library.version)")
        }
    }

    /// Takes down a function of the client's. It stays known when it is removed: another one of its name may take other arguments.
    func record(function name: String, _ options: FMFunctionOptions) {
        // A call during an access, as when a part is changed in place, has each look at the guards checked for exclusive access.
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
        // Without arguments SQLite may pass no vector, but the body is promised a pointer.
        var none: OpaquePointer?
        body(context, 0, &none)
    }
}
