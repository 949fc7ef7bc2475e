import FMDB

// MARK: - With values

extension FMTerm {
    /// Equal to a value; nil is equal to NULL.
    public static func == (left: Self, right: Value) -> FMWhere<Model> { left.isEqual(to: right) }

    /// Not equal to a value. As in Swift, NULL is unequal to every value except nil, so rows with NULL match.
    public static func != (left: Self, right: Value) -> FMWhere<Model> { left.isUnequal(to: right) }

    /// Equal to a value; nil is equal to NULL.
    @_disfavoredOverload
    public static func == (left: Self, right: Value?) -> FMWhere<Model> { left.isEqual(to: right) }

    /// Not equal to a value. As in Swift, NULL is unequal to every value except nil, so rows with NULL match.
    @_disfavoredOverload
    public static func != (left: Self, right: Value?) -> FMWhere<Model> { left.isUnequal(to: right) }

    /// Less than a value.
    public static func < (left: Self, right: Value) -> FMWhere<Model> { left.compared("<", right) }

    /// Less than a value, or equal to it.
    public static func <= (left: Self, right: Value) -> FMWhere<Model> { left.compared("<=", right) }

    /// Greater than a value.
    public static func > (left: Self, right: Value) -> FMWhere<Model> { left.compared(">", right) }

    /// Greater than a value, or equal to it.
    public static func >= (left: Self, right: Value) -> FMWhere<Model> { left.compared(">=", right) }

    var isNull: FMWhere<Model> { FMWhere(sql: "\(fmSQL) IS NULL", isCertain: true) }

    var isNotNull: FMWhere<Model> { FMWhere(sql: "\(fmSQL) IS NOT NULL", isCertain: true) }

    private func isEqual(to value: Value?) -> FMWhere<Model> {
        guard let value, let bound = bound(value) else { return isNull }
        return equal(hasNUL: needsWhole(value)) {
            isNullable ? FMWhere(sql: "\($0) IS \(bound)", isCertain: true) : FMWhere(sql: "\($0) = \(bound)")
        }
    }

    private func isUnequal(to value: Value?) -> FMWhere<Model> {
        guard let value, let bound = bound(value) else { return isNotNull }
        if writtenText != nil { return !isEqual(to: value) }
        return isNullable
            ? FMWhere(sql: "\(equated) IS NOT \(bound)", isCertain: true) : FMWhere(sql: "\(equated) <> \(bound)")
    }

    func compared<Operand>(_ comparison: String, _ value: Operand) -> FMWhere<Model> {
        let (operand, read) = (bound(value) ?? "NULL", isDecimal ? decimal : fmSQL)
        if needsWhole(value) { return FMWhere(sql: "\(wholeText) \(raw: comparison) \(operand)") }
        guard let writtenText, comparison == ">" || comparison == "<=" else {
            return FMWhere(sql: "\(read) \(raw: comparison) \(operand)")
        }
        // If two strings are equal up to the NUL at which SQLite stops reading, the longer one is greater.
        let rest: FMSQL = "\(writtenText.placeOfJSONNUL) \(raw: comparison == ">" ? "> 0" : "= 0")"
        return FMWhere(sql: "\(read) \(raw: comparison == ">" ? ">=" : "<=") \(operand)")
            && FMWhere(sql: "(\(read) <> \(operand) OR \(rest))")
    }

    /// Returns the value as the right side of a comparison; nil for NULL.
    func bound<Operand>(_ value: Operand) -> FMSQL? {
        if let optional = value as? any OptionalValue, optional.isNil { return nil }
        guard isWithinJSON else { return .bound(value, Model.self) }
        switch value {
        case is Int, is Int64, is Bool, is any StringProtocol: return .bound(value, Model.self)
        case is Decimal where FMSQLiteFeature.jsonOperators.isAvailable: return .bound(value, Model.self)
        case is Decimal: return "CAST(json_extract(\(JSONValue(value: value, isWrapped: true)), '$.v') AS TEXT)"
        default:
            let json = JSONValue(value: value, isWrapped: true)
            if writtenText != nil, let text = json.text { return "\(text)" }
            // Infinity is bound directly, because JSON text cannot hold it. It compares correctly with all numbers in
            // JSON text.
            if case .real(let real)? = try? StoredValue<Model, Operand>(value: value).fmValue, real.isInfinite {
                return .bound(value, Model.self)
            }
            // Converts the value to the form that json_extract returns for the term.
            return "json_extract(\(json), '$.v')"
        }
    }

    /// Whether the term may be NULL. Only `IS` and `IS NOT` compare NULL.
    private var isNullable: Bool { Value.self is any OptionalValue.Type || isWithinJSON }
}

// MARK: - With terms

extension FMTerm {
    /// Returns a comparison with a term of the same type. Either type may be optional.
    func compared<Other: FMTerm>(_ comparison: String, to other: Other) -> FMWhere<Model>
    where Other.Model == Model {
        let isCertain = comparison.hasPrefix("IS")
        switch jsonForm {
        case .decimal where !isCertain || !hasEqualTexts || !other.hasEqualTexts:
            return FMWhere(sql: "\(decimal) \(raw: comparison) \(other.decimal)", isCertain: isCertain)
        case .date where isWithinJSON != other.isWithinJSON && StoredDate<Model>.form != .secondsSince1970,
            .other where isWithinJSON != other.isWithinJSON:
            return FMWhere(sql: refused)
        default:
            return FMWhere(sql: "\(wholeText) \(raw: comparison) \(other.wholeText)", isCertain: isCertain)
        }
    }
}
