#if Server
    import Configuration

    /// Reads settings and rejects wrong values. swift-configuration treats a value of the wrong type as missing.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    struct SettingsReader {
        let reader: ConfigReader
        /// The prefix of each key in messages.
        let scope: String

        func text(_ key: String) throws(FMError) -> String? {
            let text = try checked(key, reader.string(forKey: ConfigKey(key)), "must be text")
            guard text != "" else { throw wrong(key, .range, "must not be empty") }
            return text
        }

        func flag(_ key: String) throws(FMError) -> Bool? {
            try checked(key, reader.bool(forKey: ConfigKey(key)), "must be true or false")
        }

        /// - Parameter unit: the counted unit, for messages.
        func number(_ key: String, _ range: ClosedRange<Int>, _ unit: String) throws(FMError) -> Int? {
            let rule = "must be a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound)"
            return try checked(key, reader.int(forKey: ConfigKey(key)), rule) { range.contains($0) }
        }

        func fraction(_ key: String) throws(FMError) -> Double? {
            let configKey = ConfigKey(key)
            // In JSON, 1 is an integer, so integers are accepted too.
            let number = reader.double(forKey: configKey) ?? reader.int(forKey: configKey).map(Double.init)
            return try checked(key, number, "must be a number from 0 to 1") { (0...1).contains($0) }
        }

        /// Returns a time, which is set in milliseconds, at most a day.
        func duration(_ key: String, from least: Int = 0) throws(FMError) -> Duration? {
            try number(key, least...86_400_000, "milliseconds").map { .milliseconds($0) }
        }

        /// Returns the value of one of several words. Words are case-insensitive.
        func word<Value>(_ key: String, _ words: KeyValuePairs<String, Value>) throws(FMError) -> Value? {
            let rule = "must be one of: " + words.map(\.key).joined(separator: ", ")
            let word = try checked(key, reader.string(forKey: ConfigKey(key))?.lowercased(), rule) { word in
                words.contains { $0.key == word }
            }
            return words.first { $0.key == word }?.value
        }

        /// - Parameter value: the value from the reader, or nil.
        private func checked<Value>(
            _ key: String, _ value: Value?, _ rule: String, _ isAllowed: (Value) -> Bool = { _ in true }
        ) throws(FMError) -> Value? {
            guard value != nil || isMissing(ConfigKey(key)) else { throw wrong(key, .mismatch, rule) }
            if let value, !isAllowed(value) { throw wrong(key, .range, rule) }
            return value
        }

        func missing(_ key: String) -> FMError { wrong(key, .notFound, "is missing") }

        private func isMissing(_ key: ConfigKey) -> Bool {
            reader.string(forKey: key) == nil && reader.int(forKey: key) == nil && reader.double(forKey: key) == nil
                && reader.bool(forKey: key) == nil && reader.stringArray(forKey: key) == nil
                && reader.intArray(forKey: key) == nil && reader.bytes(forKey: key) == nil
        }

        /// Returns an error without the value, which may be a secret in the wrong place.
        private func wrong(_ key: String, _ code: FMResultCode, _ rule: String) -> FMError {
            FMError(code, "the setting \(scope).\(key) \(rule)")
        }
    }
#endif
