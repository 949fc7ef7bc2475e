import FMDBSQLiteC

/// A defect of some versions of SQLite that can lose or falsify data, or that hostile SQL can exploit.
struct KnownDefect: Sendable {
    let name: String
    /// What can happen, and what to do.
    let message: String
    /// The page that describes it.
    let page: String
    /// The versions that have it, 3040001 for 3.40.1: each range ends before the version that mended it.
    let versions: [Range<Int32>]

    /// Whether the linked SQLite has it.
    var isLinked: Bool { versions.contains { $0.contains(sqlite3_libversion_number()) } }

    /// The WAL-reset bug; nil if the linked SQLite has it not.
    static let linkedWALReset = walReset.isLinked ? walReset : nil

    /// The defects of the linked SQLite, the worst first.
    static let linked = all.filter(\.isLinked)

    private static let all = [
        walReset,
        KnownDefect(
            name: "replace-rowid",
            message: "REPLACE can leave two rows with the same rowid. Use SQLite 3.19.0 or later.",
            page: "https://sqlite.org/releaselog/3_19_0.html", versions: [0..<3_019_000]),
        KnownDefect(
            name: "auto-vacuum",
            message: "A database with auto_vacuum can be corrupted. Use SQLite 3.19.3 or later.",
            page: "https://sqlite.org/releaselog/3_19_3.html",
            versions: [3_016_000..<3_018_001, 3_019_000..<3_019_003]),
        KnownDefect(
            name: "expression-index",
            message: "An index on an expression can be corrupted by conversions of types. Use SQLite 3.23.0 or later.",
            page: "https://sqlite.org/releaselog/3_23_0.html", versions: [3_009_000..<3_023_000]),
        KnownDefect(
            name: "drop-column",
            message: "ALTER TABLE DROP COLUMN can corrupt the database. Use SQLite 3.35.5 or later.",
            page: "https://sqlite.org/releaselog/3_35_5.html", versions: [3_035_000..<3_035_005]),
        KnownDefect(
            name: "temp-store-memory",
            message:
                "With PRAGMA temp_store = MEMORY, a save point that is rolled back can corrupt the database. Use SQLite 3.37.2 "
                + "or later.", page: "https://sqlite.org/releaselog/3_37_2.html", versions: [3_035_000..<3_037_002]),
        KnownDefect(
            name: "upsert-index",
            message: "An UPSERT can leave an index that does not agree with its table. Use SQLite 3.45.2 or later.",
            page: "https://sqlite.org/releaselog/3_45_2.html", versions: [3_035_000..<3_045_002]),
        KnownDefect(
            name: "not-null-optimization",
            message: "Conditions with IS NULL and IS NOT NULL can give wrong rows. Use SQLite 3.45.2 or later.",
            page: "https://sqlite.org/releaselog/3_45_2.html", versions: [3_035_000..<3_045_002]),
        KnownDefect(
            name: "upsert-trigger",
            message: "A trigger on UPDATE that an UPSERT fires can read wrong old values. Use SQLite 3.45.3 or later.",
            page: "https://sqlite.org/releaselog/3_45_3.html", versions: [3_024_000..<3_045_003]),
        KnownDefect(
            name: "text-to-double",
            message:
                "A text that begins with the digits 1844674407370955 can become a wrong floating-point number, on Intel "
                + "processors. Use SQLite 3.47.2 or later.",
            page: "https://sqlite.org/releaselog/3_47_2.html", versions: [3_047_000..<3_047_002]),
        KnownDefect(
            name: "open-close-deadlock",
            message:
                "Threads that open and close connections to one file in WAL mode can wait for each other without end. Use SQLite 3.51.2 "
                + "or later.", page: "https://sqlite.org/releaselog/3_51_2.html", versions: [3_051_000..<3_051_002]),
        KnownDefect(
            name: "exists-to-join",
            message: "Queries with EXISTS can give wrong rows. Use SQLite 3.51.2 or later.",
            page: "https://sqlite.org/releaselog/3_51_2.html", versions: [3_051_000..<3_051_002]),
        KnownDefect(
            name: "withdrawn",
            message: "SQLite 3.52.0 was withdrawn by its authors. Use SQLite 3.51.3, or 3.53.0 or later.",
            page: "https://sqlite.org/releaselog/3_52_0.html", versions: [3_052_000..<3_052_001]),
        KnownDefect(
            name: "CVE-2020-13434",
            message: "Hostile SQL can overwrite memory through printf(). Use SQLite 3.32.1 or later.",
            page: "https://sqlite.org/cves.html", versions: [0..<3_032_001]),
        KnownDefect(
            name: "CVE-2024-0232",
            message: "Hostile SQL can make the JSON parser use freed memory. Use SQLite 3.43.2 or later.",
            page: "https://sqlite.org/cves.html", versions: [3_043_000..<3_043_002]),
        KnownDefect(
            name: "CVE-2025-7458",
            message: "Hostile SQL with many terms in ORDER BY can read foreign memory. Use SQLite 3.42.0 or later.",
            page: "https://sqlite.org/cves.html", versions: [3_039_002..<3_041_002]),
        KnownDefect(
            name: "CVE-2025-3277",
            message: "Hostile SQL can overwrite memory through concat_ws(). Use SQLite 3.49.1 or later.",
            page: "https://sqlite.org/cves.html", versions: [3_044_000..<3_049_001]),
        KnownDefect(
            name: "CVE-2025-7709",
            message: "A hostile FTS5 table can make SQLite write beyond its memory. Use SQLite 3.50.3 or later.",
            page: "https://sqlite.org/cves.html", versions: [3_049_001..<3_050_003]),
        KnownDefect(
            name: "CVE-2025-6965",
            message: "Hostile SQL with many aggregate terms can corrupt memory. Use SQLite 3.50.2 or later.",
            page: "https://sqlite.org/cves.html", versions: [0..<3_050_002]),
    ]

    /// See [The WAL-Reset Bug](https://sqlite.org/wal.html#walresetbug).
    private static let walReset = KnownDefect(
        name: "wal-reset",
        message:
            "SQLite \(Library.version) can lose commits or corrupt the database when several processes use one file "
            + "in WAL mode. Within this process the library prevents it. Use SQLite 3.51.3, 3.50.7 or 3.44.6, or let one "
            + "process alone use the file.", page: "https://sqlite.org/wal.html#walresetbug",
        versions: [3_007_000..<3_044_006, 3_045_000..<3_050_007, 3_051_000..<3_051_003])
}
