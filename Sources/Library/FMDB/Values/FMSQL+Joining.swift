/// SQL composed of parts. Each part keeps its arguments.
///
///     var conditions: [FMSQL] = []
///     if let name { conditions.append("name = \(name)") }
///     if let limit { conditions.append("age > \(limit)") }
///
///     var sql: FMSQL = "SELECT name FROM person"
///     if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
extension FMSQL {
    /// Appends other SQL with its arguments, without a space.
    ///
    /// - Parameter other: the SQL to append. If both have a value for a name, that of `other` is used.
    public mutating func append(_ other: FMSQL) {
        text += other.text
        arguments.append(contentsOf: other.arguments)
    }

    /// Concatenates two parts with their arguments. See ``append(_:)``.
    public static func + (first: FMSQL, second: FMSQL) -> FMSQL {
        var sum = first
        sum.append(second)
        return sum
    }

    /// Appends other SQL with its arguments. See ``append(_:)``.
    public static func += (sql: inout FMSQL, other: FMSQL) { sql.append(other) }
}

extension Sequence<FMSQL> {
    /// Concatenates the parts with their arguments.
    ///
    /// - Parameter separator: SQL between two parts, for example `" AND "`. Its arguments are bound each time.
    /// - Returns: the combined SQL, which is empty if there are no parts.
    public func joined(separator: FMSQL = "") -> FMSQL {
        var whole: FMSQL = ""
        for (index, part) in enumerated() {
            if index > 0 { whole.append(separator) }
            whole.append(part)
        }
        return whole
    }
}
