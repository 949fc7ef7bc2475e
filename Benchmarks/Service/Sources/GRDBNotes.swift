import Foundation
import GRDB

extension Note: FetchableRecord {}

/// Notes by GRDB's `DatabasePool`, with the settings of `FMDatabaseCoordinator.Configuration.serverSettings(label:)`.
struct GRDBNotes: Notes {
    let pool: DatabasePool

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.maximumReaderCount = min(max(4, ProcessInfo.processInfo.activeProcessorCount), 16)
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
    }

    func run(_ script: String) async throws {
        try await pool.write { db in try db.execute(sql: script) }
    }

    func fill(_ notes: [NewNote]) async throws {
        try await pool.write { db in for note in notes { try GRDBNotes.insert(note, into: db) } }
    }

    func find(_ id: Int64) async throws -> Note? {
        try await pool.read { db in
            let statement = try db.cachedStatement(sql: "SELECT id, title, text FROM note WHERE id = ?")
            return try Note.fetchOne(statement, arguments: [id])
        }
    }

    func add(_ note: NewNote) async throws -> Note {
        try await pool.write { db in
            try GRDBNotes.insert(note, into: db)
            return Note(id: db.lastInsertedRowID, title: note.title, text: note.text)
        }
    }

    private static func insert(_ note: NewNote, into db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO note (title, text) VALUES (?, ?)")
            .execute(arguments: [note.title, note.text])
    }

    func search(_ typed: String) async throws -> [Note] {
        guard let pattern = FTS5Pattern(matchingAllPrefixesIn: typed) else { return [] }
        return try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT note.id, note.title, note.text FROM note_search JOIN note ON note.id = note_search.rowid
                    WHERE note_search MATCH ? ORDER BY bm25(note_search, 10, 1) LIMIT 20
                    """)
            return try Note.fetchAll(statement, arguments: [pattern])
        }
    }
    func close() async throws { try pool.close() }
}
