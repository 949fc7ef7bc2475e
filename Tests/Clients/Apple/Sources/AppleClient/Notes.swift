import FMDB
import FMDBModel

/// A note as the app keeps it.
public struct Note: Codable, FMModel, Sendable {
    /// Its number.
    public var id: Int64?
    /// What it says.
    public var text: String
}

/// The notes of an app.
public final class Notes: Sendable {
    private let queue: FMDatabaseQueue

    /// Opens the file at a path, with a key if SQLCipher is linked.
    public init(path: String, key: String?) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in
            if let key { try db.unlock(key: key) }
            try db.createTable(Note.self)
        }
        queue = try FMDatabaseQueue(path: path, configuration: configuration)
    }

    /// Keeps a note.
    public func add(_ text: String) async throws {
        try await queue.withTransaction { db in
            var note = Note(id: nil, text: text)
            try db.insert(&note)
        }
    }

    /// All notes.
    public func all() async throws -> [Note] {
        try await queue.withDatabase { db in try db.find(Note.self) }
    }
}
