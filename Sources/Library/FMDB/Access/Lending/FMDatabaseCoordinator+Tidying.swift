/// Closes what a block leaves open.
extension FMDatabaseCoordinator {
    /// Leaves the connection in the state that the next block expects.
    ///
    /// - Parameter before: what was open before the block, and stays open.
    /// - Returns: an error for the caller; nil if there is none.
    final func tidy(
        _ database: FMDatabase, _ style: CallStyle, _ site: FMCallSite?, _ before: AccessSnapshot
    ) -> FMError? {
        if database.hasOpenResultSets { end(openSetsOf: database, style, site, before) }
        let failure = end(openBlobsOf: database, style, site, before)
        guard database.isTransactionOpen, !before.hasTransaction else { return failure }
        if style == .fmdb, keepsTransactions { return failure }
        database.undoTransaction()
        let error = FMError.misuse("the block left a transaction open, which was rolled back")
        if style == .fmdb { database.logWarning(error.message) }
        return error
    }

    private func end(
        openSetsOf database: FMDatabase, _ style: CallStyle, _ site: FMCallSite?, _ before: AccessSnapshot
    ) {
        let texts = database.connection?.statementsInUse(since: before.uses).map(\.sql) ?? []
        let warning = "a result set is still open at the end of the block"
        if closes("result set", warning, texts, in: database, style, site) {
            database.connection?.endAllUses(since: before.uses)
        }
        database.connection?.parkStatements()
    }

    /// - Returns: the error if writes to a blob outside a transaction could not be committed.
    private func end(
        openBlobsOf database: FMDatabase, _ style: CallStyle, _ site: FMCallSite?, _ before: AccessSnapshot
    ) -> FMError? {
        guard let connection = database.connection, connection.hasBlobs else { return nil }
        let texts = connection.blobsOpen(after: before.blobCount)
        let warning = "a blob is still open at the end of the block"
        guard closes("blob", warning, texts, in: database, style, site) else { return nil }
        let error = connection.closeBlobs(after: before.blobCount)
        if style == .fmdb, let error { database.logFailure(error) }
        return error
    }

    /// Logs the objects that a block has left open, or stops the process if the configuration asks for that.
    ///
    /// - Returns: whether to close them.
    private func closes(
        _ kind: String, _ warning: String, _ texts: [String], in database: FMDatabase, _ style: CallStyle,
        _ site: FMCallSite?
    ) -> Bool {
        let place = site.map { " (called at \($0))" } ?? ""
        for text in texts { database.logWarning(warning + place, sql: text) }
        let choice = configuration.openResultSets ?? (style == .fmdb && keepsTransactions ? .report : .close)
        if choice == .trap, !texts.isEmpty {
            fatalError("FMDB: \(kind)s are still open at the end of the block\(place): \(texts)")
        }
        return choice == .close
    }
}

/// What is open in a database at one moment.
struct AccessSnapshot {
    let hasTransaction: Bool
    /// The statements in use; nil if there are none, which is the usual case.
    private let openUses: [ObjectIdentifier: UInt32]?
    /// The number of blobs that had been opened.
    let blobCount: Int
    private let hasBlobs: Bool

    init(of database: FMDatabase) {
        let connection = database.connection
        hasTransaction = connection?.isTransactionOpen ?? false
        openUses = connection?.hasStatementsInUse ?? false ? connection?.uses : nil
        let blobs = connection?.openObjects.blobs
        blobCount = blobs?.count ?? 0
        hasBlobs = blobs?.isEmpty == false
    }

    var uses: [ObjectIdentifier: UInt32] { openUses ?? [:] }
    var hasUses: Bool { openUses != nil || hasBlobs }
}
