import FMDBSQLiteC

/// The callbacks of a tokenizer that SQLite calls.
final class TokenizerCalls {
    private let arguments: [String]
    /// The tokenizer. It is looked up when SQLite passes the first text, so that a table whose tokenizer is missing can still be dropped.
    private var tokenizer: (any FMTokenizer)?

    /// - Parameter arguments: the arguments after the name of the module in SQL.
    init(_ arguments: [String]) { self.arguments = arguments }

    private func found() throws(FMError) -> any FMTokenizer {
        if let tokenizer { return tokenizer }
        let found = try TokenizerRegistry.shared.tokenizer(arguments)
        tokenizer = found
        return found
    }

    /// Splits text into tokens.
    ///
    /// - Parameters:
    ///   - bytes: the text in UTF-8.
    ///   - purpose: the reason why SQLite needs the tokens.
    ///   - add: receives each token. The token's text is not empty, and its range is inside the text.
    /// - Returns: SQLite's result code.
    func tokenize(
        _ bytes: UnsafeBufferPointer<UInt8>, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void
    ) -> Int32 {
        do {
            var last: Int?
            try found().tokenize(TokenizerCalls.text(bytes), for: purpose) { token in
                let range = token.range
                guard range.lowerBound >= last ?? 0, range.upperBound <= bytes.count else {
                    throw FMError(
                        .range,
                        "the tokenizer returned a token at bytes \(range) after one at \(last ?? 0), in text of \(bytes.count) bytes"
                    )
                }
                let text = TokenizerCalls.indexed(token.text)
                guard !text.isEmpty else { return }
                // A synonym without a preceding token becomes a regular token.
                try add(FMToken(text, at: range, isSynonym: token.isSynonym && last != nil))
                last = range.lowerBound
            }
            return SQLITE_OK
        } catch let stop as Stop {
            return stop.code
        } catch {
            return CallbackFailure.record(error, replacesMessage: true)
        }
    }

    /// Thrown if SQLite's callback returned a code that ends the tokenization.
    struct Stop: Error { let code: Int32 }

    /// Cuts a token to what an index can store. FTS5 cuts tokens after 32,768 bytes, even inside a character, and treats a NUL as the end
    /// in some places.
    private static func indexed(_ text: String) -> String {
        var text = text
        let length = text.withUTF8 { bytes in
            let length = min(bytes.firstIndex(of: 0) ?? bytes.count, longest)
            // Cuts before the character that does not fit.
            return length == bytes.count ? length : bytes[...length].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        }
        return length == text.utf8.count ? text : String(Substring(text.utf8.prefix(length)))
    }

    private static let longest = 32_000

    /// Returns the text of some bytes, with a space for each byte that is not valid UTF-8.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        if let text = ValueCoding.string(bytes.baseAddress, Int32(bytes.count)) { return text }
        var text: [UInt8] = []
        var (parser, rest) = (UTF8.ForwardParser(), bytes.makeIterator())
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded): text.append(contentsOf: encoded)
            case .error(let length): text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: length))
            case .emptyInput: return String(decoding: text, as: UTF8.self)
            }
        }
    }

    static func arguments(_ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int32) -> [String] {
        (0..<Int(count)).compactMap { texts?[$0].map { String(cString: $0) } }
    }
}

extension TokenizerCalls {
    /// Installs the process's tokenizers as a tokenizer module for FTS5, FTS3 and FTS4.
    ///
    /// - Returns: false if the linked SQLite has no full-text search.
    static func install(on handle: OpaquePointer?, as name: String) throws(ResultCodeError) -> Bool {
        let isInFTS5 = try installInFTS5(handle, name)
        return TokenizerOfFTS3.install(on: handle, as: name) || isInFTS5
    }

    /// See [Custom Tokenizers](https://sqlite.org/fts5.html#custom_tokenizers).
    private static func installInFTS5(_ handle: OpaquePointer?, _ name: String) throws(ResultCodeError) -> Bool {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        var code = sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nil)
        if code == SQLITE_ERROR { return false }
        guard code == SQLITE_OK else { throw ResultCodeError(code: code) }
        var api: UnsafeMutablePointer<fts5_api>?
        code = withUnsafeMutablePointer(to: &api) { pointer in
            let code = fmdb_bind_fts5_api(statement, 1, pointer)
            return code == SQLITE_OK ? sqlite3_step(statement) : code
        }
        guard code == SQLITE_ROW else { throw ResultCodeError(code: code) }
        guard let api, let create = api.pointee.xCreateTokenizer else { return false }
        var methods = TokenizerOfFTS5.methods
        code = create(api, name, nil, &methods, nil)
        guard code == SQLITE_OK else { throw ResultCodeError(code: code) }
        return true
    }
}

private enum TokenizerOfFTS5 {
    static var methods: fts5_tokenizer {
        fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
    }

    private static let create:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { _, arguments, count, result in
            let calls = TokenizerCalls(TokenizerCalls.arguments(UnsafePointer(arguments), count))
            result?.pointee = OpaquePointer(Unmanaged.passRetained(calls).toOpaque())
            return SQLITE_OK
        }

    private static let delete: @convention(c) (OpaquePointer?) -> Void = { tokenizer in
        guard let tokenizer else { return }
        Unmanaged<TokenizerCalls>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
    }

    private typealias Add =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    private static let tokenize:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Add?
        ) -> Int32 = { tokenizer, context, flags, text, length, add in
            guard let tokenizer, let add else { return SQLITE_ERROR }
            let calls = Unmanaged<TokenizerCalls>.fromOpaque(UnsafeRawPointer(tokenizer)).takeUnretainedValue()
            let start = text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
            let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : max(0, Int(length)))
            return calls.tokenize(bytes, for: purpose(flags)) { token in
                var text = token.text
                let code = text.withUTF8 { word in
                    word.withMemoryRebound(to: CChar.self) { word in
                        add(
                            context, token.isSynonym ? FTS5_TOKEN_COLOCATED : 0, word.baseAddress,
                            Int32(clamping: word.count),
                            Int32(token.range.lowerBound), Int32(token.range.upperBound))
                    }
                }
                if code != SQLITE_OK { throw TokenizerCalls.Stop(code: code) }
            }
        }

    private static func purpose(_ flags: Int32) -> FMTokenPurpose {
        if flags & FTS5_TOKENIZE_QUERY != 0 { return flags & FTS5_TOKENIZE_PREFIX != 0 ? .prefix : .query }
        return flags & FTS5_TOKENIZE_AUX != 0 ? .auxiliary : .document
    }
}
