#if Tool
    import Foundation

    /// Prints a value as JSON.
    func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        encoder.dateEncodingStrategy = .iso8601
        let sink = ByteSink.standardOutput()
        try sink.write(try encoder.encode(value))
        try sink.write("\n")
        try sink.flush()
    }

    /// Prints lines.
    func printLines(_ lines: [String]) throws {
        let sink = ByteSink.standardOutput()
        for line in lines { try sink.write(line + "\n") }
        try sink.flush()
    }
#endif
