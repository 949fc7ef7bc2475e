import FMDBSQLiteC

extension Connection {
    /// Has SQLite write no page of a transaction before its commit.
    ///
    /// SQLite 3.11 to 3.50.1 writes frames without checksums into the log where a save point, or a statement that fails, is
    /// undone after pages have been written and written again. A crash loses that transaction then, and all that follow it in
    /// the log. See [release 3.50.2](https://sqlite.org/releaselog/3_50_2.html) and
    /// [PRAGMA cache_spill](https://sqlite.org/pragma.html#pragma_cache_spill).
    func keepDirtyPages() {
        if Connection.keepsDirtyPages { sqlite3_exec(handle, "PRAGMA cache_spill = OFF", nil, nil, nil) }
    }

    private static var keepsDirtyPages: Bool { (3_011_000..<3_050_002).contains(sqlite3_libversion_number()) }

    /// Whether a script may hold a `VACUUM` that has to be run by ``FMStatement/vacuuming(_:_:)``.
    static func mayVacuum(_ script: String) -> Bool { sqlite3_strlike("%vacuum%", script, 0) == 0 }

    /// Runs a body that deletes a journal, and waits until the deletion is on disk.
    ///
    /// SQLite shortens the file when it has deleted the journal of a `VACUUM`, and in the journal mode DELETE syncs nothing in
    /// between, unless `synchronous` is EXTRA. A loss of power could leave the short file and the journal, which lacks the
    /// pages that are cut off. See [PRAGMA synchronous](https://sqlite.org/pragma.html#pragma_synchronous).
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

    /// Runs a body that replaces a whole database in one go, and may write pages before its commit. No statement is active.
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
        // No statement is active any more, so only an interruption by a C function can come between.
        interruption.withoutEffect {
            for _ in 0..<100
            where sqlite3_exec(handle, "PRAGMA cache_spill = OFF", nil, nil, nil) != SQLITE_INTERRUPT { break }
        }
        return code
    }

    /// Whether pages are kept back now, and could be written earlier. SQLite refuses a `VACUUM` beside an active statement; an
    /// interruption would then stay in force, and keep the switch from being put back.
    fileprivate var keepsPagesNow: Bool { Connection.keepsDirtyPages && (try? ask("PRAGMA cache_spill")) == "0" }

    /// Whether neither a transaction is open nor a statement executed.
    fileprivate var isAtRest: Bool { handle != nil && !isTransactionOpen && !hasActiveStatement }

    /// Whether a statement of anybody's is being executed.
    var hasActiveStatement: Bool { RawStatements.active(of: handle).contains { _ in true } }
}

extension FMStatement {
    /// Makes a step. That of a `VACUUM` waits for its folder, and may write pages before its commit, so that it does not hold the
    /// whole database in memory.
    ///
    /// It fills a file of its own, and then copies that over the database in one go: there is no save point, and what fails is
    /// rolled back wholly. See [VACUUM](https://sqlite.org/lang_vacuum.html#how_vacuum_works).
    func vacuuming(_ connection: Connection, _ step: () -> Int32) -> Int32 {
        guard source.kind == .vacuum, connection.isAtRest else { return step() }
        let code = connection.syncingFolders {
            connection.keepsPagesNow ? connection.spillingPages(step) : step()
        }
        // Gives the connection the error of the step again, which the pragma behind it has taken away.
        if code != SQLITE_DONE, let raw = state.pointee.raw { sqlite3_reset(raw) }
        return code
    }
}
