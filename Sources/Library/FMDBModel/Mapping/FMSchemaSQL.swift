import FMDB

/// An SQL expression in the schema: in a check, an index or a generated column.
///
///     FMCheck("of age", "age >= \(18)")
///     FMIndex("mail", where: "state = \(State.active)")
///
/// SQLite stores the SQL in the schema, which cannot contain parameters, so an interpolated value becomes a literal. Each call that uses
/// the table throws `.misuse` if the SQL has unbalanced parentheses, an unclosed quote or comment, or a semicolon. A date gets the format
/// of the table, ``FMTableOptions/dates``. Within JSON text dates are seconds since 1970, so write `\(date.timeIntervalSince1970)`.
///
/// See [SQL Language Expressions](https://sqlite.org/lang_expr.html).
public struct FMSchemaSQL: Sendable, Hashable {
    /// The SQL of the expression, with all values as literals. Dates are seconds since 1970; in ``FMTable/options`` they have the
    /// format of the table.
    public let text: String
    /// The problem of the SQL, or nil if there is none.
    let problem: String?
    /// The parts of the SQL, if it contains dates.
    private let parts: [Part]

    /// Creates an expression from SQL that is composed at run time. The caller is responsible for the SQL.
    ///
    /// - Parameter raw: the SQL. Only its parentheses, quotes, comments and semicolons are checked.
    public init(raw: String) { self.init(raw, nil, []) }

    private init(_ text: String, _ problem: String?, _ parts: [Part]) {
        let fragment = SQLFragment(text)
        self.text = fragment.endsInComment ? text + "\n" : text
        self.parts = parts
        self.problem = problem ?? fragment.problem ?? (fragment.isEmpty ? "is empty" : nil)
    }

    func with(dates form: FMDateStorage) -> FMSchemaSQL {
        parts.isEmpty ? self : FMSchemaSQL(parts, problem, form, otherwise: text)
    }

    private init(_ parts: [Part], _ problem: String?, _ form: FMDateStorage, otherwise text: String = "") {
        do throws(FMError) {
            self.init(try parts.text(form), problem, parts)
        } catch {
            self.init(text, problem ?? error.ofLiteral, parts)
        }
    }

    /// The words of the SQL, made of letters, digits and underscores, for the name of an index.
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
    /// Creates an expression without interpolated values.
    public init(stringLiteral value: String) { self.init(raw: value) }

    /// Creates an expression with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        let parts = stringInterpolation.parts + [.text(stringInterpolation.text)]
        let problem = stringInterpolation.problem
        guard parts.count > 1 else {
            self.init(stringInterpolation.text, problem, [])
            return
        }
        self.init(parts, problem, .secondsSince1970)
    }

    /// Collects the SQL of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// The parts before `text`: dates, and the SQL between them.
        fileprivate var parts: [Part] = []
        fileprivate var text = ""
        fileprivate var problem: String?

        /// Reserves space for the SQL.
        ///
        /// - Parameters:
        ///   - literalCapacity: the number of bytes of the literal itself.
        ///   - interpolationCount: the number of values.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Adds SQL of the literal itself.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value as a literal. Nil and NaN become NULL. A date gets the format of the table.
        ///
        /// - Parameter value: a value that SQLite can store. For another value, each call that uses the table throws an `FMError` with the
        ///   code `.misuse`.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value?) {
            if let date = value as? Date {
                parts += [.text(text), .date(date)]
                text = ""
                return
            }
            do {
                text += try value?.fmValue.description ?? FMValue.null.description
            } catch {
                problem = problem ?? error.ofLiteral
            }
        }

        /// Adds the raw value of an enumeration as a literal.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: FMValueConvertible {
            appendInterpolation(value.rawValue)
        }

        /// Adds the SQL of a field, as conditions write it.
        mutating func append(field: FMSQL) {
            text += field.text
            // A field's SQL has an argument only if the field is invalid. Binding the argument would throw the error.
            if !field.arguments.isEmpty {
                problem = problem ?? "names a field that SQLite cannot find in JSON text"
            }
        }

        /// Adds the quoted name of a column.
        ///
        /// - Parameter identifier: any name, even one that is known only at run time.
        public mutating func appendInterpolation(identifier: String) { text += FMSQL.column(identifier).text }
    }
}

/// A part of the SQL. The literal of a date depends on the table.
private enum Part: Hashable {
    case text(String)
    case date(Date)
}

extension [Part] {
    fileprivate func text(_ dates: FMDateStorage) throws(FMError) -> String {
        try map { part throws(FMError) in
            switch part {
            case .text(let literal): literal
            case .date(let date): try dates.value(of: date).description
            }
        }.joined()
    }
}

extension FMError {
    /// The problem to report for SQL with the value that caused this error.
    fileprivate var ofLiteral: String { "has a value that cannot be stored: \(message)" }
}
