import FMDBSQLiteC

/// A pragma that runs a checkpoint, or reads or sets the limit for automatic checkpoints. The library runs it in place
/// of SQLite, so that checkpoints pass the ``CheckpointGate``.
///
/// See [PRAGMA wal_checkpoint](https://sqlite.org/pragma.html#pragma_wal_checkpoint) and
/// [PRAGMA wal_autocheckpoint](https://sqlite.org/pragma.html#pragma_wal_autocheckpoint).
struct CheckpointPragma {
    enum Action {
        case checkpoint(mode: Int32)
        /// Sets the limit, in pages; nil only reads it.
        case limit(Int32?)
    }

    let action: Action
    /// The schema name of the database; nil for all databases.
    let schema: String?
    /// The length of the statement in bytes, with the semicolon.
    let length: Int

    /// Parses the first statement of an SQL string as SQLite does.
    ///
    /// - Parameter pragma: set to nil for any other statement, and for a pragma that SQLite will refuse.
    /// - Returns: a result code: an error only if SQLite failed for a reason other than the SQL, such as a lack of
    ///   memory.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>, schemas: @autoclosure () -> [String], _ pragma: inout CheckpointPragma?
    ) -> Int32 {
        pragma = nil
        guard let mention = Mention(text) else { return SQLITE_OK }
        // An unknown schema name is left to SQLite, which reports it.
        if let schema = mention.attached, !schemas().contains(where: { $0.foldedAsName == schema.foldedAsName }) {
            return SQLITE_OK
        }
        let reader = PragmaReader(attached: mention.attached)
        guard reader.code == SQLITE_OK else { return reader.code }
        guard let statement = reader.read(text) else {
            return reader.code == SQLITE_NOMEM ? SQLITE_NOMEM : SQLITE_OK
        }
        let action: Action
        switch mention.kind {
        case .checkpoint: action = .checkpoint(mode: mode(statement.argument))
        case .limit where statement.argument == nil: action = .limit(nil)
        case .limit:
            guard let limit = reader.checkpointLimit else { return reader.code }
            action = .limit(limit)
        }
        pragma = CheckpointPragma(action: action, schema: mention.schema, length: statement.length)
        return SQLITE_OK
    }

    private enum Kind: String {
        case checkpoint = "WAL_CHECKPOINT"
        case limit = "WAL_AUTOCHECKPOINT"
    }

    /// The first tokens, which are enough to decide whether SQLite must parse the statement.
    private struct Mention {
        let kind: Kind
        let schema: String?

        /// The schema name of an attached database; nil for main and temp.
        var attached: String? { schema.flatMap { ["main", "temp"].contains($0.foldedAsName) ? nil : $0 } }

        init?(_ text: UnsafeBufferPointer<UInt8>) {
            var scanner = SQLScanner(text)
            // For nearly all statements, only this token is read.
            guard var word = scanner.nextStatement() else { return nil }
            let isExplained = scanner.isKeyword(word, "EXPLAIN")
            if isExplained {
                guard let next = scanner.nextInStatement() else { return nil }
                word = next
                if scanner.isKeyword(word, "QUERY") {
                    guard scanner.nextInStatement() != nil, let last = scanner.nextInStatement() else { return nil }
                    word = last
                }
            }
            guard scanner.isKeyword(word, "PRAGMA"), var name = scanner.nextInStatement() else { return nil }
            var schema: String?
            if let point = scanner.nextInStatement(), scanner.isSign(point, ".") {
                schema = scanner.name(of: name)
                guard let second = scanner.nextInStatement() else { return nil }
                name = second
            }
            guard let kind = Kind(rawValue: scanner.name(of: name).asKeyword) else { return nil }
            // SQLite sets the limit during compilation, even with EXPLAIN.
            guard kind == .limit || !isExplained else { return nil }
            (self.kind, self.schema) = (kind, schema)
        }
    }

    /// Returns the mode that an argument names. Any other argument means PASSIVE.
    private static func mode(_ word: String?) -> Int32 {
        switch word?.asKeyword {
        case "FULL": SQLITE_CHECKPOINT_FULL
        case "RESTART": SQLITE_CHECKPOINT_RESTART
        case "TRUNCATE": SQLITE_CHECKPOINT_TRUNCATE
        case "NOOP" where sqlite3_libversion_number() >= 3_051_000: CheckpointPragma.noop
        default: SQLITE_CHECKPOINT_PASSIVE
        }
    }

    /// `SQLITE_CHECKPOINT_NOOP`, since 3.51: counts the frames and copies none.
    static let noop: Int32 = -1

    /// Whether a script may contain a pragma that this type describes.
    static func isMentioned(in script: String) -> Bool {
        var script = script
        return script.withUTF8 { bytes in
            // For nearly all scripts, this scan of the bytes is all that is done.
            for start in bytes.indices.dropLast(9) where bytes[start] | 0x20 == UInt8(ascii: "w") {
                if word(bytes[start...].prefix(14), isStartOf: "wal_checkpoint") { return true }
                if word(bytes[start...].prefix(18), isStartOf: "wal_autocheckpoint") { return true }
            }
            return false
        }
    }

    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isStartOf word: StaticString) -> Bool {
        bytes.count == word.utf8CodeUnitCount
            && bytes.enumerated().allSatisfy { $1 | 0x20 == word.utf8Start[$0] | 0x20 }
    }
}
