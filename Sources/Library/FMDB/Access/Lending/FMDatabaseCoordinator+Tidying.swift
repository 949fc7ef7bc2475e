/// What a block leaves open.
extension FMDatabaseCoordinator {
    /// Leaves the connection as the next block may expect it.
    ///
    /// - Parameter before: what stood open before the block, which stays.
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

    /// - Returns: why what was written to a blob outside of a transaction could not be committed.
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

    /// Reports what is still open.
    ///
    /// - Returns: whether it is to be closed.
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

/// What stands open in a database at one moment.
struct AccessSnapshot {
    let hasTransaction: Bool
    /// nil for none, the commonest.
    private let openUses: [ObjectIdentifier: UInt32]?
    /// How many blobs had been opened.
    let blobCount: Int
    private let hasBlobs: Bool

    init(of database: FMDatabase) {
        let connection = database.connection
        hasTransaction = connection?.isTransactionOpen ?? false
        openUses = connection?.hasStatementsInUse ?? false ? connection?.uses : nil
        blobCount = connection?.openObjects.blobs.count ?? 0
        hasBlobs = connection?.hasBlobs ?? false
    }

    var uses: [ObjectIdentifier: UInt32] { openUses ?? [:] }
    var hasUses: Bool { openUses != nil || hasBlobs }
}
