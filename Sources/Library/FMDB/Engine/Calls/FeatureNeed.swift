import FMDBSQLiteC

// pure list: exempt from the length limits

struct FeatureNeed {
    let sentence: String
    /// The minimum version: 3.24.0 is 3_024_000.
    private let version: Int32
    /// The compile-time options, one of which must be set, without `SQLITE_`. Empty if none is needed.
    private let options: [String]
    private let hasFunctions: () -> Bool

    /// - Parameters:
    ///   - start: the start of the sentence, to which the version and the options are appended.
    ///   - version: the minimum version; 0 for any.
    ///   - options: the compile-time options, one of which must be set.
    ///   - hasFunctions: returns whether SQLite has the C functions that the feature needs.
    init(
        _ start: String, since version: Int32 = 0, options: [String] = [],
        hasFunctions: @escaping () -> Bool = { true }
    ) {
        let release = version == 0 ? "" : " SQLite 3.\(version / 1000 % 1000) or later"
        let names = options.map { "SQLITE_" + $0 }.joined(separator: " or ")
        let build = options.isEmpty ? "" : (version == 0 ? " SQLite built with " : ", built with ") + names
        sentence = start + release + build
        self.version = version
        self.options = options
        self.hasFunctions = hasFunctions
    }

    private var isMet: Bool {
        Library.isAtLeast(version) && hasFunctions()
            && (options.isEmpty || options.contains { sqlite3_compileoption_used($0) != 0 })
    }

    /// The features of the linked SQLite, determined once.
    static let available = Set(FMSQLiteFeature.allCases.filter { $0.need.isMet })

    /// JSON is built in since SQLite 3.38 unless an option omits it. Before, an option had to enable it.
    fileprivate static func hasJSON() -> Bool {
        Library.isAtLeast(3_038_000)
            ? sqlite3_compileoption_used("OMIT_JSON") == 0 : sqlite3_compileoption_used("ENABLE_JSON1") != 0
    }
}

extension FMSQLiteFeature {
    var need: FeatureNeed {
        switch self {
        case .upsert: FeatureNeed("UPSERT needs", since: 3_024_000)
        case .windowFunctions: FeatureNeed("window functions need", since: 3_025_000)
        case .renameColumn: FeatureNeed("RENAME COLUMN needs", since: 3_025_000)
        case .dropColumn: FeatureNeed("DROP COLUMN needs", since: 3_035_000)
        case .vacuumInto: FeatureNeed("VACUUM INTO needs", since: 3_027_000)
        case .generatedColumns: FeatureNeed("generated columns need", since: 3_031_000)
        case .trustedSchema: FeatureNeed("restricting what a schema may do needs", since: 3_031_000)
        case .returning: FeatureNeed("RETURNING needs", since: 3_035_000)
        case .materializationHints: FeatureNeed("MATERIALIZED needs", since: 3_035_000)
        case .mathFunctions:
            FeatureNeed("mathematical functions need", since: 3_035_000, options: ["ENABLE_MATH_FUNCTIONS"])
        case .strictTables: FeatureNeed("STRICT tables need", since: 3_037_000)
        case .rightJoin: FeatureNeed("RIGHT and FULL JOIN need", since: 3_039_000)
        case .json:
            FeatureNeed(
                "JSON needs SQLite 3.38 or later, or an older one built with SQLITE_ENABLE_JSON1",
                hasFunctions: FeatureNeed.hasJSON)
        case .jsonOperators:
            FeatureNeed("the operators -> and ->> need", since: 3_038_000, hasFunctions: FeatureNeed.hasJSON)
        case .jsonb: FeatureNeed("JSONB needs", since: 3_045_000, hasFunctions: FeatureNeed.hasJSON)
        case .fts3: FeatureNeed("FTS3 needs", options: ["ENABLE_FTS3", "ENABLE_FTS4"])
        case .fts4: FeatureNeed("FTS4 needs", options: ["ENABLE_FTS3", "ENABLE_FTS4"])
        case .fts5: FeatureNeed("FTS5 needs", options: ["ENABLE_FTS5"])
        case .rtree: FeatureNeed("R*Trees need", options: ["ENABLE_RTREE"])
        case .dbstat: FeatureNeed("the table dbstat needs", options: ["ENABLE_DBSTAT_VTAB"])
        case .updateDeleteLimit:
            FeatureNeed("LIMIT in UPDATE and DELETE needs", options: ["ENABLE_UPDATE_DELETE_LIMIT"])
        case .stat4: FeatureNeed("sqlite_stat4 needs", options: ["ENABLE_STAT4"])
        case .columnMetadata: FeatureNeed("the origin of columns needs", options: ["ENABLE_COLUMN_METADATA"])
        case .preupdateHook:
            FeatureNeed(
                "the pre-update hook needs SQLite built with SQLITE_ENABLE_PREUPDATE_HOOK",
                hasFunctions: { fmdb_has_preupdate_hook() != 0 })
        case .sessions:
            FeatureNeed(
                "changesets need SQLite built with SQLITE_ENABLE_SESSION and SQLITE_ENABLE_PREUPDATE_HOOK",
                hasFunctions: { fmdb_has_sessions() != 0 })
        case .snapshots: FeatureNeed("snapshots need", options: ["ENABLE_SNAPSHOT"])
        case .serialization:
            FeatureNeed(
                "serialising databases needs SQLite 3.36 or later, or 3.23 or later built with SQLITE_ENABLE_DESERIALIZE",
                hasFunctions: { SerializationCalls.shared != nil })
        case .loadExtension:
            FeatureNeed(
                "loading extensions needs SQLite built without SQLITE_OMIT_LOAD_EXTENSION; Apple's has that option",
                hasFunctions: { fmdb_has_load_extension() != 0 })
        case .errorOffset: FeatureNeed("the position of an error needs", since: 3_038_000)
        }
    }
}
