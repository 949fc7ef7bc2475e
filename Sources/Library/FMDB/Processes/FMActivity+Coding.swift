// `Duration` encodes itself as two integers, the high and low halves of its attoseconds. Scripts and other languages
// need seconds, so these overloads encode them. FMActivity's synthesized `Codable` conformance calls them; no other
// conformance in this module has durations.

extension KeyedEncodingContainer {
    mutating func encode(_ duration: Duration, forKey key: Key) throws {
        try encode(duration / .seconds(1), forKey: key)
    }

    mutating func encodeIfPresent(_ duration: Duration?, forKey key: Key) throws {
        guard let duration else { return }
        try encode(duration, forKey: key)
    }
}

extension KeyedDecodingContainer {
    func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
        // Rounding to nanoseconds, the resolution of clocks, restores the encoded duration exactly.
        let seconds = try decode(Double.self, forKey: key)
        guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(seconds) seconds are beyond 292 years")
        }
        return .nanoseconds(nanoseconds)
    }

    func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }
}
