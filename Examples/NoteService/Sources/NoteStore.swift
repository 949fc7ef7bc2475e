import FMDBServer

/// Reads and writes notes.
///
/// `Note` and the functions of the pool are in Queries.swift, which `fmdb-check generate` writes from queries/notes.sql.
struct NoteStore: Sendable {
    let pool: FMDatabasePool

    private static let search = FMSearchTable("note_search", of: "note", columns: "title", "text")

    func prepareSearch() async throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        try await pool.createSearchTable(NoteStore.search)
    }

    func add(title: String, text: String) async throws -> Note {
        let id = try await pool.addNote(title: title, text: text)
        return Note(id: id, title: title, text: text)
    }

    func find(_ id: Int64) async throws -> Note? {
        try await pool.note(id: id)
    }

    /// The notes behind one, in the order of their numbers.
    func page(after id: Int64, limit: Int) async throws -> [Note] {
        try await pool.notes(after: id, limit: limit)
    }

    /// The best twenty notes for what a person has typed.
    func search(_ typed: String) async throws -> [Note] {
        let pattern = try FMSearchPattern(typed: typed, isLive: true)
        return try await pool.read { db in
            try db.rows(
                """
                SELECT note.id, note.title, note.text FROM note_search JOIN note ON note.id = note_search.rowid
                WHERE note_search MATCH \(pattern) ORDER BY \(NoteStore.search.rank(["title": 10])) LIMIT 20
                """, as: Note.self)
        }
    }

    /// Whether there was such a note.
    func delete(_ id: Int64) async throws -> Bool {
        try await pool.deleteNote(id: id) > 0
    }
}
