import FMDBSQLiteC

extension Connection {
    /// Keeps SQLite from writing pages of a transaction before its commit.
    ///
    /// SQLite 3.11 to 3.50.1 can write WAL frames without checksums. This happens if a transaction writes pages twice
    /// before its commit, and then rolls back a savepoint or a failed statement. A crash then loses that transaction
    /// and all that follow it in the WAL. See [release 3.50.2](https://sqlite.org/releaselog/3_50_2.html) and
    /// [PRAGMA cache_spill](https://sqlite.org/pragma.html#pragma_cache_spill).
    func keepDirtyPages() {
        if Connection.keepsDirtyPages { sqlite3_exec(handle, "PRAGMA cache_spill = OFF", nil, nil, nil) }
    }

    private static var keepsDirtyPages: Bool { (3_011_000..<3_050_002).contains(sqlite3_libversion_number()) }

    /// Whether a script may contain a `VACUUM`, which must run through ``FMStatement/vacuuming(_:_:)``.
    static func mayVacuum(_ script: String) -> Bool { sqlite3_strlike("%vacuum%", script, 0) == 0 }

    /// Runs a body that deletes a journal, with the deletion synced to disk.
    ///
    /// At the end of a `VACUUM`, SQLite deletes the journal and then truncates the file. In journal mode DELETE it
    /// syncs nothing in between, unless `synchronous` is EXTRA. A power failure could leave the truncated file and the
    /// journal, which lacks the truncated pages. See [PRAGMA
    /// synchronous](https://sqlite.org/pragma.html#pragma_synchronous).
    fileprivate func syncingFolders(_ body: () -> Int32) -> Int32 {
        var levels: [(pragma: String, level: String)] = []
        for schema in schemas where schema != "temp" && journalMode(of: schema) == "delete" {
            let pragma = "PRAGMA \(FMSQL.quoted(identifier: schema)).synchronous"
            guard let level = try? ask(pragma), ["1", "2"].contains(level) else { continue }
            levels.append((pragma, level))
        }
        interruption.withoutEffect {
            for (pragma, _) in levels { _ = try? ask("\(pragma) = EXTRA") }
        }
        defer {
            interruption.withoutEffect {
                for (pragma, level) in levels {
                    for _ in 0..<100 {
                        _ = try? ask("\(pragma) = \(level)")
                        if (try? ask(pragma)) == level { break }
                    }
                }
            }
        }
        return body()
    }

    /// Runs a body that replaces a whole database at once, and may write pages before its commit. No statement may be
    /// active.
    func spilling(_ body: () -> Void) {
        guard keepsPagesNow else { return body() }
        _ = spillingPages {
            body()
            return SQLITE_OK
        }
    }

    /// Runs a body that may write pages before the commit.
    fileprivate func spillingPages(_ body: () -> Int32) -> Int32 {
        interruption.withoutEffect {
            _ = sqlite3_exec(handle, "PRAGMA cache_spill = ON", nil, nil, nil)
        }
        let code = body()
        // No statement is active, so only an interruption by a C function can stop the pragma.
        interruption.withoutEffect {
            for _ in 0..<100
            where sqlite3_exec(handle, "PRAGMA cache_spill = OFF", nil, nil, nil) != SQLITE_INTERRUPT { break }
        }
        return code
    }

    /// Whether cache spilling is off now because of ``keepDirtyPages()``.
    fileprivate var keepsPagesNow: Bool { Connection.keepsDirtyPages && (try? ask("PRAGMA cache_spill")) == "0" }

    /// Whether no transaction is open and no statement is active. With an active statement, SQLite refuses a `VACUUM`,
    /// and an interruption would stay in force and keep the pragmas from being restored.
    fileprivate var isAtRest: Bool { handle != nil && !isTransactionOpen && !hasActiveStatement }

    /// Whether any statement of the connection is being executed.
    var hasActiveStatement: Bool { RawStatements.active(of: handle).contains { _ in true } }
}

extension FMStatement {
    /// Runs a step. For a `VACUUM`, the step syncs the folder and may write pages before the commit, instead of holding
    /// the whole database in memory.
    ///
    /// Spilling is safe here: `VACUUM` fills a temporary file and copies it over the database at once. It uses no
    /// savepoint, and a failure rolls back everything. See
    /// [VACUUM](https://sqlite.org/lang_vacuum.html#how_vacuum_works).
    func vacuuming(_ connection: Connection, _ step: () -> Int32) -> Int32 {
        guard source.kind == .vacuum, connection.isAtRest else { return step() }
        let code = connection.syncingFolders {
            connection.keepsPagesNow ? connection.spillingPages(step) : step()
        }
        // Restores the step's error on the connection, which the pragma after the step has replaced.
        if code != SQLITE_DONE, let raw = state.pointee.raw { sqlite3_reset(raw) }
        return code
    }
}
