import FMDB

/// Takes the values of a model, one for each column in the order of its table. See `fmBind(to:)`.
///
///     func fmBind(to values: inout FMModelValues) throws {
///         try values.add(id)
///         try values.add(name)
///     }
///
/// It cannot be copied, so only the call that gets it can use it.
public struct FMModelValues: ~Copyable {
    // SAFETY: it points to what `take(_:into:)` was given, while that runs.
    /// Where the values go; nil where they are collected.
    @usableFromInline private(set) var target: UnsafeMutablePointer<FMBindings>?
    /// Whether each value is bound unchanged, dates included.
    @usableFromInline let isPlain: Bool
    /// Whether each value is bound, dates in the form of the table.
    private let isDirect: Bool
    private let plan: ValuePlan
    private let now: Date?
    private var index = 0
    private var collected: [FMValue] = []
    /// Whether one of the key's columns has a value, where the plan asks.
    private var hasKey = false
    /// What encodes the values of `Codable` models, one after the other.
    private var encoder: ModelEncoder?

    /// For the values of models that a statement writes.
    init(_ statement: ModelStatement) { self.init(statement.plan, isDirect: statement.plan.isPlain) }

    private init(_ plan: ValuePlan, isDirect: Bool) {
        self.plan = plan
        self.isDirect = isDirect
        now = plan.stamped.isEmpty ? nil : Date()
        isPlain = isDirect && plan.dates == .secondsSince1970
    }

    deinit { encoder?.finish() }

    /// Takes the values of one more model.
    mutating func take<Model: FMModel>(_ model: Model, into bindings: inout FMBindings) throws {
        try take(into: &bindings) { values in try model.fmBind(to: &values) }
    }

    /// Takes the values of one more model, where it lies, without copying it.
    mutating func take<Model: FMModel>(
        at index: Int, of models: UnsafeBufferPointer<Model>, into bindings: inout FMBindings
    ) throws {
        try take(into: &bindings) { values in
            try models.borrow(index) { model in try values.bind(model) }
        }
    }

    @inline(__always)
    private mutating func take(into bindings: inout FMBindings, _ bind: (inout FMModelValues) throws -> Void) throws {
        index = 0
        hasKey = false
        try withUnsafeMutablePointer(to: &bindings) { place in
            target = place
            defer { target = nil }
            try bind(&self)
        }
        try expectAll()
        if let key = plan.key, !hasKey { throw key.isNil }
    }

    /// A function of its own, because a closure would copy the model.
    @inline(never)
    private mutating func bind<Model: FMModel>(_ model: borrowing Model) throws { try model.fmBind(to: &self) }

    /// All values of a model: unchanged, or as a statement writes them, with the present time where it has to be.
    static func collect<Model: FMModel>(
        _ model: Model, _ table: FMTable<Model>, with statement: ModelStatement? = nil
    ) throws -> [FMValue] {
        var values = FMModelValues(statement?.plan ?? table.sql.allValues, isDirect: false)
        try model.fmBind(to: &values)
        try values.expectAll()
        // A model that ignores the error of a value has one less.
        guard values.collected.count == table.columns.count else {
            throw FMError(.mismatch, "the model of the table \(table.name) has a value that SQLite cannot hold")
        }
        return values.collected
    }

    /// The names of the table's columns.
    var columnNames: [String] { plan.columns.names }

    /// Takes the values of a `Codable` model.
    mutating func encode<Model: FMModel & Encodable>(_ model: Model) throws {
        if encoder == nil {
            guard Model.tableOptions.dates == plan.dates else {
                throw FMError(.misuse, "the table of \(Model.self) and its tableOptions name different forms of dates")
            }
            encoder = ModelEncoder(plan)
        }
        if isDirect, let target, try encoder?.encode(model, into: target) == true { return }
        for value in try encoder?.encode(model) ?? [] { try add(value) }
    }

    /// The value of the next column; a date in the form that the table's options name.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold.
    @inlinable
    public mutating func add<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if value.isKnownNaN || !Value.isKnown { try expectKept(value) }
        if isPlain { try target?.pointee.add(value) } else { try addPlanned(value) }
    }

    /// The value of the next column, where it may be missing; nil is NULL.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold.
    @inlinable
    public mutating func add<Value: FMValueConvertible>(_ value: Value?) throws(FMError) {
        // The compiler distinguishes types, but not their optionals.
        if let value { try add(value) } else { try add(FMValue.null) }
    }

    /// The value of the next column, of a type that goes into one column only as a raw value or as JSON text. See
    /// `FMValue.init(encoding:dates:)`.
    @_disfavoredOverload
    public mutating func add<Value: Encodable>(_ value: Value) throws(FMError) {
        try add(FMValue(encoding: value, dates: plan.dates))
    }

    @usableFromInline
    @inline(never)
    func expectKept(_ value: some FMValueConvertible) throws(FMError) {
        switch try value.fmValue {
        case .real(let real) where !real.isNaN: return
        case .null, .real: _ = try value.fmKeptValue
        default: return
        }
    }

    @usableFromInline
    @inline(never)
    mutating func addPlanned<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if Value.self == Date.self || Value.self == Date?.self, let date = value as? Date {
            try take(plan.dates.value(of: date))
        } else {
            try take(value)
        }
    }

    private mutating func take<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if isDirect, let target { return try target.pointee.add(value) }
        defer { index += 1 }
        guard index < plan.isTaken.count, plan.isTaken[index] else { return }
        if let now, plan.stamped.contains(index) {
            try put(plan.dates.value(of: now))
        } else {
            try put(value)
            if !hasKey, let key = plan.key, key.columns.contains(index) { hasKey = try !value.fmValue.isNull }
        }
    }

    /// SQLite itself counts the values only where all are bound.
    private func expectAll() throws(FMError) {
        guard !isDirect, index != plan.isTaken.count else { return }
        throw FMError(.range, "the model gives \(index.of("value")) for \(plan.isTaken.count.of("column"))")
    }

    private mutating func put<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if let target { try target.pointee.add(value) } else { collected.append(try value.fmValue) }
    }
}

extension FMValueConvertible {
    /// Whether it is NaN, of a common type, which SQLite would store as NULL. For common types without NaN this costs nothing.
    @inlinable
    @inline(__always)
    var isKnownNaN: Bool {
        isNaN(of: Double.self) { $0.isNaN } || isNaN(of: Float.self) { $0.isNaN }
            || isNaN(of: Decimal.self) { $0.isNaN } || isNaN(of: Date.self) { $0.timeIntervalSince1970.isNaN }
            || isNaN(of: FMValue.self) { if case .real(let real) = $0 { real.isNaN } else { false } }
    }

    /// Whether `isKnownNaN` recognises each NaN of the type.
    @inlinable
    @inline(__always)
    static var isKnown: Bool {
        isEither(Int.self) || isEither(String.self) || isEither(Double.self) || isEither(Bool.self)
            || isEither(Data.self) || isEither(Date.self) || isEither(FMValue.self) || isEither(Int64.self)
            || isEither(Float.self) || isEither(Decimal.self) || isEither(UUID.self) || isEither(URL.self)
            || isEither(Int32.self) || isEither(Int16.self) || isEither(Int8.self) || isEither(UInt.self)
            || isEither(UInt64.self) || isEither(UInt32.self) || isEither(UInt16.self) || isEither(UInt8.self)
            || isEither([UInt8].self) || isEither(Substring.self)
    }

    /// Whether the type is another one, or its optional.
    @inlinable
    @inline(__always)
    static func isEither<Other>(_ other: Other.Type) -> Bool { Self.self == other || Self.self == Other?.self }

    @inlinable
    @inline(__always)
    func isNaN<Number>(of type: Number.Type, _ isNaN: (Number) -> Bool) -> Bool {
        if Self.self == Number.self { return isNaN(unsafeBitCast(self, to: Number.self)) }
        return Self.self == Number?.self && unsafeBitCast(self, to: Number?.self).map(isNaN) ?? false
    }
}

extension UnsafeBufferPointer where Element: ~Copyable {
    /// Lends an element to a closure without a copy. It is only read, so several threads may do so at the same time.
    @inline(__always)
    fileprivate func borrow(_ index: Int, _ body: (borrowing Element) throws -> Void) rethrows {
        try body(self[index])
    }
}

/// Which values of a model a statement takes.
@usableFromInline
final class ValuePlan: Sendable {
    let isTaken: [Bool]
    /// The columns that get the present time.
    let stamped: [Int]
    let columns: ColumnPlaces
    let dates: FMDateStorage
    /// The columns of the key and the error where all of them are nil; nil where that cannot be, or is no error.
    let key: (isNil: FMError, columns: [Int])?
    /// Whether all are taken as they are.
    let isPlain: Bool

    init(
        _ taken: [Int], of columns: ColumnPlaces, stamped: [Int], dates: FMDateStorage,
        key: (isNil: FMError, columns: [Int])?
    ) {
        var isTaken = [Bool](repeating: false, count: columns.names.count)
        for index in taken { isTaken[index] = true }
        self.isTaken = isTaken
        self.stamped = stamped
        self.columns = columns
        self.dates = dates
        self.key = key
        isPlain = key == nil && stamped.isEmpty && taken.count == isTaken.count
    }
}
