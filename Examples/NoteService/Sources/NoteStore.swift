import FMDBServer

struct Note: Codable, Sendable {
    let id: Int
    let title: String
    let text: String
}

/// Reads and writes notes.
struct NoteStore: Sendable {
    let pool: FMDatabasePool

    static let migrations = FMMigrator([
        .step("create note") { db in
            try db.execute(
                """
                CREATE TABLE note (
                    id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE CHECK (title <> ''), text TEXT NOT NULL
                )
                """)
        }
    ])

    private static let search = FMSearchTable("note_search", of: "note", columns: "title", "text")

    func prepareSearch() async throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        try await pool.createSearchTable(NoteStore.search)
    }

    func add(title: String, text: String) async throws -> Note {
        try await pool.write { db in
            try db.execute("INSERT INTO note (title, text) VALUES (\(title), \(text))")
            return Note(id: Int(db.lastInsertRowId), title: title, text: text)
        }
    }

    func find(_ id: Int) async throws -> Note? {
        try await pool.read { db in
            try db.rows("SELECT id, title, text FROM note WHERE id = \(id)", as: Note.self).first
        }
    }

    /// The notes behind one, in the order of their numbers.
    func page(after id: Int, limit: Int) async throws -> [Note] {
        try await pool.read { db in
            try db.rows("SELECT id, title, text FROM note WHERE id > \(id) ORDER BY id LIMIT \(limit)", as: Note.self)
        }
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
    func delete(_ id: Int) async throws -> Bool {
        try await pool.write { db in
            try db.execute("DELETE FROM note WHERE id = \(id)")
            return db.changes > 0
        }
    }
}
