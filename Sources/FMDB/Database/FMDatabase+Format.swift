import Foundation

/// FMDB's format strings: each conversion becomes a bound value, never a part of the SQL.
extension FMDatabase {
    /// Makes a result set. See ``query(_:)`` for the safer way, interpolated values.
    ///
    /// The conversions are `%@ %c %s %d %D %i %u %U %hi %hu %qi %qu %f %g %ld %lu %lld %llu`; each becomes a bound
    /// value. `%%` is a percent sign; quoted text and comments are left alone.
    ///
    /// - Parameters:
    ///   - format: one statement with conversions.
    ///   - arguments: a value for each conversion; nil is NULL.
    /// - Returns: nil on failure, for example if there are fewer values than conversions; see ``lastError()``.
    @_disfavoredOverload
    @discardableResult
    public func executeQuery(withFormat format: String, _ arguments: Any?...) -> FMResultSet? {
        try? attempt { () throws(FMError) in
            let (sql, values) = try FormatString.parse(format, arguments)
            return try cursor(sql, .array(values))
        }
    }

    /// Runs one statement that returns no rows. See ``executeQuery(withFormat:_:)``.
    ///
    /// - Parameters:
    ///   - format: one statement with conversions.
    ///   - arguments: a value for each conversion; nil is NULL.
    /// - Returns: false on failure, for example if there are fewer values than conversions; see ``lastError()``.
    @_disfavoredOverload
    @discardableResult
    public func executeUpdate(withFormat format: String, _ arguments: Any?...) -> Bool {
        report { () throws(FMError) in
            let (sql, values) = try FormatString.parse(format, arguments)
            try run(sql, .array(values))
        }
    }
}

/// Walks the scalars: a quote that carries a combining mark is a quote to SQLite.
private struct FormatString {
    private typealias Scalars = Substring.UnicodeScalarView

    private let format: String
    private var rest: Scalars
    private var arguments: ArraySlice<Any?>
    private var sql = String.UnicodeScalarView()
    private var values: [Any] = []

    static func parse(_ format: String, _ arguments: [Any?]) throws(FMError) -> (sql: String, values: [Any]) {
        var parser = FormatString(format, arguments)
        while let scalar = parser.rest.popFirst() {
            switch scalar {
            case "'", "\"", "`": parser.copy(scalar, until: [scalar])
            case "[": parser.copy(scalar, until: ["]"])
            case "-" where parser.rest.first == "-": parser.copy(scalar, until: ["\n"])
            case "/" where parser.rest.first == "*":
                parser.sql.append(scalar)
                // The star that begins a comment does not end it.
                parser.copy(parser.rest.removeFirst(), until: ["*", "/"])
            case "%": try parser.convert()
            default: parser.sql.append(scalar)
            }
        }
        return (String(parser.sql), parser.values)
    }

    private init(_ format: String, _ arguments: [Any?]) {
        self.format = format
        rest = format[...].unicodeScalars
        self.arguments = arguments[...]
    }

    /// Copies quoted text or a comment as it is. A doubled quote within quoted text ends it and begins it again, which
    /// comes to the same.
    private mutating func copy(_ start: Unicode.Scalar, until end: [Unicode.Scalar]) {
        sql.append(start)
        while !rest.isEmpty, !rest.starts(with: end) { sql.append(rest.removeFirst()) }
        sql.append(contentsOf: rest.prefix(end.count))
        rest = rest.dropFirst(end.count)
    }

    /// One conversion, its percent sign being read.
    private mutating func convert() throws(FMError) {
        let modifiers = ["ll", "l", "h", "q"]
        let modifier = modifiers.first { rest.starts(with: $0.unicodeScalars) } ?? ""
        let letters = FormatString.letters[modifier] ?? ""
        guard let letter = rest.dropFirst(modifier.count).first, letters.unicodeScalars.contains(letter) else {
            // An unknown conversion loses its percent sign.
            return rest.first == "%" ? sql.append(rest.removeFirst()) : ()
        }
        rest = rest.dropFirst(modifier.count + 1)
        guard let argument = arguments.popFirst() else {
            throw FMError(.range, "the format has more conversions than there are values", sql: format, stage: .bind)
        }
        guard let argument else { return sql.append(contentsOf: "NULL".unicodeScalars) }
        sql.append("?")
        values.append(try value(argument, modifier + String(Character(letter))))
    }

    /// The conversions by their length modifier.
    private static let letters = ["": "@csdDiuUfg", "l": "duif", "ll": "dui", "h": "iud", "q": "iud"]

    private func value(_ argument: Any, _ conversion: String) throws(FMError) -> Any {
        switch conversion {
        case "@": return argument
        case "s": return argument is NSNull ? argument : String(describing: argument)
        case "c": return try character(argument)
        case "f", "lf": return try number(argument).doubleValue
        case "g": return Double(try number(argument).floatValue)
        case "d", "D", "i": return Int32(truncatingIfNeeded: try number(argument).int64Value)
        case "u", "U": return UInt32(truncatingIfNeeded: try number(argument).int64Value)
        case "hi", "hd": return Int16(truncatingIfNeeded: try number(argument).int64Value)
        case "hu": return UInt16(truncatingIfNeeded: try number(argument).int64Value)
        case "qu", "llu", "lu": return try number(argument).uint64Value
        default: return try number(argument).int64Value
        }
    }

    /// A code of 8 bits, or text.
    private func character(_ argument: Any) throws(FMError) -> String {
        if let character = argument as? Character { return String(character) }
        if let text = argument as? String { return text }
        return String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: try number(argument).int64Value))))
    }

    private func number(_ argument: Any) throws(FMError) -> NSNumber {
        if let number = argument as? NSNumber { return number }
        throw FMError(
            .mismatch, "a conversion for numbers was given a value of type \(type(of: argument))", sql: format,
            stage: .bind)
    }
}
