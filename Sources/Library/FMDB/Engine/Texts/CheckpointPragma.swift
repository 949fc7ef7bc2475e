import FMDBSQLiteC

/// An SQL text that runs a checkpoint, or says when commits do: the library does it in SQLite's place, so that it passes
/// the ``CheckpointGate``.
///
/// See [PRAGMA wal_checkpoint](https://sqlite.org/pragma.html#pragma_wal_checkpoint) and
/// [PRAGMA wal_autocheckpoint](https://sqlite.org/pragma.html#pragma_wal_autocheckpoint).
struct CheckpointPragma {
    enum Action {
        case checkpoint(mode: Int32)
        /// nil to ask only.
        case limit(Int32?)
    }

    let action: Action
    /// The name of a database; nil for all.
    let schema: String?
    /// The length of the statement in bytes, with the semicolon.
    let length: Int

    /// Reads the first statement of a text as SQLite does.
    ///
    /// - Parameter pragma: gets nil for any other statement, and for one that SQLite will refuse.
    /// - Returns: a result code: an error only where SQLite could not be asked.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>, schemas: @autoclosure () -> [String], _ pragma: inout CheckpointPragma?
    ) -> Int32 {
        pragma = nil
        guard let mention = Mention(text) else { return SQLITE_OK }
        // SQLite says best that there is no database of a name.
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

    /// What the first words say: enough to know whether SQLite is to be asked.
    private struct Mention {
        let kind: Kind
        let schema: String?

        /// A database that only the connection has.
        var attached: String? { schema.flatMap { ["main", "temp"].contains($0.foldedAsName) ? nil : $0 } }

        init?(_ text: UnsafeBufferPointer<UInt8>) {
            var scanner = SQLScanner(text)
            // Of nearly all statements only this word is read.
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
            // SQLite sets the limit while it compiles, also what is only to be explained.
            guard kind == .limit || !isExplained else { return nil }
            (self.kind, self.schema) = (kind, schema)
        }
    }

    /// Any other word means a passive one.
    private static func mode(_ word: String?) -> Int32 {
        switch word?.asKeyword {
        case "FULL": SQLITE_CHECKPOINT_FULL
        case "RESTART": SQLITE_CHECKPOINT_RESTART
        case "TRUNCATE": SQLITE_CHECKPOINT_TRUNCATE
        case "NOOP" where sqlite3_libversion_number() >= 3_051_000: CheckpointPragma.noop
        default: SQLITE_CHECKPOINT_PASSIVE
        }
    }

    /// Counts the frames and moves none: `SQLITE_CHECKPOINT_NOOP`, since 3.51.
    static let noop: Int32 = -1

    /// Whether a script may hold such a statement.
    static func isMentioned(in script: String) -> Bool {
        var script = script
        return script.withUTF8 { bytes in
            // Nearly all scripts are done with after this look at their bytes.
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
