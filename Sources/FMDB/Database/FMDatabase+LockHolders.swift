extension FMDatabase {
    /// The processes that hold locks on the file of the database at this moment, each lock by itself.
    ///
    /// On Linux, where the kernel lists them; on other systems it is empty. See [File Locking And Concurrency](https://sqlite.org/lockingv3.html).
    ///
    /// - Throws: `FMError` with the code `.misuse` if the database is not open.
    package final func lockHolders() throws(FMError) -> [(
        lock: FMError.Contention.Lock, holder: FMError.Contention.Holder
    )] {
        try opened().activity.foreignLocks()
    }

    /// Whether a text ends with a complete statement: with a semicolon that neither a text, a comment nor a trigger contains. See
    /// [`sqlite3_complete`](https://sqlite.org/c3ref/complete.html).
    package static func isComplete(_ sql: String) -> Bool { Connection.isComplete(sql) }
}
