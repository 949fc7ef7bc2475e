/// What is wrong with bytes of the protocol, or with a request that cannot be written in it.
package enum WireError: Error, Hashable, Sendable {
    /// The reply ends within a value.
    case cutShort
    /// The reply goes on behind its last value.
    case tooLong(bytes: Int)
    /// A frame is longer than the reader allows.
    case frameTooLarge(bytes: Int, limit: Int)
    /// A count that the reply has no room for.
    case wrongCount(UInt64)
    /// A text without the NUL at its end.
    case missingNUL
    case notUTF8
    /// The type of the reply is not one of the protocol.
    case unknownReply(UInt8)
    /// The type of the value is not one of the protocol.
    case unknownValueType(UInt8)
    /// A text of a request contains U+0000, at which the node would cut it.
    case nulInText
    /// A request has more values than a frame can count.
    case tooManyParameters(Int)
}

extension WireError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cutShort: "the reply is cut short"
        case .tooLong(let bytes): "the reply has \(bytes) bytes too many"
        case .frameTooLarge(let bytes, let limit):
            "the reply has \(bytes) bytes, more than the \(limit) that are allowed"
        case .wrongCount(let count): "the reply has no room for the \(count) elements it announces"
        case .missingNUL: "a text of the reply has no end"
        case .notUTF8: "a text of the reply is not UTF-8"
        case .unknownReply(let type): "the reply is of the unknown type \(type)"
        case .unknownValueType(let type): "the reply has a value of the unknown type \(type)"
        case .nulInText: "a text contains U+0000, at which the node would cut it; bind it as a blob"
        case .tooManyParameters(let count):
            "\(count) values were given, and a request has room for \(WireRequest.maximumParameters)"
        }
    }
}
