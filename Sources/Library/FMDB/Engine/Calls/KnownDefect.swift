import FMDBSQLiteC

/// A defect of some SQLite versions that can lose or corrupt data, or that hostile SQL can exploit.
struct KnownDefect: Sendable {
    let name: String
    /// The possible damage, and the fix.
    let message: String
    let page: String
    /// The affected versions: 3.40.1 is 3040001. Each range ends before the version that fixed the defect.
    let versions: [Range<Int32>]

    var isLinked: Bool { versions.contains { $0.contains(sqlite3_libversion_number()) } }

    /// The WAL-reset bug, or nil if the linked SQLite does not have it.
    static let linkedWALReset = walReset.isLinked ? walReset : nil

    /// The defects of the linked SQLite, the worst first.
    static let linked = all.filter(\.isLinked)

    private static let all = [
        walReset,
        mended("replace-rowid", "REPLACE can leave two rows with the same rowid.", 0..<3_019_000),
        mended(
            "auto-vacuum", "A database with auto_vacuum can be corrupted.", 3_016_000..<3_018_001, 3_019_000..<3_019_003
        ),
        mended(
            "expression-index", "An index on an expression can be corrupted by conversions of types.",
            3_009_000..<3_023_000),
        mended("drop-column", "ALTER TABLE DROP COLUMN can corrupt the database.", 3_035_000..<3_035_005),
        mended(
            "temp-store-memory",
            "With PRAGMA temp_store = MEMORY, a savepoint that is rolled back can corrupt the database.",
            3_035_000..<3_037_002),
        mended(
            "upsert-index", "An UPSERT can leave an index that does not match its table.", 3_035_000..<3_045_002),
        mended(
            "not-null-optimization", "Conditions with IS NULL and IS NOT NULL can give wrong rows.",
            3_035_000..<3_045_002),
        mended(
            "upsert-trigger", "A trigger on UPDATE that an UPSERT fires can read wrong old values.",
            3_024_000..<3_045_003),
        mended(
            "text-to-double",
            "Text that begins with 1844674407370955 can be converted to a wrong floating-point number on Intel processors.",
            3_047_000..<3_047_002),
        mended(
            "open-close-deadlock",
            "Threads that open and close connections to one file in WAL mode can deadlock.",
            3_051_000..<3_051_002),
        mended("exists-to-join", "Queries with EXISTS can give wrong rows.", 3_051_000..<3_051_002),
        KnownDefect(
            name: "withdrawn",
            message: "SQLite 3.52.0 was withdrawn by its authors. Use SQLite 3.51.3, or 3.53.0 or later.",
            page: "https://sqlite.org/releaselog/3_52_0.html", versions: [3_052_000..<3_052_001]),
        mended("CVE-2020-13434", "Hostile SQL can overwrite memory through printf().", 0..<3_032_001),
        mended("CVE-2024-0232", "Hostile SQL can make the JSON parser use freed memory.", 3_043_000..<3_043_002),
        KnownDefect(
            name: "CVE-2025-7458",
            message: "Hostile SQL with many terms in ORDER BY can read out of bounds. Use SQLite 3.42.0 or later.",
            page: "https://sqlite.org/cves.html", versions: [3_039_002..<3_041_002]),
        mended("CVE-2025-3277", "Hostile SQL can overwrite memory through concat_ws().", 3_044_000..<3_049_001),
        mended("CVE-2025-7709", "A hostile FTS5 table can make SQLite write out of bounds.", 3_049_001..<3_050_003),
        mended("CVE-2025-6965", "Hostile SQL with many aggregate terms can corrupt memory.", 0..<3_050_002),
    ]

    /// Returns a defect that affects the given ranges of versions. The upper bound of the last range is the release with the fix. The page
    /// is that release's log, or the list of CVEs.
    private static func mended(_ name: String, _ harm: String, _ versions: Range<Int32>...) -> KnownDefect {
        let end = versions.last?.upperBound ?? 0
        let release = [end / 1_000_000, end / 1000 % 1000, end % 1000].map { String($0) }
        let page = name.hasPrefix("CVE") ? "cves" : "releaselog/" + release.joined(separator: "_")
        return KnownDefect(
            name: name, message: "\(harm) Use SQLite \(release.joined(separator: ".")) or later.",
            page: "https://sqlite.org/\(page).html", versions: versions)
    }

    /// See [The WAL-Reset Bug](https://sqlite.org/wal.html#walresetbug).
    private static let walReset = KnownDefect(
        name: "wal-reset",
        message:
            "SQLite \(Library.version) can lose commits or corrupt the database when several processes use one file "
            + "in WAL mode. Within this process the library prevents it. Use SQLite 3.51.3, 3.50.7 or 3.44.6, or let only "
            + "one process use the file.", page: "https://sqlite.org/wal.html#walresetbug",
        versions: [3_007_000..<3_044_006, 3_045_000..<3_050_007, 3_051_000..<3_051_003])
}
