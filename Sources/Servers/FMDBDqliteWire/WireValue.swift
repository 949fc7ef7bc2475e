/// A value of a parameter or of a row.
package enum WireValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// An integer in a column that is declared DATE, DATETIME or TIMESTAMP.
    case unixTime(Int64)
    /// A string in such a column. NULL is an empty string.
    case iso8601(String)
    /// A value in a column that is declared BOOLEAN. NULL is false.
    case boolean(Bool)

    /// The number of the type in the protocol.
    package var type: UInt8 {
        switch self {
        case .integer: 1
        case .real: 2
        case .text: 3
        case .blob: 4
        case .null: 5
        case .unixTime: 9
        case .iso8601: 10
        case .boolean: 11
        }
    }
}

extension WireReader {
    package mutating func value(ofType type: UInt8) throws(WireError) -> WireValue {
        switch type {
        case 1: return .integer(Int64(bitPattern: try word()))
        case 2: return .real(Double(bitPattern: try word()))
        case 3: return .text(try text(isRepaired: true))
        case 4: return .blob(try blob())
        case 5:
            _ = try word()
            return .null
        case 9: return .unixTime(Int64(bitPattern: try word()))
        case 10: return .iso8601(try text())
        case 11: return .boolean(try word() != 0)
        default: throw .unknownValueType(type)
        }
    }
}

extension WireWriter {
    package mutating func add(_ value: WireValue) throws(WireError) {
        switch value {
        case .null: add(word: 0)
        case .integer(let integer), .unixTime(let integer): add(word: UInt64(bitPattern: integer))
        case .real(let real): add(word: real.bitPattern)
        case .text(let text), .iso8601(let text): try add(text: text)
        case .blob(let bytes): add(blob: bytes)
        case .boolean(let boolean): add(word: boolean ? 1 : 0)
        }
    }

    /// Appends the number of parameters, their types and their values, or nothing if there are none.
    package mutating func add(parameters: [WireValue]) throws(WireError) {
        guard !parameters.isEmpty else { return }
        guard parameters.count <= WireRequest.maximumParameters else { throw .tooManyParameters(parameters.count) }
        add(byte: UInt8(parameters.count))
        for parameter in parameters { add(byte: parameter.type) }
        pad()
        for parameter in parameters { try add(parameter) }
    }
}
