import FMDB
import FMDBTestHelpers
import Testing

/// They share the log handler with the tests of the log, so they take turns with those.
extension LogTests {
    /// The paths by which the key of an encrypted database could reach a log, an event or an error. Without a codec SQLite
    /// passes over the pragmas and the word KEY, which is enough for that.
    @Suite struct SecretTests {
        private let folder = TemporaryFolder()
        private static let secret = "s3cr3t"

        /// Everything that is logged and told while a body runs, as text.
        private func shown(_ body: (FMDatabase) throws -> Void) rethrows -> String {
            let (path, folder) = (folder.file(), folder.path)
            let heard = Locked<[String]>([])
            let before = FMDatabase.logHandler
            FMDatabase.logHandler = { message in
                guard message.path?.contains(folder) == true else { return before(message) }
                heard.withLock { $0.append("\(message)") }
            }
            defer { FMDatabase.logHandler = before }
            let db = FMDatabase(path: path)
            db.open()
            db.traceExecution = true
            db.slowStatementThreshold = .zero
            db.eventHandler = { event in heard.withLock { $0.append("\(event)") } }
            defer { db.close() }
            try body(db)
            return heard.value.joined(separator: "\n")
        }

        private static let texts = [
            "PRAGMA key = 's3cr3t'", "PRAGMA main.hexkey('s3cr3t')", "PRAGMA rekey = \"s3cr3t\"",
            "PRAGMA cipher_license = 's3cr3t'", "  /* c */ pragma KEY='s3cr3t'", "-- c\nPRAGMA textkey='s3cr3t'",
            "ATTACH DATABASE ':memory:' AS x KEY 's3cr3t'", "PRAGMA key = 's3cr3t", "PRAGMA key = 's3cr3t' s3cr3t",
            "PRAGMA key = x's3cr3t'", "ATTACH 'x' AS y KEY 's3cr3t' s3cr3t",
            "PRAGMA /* ; */ key = 's3cr3t'", "PRAGMA -- ;\n key = 's3cr3t'", "PRAGMA [;].key = 's3cr3t'",
            "ATTACH ':memory:' AS `;` KEY 's3cr3t'", "PPRAGMA key = 's3cr3t'", "pragmas rekey = 's3cr3t'",
            "attachh 'x' AS y KEY 's3cr3t'", "PRAGMA; key = 's3cr3t'", "ATTACH 'x' AS y KEY ('s3cr3t'",
        ]

        @Test(arguments: texts) func aTextWithAKeyIsNeverShown(sql: String) {
            let shown = shown { db in
                db.executeUpdate(sql, withArgumentsIn: [])
                db.executeQuery(sql, withArgumentsIn: [])?.close()
                db.executeStatements(sql)
                db.executeStatements("SELECT 1; " + sql)
            }
            #expect(shown.contains("SQL text with a key"))
            #expect(!shown.contains(Self.secret), "\(shown)")
        }

        @Test(arguments: texts) func anErrorNeverShowsATextWithAKey(sql: String) {
            let db = FMDatabase.memory()
            let errors = [
                thrown { try db.execute(FMSQL(raw: sql)) }, thrown { try db.executeUpdate(sql, values: [1]) },
                thrown { try db.executeUpdate(sql, values: nil) },
                thrown { _ = try db.query(FMSQL(raw: sql)).nextRow() },
                thrown { try db.execute(FMSQL(raw: sql + "; SELECT 1")) },
            ]
            for error in errors.compactMap({ $0 }) {
                let shown = [error.description, error.debugDescription, "\(error.userInfo)", error.sql ?? ""]
                #expect(!shown.joined().contains(Self.secret), "\(shown)")
            }
        }

        @Test func aWordWithinAStringBeginsNoStatement() {
            let sql = "SELECT 'it''s a pragma;'; SELECT key"
            #expect(thrown { try FMDatabase.memory().execute(FMSQL(raw: sql)) }?.sql == sql)
        }

        @Test func theValuesOfATextWithAKeyAreNotTraced() {
            let shown = shown { db in
                db.executeUpdate("ATTACH ? AS x KEY ?", withArgumentsIn: [":memory:", "s3cr3t"])
                db.executeUpdate("ATTACH :a AS y KEY :b", withParameterDictionary: ["a": ":memory:", "b": "s3cr3t"])
            }
            #expect(shown.contains("executing with"))
            #expect(!shown.contains(Self.secret), "\(shown)")
        }

        @Test func ordinaryTextsAreShown() {
            let shown = shown { db in
                db.executeUpdate("CREATE TABLE monkey (key TEXT PRIMARY KEY)", withArgumentsIn: [])
                db.executeUpdate("INSERT INTO monkey (key) VALUES (?)", withArgumentsIn: ["value"])
                _ = db.executeQuery("PRAGMA foreign_keys", withArgumentsIn: [])?.next()
            }
            #expect(shown.contains("INSERT INTO monkey (key) VALUES (?)"))
            #expect(shown.contains("PRIMARY KEY"))
            #expect(shown.contains("PRAGMA foreign_keys"))
        }

        @Test func aKeyInAPathIsNeverShown() throws {
            let path = "file:\(folder.file("missing/a.db"))?hexkey=s3cr3t"
            let shown = shown { _ in
                let db = FMDatabase(path: path)
                // SQLITE_OPEN_READWRITE, _CREATE and _URI
                db.open(withFlags: 2 | 4 | 64)
            }
            #expect(shown.contains("unable to open"))
            #expect(!shown.contains(Self.secret), "\(shown)")
            let pool = FMDatabasePool(path: path)
            pool.close()
            let error = try #require(thrown { try pool.withDatabase { _ in } })
            #expect(!"\(error)".contains(Self.secret), "\(error)")
        }
    }
}
