extension Connection {
    /// Opens a database, with all that the library adds to it.
    ///
    /// - Parameter isLent: whether threads take turns with it, which makes SQLite's own mutex superfluous.
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
