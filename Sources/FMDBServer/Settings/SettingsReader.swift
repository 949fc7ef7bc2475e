#if Server
    import Configuration

    /// Reads settings, and tells wrong ones. swift-configuration takes a value of the wrong type for none.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    struct SettingsReader {
        let reader: ConfigReader
        /// What precedes each key in messages.
        let scope: String

        func text(_ key: String) throws(FMError) -> String? {
            let configKey = ConfigKey(key)
            if let text = reader.string(forKey: configKey) {
                guard !text.isEmpty else { throw wrong(key, .range, "must not be empty") }
                return text
            }
            guard isMissing(configKey) else { throw wrong(key, .mismatch, "must be a text") }
            return nil
        }

        func flag(_ key: String) throws(FMError) -> Bool? {
            let configKey = ConfigKey(key)
            if let flag = reader.bool(forKey: configKey) { return flag }
            guard isMissing(configKey) else { throw wrong(key, .mismatch, "must be true or false") }
            return nil
        }

        /// - Parameter unit: what is counted, for messages.
        func number(_ key: String, _ range: ClosedRange<Int>, _ unit: String) throws(FMError) -> Int? {
            let configKey = ConfigKey(key)
            let rule = "must be a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound)"
            if let number = reader.int(forKey: configKey) {
                guard range.contains(number) else { throw wrong(key, .range, rule) }
                return number
            }
            guard isMissing(configKey) else { throw wrong(key, .mismatch, rule) }
            return nil
        }

        func fraction(_ key: String) throws(FMError) -> Double? {
            let configKey = ConfigKey(key)
            let rule = "must be a number from 0 to 1"
            // JSON's 1 is an integer.
            if let number = reader.double(forKey: configKey) ?? reader.int(forKey: configKey).map(Double.init) {
                guard (0...1).contains(number) else { throw wrong(key, .range, rule) }
                return number
            }
            guard isMissing(configKey) else { throw wrong(key, .mismatch, rule) }
            return nil
        }

        /// A time in milliseconds, at most a day.
        func duration(_ key: String, from least: Int = 0) throws(FMError) -> Duration? {
            try number(key, least...86_400_000, "milliseconds").map { .milliseconds($0) }
        }

        /// One of some words, in any case of letters.
        func word<Value>(_ key: String, _ words: KeyValuePairs<String, Value>) throws(FMError) -> Value? {
            let configKey = ConfigKey(key)
            let rule = "must be one of: " + words.map(\.key).joined(separator: ", ")
            guard let text = reader.string(forKey: configKey) else {
                guard isMissing(configKey) else { throw wrong(key, .mismatch, rule) }
                return nil
            }
            guard let found = words.first(where: { $0.key == text.lowercased() }) else {
                throw wrong(key, .range, rule)
            }
            return found.value
        }

        func missing(_ key: String) -> FMError { wrong(key, .notFound, "is missing") }

        private func isMissing(_ key: ConfigKey) -> Bool {
            reader.string(forKey: key) == nil && reader.int(forKey: key) == nil && reader.double(forKey: key) == nil
                && reader.bool(forKey: key) == nil && reader.stringArray(forKey: key) == nil
                && reader.intArray(forKey: key) == nil && reader.bytes(forKey: key) == nil
        }

        /// Without the value, which may be a secret in the wrong place.
        private func wrong(_ key: String, _ code: FMResultCode, _ rule: String) -> FMError {
            FMError(code, "the setting \(scope).\(key) \(rule)")
        }
    }
#endif
