import FMDB

// MARK: - With values

extension FMTerm {
    /// Equal to a value; nil is equal to NULL.
    public static func == (left: Self, right: Value?) -> FMWhere<Model> { left.isEqual(to: right) }

    /// Not equal to a value. As in Swift, NULL is not equal to any value but nil.
    public static func != (left: Self, right: Value?) -> FMWhere<Model> { left.isUnequal(to: right) }

    /// Less than a value.
    public static func < (left: Self, right: Value) -> FMWhere<Model> { left.compared("<", right) }

    /// Less than a value, or equal to it.
    public static func <= (left: Self, right: Value) -> FMWhere<Model> { left.compared("<=", right) }

    /// Greater than a value.
    public static func > (left: Self, right: Value) -> FMWhere<Model> { left.compared(">", right) }

    /// Greater than a value, or equal to it.
    public static func >= (left: Self, right: Value) -> FMWhere<Model> { left.compared(">=", right) }

    func isEqual(to value: Value?) -> FMWhere<Model> {
        guard let bound = bound(value) else { return FMWhere("\(fmSQL) IS NULL", isCertain: true) }
        return isNullable
            ? FMWhere("\(fmSQL) IS \(bound)", isCertain: true) : FMWhere("\(fmSQL) = \(bound)")
    }

    func isUnequal(to value: Value?) -> FMWhere<Model> {
        guard let bound = bound(value) else { return FMWhere("\(fmSQL) IS NOT NULL", isCertain: true) }
        return isNullable
            ? FMWhere("\(fmSQL) IS NOT \(bound)", isCertain: true) : FMWhere("\(fmSQL) <> \(bound)")
    }

    func compared(_ comparison: String, _ value: Value) -> FMWhere<Model> {
        FMWhere("\(fmSQL) \(raw: comparison) \(bound(value) ?? "NULL")")
    }

    /// The value as the right side of a comparison; nil for NULL.
    func bound(_ value: Value?) -> FMSQL? {
        guard let value, !StoredNothing.isNil(value) else { return nil }
        guard let field = self as? FMField<Model, Value>, !field.path.isEmpty else {
            return .bound(value, Model.self)
        }
        switch value {
        case is Int, is Int64, is Double, is Bool, is String: return .bound(value, Model.self)
        // As it is found in JSON text: a Decimal is a number there, for example.
        default: return "json_extract(\(ListedValue(value: value)), '$[0]')"
        }
    }

    /// Whether NULL is to be expected, which only `IS` compares.
    var isNullable: Bool {
        Value.self is any OptionalValue.Type || !((self as? FMField<Model, Value>)?.path.isEmpty ?? false)
    }
}

// MARK: - With fields

extension FMTerm {
    /// Equal to another field.
    public static func == <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("IS", right) }

    /// Not equal to another field.
    public static func != <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("IS NOT", right) }

    /// Less than another field.
    public static func < <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("<", right) }

    /// Less than another field, or equal to it.
    public static func <= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("<=", right) }

    /// Greater than another field.
    public static func > <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared(">", right) }

    /// Greater than another field, or equal to it.
    public static func >= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared(">=", right) }

    private func compared(_ comparison: String, _ other: some FMTerm) -> FMWhere<Model> {
        FMWhere("\(fmSQL) \(raw: comparison) \(other.fmSQL)", isCertain: comparison.hasPrefix("IS"))
    }
}

protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    var isNil: Bool {
        guard let self else { return true }
        return StoredNothing.isNil(self)
    }
}

enum StoredNothing {
    static func isNil<Value>(_ value: Value) -> Bool {
        guard Value.self is any OptionalValue.Type else { return false }
        return (value as? any OptionalValue)?.isNil ?? true
    }
}
