import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about security.
@Suite struct SecurityTests {
    private let folder = TemporaryFolder()

    @Test func valuesAreBoundAndNamesQuoted() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE person (id INTEGER, name TEXT)")
        try db.execute("INSERT INTO person VALUES (1, 'Ann')")
        let (typed, id, column) = ("'; DROP TABLE person", 1, "name")
        try db.execute("UPDATE person SET name = \(typed) WHERE id = \(id)")  // bound
        let values = try db.rows("SELECT \(identifier: column) FROM person", as: String.self)  // quoted
        #expect(values == [typed])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func aFileFromElsewhereIsRefused() throws {
        var output: [String] = []
        func print(_ line: String) { output.append(line) }
        let path = folder.file()
        try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: path))
        let db = FMDatabase(path: path)
        do {
            try db.open(untrusted: .init())
        } catch let error as FMError {
            print("refused: \(error.message)")
        }
        #expect(output.count == 1)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func aPoolIsRestricted() throws {
        let path = folder.file()
        FMDatabase.file(path).close()
        var configuration = FMDatabasePool.Configuration()
        configuration.untrusted = FMDatabase.Restrictions()
        let pool = FMDatabasePool(path: path, configuration: configuration)
        #expect(try pool.read { db in try db.value("PRAGMA trusted_schema", as: Int.self) } == 0)
    }

    @Test func advisoriesAreShown() {
        var output: [String] = []
        func print(_ line: String) { output.append(line) }
        for advisory in FMDatabase.advisories {
            print("\(advisory.name): \(advisory.message) \(advisory.page)")
        }
        #expect(output.count == FMDatabase.advisories.count)
    }
}
