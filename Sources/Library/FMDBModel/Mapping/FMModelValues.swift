import FMDB

/// Receives the values of a model, one for each column, in the order of its table. See `fmBind(to:)`.
///
///     func fmBind(to values: inout FMModelValues) throws {
///         try values.add(id)
///         try values.add(name)
///     }
///
/// The type is not copyable, so only the call that receives it can use it.
public struct FMModelValues: ~Copyable {
    // SAFETY: it points to what `take(_:into:)` was given, while that runs.
    /// The bindings that receive the values; nil if the values are collected.
    @usableFromInline private(set) var target: UnsafeMutablePointer<FMBindings>?
    /// Whether each value is bound immediately and unchanged, dates included.
    @usableFromInline let isPlain: Bool
    /// Whether each value is bound immediately, with dates in the format of the table.
    private let isDirect: Bool
    private let plan: ValuePlan
    private let now: Date?
    private var index = 0
    private var collected: [FMValue] = []
    /// Whether a column of the key has a value. It is set only if the plan has a key.
    private var hasKey = false
    /// The encoder of `Codable` models, which encodes one model after the other.
    private var encoder: ModelEncoder?

    /// Creates a receiver for the values of models that a statement writes.
    init(_ statement: ModelStatement) { self.init(statement.plan, isDirect: statement.plan.isPlain) }

    private init(_ plan: ValuePlan, isDirect: Bool) {
        self.plan = plan
        self.isDirect = isDirect
        now = plan.stamped.isEmpty ? nil : Date()
        isPlain = isDirect && plan.dates == .secondsSince1970
    }

    deinit { encoder?.finish() }

    /// Binds the values of the next model.
    mutating func take<Model: FMModel>(_ model: Model, into bindings: inout FMBindings) throws {
        try take(into: &bindings) { values in try model.fmBind(to: &values) }
    }

    /// Binds the values of the next model in place, without copying the model.
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

    /// A separate function, because a closure would copy the model.
    @inline(never)
    private mutating func bind<Model: FMModel>(_ model: borrowing Model) throws { try model.fmBind(to: &self) }

    /// Returns all values of a model. With a statement, the values are those that it writes: the created and updated columns have the
    /// current time.
    static func collect<Model: FMModel>(
        _ model: Model, _ table: FMTable<Model>, with statement: ModelStatement? = nil
    ) throws -> [FMValue] {
        var values = FMModelValues(statement?.plan ?? table.sql.allValues, isDirect: false)
        try model.fmBind(to: &values)
        try values.expectAll()
        // If the model's `fmBind(to:)` ignores the error for a value, the value is missing.
        guard values.collected.count == table.columns.count else {
            throw FMError(.mismatch, "the model of the table \(table.name) has a value that SQLite cannot store")
        }
        return values.collected
    }

    /// The names of the table's columns.
    var columnNames: [String] { plan.columns.names }

    /// Adds the values of a `Codable` model.
    mutating func encode<Model: FMModel & Encodable>(_ model: Model) throws {
        if encoder == nil {
            guard Model.tableOptions.dates == plan.dates else {
                throw FMError(.misuse, "fmTable and tableOptions of \(Model.self) name different formats of dates")
            }
            encoder = ModelEncoder(plan)
        }
        if isDirect, let target, try encoder?.encode(model, into: target) == true { return }
        for value in try encoder?.encode(model) ?? [] { try add(value) }
    }

    /// Adds the value of the next column. A date gets the format of the table's options.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store.
    @inlinable
    public mutating func add<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if value.isKnownNaN || !Value.isKnown { try expectKept(value) }
        if isPlain { try target?.pointee.add(value) } else { try addPlanned(value) }
    }

    /// Adds an optional value of the next column; nil is NULL.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store.
    @inlinable
    public mutating func add<Value: FMValueConvertible>(_ value: Value?) throws(FMError) {
        // The value is unwrapped first, because the compiler can resolve the type checks in `add` for the wrapped type, but not for its
        // optional.
        if let value { try add(value) } else { try add(FMValue.null) }
    }

    /// Adds the value of the next column, stored as a raw value or as JSON text. See `FMValue.init(encoding:dates:)`.
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

    /// Throws if the model has too few or too many values. If all values are bound directly, SQLite itself checks the count.
    private func expectAll() throws(FMError) {
        guard !isDirect, index != plan.isTaken.count else { return }
        throw FMError(.range, "the model gives \(index.of("value")) for \(plan.isTaken.count.of("column"))")
    }

    private mutating func put<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if let target { try target.pointee.add(value) } else { collected.append(try value.fmValue) }
    }
}

extension FMValueConvertible {
    /// Whether the value is a NaN of a common type, which SQLite would store as NULL. The check costs nothing for common types without
    /// NaN.
    @inlinable
    @inline(__always)
    var isKnownNaN: Bool {
        isNaN(of: Double.self) { $0.isNaN } || isNaN(of: Float.self) { $0.isNaN }
            || isNaN(of: Decimal.self) { $0.isNaN } || isNaN(of: Date.self) { $0.timeIntervalSince1970.isNaN }
            || isNaN(of: FMValue.self) { if case .real(let real) = $0 { real.isNaN } else { false } }
    }

    /// Whether `isKnownNaN` recognises every NaN of the type.
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

    /// Whether the type is the other type, or its optional.
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
    /// Calls a closure with an element without copying it. The closure only reads the element, so several threads may do this at once.
    @inline(__always)
    fileprivate func borrow(_ index: Int, _ body: (borrowing Element) throws -> Void) rethrows {
        try body(self[index])
    }
}

/// The values of a model that a statement uses.
@usableFromInline
final class ValuePlan: Sendable {
    let isTaken: [Bool]
    /// The columns that get the current time.
    let stamped: [Int]
    let columns: ColumnPlaces
    let dates: FMDateStorage
    /// The columns of the key, and the error to throw if all of them are nil. The property is nil if that cannot occur or is not an error.
    let key: (isNil: FMError, columns: [Int])?
    /// Whether all values are used unchanged.
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
