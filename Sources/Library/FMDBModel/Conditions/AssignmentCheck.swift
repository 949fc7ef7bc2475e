import FMDB

// Without these checks SQLite would store values that no model can read: a floating-point number for an integer sum that overflows, or a
// JSON object without a required key. The checks call `abs` or a JSON function, because few SQL functions can raise an error.

extension FMSQL {
    /// Returns SQL for the value of this expression. The SQL fails for a number that the type cannot hold. A value that is not a number
    /// stays unchanged.
    ///
    /// - Parameter isWithinJSON: whether a JSON function receives the value as JSON text.
    func fitting(_ type: Any.Type, isWithinJSON: Bool) -> FMSQL {
        let value: FMSQL = "fm_value"
        guard let fits = NumberRange(of: type)?.condition(value, isWithinJSON: isWithinJSON) else { return self }
        // "abs(X) … throws an integer overflow error": https://sqlite.org/lang_corefunc.html#abs. The argument depends on the value,
        // because SQLite may evaluate a constant even if the CASE does not choose its branch.
        let failure: FMSQL = "abs(-9223372036854775807 - 1 + (\(value) IS NULL))"
        let cases: FMSQL = "WHEN typeof(\(value)) IN ('integer', 'real') AND NOT (\(fits)) THEN \(failure)"
        guard isWithinJSON else { return "(SELECT CASE \(cases) ELSE \(value) END FROM (SELECT \(self) AS \(value)))" }
        // Before 3.52 SQLite writes 15 digits of a floating-point number into JSON text. 17 digits distinguish all numbers, but SQLite's
        // 17th may be wrong, so 18 are written.
        return """
            json((SELECT CASE \(cases) WHEN typeof(\(value)) = 'real' THEN printf('%!.18g', \(value)) \
            WHEN \(value) IS NOT NULL THEN json_quote(\(value)) END FROM (SELECT \(self) AS \(value))))
            """
    }
}

/// The range of numbers that a type can hold.
private enum NumberRange {
    case integers(Int64, Int64)
    case reals(greatest: Double)

    /// Creates the range of a type; nil if the type is not a number.
    init?(of type: Any.Type) {
        let type = ColumnShape.unwrapped(type).0
        switch type {
        case let integers as any FixedWidthInteger.Type: self = NumberRange.range(of: integers)
        // Includes the numbers that round to the greatest `Float`.
        case is Float.Type: self = .reals(greatest: Double(Float.greatestFiniteMagnitude) + pow(2, 102))
        // Within JSON text a date is a number, regardless of its format in a column.
        case is any BinaryFloatingPoint.Type, is Date.Type: self = .reals(greatest: .greatestFiniteMagnitude)
        default: return nil
        }
    }

    private static func range<Integer: FixedWidthInteger>(of type: Integer.Type) -> NumberRange {
        .integers(Int64(clamping: type.min), Int64(clamping: type.max))
    }

    /// Returns the condition that a number is in the range; nil if every number is.
    func condition(_ value: FMSQL, isWithinJSON: Bool) -> FMSQL? {
        switch self {
        case .integers(let least, let greatest):
            // An INTEGER column converts whole floating-point numbers to integers, except -2^63 (`Int64.min`).
            return """
                \(value) BETWEEN \(least) AND \(greatest) AND (typeof(\(value)) = 'integer' \
                OR (\(value) <> \(Int64.min) AND \(value) = CAST(\(value) AS INTEGER)))
                """
        case .reals(let greatest):
            // A column can hold infinity; JSON text cannot.
            if isWithinJSON { return "\(value) BETWEEN \(-greatest) AND \(greatest)" }
            guard greatest < .greatestFiniteMagnitude else { return nil }
            return "\(value) BETWEEN \(-greatest) AND \(greatest) OR abs(\(value)) > \(Double.greatestFiniteMagnitude)"
        }
    }
}

/// Rejects assignments within the JSON text of a column that would make a structure unreadable.
enum NestedRefusal {
    /// Returns SQL for the JSON text to change, which fails with a reason if a structure would lack a required value. The reason is
    /// passed as a JSON path: SQLite shows a path in its error message if it does not begin with `$`. The path depends on the column,
    /// because SQLite would evaluate a constant even if it is not needed.
    static func guarding<Model>(_ base: FMSQL, of name: String, _ assignments: [FMAssignment<Model>]) -> FMSQL {
        let column = FMSQL.column(name)
        var conditions: [FMSQL] = []
        var lacking: [String] = []
        var seen: Set<[String]> = []
        for assignment in assignments {
            for (depth, owner) in assignment.owners.enumerated() {
                let place = Array(assignment.path.prefix(depth))
                guard seen.insert(place).inserted else { continue }
                let siblings = assignments.filter { $0.path.count > depth && Array($0.path.prefix(depth)) == place }
                let keys = RequiredKeys.keys(of: owner)
                if let keys, keys.isSubset(of: siblings.map { $0.path[depth] }) { continue }
                conditions.append(isMissing(place, in: column))
                lacking.append("\(owner)")
            }
            guard assignment.isComputed, let owner = assignment.owners.last, let key = assignment.path.last,
                RequiredKeys.keys(of: owner)?.contains(key) == true
            else { continue }
            conditions.append("(\(assignment.value)) IS NULL")
            lacking.append("\(owner)")
        }
        guard !conditions.isEmpty else { return base }
        let types = Set(lacking).sorted().joined(separator: " or ")
        let message = "\(start)the update within \(name) would leave a \(types) without a value that it needs\(end)"
        return """
            CASE WHEN \(conditions.joined(" OR ")) THEN \
            json_extract('{}', \(message) || coalesce(substr(\(column), 1, 0), '')) ELSE \(base) END
            """
    }

    private static func isMissing(_ place: [String], in column: FMSQL) -> FMSQL {
        place.isEmpty
            ? "\(column) IS NULL" : "coalesce(json_type(\(column), \(JSONPath.literal(place))), 'null') = 'null'"
    }

    private static let start = "refused: "
    private static let end = " (end of the reason)"

    /// Returns an error with the reason that `guarding` placed in SQLite's message. If the message contains no reason, returns the given
    /// error.
    static func explained(_ error: FMError) -> FMError {
        guard error.resultCode == .error else { return error }
        if error.message == "integer overflow" {
            return FMError(
                error.extendedCode, "a value that the update computes does not fit its property: integer overflow",
                sql: error.sql)
        }
        let text = error.message
        guard let start = text.range(of: start), let end = text.range(of: end, range: start.upperBound..<text.endIndex)
        else { return error }
        let reason = text[start.upperBound..<end.lowerBound].replacingOccurrences(of: "''", with: "'")
        return FMError(.mismatch, reason, sql: error.sql)
    }
}

/// The keys that must be present for a type to be decoded.
private enum RequiredKeys {
    private static let known = Cache<ObjectIdentifier, Set<String>?>()

    /// Returns the required keys; nil if they cannot be determined.
    static func keys(of type: Any.Type) -> Set<String>? {
        known.value(ObjectIdentifier(type)) { (type as? any Decodable.Type).flatMap { found(of: $0) } }
    }

    private static func found<Value: Decodable>(of type: Value.Type) -> Set<String>? {
        (try? TypeProbe.columns(of: type)).map { Set($0.filter { !$0.isOptional }.map(\.name)) }
    }
}
