import Foundation

extension JSONEncoder {
    /// Sorts keys, so that equal values have equal texts, and writes slashes as they are.
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

    /// A value of texts and whole numbers as JSON text for people; empty for one that JSON has no form for, as infinity.
    package var prettyJSON: String {
        (try? sortedJSON(isPretty: true)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
