import FMDBServer
import Logging

/// Notes by an `FMDatabasePool`.
struct FMDBNotes: Notes {
    let pool: FMDatabasePool

    /// - Parameter hasTelemetry: whether the pool logs, measures and traces, without a backend.
    init(_ path: String, hasTelemetry: Bool, logger: Logger) {
        pool = FMDatabasePool(
            path: path,
            configuration: hasTelemetry ? .server(label: "notes", logger: logger) : .serverSettings(label: "notes"))
    }

    func run(_ script: String) async throws {
        try await pool.write { db in
            guard db.executeStatements(script) else { throw db.lastError() }
        }
    }

    func fill(_ notes: [NewNote]) async throws {
        try await pool.write { db in
            for note in notes {
                try db.execute("INSERT INTO note (title, text) VALUES (\(note.title), \(note.text))")
            }
        }
    }

    func find(_ id: Int64) async throws -> Note? {
        try await pool.read { db in
            try db.rows("SELECT id, title, text FROM note WHERE id = \(id)", as: Note.self).first
        }
    }

    func add(_ note: NewNote) async throws -> Note {
        try await pool.write { db in
            try db.execute("INSERT INTO note (title, text) VALUES (\(note.title), \(note.text))")
            return Note(id: db.lastInsertRowId, title: note.title, text: note.text)
        }
    }

    func search(_ typed: String) async throws -> [Note] {
        let pattern = try FMSearchPattern(typed: typed, isLive: true)
        return try await pool.read { db in
            try db.rows(
                """
                SELECT note.id, note.title, note.text FROM note_search JOIN note ON note.id = note_search.rowid
                WHERE note_search MATCH \(pattern) ORDER BY bm25(note_search, 10, 1) LIMIT 20
                """, as: Note.self)
        }
    }
    func close() async throws { await pool.close(timeout: .seconds(10)) }
}
