import Foundation

/// A value of one of SQLite's five storage classes.
///
/// Values are independent of the connection: they can be stored, compared and passed between threads.
///
///     let row: [String: FMValue] = ["name": "ann", "age": 7, "photo": .null]
///
/// See [Storage Classes](https://sqlite.org/datatype3.html).
public enum FMValue: Hashable, Sendable {
    /// NULL.
    case null
    /// A 64-bit signed integer.
    case integer(Int64)
    /// A 64-bit floating-point number.
    case real(Double)
    /// Text.
    case text(String)
    /// Bytes, stored unchanged.
    case blob(Data)

    /// The name of the storage class, as SQL's `typeof()` returns it: "null", "integer", "real", "text", "blob".
    public var typeName: String {
        switch self {
        case .null: "null"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
    }

    /// Whether the value is NULL.
    public var isNull: Bool { if case .null = self { true } else { false } }
}

extension FMValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
    /// NULL.
    public init(nilLiteral: ()) { self = .null }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A floating-point number.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// The integer 1 or 0.
    public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}

extension FMValue: Encodable {
    /// Encodes NULL as nil, and numbers, text and `Data` directly. The encoder decides the form of `Data`: `JSONEncoder`
    /// writes Base64 by default.
    ///
    /// - Throws: the encoder's error. `JSONEncoder` throws for an infinite number unless its
    ///   `nonConformingFloatEncodingStrategy` converts it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .integer(let integer): try container.encode(integer)
        case .real(let real): try container.encode(real)
        case .text(let text): try container.encode(text)
        case .blob(let data): try container.encode(data)
        }
    }
}

extension FMValue: Decodable {
    /// Decodes nil, a number or text. Only the decoder for rows decodes `Data`; another decoder returns the encoded form, for example
    /// Base64 text.
    ///
    /// - Throws: the decoder's error if there is any other value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let real = try? container.decode(Double.self) {
            self = .real(real)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}

extension FMValue: CustomStringConvertible {
    /// The value as an SQL literal: `NULL`, `7`, `1.5`, `'ann'`, `X'0A0B'`.
    public var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .real(let real): literal(of: real)
        case .text(let text): FMSQL.quoted(text: text)
        case .blob(let data): "X'" + data.hexadecimal(isUppercase: true) + "'"
        }
    }

    /// Returns the literal of a number. SQL has no literals for infinities, but reads a number that is too large as infinity.
    private func literal(of real: Double) -> String {
        if real.isNaN { return "NULL" }
        guard real.isInfinite else { return String(real) }
        return real < 0 ? "-9e999" : "9e999"
    }
}
