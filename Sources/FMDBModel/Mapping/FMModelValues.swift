import FMDB

/// Takes the values of a model, one for each column in the order of its table. See `fmBind(to:)`.
///
///     func fmBind(to values: inout FMModelValues) throws {
///         try values.add(id)
///         try values.add(name)
///     }
///
/// It is valid during the call that gets it.
public struct FMModelValues {
    /// nil where the values are collected.
    @usableFromInline var bindings: FMBindings?
    /// Whether each value is bound as it comes.
    @usableFromInline let isPlain: Bool
    private let plan: ValuePlan
    private let now: Date?
    private var index = 0
    private(set) var collected: [FMValue] = []
    /// What encodes the values of a `Codable` model, to be used again for the next one.
    var encoder: ModelEncoder?

    init(_ bindings: FMBindings?, _ plan: ValuePlan, now: Date?, encoder: ModelEncoder? = nil) {
        self.bindings = bindings
        self.plan = plan
        self.now = now
        self.encoder = encoder
        isPlain = plan.isPlain && bindings != nil
    }

    /// The value of the next column.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold.
    @inlinable
    public mutating func add<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if isPlain { try bindings?.add(value) } else { try addPlanned(value) }
    }

    /// The value of the next column, a date, in the form that the table's options name.
    public mutating func add(_ value: Date) throws(FMError) {
        if plan.dates == .secondsSince1970, isPlain {
            try bindings?.add(value)
        } else {
            try addPlanned(plan.dates.value(of: value))
        }
    }

    /// The value of the next column, a date, in the form that the table's options name; nil is NULL.
    public mutating func add(_ value: Date?) throws(FMError) {
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
    mutating func addPlanned<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        defer { index += 1 }
        guard index < plan.isTaken.count, plan.isTaken[index] else { return }
        if let now, plan.stamped.contains(index) {
            try put(plan.dates.value(of: now))
        } else {
            try put(value)
        }
    }

    /// SQLite itself counts the values only where all are bound.
    func expectAll() throws(FMError) {
        guard !isPlain, index != plan.isTaken.count else { return }
        throw FMError(.range, "the model gives \(index) values for \(plan.isTaken.count) columns")
    }

    private mutating func put<Value: FMValueConvertible>(_ value: Value) throws(FMError) {
        if bindings == nil { collected.append(try value.fmValue) } else { try bindings?.add(value) }
    }
}

/// Which values of a model a statement takes.
@usableFromInline
final class ValuePlan: Sendable {
    let isTaken: [Bool]
    /// The columns that get the present time.
    let stamped: [Int]
    let dates: FMDateStorage
    /// Whether all are taken as they are.
    let isPlain: Bool

    init(_ taken: [Int], of count: Int, stamped: [Int], dates: FMDateStorage) {
        var isTaken = [Bool](repeating: false, count: count)
        for index in taken { isTaken[index] = true }
        self.isTaken = isTaken
        self.stamped = stamped
        self.dates = dates
        isPlain = stamped.isEmpty && taken.count == count
    }
}

extension ModelStatement {
    /// The time to be put into columns, if there are such.
    var now: Date? { plan.stamped.isEmpty ? nil : Date() }
}

extension FMModel {
    /// The values of all columns, with nothing changed.
    func fmValues(_ table: FMTable<Self>) throws -> [FMValue] {
        let all = ValuePlan(
            Array(table.columns.indices), of: table.columns.count, stamped: [], dates: table.options.dates)
        var values = FMModelValues(nil, all, now: nil)
        try fmBind(to: &values)
        try values.expectAll()
        // A model that passes over the refusal of a value has one less.
        guard values.collected.count == table.columns.count else {
            throw FMError(.mismatch, "the model of the table \(table.name) has a value that SQLite cannot hold")
        }
        return values.collected
    }
}
