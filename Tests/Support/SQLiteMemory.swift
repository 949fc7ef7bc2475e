import FMDBSQLiteC

/// What SQLite has taken from the heap, in the whole process.
public enum SQLiteMemory {
    /// How many bytes SQLite had at most during a body, beyond those before it. Other tests take memory meanwhile: it is
    /// for processes that run one test.
    public static func peak(_ body: () throws -> Void) rethrows -> Int64 {
        let before = sqlite3_memory_used()
        _ = sqlite3_memory_highwater(1)
        try body()
        return sqlite3_memory_highwater(1) - before
    }
}
