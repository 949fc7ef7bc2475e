import Foundation
import SQLite3

/// SQLite's C interface as well as Swift can use it: no mutex, statements compiled once, columns by index, nothing copied when
/// it is bound, nothing checked that the schema already says. The values are the same Swift values that the libraries make.
final class RawDatabase {
    fileprivate let handle: OpaquePointer

    init(_ path: String, settings: String = Fixture.settings) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw RawError(code: code)
        }
        handle = opened
        try run(settings)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ script: String) throws {
        try RawError.check(sqlite3_exec(handle, script, nil, nil, nil))
    }

    /// Compiles a statement.
    ///
    /// - Parameter isKept: false for one that is run once, which may use memory that is handed out quickest.
    func prepare(_ sql: String, isKept: Bool = true) throws -> RawStatement {
        var raw: OpaquePointer?
        try RawError.check(
            sqlite3_prepare_v3(handle, sql, -1, isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &raw, nil))
        guard let raw else { throw RawError(code: SQLITE_MISUSE) }
        return RawStatement(raw, of: self)
    }
}

/// A result code that was not expected.
struct RawError: Error {
    let code: Int32

    @inline(__always)
    static func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw RawError(code: code) }
    }
}

final class RawStatement {
    let raw: OpaquePointer
    private let database: RawDatabase

    fileprivate init(_ raw: OpaquePointer, of database: RawDatabase) {
        self.raw = raw
        self.database = database
    }

    deinit {
        sqlite3_finalize(raw)
    }

    /// Goes to the next row; false at the end, where the statement is put back.
    @inline(__always)
    func next() throws -> Bool {
        let code = sqlite3_step(raw)
        if code == SQLITE_ROW { return true }
        sqlite3_reset(raw)
        if code != SQLITE_DONE { throw RawError(code: code) }
        return false
    }

    /// Runs a statement that returns no rows.
    @inline(__always)
    func finish() throws {
        sqlite3_step(raw)
        try RawError.check(sqlite3_reset(raw))
    }
}

// MARK: - Columns

extension RawStatement {
    @inline(__always)
    func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(raw, index) }

    @inline(__always)
    func real(_ index: Int32) -> Double { sqlite3_column_double(raw, index) }

    /// Text that is not NULL. Up to 15 bytes fit into the String itself, and filling them in beats decoding.
    @inline(__always)
    func text(_ index: Int32) -> String {
        guard let bytes = sqlite3_column_text(raw, index) else { return "" }
        let count = Int(sqlite3_column_bytes(raw, index))
        guard count <= 15 else {
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
        return String(unsafeUninitializedCapacity: count) { target in
            if let start = target.baseAddress { memcpy(start, bytes, count) }
            return count
        }
    }

    @inline(__always)
    func data(_ index: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(raw, index) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(raw, index)))
    }

    /// Most integers are not 0, so the type is asked for only where NULL is possible.
    @inline(__always)
    func optionalInteger(_ index: Int32) -> Int64? {
        let integer = sqlite3_column_int64(raw, index)
        return integer == 0 && sqlite3_column_type(raw, index) == SQLITE_NULL ? nil : integer
    }

    /// A row of `Event.selection`.
    var event: Event {
        Event(
            (
                integer(0), integer(1), integer(2), integer(3), real(4), real(5), text(6), text(7), data(8),
                optionalInteger(9)
            ))
    }

    /// The row of a key, for `Article.selectionByKey`.
    @inline(__always)
    func summary(of key: Int64) throws -> Article.Summary? {
        try RawError.check(sqlite3_bind_int64(raw, 1, key))
        let found = try next() ? (integer(0), text(1), real(2), optionalInteger(3)) : nil
        try RawError.check(sqlite3_reset(raw))
        return found
    }

    /// The one value of a key, for `Article.scoreByKey`.
    @inline(__always)
    func score(of key: Int64) throws -> Double? {
        try RawError.check(sqlite3_bind_int64(raw, 1, key))
        let found = try next() ? real(0) : nil
        try RawError.check(sqlite3_reset(raw))
        return found
    }

    /// A row of `Article.selection`.
    @inline(__always)
    var article: Article {
        Article((integer(0), text(1), text(2), real(3), data(4), optionalInteger(5)))
    }
}

// MARK: - Writing

extension RawStatement {
    /// Binds text for the time of a body.
    @inline(__always)
    private func bind(_ text: String, _ position: Int32, _ body: () throws -> Void) throws {
        var text = text
        try text.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { characters in
                try RawError.check(
                    sqlite3_bind_text(raw, position, characters.baseAddress, Int32(characters.count), nil))
            }
            try body()
        }
    }

    /// Binds bytes for the time of a body.
    @inline(__always)
    private func bind(_ data: Data, _ position: Int32, _ body: () throws -> Void) throws {
        try data.withUnsafeBytes { bytes in
            try RawError.check(sqlite3_bind_blob(raw, position, bytes.baseAddress, Int32(bytes.count), nil))
            try body()
        }
    }

    /// Binds the first parameter for the time of a body.
    @inline(__always)
    func bound(to text: String, _ body: () throws -> Void) throws { try bind(text, 1, body) }

    @inline(__always)
    func bind(_ integer: Int64?, _ position: Int32) throws {
        try RawError.check(
            integer.map { sqlite3_bind_int64(raw, position, $0) } ?? sqlite3_bind_null(raw, position))
    }

    func insert(_ event: Event) throws {
        try RawError.check(sqlite3_bind_int64(raw, 1, event.owner))
        try RawError.check(sqlite3_bind_int64(raw, 2, event.createdAt))
        try RawError.check(sqlite3_bind_int64(raw, 3, event.updatedAt))
        try RawError.check(sqlite3_bind_int64(raw, 4, event.flags))
        try RawError.check(sqlite3_bind_double(raw, 5, event.latitude))
        try RawError.check(sqlite3_bind_double(raw, 6, event.longitude))
        try bind(event.parent, 10)
        try bind(event.name, 7) {
            try bind(event.note, 8) { try bind(event.digest, 9) { try finish() } }
        }
    }

    func insert(_ article: Article) throws {
        try RawError.check(sqlite3_bind_int64(raw, 1, article.id))
        try RawError.check(sqlite3_bind_double(raw, 4, article.score))
        try bind(article.parentId, 6)
        try bind(article.title, 2) {
            try bind(article.summary, 3) { try bind(article.cover, 5) { try finish() } }
        }
    }

    func insertEntry(_ id: Int64) throws {
        try RawError.check(sqlite3_bind_int64(raw, 1, id))
        try RawError.check(sqlite3_bind_double(raw, 3, Entry.amount(id)))
        try bind(Entry.name(id), 2) { try finish() }
    }

    func update(_ change: Article.Change, _ key: Int64) throws {
        try RawError.check(sqlite3_bind_double(raw, 2, change.score))
        try RawError.check(sqlite3_bind_int64(raw, 3, key))
        try bind(change.title, 1) { try finish() }
    }

    func insert(_ title: String, _ body: String) throws {
        try bind(title, 1) { try bind(body, 2) { try finish() } }
    }

    func insert(_ integers: [Int64]) throws {
        for (index, integer) in integers.enumerated() { try bind(integer, Int32(index + 1)) }
        try finish()
    }
}
