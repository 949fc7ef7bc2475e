import Foundation

/// FMDB's format strings: each conversion becomes a bound value, never a part of the SQL.
extension FMDatabase {
    /// Returns a result set. ``query(_:)`` with interpolated values is safer.
    ///
    /// The conversions are `%@ %c %s %d %D %i %u %U %hi %hu %qi %qu %f %g %ld %lu %lld %llu`; each becomes a bound
    /// value. `%%` is a percent sign; quoted text and comments are not interpreted.
    ///
    /// - Parameters:
    ///   - format: one statement with conversions.
    ///   - arguments: a value for each conversion; nil is NULL.
    /// - Returns: nil on failure, for example if there are fewer values than conversions; see ``lastError()``.
    @_disfavoredOverload @discardableResult
    public func executeQuery(withFormat format: String, _ arguments: Any?...) -> FMResultSet? {
        try? attempt { () throws(FMError) in
            let (sql, values) = try FormatString.parse(format, arguments)
            return try cursor(sql, .array(values))
        }
    }

    /// Runs one statement that returns no rows. See ``executeQuery(withFormat:_:)``. False on failure; see ``lastError()``.
    @_disfavoredOverload @discardableResult
    public func executeUpdate(withFormat format: String, _ arguments: Any?...) -> Bool {
        report { () throws(FMError) in
            let (sql, values) = try FormatString.parse(format, arguments)
            try executeOne(sql, .array(values))
        }
    }
}

/// Replaces the conversions outside of quotes and comments with bound values. It works on bytes, as SQLite does. In a Swift string, a quote
/// with a combining mark would be another character.
package struct FormatString {
    private let format: String
    private let bytes: [UInt8]
    private var position = 0
    private var arguments: ArraySlice<Any?>
    private var sql: [UInt8] = []
    private var values: [Any] = []

    static func parse(_ format: String, _ arguments: [Any?]) throws(FMError) -> (sql: String, values: [Any]) {
        var parser = FormatString(format, arguments)
        let bytes = parser.bytes
        try bytes.withUnsafeBufferPointer { buffer throws(FMError) in
            var scanner = SQLScanner(buffer)
            while let place = scanner.nextPercentSign() {
                parser.copy(to: place)
                try parser.convert()
                scanner.position = parser.position
            }
        }
        parser.copy(to: bytes.count)
        return (String(decoding: parser.sql, as: UTF8.self), parser.values)
    }

    private init(_ format: String, _ arguments: [Any?]) {
        self.format = format
        bytes = Array(format.utf8)
        self.arguments = arguments[...]
        sql.reserveCapacity(bytes.count)
    }

    private mutating func copy(to end: Int) {
        sql += bytes[position..<end]
        position = end
    }

    private mutating func convert() throws(FMError) {
        position += 1
        guard let conversion = FormatString.conversion(startOf: bytes[position...]) else {
            // An unknown conversion loses its percent sign.
            return position < bytes.count && bytes[position] == UInt8(ascii: "%") ? copy(to: position + 1) : ()
        }
        position += conversion.utf8.count
        guard let argument = arguments.popFirst() else {
            throw FMError(.range, "the format has more conversions than values", sql: format, stage: .bind)
        }
        guard let argument else { return sql += "NULL".utf8 }
        sql.append(UInt8(ascii: "?"))
        values.append(try value(argument, conversion))
    }

    /// The conversions by their length modifier.
    private static let letters = ["": "@csdDiuUfg", "l": "duif", "ll": "dui", "h": "iud", "q": "iud"]

    /// Returns the conversion at the start of the bytes that follow a percent sign, such as "lld", or nil if there is none.
    package static func conversion(startOf bytes: ArraySlice<UInt8>) -> String? {
        let modifier = ["ll", "l", "h", "q"].first { bytes.starts(with: $0.utf8) } ?? ""
        guard let letter = bytes.dropFirst(modifier.utf8.count).first, letters[modifier]?.utf8.contains(letter) == true
        else { return nil }
        return modifier + String(Unicode.Scalar(letter))
    }

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

    /// Returns the value of `%c`: the character with an 8-bit code, or text.
    private func character(_ argument: Any) throws(FMError) -> String {
        if let character = argument as? Character { return String(character) }
        if let text = argument as? String { return text }
        return String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: try number(argument).int64Value))))
    }

    private func number(_ argument: Any) throws(FMError) -> NSNumber {
        if let number = argument as? NSNumber { return number }
        throw FMError(
            .mismatch, "a numeric conversion was given a value of type \(type(of: argument))", sql: format,
            stage: .bind, reason: hasQuotedConversion ? "%@ within quotes is a string literal: remove the quotes" : nil)
    }

    private var hasQuotedConversion: Bool {
        SQLToken.flat(format).contains { $0.kind == .string && $0.text.contains("%@") }
    }
}
