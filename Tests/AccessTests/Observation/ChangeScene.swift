import FMDB
import FMDBTestHelpers
import Testing

/// A database with tables of every kind, and an observer of all of them.
///
///     let scene = try ChangeScene()
///     #expect(try await scene.told { try $0.execute("DELETE FROM person") } == "person: all deleted")
final class ChangeScene {
    let folder = TemporaryFolder()
    let coordinator: FMDatabaseCoordinator
    private var iterator: FMChanges.AsyncIterator

    enum Kind: CaseIterable { case queue, pool }

    static let schema = """
        PRAGMA foreign_keys = ON;
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER);
        CREATE TABLE pet (id INTEGER PRIMARY KEY, owner REFERENCES person (id) ON DELETE CASCADE ON UPDATE CASCADE);
        CREATE TABLE word (text TEXT PRIMARY KEY, person REFERENCES person (id) ON DELETE CASCADE) WITHOUT ROWID;
        CREATE TABLE log (line TEXT);
        CREATE TABLE logged (a);
        CREATE TRIGGER logging AFTER INSERT ON logged BEGIN INSERT INTO log VALUES (new.a); END;
        CREATE TABLE marker (n INTEGER);
        INSERT INTO person (id, name) VALUES (1, 'ann'), (2, 'bob');
        INSERT INTO pet VALUES (1, 1), (2, 1), (3, 2);
        INSERT INTO word VALUES ('x', 1), ('y', 2);
        """

    init(_ kind: Kind = .queue, configuration: FMDatabaseCoordinator.Configuration = .init()) throws {
        var configuration = configuration
        configuration.configure = { database in
            database.logsErrors = false
            database.shouldCacheStatements = true
            try database.execute("PRAGMA foreign_keys = ON")
        }
        let path = folder.file()
        switch kind {
        case .queue: coordinator = try FMDatabaseQueue(path: path, configuration: configuration)
        case .pool: coordinator = FMDatabasePool(path: path, configuration: configuration)
        }
        try coordinator.here { database in try #require(database.executeStatements(ChangeScene.schema)) }
        iterator = coordinator.changes().makeAsyncIterator()
    }

    /// Another queue on the same file.
    func another() throws -> FMDatabaseQueue {
        try FMDatabaseQueue(path: folder.file(), configuration: coordinator.configuration)
    }

    /// The changes that are reported for a body and for a commit after it, without those of the commit.
    func told(_ body: (FMDatabase) throws -> Void) async throws -> String {
        try coordinator.here(body)
        return try await told()
    }

    /// What has been told, up to a commit made now.
    func told() async throws -> String {
        try coordinator.here { try $0.execute("INSERT INTO marker VALUES (1)") }
        return try await pending().description.replacing("marker: 1 inserted", with: "").replacing("; ; ", with: "; ")
            .trimmingCharacters(in: CharacterSet(charactersIn: "; "))
    }

    /// What has been told.
    func pending() async throws -> FMChange {
        try #require(await iterator.next())
    }
}

extension FMDatabaseCoordinator {
    /// `withDatabase` on this thread, also in an asynchronous function.
    @discardableResult
    func here<Value: Sendable>(_ body: (FMDatabase) throws -> Value) throws -> Value {
        try withDatabase(body)
    }

    /// The same with a transaction.
    func transactionHere(_ body: (FMDatabase) throws -> Void) throws {
        try withTransaction { try body($0) }
    }
}

extension FMDatabasePool {
    /// The same for `write`.
    func writeHere(_ body: (FMDatabase) throws -> Void) throws {
        try write { try body($0) }
    }
}

extension FMDatabase {
    /// Runs a statement that fails.
    func fail(_ sql: FMSQL) throws {
        #expect(throws: FMError.self) { try self.execute(sql) }
    }
}
