import FMDB

/// An SQL expression in the definition of a table: what a check demands, what an index holds, how a column is computed.
///
///     FMCheck("of age", "age >= \(18)")
///     FMIndex("mail", where: "state = \(State.active)")
///
/// SQLite keeps the text in the database and knows no parameters there: what is interpolated becomes a literal. The text cannot
/// get out of its place; one that closes a parenthesis that it has not opened, leaves one or a quote open or ends the statement
/// is refused by each call for the table, with the code `.misuse`.
///
/// See [SQL Language Expressions](https://sqlite.org/lang_expr.html).
public struct FMSchemaSQL: Sendable, Hashable {
    /// The expression, with all values as literals.
    public let text: String
    /// What is wrong with it.
    let problem: String?

    /// An expression made at run time. The caller answers for the text.
    ///
    /// - Parameter raw: the text; it is checked only for whether it stays in its place.
    public init(raw: String) { self.init(raw, nil) }

    private init(_ text: String, _ problem: String?) {
        let fragment = SQLFragment(text)
        self.text = fragment.endsInComment ? text + "\n" : text
        let isEmpty = text.utf8.allSatisfy { $0 <= UInt8(ascii: " ") }
        self.problem = problem ?? fragment.problem ?? (isEmpty ? "is empty" : nil)
    }

    /// The letters, digits and underscores in it, for a name.
    var words: [String] {
        let isInWord = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
            default: byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
        }
        return text.utf8.split { !isInWord($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension FMSchemaSQL: ExpressibleByStringInterpolation {
    /// An expression without interpolated values.
    public init(stringLiteral value: String) { self.init(raw: value) }

    /// An expression with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.text, stringInterpolation.problem)
    }

    /// Collects the text of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var problem: String?

        /// Makes room for the text.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Text of the literal itself.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// A value, as a literal; nil is NULL. NaN is NULL, too.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value?) {
            do {
                text += try value?.fmValue.description ?? FMValue.null.description
            } catch {
                problem = problem ?? "has a value that cannot be stored: \(error.message)"
            }
        }

        /// The raw value of an enumeration, as a literal.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: FMValueConvertible {
            appendInterpolation(value.rawValue)
        }

        /// What conditions say of a field.
        mutating func append(field: FMSQL) {
            text += field.text
            // Only an error is a value there.
            if !field.arguments.isEmpty {
                problem = problem ?? "names a field that SQLite cannot look for in JSON text"
            }
        }

        /// The name of a column, quoted.
        public mutating func appendInterpolation(identifier: String) { text += FMSQL.column(identifier).text }
    }
}
