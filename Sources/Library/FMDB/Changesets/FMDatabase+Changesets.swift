extension FMDatabase {
    /// The tables of a database of which no changes are recorded, because they have no `PRIMARY KEY`.
    ///
    /// - Parameter schema: "main", "temp" or the name of an attached database.
    /// - Returns: their names, without those of virtual tables and of the tables that these write for themselves.
    /// - Throws: `FMError`: `.misuse` if the database is not open; `.error` if there is no such one.
    public final func tablesWithoutPrimaryKey(schema: String = "main") throws(FMError) -> [String] {
        let connection = try opened(ConnectionText.recording)
        guard !schema.utf8.contains(0) else { throw .misuse("the name of the database contains a NUL character") }
        return try connection.owned { () throws(FMError) in try connection.ordinaryTables(of: schema, haveKey: false) }
    }

    /// The changes that would make the tables of one database of this connection equal to those of another, attached for example.
    ///
    ///     try db.execute("ATTACH \(yesterday) AS yesterday")
    ///     let changes = try db.changes(from: "yesterday")
    ///
    /// Both databases must have the tables, with the same columns and the same primary key. Only tables with a `PRIMARY KEY` are
    /// compared, and only rows whose key is not NULL. Nothing is written.
    ///
    /// On the thread that uses the database. The corresponding C function is
    /// [`sqlite3session_diff`](https://sqlite.org/session/sqlite3session_diff.html).
    ///
    /// - Parameters:
    ///   - source: the database to which the changes could be applied: "main", "temp" or the name of an attached one.
    ///   - target: the database that it would be equal to then. Default: "main".
    ///   - tables: the tables that are compared; nil for all of the target's. Default: nil.
    /// - Returns: the difference.
    /// - Throws: `FMError`.
    ///   - `.schema`: a table is missing in the source, or has other columns or another primary key there.
    ///   - `.misuse`: a table has no primary key, or the database is not open.
    ///   - `.error`: there is no such table or database.
    ///   - `.notSupported`: the linked SQLite lacks the session extension.
    public final func changes(
        from source: String, to target: String = "main", tables: [String]? = nil
    ) throws(FMError) -> FMChangeset {
        let connection = try opened(ConnectionText.comparing)
        for name in [source, target] where name.utf8.contains(0) {
            throw .misuse("the name of the database contains a NUL character")
        }
        return FMChangeset(
            trusted: try connection.owned { () throws(FMError) in
                try connection.difference(from: source, to: target, tables: tables)
            })
    }

    /// The changes that a body makes on this connection.
    final func recordedChanges(
        tables: [String]?, schema: String, _ body: (FMDatabase) throws -> Void
    ) throws -> FMChangeset {
        let connection = try opened(ConnectionText.recording)
        guard !schema.utf8.contains(0) else {
            throw FMError.misuse("the name of the database contains a NUL character")
        }
        let session = try connection.owned { () throws(FMError) in
            try connection.beginSession(schema: schema, tables: tables)
        }
        defer { session.end() }
        try body(self)
        return FMChangeset(trusted: try connection.owned { () throws(FMError) in try session.changeset() })
    }

    final func applied(
        _ changeset: FMChangeset, tables: [String]?,
        _ onConflict: (FMChangeset.Conflict) throws -> FMChangeset.Resolution
    ) throws -> FMChangeset.Outcome {
        let connection = try opened(ConnectionText.applying)
        try FMSQLiteFeature.sessions.expectAvailable()
        let apply = {
            try ChangesetApplier(changeset, tables, connection).apply(onConflict)
        }
        return try isTransactionOpen ? withSavePoint(apply) : withTransaction(.immediate, apply)
    }
}

extension Connection {
    /// Lets a client's thread use the connection for the time of a body.
    fileprivate func owned<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        try withOwnership(ConnectionText.recording, body)
    }
}

private struct ChangesetApplier {
    private let changeset: FMChangeset
    /// In small letters; nil for all.
    private let tables: Set<ExactText>?
    private let connection: Connection
    private let hasStatistics: Bool

    init(_ changeset: FMChangeset, _ tables: [String]?, _ connection: Connection) {
        self.changeset = changeset
        self.tables = tables.map { Set($0.map { $0.nameKey }) }
        self.connection = connection
        hasStatistics = (try? connection.keyPlaces(of: "sqlite_stat1", in: "main"))?.isEmpty == false
    }

    func apply(
        _ resolve: (FMChangeset.Conflict) throws -> FMChangeset.Resolution
    ) throws -> FMChangeset.Outcome {
        try connection.withOwnership(ConnectionText.applying) { () throws(FMError) in try expectTables() }
        var outcome = FMChangeset.Outcome()
        changeset.forEachTable { if wants($0.name) { outcome.applied += 1 } }
        var cause: (any Error)?
        do throws(FMError) {
            try connection.withOwnership(ConnectionText.applying) { () throws(FMError) in
                try connection.apply(changeset.data, wants: wants) { conflict in
                    do {
                        return try ChangesetApplier.answer(FMChangeset.Conflict(conflict), resolve, &outcome)
                    } catch {
                        cause = error
                        return .abort
                    }
                }
            }
        } catch {
            throw cause ?? error
        }
        return outcome
    }

    private func wants(_ table: String) -> Bool {
        let name = table.nameKey
        // ANALYZE makes it, and statistics are no rows that could be missed.
        if name.text == "sqlite_stat1", !hasStatistics { return false }
        return tables?.contains(name) ?? true
    }

    private static func answer(
        _ conflict: FMChangeset.Conflict, _ resolve: (FMChangeset.Conflict) throws -> FMChangeset.Resolution,
        _ outcome: inout FMChangeset.Outcome
    ) throws -> ChangesetConflict.Answer {
        switch try resolve(conflict) {
        case .abort: throw FMError(.abort, "the changeset was not applied: \(conflict.words)")
        case .skip:
            guard conflict.kind != .foreignKey else { return .omit }
            outcome.applied -= 1
            outcome.skipped += 1
            return .omit
        case .replace:
            guard conflict.allowsReplacing else {
                throw FMError.misuse(
                    "the changeset was not applied: \(conflict.words), which cannot be resolved by .replace")
            }
            outcome.replaced += 1
            return .replace
        }
    }

    /// SQLite leaves out, without a word, the changes of tables that are missing or have other columns.
    private func expectTables() throws(FMError) {
        for table in changeset.headers() where wants(table.name) {
            var places = try connection.keyPlaces(of: table.name, in: "main")
            // It has a key of which its schema says nothing.
            if table.name.foldedAsName == "sqlite_stat1", table.keyPlaces.count == places.count { places = [1, 2, 0] }
            guard !places.isEmpty else {
                throw FMError(.schema, "the changeset was not applied: there is no table \(table.name)")
            }
            guard table.fits(places) else {
                throw FMError(
                    .schema,
                    "the changeset was not applied: the table \(table.name) has \(places.count.of("column")) with another "
                        + "primary key than the \(table.keyPlaces.count.of("column")) of the changeset, or another number"
                )
            }
        }
    }
}

extension ChangesetTable {
    /// Whether a table has these columns. Later ones may have been added to it, which get their default values.
    ///
    /// - Parameter places: of each column its place in the primary key, from 1, or 0.
    fileprivate func fits(_ places: [Int32]) -> Bool {
        guard places.count == keyPlaces.count || places.count > keyPlaces.count && Library.isAtLeast(3_024_000) else {
            return false
        }
        return zip(places, keyPlaces).allSatisfy { UInt8(truncatingIfNeeded: $0) == $1 }
            && places[keyPlaces.count...].allSatisfy { $0 == 0 }
    }
}
