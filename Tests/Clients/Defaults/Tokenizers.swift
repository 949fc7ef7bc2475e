import FMDB

struct PartNumbers: FMTokenizer {
    let separator: Character = "-"

    func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
        var start = 0
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            try add(FMToken(lowered(part), at: start..<start + part.utf8.count))
            start += part.utf8.count + 1
        }
    }

    private func lowered(_ part: Substring) -> String { part.lowercased() }
}

func search(_ queue: FMDatabaseQueue) async throws -> [String] {
    FMDatabase.registerTokenizer(PartNumbers(), withKey: "parts")
    try await queue.withDatabase { db in
        try db.execute("CREATE VIRTUAL TABLE part USING fts5(number, tokenize = 'fmdb parts')")
    }
    return try await queue.rows("SELECT number FROM part WHERE part MATCH 'ab'", as: String.self)
}
