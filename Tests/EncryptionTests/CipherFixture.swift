import FMDB
import FMDBTestHelpers
import Testing

/// A file with one table and one row, for the tests of encryption.
enum CipherFixture {
    static let content = "nobody may read this"

    /// Opens the file, gives the key at once, and writes the row. The key's answer must be true.
    static func create(_ path: String, key: (FMDatabase) throws -> Bool) throws {
        let database = FMDatabase.file(path)
        defer { database.close() }
        try #require(try key(database))
        try database.executeUpdate("CREATE TABLE secrets (a TEXT)", values: nil)
        try database.executeUpdate("INSERT INTO secrets VALUES (?)", values: [content])
    }

    /// The row, as a new connection reads it after it was given a key; nil if it cannot be read.
    static func read(_ path: String, key: (FMDatabase) throws -> Bool) throws -> String? {
        let database = FMDatabase.file(path)
        defer { database.close() }
        try #require(try key(database))
        return database.stringForQuery("SELECT a FROM secrets")
    }

    /// The bytes of the file. No connection to it may be open: closing the file would drop SQLite's locks.
    static func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }
}
