extension Connection {
    /// Opens a database and installs the library's hooks, collations and functions.
    ///
    /// - Parameter isLent: whether a queue or pool serialises access to the connection, so that it needs no SQLite mutex.
    convenience init(
        path: String, flags: Int32, vfs: String?, interruption: Interruption, isLent: Bool = false
    ) throws(FMError) {
        try self.init(handleFor: path, flags: flags, vfs: vfs, interruption: interruption, isLent: isLent)
        hooks.advise = { $0.advice(on: $1, $2, sql: $3, of: $4) }
        hooks.linesOfPlan = { $0.linesOfPlan(of: $1) }
        hookTransactionEnds()
        offerCollations()
        offerDecimalAggregates()
        offerLike()
        OpenConnections.shared.add(self)
        keepDirtyPages()
    }
}
