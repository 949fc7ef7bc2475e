import FMDBSQLiteC

/// What a feature needs of SQLite.
struct FeatureNeed {
    /// It as a sentence.
    let sentence: String
    /// 3.24.0 for example as 3_024_000.
    private let version: Int32
    /// SQLite was built with one of these options, without `SQLITE_`; empty if it needs none.
    private let options: [String]
    /// Whether SQLite has the functions of C.
    private let hasFunctions: () -> Bool

    init(
        _ sentence: String, since version: Int32 = 0, options: [String] = [],
        hasFunctions: @escaping () -> Bool = { true }
    ) {
        self.sentence = sentence
        self.version = version
        self.options = options
        self.hasFunctions = hasFunctions
    }

    private var isMet: Bool {
        Library.isAtLeast(version) && hasFunctions()
            && (options.isEmpty || options.contains { sqlite3_compileoption_used($0) != 0 })
    }

    /// The features of the linked SQLite, looked for once.
    static let available = Set(FMSQLiteFeature.allCases.filter { $0.need.isMet })
}

extension FMSQLiteFeature {
    var need: FeatureNeed { needOfStatement ?? needOfModule ?? needOfFunction }

    private var needOfStatement: FeatureNeed? {
        switch self {
        case .upsert: FeatureNeed("UPSERT needs SQLite 3.24 or later", since: 3_024_000)
        case .windowFunctions: FeatureNeed("window functions need SQLite 3.25 or later", since: 3_025_000)
        case .renameColumn: FeatureNeed("RENAME COLUMN needs SQLite 3.25 or later", since: 3_025_000)
        case .dropColumn: FeatureNeed("DROP COLUMN needs SQLite 3.35 or later", since: 3_035_000)
        case .vacuumInto: FeatureNeed("VACUUM INTO needs SQLite 3.27 or later", since: 3_027_000)
        case .generatedColumns: FeatureNeed("generated columns need SQLite 3.31 or later", since: 3_031_000)
        case .returning: FeatureNeed("RETURNING needs SQLite 3.35 or later", since: 3_035_000)
        case .materializationHints: FeatureNeed("MATERIALIZED needs SQLite 3.35 or later", since: 3_035_000)
        case .strictTables: FeatureNeed("STRICT tables need SQLite 3.37 or later", since: 3_037_000)
        case .rightJoin: FeatureNeed("RIGHT and FULL JOIN need SQLite 3.39 or later", since: 3_039_000)
        case .updateDeleteLimit:
            FeatureNeed(
                "LIMIT in UPDATE and DELETE needs SQLite built with SQLITE_ENABLE_UPDATE_DELETE_LIMIT",
                options: ["ENABLE_UPDATE_DELETE_LIMIT"])
        default: nil
        }
    }

    private var needOfModule: FeatureNeed? {
        switch self {
        case .mathFunctions:
            FeatureNeed(
                "mathematical functions need SQLite 3.35 or later, built with SQLITE_ENABLE_MATH_FUNCTIONS",
                since: 3_035_000, options: ["ENABLE_MATH_FUNCTIONS"])
        case .json:
            FeatureNeed(
                "JSON needs SQLite 3.38 or later, or an older one built with SQLITE_ENABLE_JSON1",
                hasFunctions: { FeatureNeed.hasJSON })
        case .jsonOperators:
            FeatureNeed(
                "the operators -> and ->> need SQLite 3.38 or later", since: 3_038_000,
                hasFunctions: { FeatureNeed.hasJSON })
        case .jsonb:
            FeatureNeed("JSONB needs SQLite 3.45 or later", since: 3_045_000, hasFunctions: { FeatureNeed.hasJSON })
        case .fts3:
            FeatureNeed(
                "FTS3 needs SQLite built with SQLITE_ENABLE_FTS3 or SQLITE_ENABLE_FTS4",
                options: ["ENABLE_FTS3", "ENABLE_FTS4"])
        case .fts4:
            FeatureNeed(
                "FTS4 needs SQLite built with SQLITE_ENABLE_FTS3 or SQLITE_ENABLE_FTS4",
                options: ["ENABLE_FTS3", "ENABLE_FTS4"])
        case .fts5: FeatureNeed("FTS5 needs SQLite built with SQLITE_ENABLE_FTS5", options: ["ENABLE_FTS5"])
        case .rtree: FeatureNeed("R*Trees need SQLite built with SQLITE_ENABLE_RTREE", options: ["ENABLE_RTREE"])
        case .dbstat:
            FeatureNeed(
                "the table dbstat needs SQLite built with SQLITE_ENABLE_DBSTAT_VTAB", options: ["ENABLE_DBSTAT_VTAB"])
        default: nil
        }
    }

    private var needOfFunction: FeatureNeed {
        switch self {
        case .trustedSchema:
            FeatureNeed("restricting what a schema may do needs SQLite 3.31 or later", since: 3_031_000)
        case .stat4: FeatureNeed("sqlite_stat4 needs SQLite built with SQLITE_ENABLE_STAT4", options: ["ENABLE_STAT4"])
        case .columnMetadata:
            FeatureNeed(
                "the origin of columns needs SQLite built with SQLITE_ENABLE_COLUMN_METADATA",
                options: ["ENABLE_COLUMN_METADATA"])
        case .preupdateHook:
            FeatureNeed(
                "the pre-update hook needs SQLite built with SQLITE_ENABLE_PREUPDATE_HOOK",
                hasFunctions: { fmdb_has_preupdate_hook() != 0 })
        case .sessions:
            FeatureNeed(
                "changesets need SQLite built with SQLITE_ENABLE_SESSION and SQLITE_ENABLE_PREUPDATE_HOOK",
                hasFunctions: { fmdb_has_sessions() != 0 })
        case .snapshots:
            FeatureNeed("snapshots need SQLite built with SQLITE_ENABLE_SNAPSHOT", options: ["ENABLE_SNAPSHOT"])
        case .serialization:
            FeatureNeed(
                "serialising databases needs SQLite 3.36 or later, or 3.23 or later built with SQLITE_ENABLE_DESERIALIZE",
                hasFunctions: { SerializationCalls.shared != nil })
        case .loadExtension:
            FeatureNeed(
                "loading extensions needs SQLite built without SQLITE_OMIT_LOAD_EXTENSION, which Apple's is not",
                hasFunctions: { fmdb_has_load_extension() != 0 })
        default: FeatureNeed("the place of an error needs SQLite 3.38 or later", since: 3_038_000)
        }
    }
}

extension FeatureNeed {
    /// From 3.38 on an option leaves it out, before that one brought it in.
    fileprivate static var hasJSON: Bool {
        Library.isAtLeast(3_038_000)
            ? sqlite3_compileoption_used("OMIT_JSON") == 0 : sqlite3_compileoption_used("ENABLE_JSON1") != 0
    }
}
