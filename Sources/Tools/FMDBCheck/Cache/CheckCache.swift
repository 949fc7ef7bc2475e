#if Checked
    import FMDB
    import Foundation

    /// The results of earlier runs, in a database that concurrent runs may share. Entries that cannot be read are computed again.
    final class CheckCache {
        /// The cached data about a source file.
        struct Entry: Sendable, Decodable {
            let name: String
            /// The hash of the file's name and contents, and of the program that read it.
            let source: String
            var declares = Data()
            var asks = Data()
            /// The hash of the declarations of all files, and the hash of the results of this file's lookups in other files.
            var project = ""
            var answers = ""
            var surface = Data()
            var facts = Data()
            /// The hash of everything but the file itself that the outcome depends on.
            var situation = ""
            var outcome = Data()

            /// A checksum of the entry, needed because the database runs without synchronisation to disk.
            var sum: String {
                var hash = ContentHash()
                for text in [name, source, project, answers, situation] { hash.add(text) }
                for data in [declares, asks, surface, facts, outcome] { hash.add(data) }
                return hash.text
            }

            init(name: String, source: String) { (self.name, self.source) = (name, source) }
        }

        private static let version: Int64 = 4

        private let db: FMDatabase

        /// Opens the cache in a folder, which is created if it is missing. Returns nil if that is not possible.
        init?(folder: String) {
            guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil,
                let db = try? CheckCache.database(folder + "/checks.sqlite")
            else { return nil }
            self.db = db
        }

        deinit { db.close() }

        /// Opens the database. Replaces a file that is damaged or not a database, but not one that stays locked for too long.
        private static func database(_ path: String) throws -> FMDatabase {
            do {
                return try opened(path)
            } catch let error as FMError where error.resultCode == .notADatabase || error.resultCode == .corrupt {
                // Another run that has the removed file open can still use it.
                for end in ["", "-journal", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
                return try opened(path)
            }
        }

        private static func opened(_ path: String) throws -> FMDatabase {
            let db = FMDatabase(path: path)
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 2
            guard db.open() else { throw db.lastError() }
            do {
                // The checksums detect damage by a power cut.
                try db.execute("PRAGMA synchronous = OFF")
                try db.execute("PRAGMA journal_mode = TRUNCATE")
                if try db.value("PRAGMA user_version", as: Int64.self) != version { try layOut(db) }
                _ = try db.value("SELECT count(*) FROM entry WHERE name = ''", as: Int64.self)
                return db
            } catch {
                db.close()
                throw error
            }
        }

        private static func layOut(_ db: FMDatabase) throws {
            try db.withTransaction {
                try db.execute("DROP TABLE IF EXISTS entry")
                try db.execute(
                    """
                    CREATE TABLE entry (name TEXT PRIMARY KEY, source TEXT, project TEXT, answers TEXT, situation TEXT, \
                    sum TEXT, declares BLOB, asks BLOB, surface BLOB, facts BLOB, outcome BLOB)
                    """)
                try db.execute(FMSQL(raw: "PRAGMA user_version = \(version)"))
            }
        }

        /// Returns the entry of a file, if it is for these contents.
        func entry(of name: String, source: String) -> Entry? {
            var found: Entry?
            try? db.forEachRow("SELECT * FROM entry WHERE name = \(name) AND source = \(source)") { row in
                let entry = try row.decode(Entry.self)
                if entry.sum == (try row.value("sum", as: String.self)) { found = entry }
            }
            return found
        }

        /// Stores entries, replacing those of the same files. What cannot be written is computed again next time.
        func keep(_ entries: [Entry]) {
            guard !entries.isEmpty else { return }
            try? db.withTransaction {
                for entry in entries {
                    try db.execute(
                        """
                        REPLACE INTO entry (name, source, project, answers, situation, sum, declares, asks, surface, \
                        facts, outcome) VALUES (\(entry.name), \(entry.source), \(entry.project), \(entry.answers), \
                        \(entry.situation), \(entry.sum), \(entry.declares), \(entry.asks), \(entry.surface), \
                        \(entry.facts), \(entry.outcome))
                        """)
                }
            }
        }
    }

    /// Identifies this program. Another version may read the same sources differently.
    enum ProgramIdentity {
        /// The sizes and modification times of the program's files, and SQLite's version.
        static let text: String = {
            var files: Set<String> = ["/proc/self/exe"]
            if let file = Bundle.main.executablePath { files.insert(file) }
            // The toolchain's test runner gets the test bundle as an argument.
            files.formUnion(CommandLine.arguments.filter { $0.contains(".xctest") })
            let states = files.sorted().map { file in
                let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
                let state = try? FileManager.default.attributesOfItem(atPath: path)
                let time = (state?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
                return "\(path) \(state?[.size] as? Int ?? 0) \(time)"
            }
            return states.joined(separator: "\n") + "\n" + FMDatabase.sqliteLibVersion()
        }()
    }
#endif
