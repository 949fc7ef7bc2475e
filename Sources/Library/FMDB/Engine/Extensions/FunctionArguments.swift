/// Reads the arguments of a function call one by one as Swift values.
struct FunctionArguments {
    private let function: String
    private let cells: UnsafeBufferPointer<OpaquePointer?>
    private var count = 0

    init(function: String, _ count: Int32, _ cells: UnsafeMutablePointer<OpaquePointer?>?) {
        self.function = function
        self.cells = UnsafeBufferPointer(start: cells, count: cells == nil ? 0 : Int(count))
    }

    /// All arguments.
    var values: [FMValue] { cells.map { FunctionArgument.value($0) } }

    mutating func next<Value: FMValueConvertible>(_ type: Value.Type = Value.self) throws(FMError) -> Value {
        let value = FunctionArgument.value(cells[count])
        count += 1
        if let argument = type.fromFMValue(value) { return argument }
        throw FMError(.mismatch, "argument \(count) of \(function)(): \(value.reasonNotToBe(type))")
    }
}

extension Connection {
    func register(
        _ name: String, arguments: Int32, options: FMFunctionOptions,
        values body: @escaping ([FMValue]) throws -> FMValue
    ) throws(FMError) {
        try register(name, arguments: arguments, options: options) { context, count, cells in
            FunctionResult.set(context) { try body((0..<Int(count)).map { FunctionArgument.value(cells[$0]) }) }
        }
    }

    /// Registers a function of two TEXT arguments. Its result is NULL if an argument is NULL.
    func registerOverTexts(
        _ name: String, options: FMFunctionOptions, _ body: @escaping (String, String) throws -> FMValue
    ) throws(FMError) {
        try register(name, arguments: 2, options: options) { context, _, cells in
            FunctionResult.set(context) {
                guard let first = cells[0].flatMap(FunctionArgument.string),
                    let second = cells[1].flatMap(FunctionArgument.string)
                else { return .null }
                return try body(first, second)
            }
        }
    }
}

extension FunctionResult {
    /// Sets the result to the value that a client's closure returns, or to the error that it throws.
    static func set(_ context: OpaquePointer, _ body: () throws -> FMValue) {
        do { set(try body(), context) } catch { fail(error, context) }
    }
}
