import Foundation

extension JSONEncoder {
    /// Creates an encoder that sorts keys, so that equal values have equal JSON, and does not escape slashes.
    package static func sorting(isPretty: Bool = false, dates: DateEncodingStrategy = .iso8601) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = dates
        return encoder
    }
}

extension Encodable {
    /// The value as JSON text, with dates as ISO 8601.
    package func sortedJSON(isPretty: Bool = false) throws -> Data {
        try JSONEncoder.sorting(isPretty: isPretty).encode(self)
    }

    /// The value as indented JSON text, or an empty string if JSON cannot represent it, for example infinity.
    package var prettyJSON: String {
        (try? sortedJSON(isPretty: true)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
