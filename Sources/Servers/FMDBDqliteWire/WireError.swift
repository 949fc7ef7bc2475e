/// An error in received bytes, or in a request that cannot be encoded.
package enum WireError: Error, Hashable, Sendable {
    /// The reply ends within a value.
    case cutShort
    /// The reply has bytes after its last value.
    case tooLong(bytes: Int)
    /// A frame is longer than the reader allows.
    case frameTooLarge(bytes: Int, limit: Int)
    /// A count is larger than the rest of the reply allows.
    case wrongCount(UInt64)
    /// A string has no NUL at its end.
    case missingNUL
    case notUTF8
    /// The protocol has no such type of reply.
    case unknownReply(UInt8)
    /// The protocol has no such type of value.
    case unknownValueType(UInt8)
    /// A string in a request contains U+0000, where the node would cut it.
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
            "the reply has \(bytes) bytes, more than the limit of \(limit)"
        case .wrongCount(let count): "the reply has no room for the \(count) elements it announces"
        case .missingNUL: "a string in the reply has no terminating NUL"
        case .notUTF8: "a string in the reply is not UTF-8"
        case .unknownReply(let type): "the reply is of the unknown type \(type)"
        case .unknownValueType(let type): "the reply has a value of the unknown type \(type)"
        case .nulInText: "a string contains U+0000, where the node would cut it; bind it as a BLOB"
        case .tooManyParameters(let count):
            "\(count) values were given, but a request takes at most \(WireRequest.maximumParameters)"
        }
    }
}
