/// The errors for values that do not match a statement's parameters.
extension FMError {
    static func wrongCount(expected: Int, given: Int, sql: String) -> FMError {
        let quoted = given > expected ? sql.quoted(with: "?") : []
        var advice = ""
        if !quoted.isEmpty, quoted.joined().filter({ $0 == "?" }).count == given - expected {
            advice = ": a ? inside quotes is part of a string, so remove the quotes"
            if quoted.contains(where: { $0.contains("%") }) { advice += ", and put the % into the value" }
        }
        return FMError(
            .range, "expected \(expected.of("value")), got \(given)" + advice, sql: sql, stage: .bind)
    }

    /// Returns the error for a parameter without a value.
    ///
    /// - Parameters:
    ///   - parameter: the parameter.
    ///   - names: the names of the given values.
    ///   - sql: the statement.
    static func noValue(for parameter: Parameter, among names: [String], sql: String) -> FMError {
        var advice = ""
        if names.contains(parameter.spelling) {
            advice = ": its value was given under this name, but names are given without the \(parameter.prefix)"
        } else if parameter.prefix != ":", names.contains(parameter.text) {
            advice = ": values by name need parameters that begin with a colon"
        }
        return FMError(
            .range, "no value for the parameter \(parameter.spelling)" + advice, sql: sql, stage: .bind)
    }

    /// Returns the error for a value whose name is not a parameter of the statement.
    static func unknownParameter(_ name: String, sql: String) -> FMError {
        let isQuoted = [":", "@", "$"].contains { !sql.quoted(with: $0 + name).isEmpty }
        let advice = isQuoted ? ": inside quotes it is part of a string, so remove the quotes" : ""
        return FMError(
            .range, "the statement has no parameter named \(name)" + advice, sql: sql, stage: .bind)
    }
}

extension String {
    /// Returns the quoted parts of the SQL that contain `part`.
    fileprivate func quoted(with part: String) -> [String] {
        guard contains(part) else { return [] }
        return SQLToken.flat(self).filter {
            $0.kind == .string || $0.kind == .quoted && $0.utf8.first == UInt8(ascii: "\"")
        }.map(\.text).filter { $0.contains(part) }
    }
}
