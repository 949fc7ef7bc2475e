#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

/// A defect of the linked SQLite that can do harm which the library cannot prevent.
struct KnownDefect: Sendable {
    let name: String
    let message: String
    /// The page that describes it.
    let page: String

    /// See [The WAL-Reset Bug](https://sqlite.org/wal.html#walresetbug).
    static let walReset: KnownDefect? =
        hasWALResetBug(sqlite3_libversion_number())
        ? KnownDefect(
            name: "wal-reset",
            message:
                "SQLite \(Library.version) can lose commits or corrupt the database when several processes use one file "
                + "in WAL mode. Within this process the library prevents it. Use SQLite 3.51.3, 3.50.7 or 3.44.6, or let one "
                + "process alone use the file.", page: "https://sqlite.org/wal.html#walresetbug") : nil

    /// - Parameter version: 3040001 for 3.40.1.
    private static func hasWALResetBug(_ version: Int32) -> Bool {
        switch version {
        case ..<3_007_000, 3_044_006..<3_045_000, 3_050_007..<3_051_000, 3_051_003...: false
        default: true
        }
    }
}

extension Connection {
    /// Has SQLite write no page of a transaction before its commit.
    ///
    /// SQLite 3.11 to 3.50.1 writes frames without checksums into the log where a save point, or a statement that fails, is
    /// undone after pages have been written and written again. A crash loses that transaction then, and all that follow it in
    /// the log. See [release 3.50.2](https://sqlite.org/releaselog/3_50_2.html) and
    /// [PRAGMA cache_spill](https://sqlite.org/pragma.html#pragma_cache_spill).
    func keepDirtyPages() {
        guard (3_011_000..<3_050_002).contains(sqlite3_libversion_number()) else { return }
        sqlite3_exec(handle, "PRAGMA cache_spill = OFF", nil, nil, nil)
    }
}
