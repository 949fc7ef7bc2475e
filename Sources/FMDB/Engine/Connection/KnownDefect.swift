import SQLiteC

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
