import FMDB

/// An SQL expression in the definition of a table: of a check, an index or a generated column.
///
///     FMCheck("of age", "age >= \(18)")
///     FMIndex("mail", where: "state = \(State.active)")
///
/// SQLite keeps the text in the database and knows no parameters there, so an interpolated value becomes a literal. The text cannot
/// leave its place. Each call for the table throws `.misuse` for one that closes a parenthesis too many, leaves one or a quote
/// open, or ends the statement. A date gets the form of the table's dates, ``FMTableOptions/dates``; within JSON text dates are
/// seconds since 1970, so write `\(date.timeIntervalSince1970)`.
///
/// See [SQL Language Expressions](https://sqlite.org/lang_expr.html).
public struct FMSchemaSQL: Sendable, Hashable {
    /// The expression, with all values as literals. Dates are seconds since 1970, or have the form of the table of whose
    /// ``FMTable/options`` it is.
    public let text: String
    /// What is wrong with it.
    let problem: String?
    /// Its parts, if there are dates in it.
    private let parts: [Part]

    /// An expression made at run time. The caller answers for the text.
    ///
    /// - Parameter raw: the text; it is only checked that it cannot leave its place.
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
        let parts = stringInterpolation.parts + [.text(stringInterpolation.text)]
        let problem = stringInterpolation.problem
        guard parts.count > 1 else {
            self.init(stringInterpolation.text, problem, [])
            return
        }
        self.init(parts, problem, .secondsSince1970)
    }

    /// Collects the text of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// The parts before the text: dates, and the texts between them.
        fileprivate var parts: [Part] = []
        fileprivate var text = ""
        fileprivate var problem: String?

        /// Makes room for the text.
        ///
        /// - Parameters:
        ///   - literalCapacity: the number of bytes of the literal itself.
        ///   - interpolationCount: the number of values.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Text of the literal itself.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// A value, as a literal; nil is NULL. NaN is NULL, too. A date has the form of the table's dates.
        ///
        /// - Parameter value: a value that can be stored; otherwise each call for the table throws an `FMError` with the code
        ///   `.misuse`.
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

        /// The raw value of an enumeration, as a literal.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: FMValueConvertible {
            appendInterpolation(value.rawValue)
        }

        /// The SQL of a field, as conditions write it.
        mutating func append(field: FMSQL) {
            text += field.text
            // Only an error is a value there.
            if !field.arguments.isEmpty {
                problem = problem ?? "names a field that SQLite cannot look for in JSON text"
            }
        }

        /// The name of a column, quoted.
        ///
        /// - Parameter identifier: any name; also one that is known at run time only.
        public mutating func appendInterpolation(identifier: String) { text += FMSQL.column(identifier).text }
    }
}

/// A part of a text: the text of a date depends on the table.
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
    /// What is wrong with a text that has the value.
    fileprivate var ofLiteral: String { "has a value that cannot be stored: \(message)" }
}
