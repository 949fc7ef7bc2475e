import FMDB
import FMDBTestHelpers

/// Databases whose changes are recorded and applied.
enum ChangesetScene {
    static let schema = """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, photo BLOB);
        CREATE TABLE tag (person INTEGER, word TEXT, weight REAL, PRIMARY KEY (person, word)) WITHOUT ROWID;
        """

    /// A database with a few rows.
    static func database() throws -> FMDatabase {
        let database = FMDatabase.memory()
        try fill(database)
        return database
    }

    static func fill(_ database: FMDatabase) throws {
        database.executeStatements(schema)
        try database.execute(
            "INSERT INTO person VALUES (1, 'ann', 30, x'00FF'), (2, 'bob', NULL, NULL), (3, 'cy', 5, NULL)")
        try database.execute("INSERT INTO tag VALUES (1, 'x', 1.5), (2, 'y', NULL)")
    }

    /// All rows of both tables.
    static func content(_ database: FMDatabase) -> String {
        drawn(try? database.query("SELECT * FROM person ORDER BY id"))
            + "\n" + drawn(try? database.query("SELECT * FROM tag ORDER BY person, word"))
    }

    /// One change of each kind in each table.
    static func change(_ database: FMDatabase) throws {
        try database.execute("UPDATE person SET name = 'anna', photo = NULL WHERE id = 1")
        try database.execute("DELETE FROM person WHERE id = 2")
        try database.execute("INSERT INTO person VALUES (9, 'éva', -1, x'')")
        try database.execute("UPDATE tag SET weight = 2.5 WHERE person = 2")
        try database.execute("DELETE FROM tag WHERE person = 1")
        try database.execute("INSERT INTO tag VALUES (9, 'z', 1e300)")
    }

    static func recorded() throws -> FMChangeset {
        try database().recordChanges { db in try change(db) }
    }
}
