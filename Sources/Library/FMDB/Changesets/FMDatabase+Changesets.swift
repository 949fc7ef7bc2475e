extension FMDatabase {
    /// Returns the tables whose changes are not recorded because they have no `PRIMARY KEY`.
    ///
    /// - Parameter schema: "main", "temp" or the name of an attached database.
    /// - Returns: the names of the tables, without virtual tables and their shadow tables.
    /// - Throws: `FMError`: `.misuse` if the database is not open; `.error` if there is no database of this name.
    public final func tablesWithoutPrimaryKey(schema: String = "main") throws(FMError) -> [String] {
        let connection = try opened(ConnectionText.recording)
        guard !schema.utf8.contains(0) else { throw .misuse("the name of the database contains a NUL character") }
        return try connection.owned { () throws(FMError) in try connection.ordinaryTables(of: schema, haveKey: false) }
    }

    /// Compares the tables of two databases of this connection, for example of an attached one and of "main". Returns the changes that
    /// would make the first equal to the second.
    ///
    ///     try db.execute("ATTACH \(yesterday) AS yesterday")
    ///     let changes = try db.changes(from: "yesterday")
    ///
    /// Both databases must have the tables, with the same columns and the same primary key. Only tables with a `PRIMARY KEY` are
    /// compared, and only rows whose key is not NULL. Nothing is written.
    ///
    /// Call it on the thread that uses the database. The corresponding C function is
    /// [`sqlite3session_diff`](https://sqlite.org/session/sqlite3session_diff.html).
    ///
    /// - Parameters:
    ///   - source: the database to which the changes could be applied: "main", "temp" or the name of an attached database.
    ///   - target: the database with the state after the changes. Default: "main".
    ///   - tables: the tables to compare, or nil for all tables of the target. Default: nil.
    /// - Returns: the difference.
    /// - Throws: `FMError`.
    ///   - `.schema`: a table is missing in the source, or has different columns or another primary key there.
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

    /// Records the changes that a body makes on this connection.
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
    /// Owns the connection for the calling thread while a body runs.
    fileprivate func owned<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        try withOwnership(ConnectionText.recording, body)
    }
}

private struct ChangesetApplier {
    private let changeset: FMChangeset
    /// The folded names of the tables to apply, or nil for all.
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
        // Only ANALYZE creates this table. If it is missing, its changes are skipped, because missing statistics do no harm.
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

    /// Throws for tables that are missing or have different columns, because SQLite silently skips their changes.
    private func expectTables() throws(FMError) {
        for table in changeset.headers() where wants(table.name) {
            var places = try connection.keyPlaces(of: table.name, in: "main")
            // SQLite's session extension gives this table a key, which the schema does not declare.
            if table.name.foldedAsName == "sqlite_stat1", table.keyPlaces.count == places.count { places = [1, 2, 0] }
            guard !places.isEmpty else {
                throw FMError(.schema, "the changeset was not applied: there is no table \(table.name)")
            }
            guard table.fits(places) else {
                throw FMError(
                    .schema,
                    "the changeset was not applied: the table \(table.name) has \(places.count.of("column")), "
                        + "the changeset \(table.keyPlaces.count), or their primary keys differ"
                )
            }
        }
    }
}

extension ChangesetTable {
    /// Returns whether a table of the database has the columns and the key of this header. The table may have further columns at the end,
    /// which get their default values.
    ///
    /// - Parameter places: the position of each column in the primary key, counted from 1, or 0.
    fileprivate func fits(_ places: [Int32]) -> Bool {
        guard places.count == keyPlaces.count || places.count > keyPlaces.count && Library.isAtLeast(3_024_000) else {
            return false
        }
        return zip(places, keyPlaces).allSatisfy { UInt8(truncatingIfNeeded: $0) == $1 }
            && places[keyPlaces.count...].allSatisfy { $0 == 0 }
    }
}
