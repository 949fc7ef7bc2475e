import Foundation
import FMDBSQLiteC

extension TokenizerOfFTS3 {
    /// Installs the process's tokenizers as a tokenizer module for FTS3 and FTS4.
    ///
    /// See [Custom (Application Defined) Tokenizers](https://sqlite.org/fts3.html#custom_application_defined_tokenizers).
    ///
    /// - Returns: false if the linked SQLite has neither, or does not allow custom tokenizers.
    static func install(on handle: OpaquePointer?, as name: String) -> Bool {
        // Before SQLite 3.28, `fts3_tokenizer` needs this option even for bound pointers. It is off by default.
        _ = fmdb_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 1)
        defer { _ = fmdb_db_config_flag(handle, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0) }
        return hasModule(handle, name) || addModule(handle, name)
    }

    /// Whether the module is already installed. SQLite would refuse to add it again.
    private static func hasModule(_ handle: OpaquePointer?, _ name: String) -> Bool {
        ask(handle, "SELECT fts3_tokenizer(?1)", name, nil) { found in
            found == UInt(bitPattern: module)
        }
    }

    private static func addModule(_ handle: OpaquePointer?, _ name: String) -> Bool {
        ask(handle, "SELECT fts3_tokenizer(?1, ?2)", name, UInt(bitPattern: module)) { _ in true }
    }

    private static func ask(
        _ handle: OpaquePointer?, _ sql: String, _ name: String, _ module: UInt?, _ isDone: (UInt) -> Bool
    ) -> Bool {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return false }
        sqlite3_bind_text(statement, 1, name, -1, Constants.transient)
        if var module { sqlite3_bind_blob(statement, 2, &module, Int32(MemoryLayout<UInt>.size), Constants.transient) }
        guard sqlite3_step(statement) == SQLITE_ROW, let blob = sqlite3_column_blob(statement, 0),
            sqlite3_column_bytes(statement, 0) == MemoryLayout<UInt>.size
        else { return false }
        return isDone(blob.loadUnaligned(as: UInt.self))
    }
}

enum TokenizerOfFTS3 {
    // SAFETY: it is written once, and SQLite only reads it.
    /// The module, which is never freed.
    nonisolated(unsafe) private static let module: UnsafeMutablePointer<fmdb_fts3_module> = {
        let module = UnsafeMutablePointer<fmdb_fts3_module>.allocate(capacity: 1)
        module.initialize(
            to: fmdb_fts3_module(version: 0, create: create, destroy: destroy, open: open, close: close, next: next))
        return module
    }()

    private static let create:
        @convention(c) (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<fmdb_fts3_tokenizer>?>?
        ) -> Int32 = { count, arguments, result in
            let calls = TokenizerCalls(TokenizerCalls.arguments(arguments, count))
            let tokenizer = UnsafeMutablePointer<fmdb_fts3_tokenizer>.allocate(capacity: 1)
            tokenizer.initialize(
                to: fmdb_fts3_tokenizer(module: nil, context: Unmanaged.passRetained(calls).toOpaque()))
            result?.pointee = tokenizer
            return SQLITE_OK
        }

    private static let destroy: @convention(c) (UnsafeMutablePointer<fmdb_fts3_tokenizer>?) -> Int32 = { tokenizer in
        guard let tokenizer else { return SQLITE_OK }
        if let context = tokenizer.pointee.context { Unmanaged<TokenizerCalls>.fromOpaque(context).release() }
        tokenizer.deallocate()
        return SQLITE_OK
    }

    private static let open:
        @convention(c) (
            UnsafeMutablePointer<fmdb_fts3_tokenizer>?, UnsafePointer<CChar>?, Int32,
            UnsafeMutablePointer<UnsafeMutablePointer<fmdb_fts3_cursor>?>?
        ) -> Int32 = { tokenizer, text, length, result in
            guard let context = tokenizer?.pointee.context else { return SQLITE_ERROR }
            let calls = Unmanaged<TokenizerCalls>.fromOpaque(context).takeUnretainedValue()
            let start = text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
            let count = text.map { length < 0 ? strlen($0) : Int(length) } ?? 0
            let tokens = TokenList()
            let code = calls.tokenize(UnsafeBufferPointer(start: start, count: count), for: .unknown) {
                if !$0.isSynonym { tokens.add($0) }
            }
            guard code == SQLITE_OK else { return code }
            let cursor = UnsafeMutablePointer<fmdb_fts3_cursor>.allocate(capacity: 1)
            cursor.initialize(
                to: fmdb_fts3_cursor(tokenizer: nil, context: Unmanaged.passRetained(tokens).toOpaque()))
            result?.pointee = cursor
            return SQLITE_OK
        }

    private static let close: @convention(c) (UnsafeMutablePointer<fmdb_fts3_cursor>?) -> Int32 = { cursor in
        guard let cursor else { return SQLITE_OK }
        if let context = cursor.pointee.context { Unmanaged<TokenList>.fromOpaque(context).release() }
        cursor.deallocate()
        return SQLITE_OK
    }

    private static let next:
        @convention(c) (
            UnsafeMutablePointer<fmdb_fts3_cursor>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?,
            UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<Int32>?
        ) -> Int32 = { cursor, text, length, start, end, position in
            guard let context = cursor?.pointee.context else { return SQLITE_ERROR }
            let tokens = Unmanaged<TokenList>.fromOpaque(context).takeUnretainedValue()
            guard let token = tokens.next() else { return SQLITE_DONE }
            text?.pointee = token.text
            length?.pointee = token.length
            start?.pointee = Int32(token.range.lowerBound)
            end?.pointee = Int32(token.range.upperBound)
            position?.pointee = token.position
            return SQLITE_OK
        }
}

private final class TokenList {
    private var tokens: [(end: Int, range: Range<Int>)] = []
    private var text: [UInt8] = []
    private var position = 0
    /// A buffer with the text of all tokens, which SQLite reads until the list is released.
    private var shown: UnsafeMutableBufferPointer<UInt8>?

    deinit { shown?.deallocate() }

    func add(_ token: FMToken) {
        text.append(contentsOf: token.text.utf8)
        tokens.append((text.count, token.range))
    }

    func next() -> (text: UnsafePointer<CChar>, length: Int32, range: Range<Int>, position: Int32)? {
        guard position < tokens.count, let start = showing().baseAddress else { return nil }
        defer { position += 1 }
        let begin = position == 0 ? 0 : tokens[position - 1].end
        let (end, range) = tokens[position]
        let bytes = UnsafeRawPointer(start + begin).assumingMemoryBound(to: CChar.self)
        return (bytes, Int32(clamping: end - begin), range, Int32(clamping: position))
    }

    private func showing() -> UnsafeMutableBufferPointer<UInt8> {
        if let shown { return shown }
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = buffer.initialize(from: text)
        shown = buffer
        return buffer
    }
}
