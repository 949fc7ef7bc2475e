import FMDB
import FMDBTestHelpers

/// The database of the tests of misuse. What each call answers in each state is in `ProofTests`.
enum MisuseScene {
    /// A database with the rows 1, 2 and 3 in the table `t`, and an empty table `log`.
    static func stage() -> FMDatabase {
        let database = FMDatabase.memory()
        database.executeStatements("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3); CREATE TABLE log (x)")
        return database
    }
}
