import FMDB

/// A constraint that is checked at COMMIT only: the one way to make a commit fail on purpose.
enum DeferredForeignKey {
    /// SQLITE_CONSTRAINT, what a commit over an orphan answers.
    static let failure = 19

    /// Creates the tables, and keeps the failure that is to come out of the test log.
    static func create(in database: FMDatabase) {
        database.logsErrors = false
        database.executeStatements(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
            """
        )
    }

    /// Inserts a child without a parent. The statement succeeds; a commit does not.
    @discardableResult
    static func insertOrphan(into database: FMDatabase) -> Bool {
        database.executeUpdate("INSERT INTO child VALUES (42)", withArgumentsIn: [])
    }

    /// The number of children; -1 when they cannot be read.
    static func countOfOrphans(in database: FMDatabase) -> Int32 {
        guard let rows = database.executeQuery("SELECT count(*) FROM child", withArgumentsIn: []), rows.next() else {
            return -1
        }
        return rows.int(forColumnIndex: 0)
    }
}
