import FMDB

// SQLite would store a value that no model can read: a sum that is too large as a real number, or JSON text of an object with too
// few members. The update fails instead. In SQL only a few functions can throw.

extension FMSQL {
    /// The expression, with an error where it gives a number that a type cannot hold. What is no number stays as it is.
    ///
    /// - Parameter isWithinJSON: whether a JSON function gets the value, as JSON text.
    func fitting(_ type: Any.Type, isWithinJSON: Bool) -> FMSQL {
        let value: FMSQL = "fm_value"
        guard let fits = NumberRange(of: type)?.condition(value, isWithinJSON: isWithinJSON) else { return self }
        // "abs(X) … throws an integer overflow error": https://sqlite.org/lang_corefunc.html#abs. A constant would be computed
        // before it is known whether it is needed.
        let failure: FMSQL = "abs(-9223372036854775807 - 1 + (\(value) IS NULL))"
        let cases: FMSQL = "WHEN typeof(\(value)) IN ('integer', 'real') AND NOT (\(fits)) THEN \(failure)"
        guard isWithinJSON else { return "(SELECT CASE \(cases) ELSE \(value) END FROM (SELECT \(self) AS \(value)))" }
        // SQLite before 3.52 writes 15 digits of a real number into JSON text. 17 distinguish all, but its 17th may be wrong.
        return """
            json((SELECT CASE \(cases) WHEN typeof(\(value)) = 'real' THEN printf('%!.18g', \(value)) \
            WHEN \(value) IS NOT NULL THEN json_quote(\(value)) END FROM (SELECT \(self) AS \(value))))
            """
    }
}

/// The numbers that a type holds.
private enum NumberRange {
    case integers(Int64, Int64)
    case reals(greatest: Double)

    /// nil for a type that is no number.
    init?(of type: Any.Type) {
        let type = ColumnShape.unwrapped(type).0
        switch type {
        case let integers as any FixedWidthInteger.Type: self = NumberRange.range(of: integers)
        // Numbers that round to the greatest one count, too.
        case is Float.Type: self = .reals(greatest: Double(Float.greatestFiniteMagnitude) + pow(2, 102))
        // A date is a number within JSON text, whatever it is in a column.
        case is any BinaryFloatingPoint.Type, is Date.Type: self = .reals(greatest: .greatestFiniteMagnitude)
        default: return nil
        }
    }

    private static func range<Integer: FixedWidthInteger>(of type: Integer.Type) -> NumberRange {
        .integers(Int64(clamping: type.min), Int64(clamping: type.max))
    }

    /// The condition that a number is among them; nil if all are.
    func condition(_ value: FMSQL, isWithinJSON: Bool) -> FMSQL? {
        switch self {
        case .integers(let least, let greatest):
            // A column of integers makes integers of whole real numbers, but not of the least one.
            return """
                \(value) BETWEEN \(least) AND \(greatest) AND (typeof(\(value)) = 'integer' \
                OR (\(value) <> \(Int64.min) AND \(value) = CAST(\(value) AS INTEGER)))
                """
        case .reals(let greatest):
            // A column holds infinity, JSON text does not.
            if isWithinJSON { return "\(value) BETWEEN \(-greatest) AND \(greatest)" }
            guard greatest < .greatestFiniteMagnitude else { return nil }
            return "\(value) BETWEEN \(-greatest) AND \(greatest) OR abs(\(value)) > \(Double.greatestFiniteMagnitude)"
        }
    }
}

/// When places within the JSON text of a column cannot be set, because their structures could not be read any more.
enum NestedRefusal {
    /// The JSON text in which places are set, or an error with the reason where the types forbid that. SQLite shows a path in its
    /// message that begins otherwise than with `$`. Again it must not be a constant.
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
        let message = "\(start)what is set within \(name) would leave a \(types) without a value that it needs\(end)"
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

    /// The error that one of SQLite's carries; the same error if it carries none.
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

/// The members without which a type cannot be decoded.
private enum RequiredKeys {
    private static let known = Cache<ObjectIdentifier, Set<String>?>()

    /// nil where they cannot be found out.
    static func keys(of type: Any.Type) -> Set<String>? {
        known.value(ObjectIdentifier(type)) { (type as? any Decodable.Type).flatMap { found(of: $0) } }
    }

    private static func found<Value: Decodable>(of type: Value.Type) -> Set<String>? {
        (try? TypeProbe.columns(of: type)).map { Set($0.filter { !$0.isOptional }.map(\.name)) }
    }
}
