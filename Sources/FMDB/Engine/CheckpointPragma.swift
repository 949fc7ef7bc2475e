#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

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

    /// Reads the first statement of a text.
    ///
    /// - Returns: nil for any other statement, and for one that SQLite will refuse.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var tokens = PragmaTokens(text)
        guard tokens.mayBegin, tokens.next()?.isWord("pragma") == true, var name = tokens.next() else { return nil }
        var schema: String?
        var token = tokens.next()
        if token?.isSymbol(".") == true {
            schema = name.text
            guard let second = tokens.next() else { return nil }
            name = second
            token = tokens.next()
        }
        guard name.isName, let kind = CheckpointPragma.kind(of: name) else { return nil }
        var value: String?
        if let opening = token, opening.isSymbol("=") || opening.isSymbol("(") {
            guard let read = CheckpointPragma.value(&tokens) else { return nil }
            value = read
            token = tokens.next()
            if opening.isSymbol("(") {
                guard token?.isSymbol(")") == true else { return nil }
                token = tokens.next()
            }
        }
        guard token == nil || token?.isSymbol(";") == true else { return nil }
        self.schema = schema
        length = tokens.position
        action =
            kind == .checkpoint
            ? .checkpoint(mode: CheckpointPragma.mode(value))
            : .limit(value.map(CheckpointPragma.number))
    }

    private enum Kind { case checkpoint, limit }

    private static func kind(of name: PragmaTokens.Token) -> Kind? {
        switch name.text.lowercased() {
        case "wal_checkpoint": .checkpoint
        case "wal_autocheckpoint": .limit
        default: nil
        }
    }

    private static func value(_ tokens: inout PragmaTokens) -> String? {
        guard let token = tokens.next() else { return nil }
        guard token.isSymbol("-") || token.isSymbol("+") else { return token.isSymbol ? nil : token.text }
        guard let number = tokens.next(), !number.isSymbol else { return nil }
        return (token.isSymbol("-") ? "-" : "") + number.text
    }

    /// Any other word means a passive one.
    private static func mode(_ word: String?) -> Int32 {
        switch word?.lowercased() {
        case "full": SQLITE_CHECKPOINT_FULL
        case "restart": SQLITE_CHECKPOINT_RESTART
        case "truncate": SQLITE_CHECKPOINT_TRUNCATE
        case "noop" where sqlite3_libversion_number() >= 3_051_000: CheckpointPragma.noop
        default: SQLITE_CHECKPOINT_PASSIVE
        }
    }

    /// Counts the frames and moves none: `SQLITE_CHECKPOINT_NOOP`, since 3.51.
    static let noop: Int32 = -1

    /// A number as SQLite reads it: 0 for what is none.
    private static func number(_ text: String) -> Int32 {
        Int32(text) ?? 0
    }

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

/// The words, names and symbols of an SQL text, without comments.
private struct PragmaTokens {
    struct Token {
        enum Kind { case word, quoted, symbol }
        let kind: Kind
        let text: String

        func isWord(_ word: String) -> Bool { kind == .word && text.lowercased() == word }
        func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
        var isSymbol: Bool { kind == .symbol }
        var isName: Bool { kind != .symbol }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private var current: UInt8? { position < bytes.count && bytes[position] != 0 ? bytes[position] : nil }

    /// A quick look, before any token is read.
    var mayBegin: Bool {
        for byte in bytes where !PragmaTokens.isBlank(byte) {
            return byte | 0x20 == UInt8(ascii: "p") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
        }
        return false
    }

    mutating func next() -> Token? {
        skipBlanks()
        guard let byte = current else { return nil }
        if PragmaTokens.isWordPart(byte) { return word() }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return quoted(until: byte, isDoubled: true)
        case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"), isDoubled: false)
        default:
            position += 1
            return Token(kind: .symbol, text: String(UnicodeScalar(byte)))
        }
    }

    private mutating func word() -> Token {
        let start = position
        while let byte = current, PragmaTokens.isWordPart(byte) { position += 1 }
        return Token(kind: .word, text: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func quoted(until end: UInt8, isDoubled: Bool) -> Token {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            position += 1
            if byte == end {
                guard isDoubled, current == end else { break }
                position += 1
            }
            text.append(byte)
        }
        return Token(kind: .quoted, text: String(decoding: text, as: UTF8.self))
    }

    private mutating func skipBlanks() {
        while let byte = current {
            let following = position + 1 < bytes.count ? bytes[position + 1] : 0
            if PragmaTokens.isBlank(byte) {
                position += 1
            } else if byte == UInt8(ascii: "-"), following == UInt8(ascii: "-") {
                while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
            } else if byte == UInt8(ascii: "/"), following == UInt8(ascii: "*") {
                skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() {
        position += 2
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "*"), current == UInt8(ascii: "/") {
                position += 1
                return
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
