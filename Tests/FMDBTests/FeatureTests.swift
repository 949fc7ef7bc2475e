import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("What the linked SQLite has")
struct FeatureTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE t (a PRIMARY KEY, b)")
    }

    /// Statements that need a feature.
    private static let trials: [(FMSQLiteFeature, String)] = [
        (.upsert, "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 1"),
        (.windowFunctions, "SELECT row_number() OVER () FROM t"), (.renameColumn, "ALTER TABLE t RENAME COLUMN b TO c"),
        (.dropColumn, "ALTER TABLE t DROP COLUMN b"), (.generatedColumns, "CREATE TABLE g (a, b AS (a))"),
        (.returning, "DELETE FROM t RETURNING a"),
        (.materializationHints, "WITH c AS MATERIALIZED (SELECT 1) SELECT * FROM c"),
        (.mathFunctions, "SELECT pow(2, 2)"), (.strictTables, "CREATE TABLE s (a INTEGER) STRICT"),
        (.rightJoin, "SELECT 1 FROM t RIGHT JOIN t AS u ON u.a = t.a"), (.json, "SELECT json('1')"),
        (.jsonOperators, "SELECT '{}' -> '$'"), (.jsonb, "SELECT jsonb('1')"),
        (.fts3, "CREATE VIRTUAL TABLE f USING fts3(a)"),
        (.fts4, "CREATE VIRTUAL TABLE f USING fts4(a)"), (.fts5, "CREATE VIRTUAL TABLE f USING fts5(a)"),
        (.rtree, "CREATE VIRTUAL TABLE r USING rtree(a, b, c)"),
        (.dbstat, "CREATE VIRTUAL TABLE temp.d USING dbstat"), (.updateDeleteLimit, "DELETE FROM t LIMIT 1"),
        (.loadExtension, "SELECT load_extension('/none')"),
    ]

    @Test("a statement that needs a feature works where it is available, and nowhere else", arguments: trials)
    func statements(_ feature: FMSQLiteFeature, _ sql: String) {
        let error = thrown { try db.rows(FMSQL(raw: sql), as: FMValue.self) }
        // It is there, and switched off.
        let works = error == nil || feature == .loadExtension && error?.message == "not authorized"
        #expect(works == feature.isAvailable, "\(error as Any)")
    }

    @Test("a call of the library that needs a feature names it")
    func calls() throws {
        let folder = TemporaryFolder()
        let calls: [(FMSQLiteFeature, () throws -> Void)] = [
            (.vacuumInto, { try db.vacuum(into: folder.file("copy.db")) }),
            (.serialization, { _ = try db.serialized() }),
            (.serialization, { try FMDatabase.memory().deserialize(Data()) }),
            (.sessions, { _ = try FMChangeset().inverted() }),
            (.preupdateHook, { try db.setRowChangeHandler { _ in } }),
            (.trustedSchema, { _ = try db.readUntrusted("SELECT 1", in: FMSandbox(tables: [:])) }),
            (.loadExtension, { try db.loadExtension(at: folder.file("none")) }),
        ]
        for (feature, call) in calls {
            let error = thrown(call)
            guard !feature.isAvailable else {
                #expect(error == nil || error?.resultCode == .cantOpen, "\(feature): \(error as Any)")
                continue
            }
            #expect(error?.extendedCode == .notSupported, "\(feature)")
            #expect(error?.message.hasPrefix(feature.requirement) == true, "\(feature)")
        }
    }

    @Test("an error has an offset where that is available")
    func offsets() {
        let error = thrown { try db.execute("SELECT nowhere") }
        #expect((error?.offset != nil) == FMSQLiteFeature.errorOffset.isAvailable)
    }

    @Test("what SQLite itself tells of its options is the same")
    func options() throws {
        let options = Set(try db.rows("PRAGMA compile_options", as: String.self))
        for (feature, option) in [
            (FMSQLiteFeature.stat4, "ENABLE_STAT4"), (.columnMetadata, "ENABLE_COLUMN_METADATA"),
            (.preupdateHook, "ENABLE_PREUPDATE_HOOK"), (.snapshots, "ENABLE_SNAPSHOT"),
        ] {
            #expect(feature.isAvailable == options.contains(option), "\(feature)")
        }
        #expect(FMSQLiteFeature.sessions.isAvailable == SQLiteVersion.hasSessions)
    }

    @Test("each has a sentence that says what it needs, and the set has those that are there")
    func sentences() {
        for feature in FMSQLiteFeature.allCases {
            #expect(feature.requirement.contains(" need"), "\(feature)")
            #expect(feature.requirement.contains("SQLite"), "\(feature)")
            #expect(FMDatabase.features.contains(feature) == feature.isAvailable)
        }
        #expect(Set(FMSQLiteFeature.allCases.map(\.requirement)).count == FMSQLiteFeature.allCases.count)
    }
}
