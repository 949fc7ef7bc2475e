import FMDB

/// The linked SQLite, for tests of what an older one does not have:
///
///     @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
public struct SQLiteVersion: Comparable, Sendable {
    private let parts: [Int]

    /// A version by its numbers.
    public init(_ parts: Int...) {
        self.parts = parts
    }

    private init(text: String) {
        parts = text.split(separator: ".").compactMap { Int($0) }
    }

    /// The version of the library that is loaded.
    public static var linked: SQLiteVersion { SQLiteVersion(text: FMDatabase.sqliteLibVersion()) }

    /// Whether it has the functions of JSON, which an old one may have been built without.
    public static let hasJSON = (try? FMDatabase.memory().value("SELECT json('1')", as: String.self)) != nil

    /// Whether it has the virtual table `dbstat`.
    public static let hasPageStatistics = FMDatabase.memory().executeUpdate(
        "CREATE VIRTUAL TABLE temp.tried USING dbstat", withArgumentsIn: [])

    /// Whether it has FTS3 and FTS4, which come together.
    public static let hasFTS4 = FMDatabase.memory().executeUpdate(
        "CREATE VIRTUAL TABLE tried USING fts4(a)", withArgumentsIn: [])

    /// Whether it has FTS5.
    public static let hasFTS5 = (try? FMDatabase.memory().value("SELECT fts5_source_id()", as: String.self)) != nil

    /// Whether it has the session extension.
    public static let hasSessions = (try? FMChangeset().inverted()) != nil

    /// Whether it has the pre-update hook.
    public static let hasRowChanges = FMDatabaseQueue(path: nil).flatMap { try? FMUndo($0) } != nil

    /// Whether the package was built with the trait `SQLCipher`.
    public static var hasCodec: Bool {
        #if SQLCipher
            true
        #else
            false
        #endif
    }

    /// Compares number by number.
    public static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
