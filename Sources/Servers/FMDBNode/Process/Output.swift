#if Node && os(Linux)
    import FMDB

    /// Prints a value as one line of JSON.
    func printLine(_ value: some Encodable) {
        guard let data = try? value.sortedJSON() else { return }
        // Nothing can be done about an output that is closed or full; the node goes on.
        try? FileHandle.standardOutput.write(contentsOf: data + Data("\n".utf8))
    }

    /// Prints for people, beside the output that scripts read.
    func printNote(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("fmdb-node: \(text)\n".utf8))
    }

    /// What an error says of its cause.
    func reason(_ error: any Error) -> String {
        if let error = error as? NodeError { return error.message }
        let error = error as NSError
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { return reason(cause) }
        return error.localizedDescription
    }
#endif
