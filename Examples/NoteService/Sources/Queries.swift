// Written by `fmdb-check generate` from notes.sql. Changes belong there.
// swift-format-ignore-file
// swiftlint:disable all

import FMDB

/// A row of the table `note`.
struct Note: Sendable, Hashable, Codable {
    /// The column `id`.
    var id: Int64
    /// The column `title`.
    var title: String
    /// The column `text`.
    var text: String

    /// Creates a row from the values of its columns.
    init(id: Int64, title: String, text: String) {
        self.id = id
        self.title = title
        self.text = text
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        id = try row.value(at: 0)
        title = try row.value(at: 1)
        text = try row.value(at: 2)
    }
}

// MARK: - notes.sql

extension FMDatabaseAccess {
    /// Adds a note, and returns its number.
    ///
    /// The query `addNote` of `notes.sql`.
    @discardableResult
    func addNote(
        title: String, text: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int64 {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "INSERT INTO note (title, text) VALUES (:title, :text)"
            try db.execute(sql, title, text)
            return db.lastInsertRowId
        }
    }

    /// The note of a number.
    ///
    /// The query `note` of `notes.sql`.
    func note(id: Int64, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Note? {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT id, title, text FROM note WHERE id = :id"
            let cursor = try db.query(sql, id)
            defer { cursor.close() }
            guard let row = try cursor.nextRow() else { return nil }
            return try Note(row)
        }
    }

    /// Notes behind a number, in the order of their numbers.
    ///
    /// The query `notes` of `notes.sql`.
    func notes(
        after: Int64, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [Note] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT id, title, text FROM note WHERE id > :after ORDER BY id LIMIT :limit"
            let cursor = try db.query(sql, after, limit)
            defer { cursor.close() }
            var rows: [Note] = []
            while let row = try cursor.nextRow() { rows.append(try Note(row)) }
            return rows
        }
    }

    /// Deletes the note of a number.
    ///
    /// The query `deleteNote` of `notes.sql`.
    @discardableResult
    func deleteNote(id: Int64, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Int {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "DELETE FROM note WHERE id = :id"
            return try db.execute(sql, id)
        }
    }
}

extension FMDatabaseAsyncAccess {
    /// Adds a note, and returns its number.
    ///
    /// The query `addNote` of `notes.sql`.
    @discardableResult
    func addNote(title: String, text: String, file: StaticString = #fileID, line: UInt = #line) async throws -> Int64 {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.addNote(title: title, text: text)
        }
    }

    /// The note of a number.
    ///
    /// The query `note` of `notes.sql`.
    func note(id: Int64, file: StaticString = #fileID, line: UInt = #line) async throws -> Note? {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.note(id: id)
        }
    }

    /// Notes behind a number, in the order of their numbers.
    ///
    /// The query `notes` of `notes.sql`.
    func notes(after: Int64, limit: Int, file: StaticString = #fileID, line: UInt = #line) async throws -> [Note] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.notes(after: after, limit: limit)
        }
    }

    /// Deletes the note of a number.
    ///
    /// The query `deleteNote` of `notes.sql`.
    @discardableResult
    func deleteNote(id: Int64, file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.deleteNote(id: id)
        }
    }
}
