/// SQL put together from parts. The arguments of each part stay with its text.
///
///     var conditions: [FMSQL] = []
///     if let name { conditions.append("name = \(name)") }
///     if let limit { conditions.append("age > \(limit)") }
///
///     var sql: FMSQL = "SELECT name FROM person"
///     if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
extension FMSQL {
    /// Adds other SQL behind this, with its arguments. Nothing comes between both, not even a space.
    ///
    /// - Parameter other: SQL. If both have a value of the same name, that of `other` counts.
    public mutating func append(_ other: FMSQL) {
        text += other.text
        arguments.append(contentsOf: other.arguments)
    }

    /// Two parts one behind the other, with the arguments of both. See ``append(_:)``.
    public static func + (first: FMSQL, second: FMSQL) -> FMSQL {
        var sum = first
        sum.append(second)
        return sum
    }

    /// Adds other SQL behind this, with its arguments. See ``append(_:)``.
    public static func += (sql: inout FMSQL, other: FMSQL) {
        sql.append(other)
    }
}

extension Sequence<FMSQL> {
    /// The parts one behind the other, with their arguments.
    ///
    /// - Parameter separator: what stands between two parts, `" AND "` for example. Its arguments are bound each time.
    /// - Returns: the whole; empty text if there are no parts.
    public func joined(separator: FMSQL = "") -> FMSQL {
        var whole: FMSQL = ""
        for (index, part) in enumerated() {
            if index > 0 { whole.append(separator) }
            whole.append(part)
        }
        return whole
    }
}
