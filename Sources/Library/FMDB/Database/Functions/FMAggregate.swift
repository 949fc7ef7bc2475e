/// A Swift type that is an SQL aggregate function: each value of the type is one group of rows.
///
///     struct GeometricMean: FMAggregate {
///         private var product = 1.0
///         private var count = 0.0
///
///         mutating func step(_ value: Double?) {
///             guard let value else { return }
///             product *= value
///             count += 1
///         }
///
///         func result() -> Double? { count == 0 ? nil : pow(product, 1 / count) }
///     }
///
///     try db.addAggregate("geometric_mean", GeometricMean.self)
///     let means = try db.rows("SELECT name, geometric_mean(growth) FROM share GROUP BY name", as: (String, Double).self)
///
/// The parameter of ``step(_:)`` has the types of the arguments in SQL: one value, a tuple of two to four without labels, or `[FMValue]`
/// for any number. An optional value takes NULL as nil. All calls come on the thread that uses the database. See
/// [Application-Defined SQL Functions](https://sqlite.org/appfunc.html).
public protocol FMAggregate: FMNonisolated {
    /// The type of the arguments: an `FMValueConvertible` type, a tuple of two to four without labels, or `[FMValue]`.
    associatedtype Arguments
    /// The type of the result.
    associatedtype Result: FMValueConvertible

    /// Creates a group without rows. If a query has no rows, the result of this group is the result of the aggregate.
    init()

    /// Adds a row to the group.
    ///
    /// - Parameter arguments: the values of the row.
    /// - Throws: any error: the statement fails with it, as ``FMDatabase/addFunction(_:argumentCount:deterministic:body:)`` describes.
    mutating func step(_ arguments: Arguments) throws

    /// Returns the result for the current rows of the group: for an aggregate, all of its rows. For a window function SQLite calls this
    /// again after later rows. SQLite also calls it if a statement ends before its last row, and discards the result.
    ///
    /// - Throws: any error: the statement fails with it.
    func result() throws -> Result
}

/// An aggregate that can also remove rows. This makes it a window function, which may be used with `OVER`.
///
///     struct Range: FMWindowAggregate {
///         private var values: [Int] = []
///         mutating func step(_ value: Int) { values.append(value) }
///         mutating func inverse(_ value: Int) { values.removeFirst() }
///         func result() -> Int? { values.max().flatMap { most in values.min().map { most - $0 } } }
///     }
///
/// Window functions need SQLite 3.25 or later; an older SQLite registers only an aggregate function, and `OVER` is a syntax error. See
/// [User-Defined Aggregate Window Functions](https://sqlite.org/windowfunctions.html#udfwinfunc).
public protocol FMWindowAggregate: FMAggregate {
    /// Removes the oldest row that ``FMAggregate/step(_:)`` has added.
    ///
    /// - Parameter arguments: the values of the row, as they were added.
    /// - Throws: any error: the statement fails with it.
    mutating func inverse(_ arguments: Arguments) throws
}

final class TypedGroup<Aggregate: FMAggregate>: AggregateGroup {
    typealias Reader = (inout FunctionArguments) throws -> Aggregate.Arguments

    private var aggregate = Aggregate()
    private let arguments: Reader
    private let window: WindowCalls<Aggregate>?

    init(_ window: WindowCalls<Aggregate>?, _ arguments: @escaping Reader) {
        (self.window, self.arguments) = (window, arguments)
    }

    func step(_ arguments: inout FunctionArguments) throws { try aggregate.step(self.arguments(&arguments)) }
    func result() throws -> FMValue { try aggregate.result().fmValue }
    func inverse(_ arguments: inout FunctionArguments) throws {
        try window?.inverse(&aggregate, self.arguments(&arguments))
    }
}

/// The call that only a window aggregate has.
struct WindowCalls<Aggregate: FMAggregate> {
    let inverse: (inout Aggregate, Aggregate.Arguments) throws -> Void

    /// The calls of the aggregate if it is a window aggregate; otherwise nil.
    static var ofType: WindowCalls? {
        (Aggregate.self as? any FMWindowAggregate.Type).flatMap { calls(of: $0) as? WindowCalls }
    }

    private static func calls<Window: FMWindowAggregate>(of type: Window.Type) -> Any {
        WindowCalls<Window> { try $0.inverse($1) }
    }
}
