#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers

    /// A file that is damaged, or that cannot be checked, and what is known of it.
    struct CheckSweepFile {
        /// The bytes of the file and those beside it, by the ending.
        var files: [String: [UInt8]] = [:]
        /// What was done.
        let damage: CheckSweepDamage
        /// The rows that were committed, of each table.
        var rows: [String: [[FMValue]]] = [:]
        private var treePages: [Int] = []
        private var overflowPages: [Int] = []
        private static let pageSize = 1024

        /// - Parameter damage: what will be done; the file is whole before ``damage(_:)``.
        init(_ damage: CheckSweepDamage, _ numbers: inout SeededNumbers) throws {
            self.damage = damage
            let folder = TemporaryFolder()
            let database = FMDatabase.file(folder.file())
            defer { database.close() }
            try database.addCollation("own") {
                $0 < $1 ? .orderedAscending : $0 == $1 ? .orderedSame : .orderedDescending
            }
            try database.addFunction("half", argumentCount: 1, deterministic: true) { $0[0] }
            // With auto_vacuum no page is free.
            let chance = [.freeCount, .freeList].contains(damage) ? 0...0 : 0...1
            let vacuum = damage == .pointerMap ? 1 : Int.random(in: chance, using: &numbers)
            database.executeStatements("PRAGMA page_size = \(Self.pageSize); PRAGMA auto_vacuum = \(vacuum)")
            try fill(database, &numbers)
            switch damage.place {
            case .log:
                database.executeStatements("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
                for number in 0..<Int.random(in: 10...40, using: &numbers) {
                    try database.execute("INSERT INTO note (body) VALUES (\("a commit in the log \(number)"))")
                }
            case .journal:
                try read(database)
                database.executeStatements("PRAGMA cache_size = 2; PRAGMA cache_spill = ON; BEGIN")
                try database.execute("UPDATE note SET body = upper(body)")
            case .file: break
            }
            if damage.place != .journal { try read(database) }
            for ending in ["", "-wal", "-journal"] {
                files[ending] = FileManager.default.contents(atPath: folder.file() + ending).map(Array.init)
            }
        }

        private func fill(_ database: FMDatabase, _ numbers: inout SeededNumbers) throws {
            database.executeStatements(
                """
                CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX by_name ON person (name);
                CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT);
                CREATE TABLE keyed (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID; CREATE TABLE gone (x);
                """)
            database.executeStatements(damage.script)
            let count = Int.random(in: 200...500, using: &numbers)
            try database.withTransaction {
                for number in 1...count {
                    let long = String(repeating: "a long text \(number); ", count: number % 40 == 0 ? 400 : 3)
                    try database.execute("INSERT INTO person VALUES (\(number), \("name \(number)"))")
                    try database.execute("INSERT INTO note VALUES (\(number), \(long))")
                    try database.execute("INSERT INTO keyed VALUES (\(number), \("key \(number)"))")
                    try database.execute("INSERT INTO gone VALUES (\(long))")
                    if damage.hasOwnTable { try database.execute("INSERT INTO own (v) VALUES (\("value \(number)"))") }
                }
            }
            database.executeStatements(
                "DELETE FROM gone WHERE rowid > 20; PRAGMA writable_schema = ON; \(damage.schemaScript)")
        }

        private mutating func read(_ database: FMDatabase) throws {
            for table in ["person", "note", "keyed", "gone"] + (damage.hasOwnTable ? ["own"] : []) {
                var rows: [[FMValue]] = []
                try database.forEachRow("SELECT * FROM \(identifier: table)") { rows.append(try $0.values()) }
                self.rows[table] = rows
            }
            treePages = try database.rows(
                "SELECT pageno FROM dbstat WHERE pagetype <> 'overflow' AND pageno > 1 AND name <> 'gone'")
            overflowPages = try database.rows(
                "SELECT pageno FROM dbstat WHERE pagetype = 'overflow' AND name = 'note' AND path LIKE '%+000002'")
        }

        // MARK: Damage

        mutating func damage(_ numbers: inout SeededNumbers) {
            let size = Self.pageSize
            switch damage {
            case .page, .collationAndPage, .functionAndPage:
                overwrite("", (numbers.pick(treePages) - 1) * size, Int.random(in: 8...64, using: &numbers), &numbers)
            case .cellCount: files[""]?[(numbers.pick(treePages) - 1) * size + 4] &-= 1
            case .magic: overwrite("", Int.random(in: 0...15, using: &numbers), 1, &numbers)
            case .pageSize: overwrite("", 16, 2, &numbers)
            case .freeCount: overwrite("", Int.random(in: 36...39, using: &numbers), 1, &numbers)
            case .freeList:
                let trunk = files[""].map { $0[32..<36].reduce(0) { $0 << 8 | Int($1) } } ?? 0
                overwrite("", (trunk - 1) * size, 16, &numbers)
            case .pointerMap: overwrite("", size, 100, &numbers)
            case .overflow:
                let place = range(numbers.pick(overflowPages))
                files[""]?.replaceSubrange(place, with: repeatElement(0, count: size))
            case .truncated: files[""]?.removeLast(Int.random(in: size...size * 10, using: &numbers))
            case .empty: files[""] = []
            case .noDatabase:
                files[""] = Array(
                    repeatElement("This is a text. ", count: Int.random(in: 1...500, using: &numbers)).joined().utf8)
            case .encrypted: files[""] = (files[""] ?? []).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            case .frame:
                overwrite("-wal", frame(&numbers) + 24 + Int.random(in: 0..<size - 16, using: &numbers), 16, &numbers)
            case .frameHeader:
                overwrite("-wal", frame(&numbers) + 4 * Int.random(in: 0...5, using: &numbers), 4, &numbers)
            case .lastFrame:
                overwrite("-wal", (files["-wal"]?.count ?? 0) - Int.random(in: 1...size, using: &numbers), 1, &numbers)
            case .logHeader: overwrite("-wal", numbers.pick([0, 8, 12, 16, 20, 24, 28]), 4, &numbers)
            case .tornLog: files["-wal"]?.removeLast(Int.random(in: 1...size, using: &numbers))
            case .journalHeader: overwrite("-journal", Int.random(in: 0...7, using: &numbers), 1, &numbers)
            case .journalPage:
                overwrite("-journal", 512 + (size + 8) * Int.random(in: 0...3, using: &numbers) + 8, 800, &numbers)
            case .collation, .functionOfCheck, .functionOfIndex, .functionOfColumn, .module, .tokenizer,
                .parentNotUnique,
                .parentColumnMissing, .parentColumns, .parentIsView, .parentMissing, .violation:
                break
            }
        }

        private func range(_ page: Int) -> Range<Int> { (page - 1) * Self.pageSize..<page * Self.pageSize }

        /// The place of a frame.
        private func frame(_ numbers: inout SeededNumbers) -> Int {
            let size = Self.pageSize + 24
            return 32 + size * Int.random(in: 0..<((files["-wal"]?.count ?? 32) - 32) / size, using: &numbers)
        }

        /// Writes other bytes than those that are there.
        private mutating func overwrite(_ ending: String, _ start: Int, _ count: Int, _ numbers: inout SeededNumbers) {
            for place in start..<start + count { files[ending]?[place] ^= UInt8.random(in: 1...255, using: &numbers) }
        }
    }

    /// What makes a file damaged, or not to be checked.
    enum CheckSweepDamage: String, CaseIterable {
        case page, cellCount, magic, pageSize, freeCount, freeList, pointerMap, overflow, truncated, empty, noDatabase,
            encrypted
        case frame, frameHeader, lastFrame, logHeader, tornLog, journalHeader, journalPage
        case collation, collationAndPage, functionOfCheck, functionOfIndex, functionOfColumn, functionAndPage, module,
            tokenizer
        case parentNotUnique, parentColumnMissing, parentColumns, parentIsView, parentMissing, violation

        enum Place { case file, log, journal }

        var place: Place {
            switch self {
            case .frame, .frameHeader, .lastFrame, .logHeader, .tornLog: .log
            case .journalHeader, .journalPage: .journal
            default: .file
            }
        }

        var hasOwnTable: Bool {
            [.collation, .collationAndPage, .functionOfCheck, .functionOfIndex, .functionOfColumn, .functionAndPage]
                .contains(self)
        }

        private var isOfKeys: Bool {
            [.parentNotUnique, .parentColumnMissing, .parentColumns, .parentIsView, .parentMissing, .violation]
                .contains(self)
        }

        /// The verbs that must not report success.
        var refusing: Set<CheckSweepVerb> {
            if isOfKeys || self == .tokenizer { return [.library, .verify, .doctor] }
            // The check of a copy is that of its pages and indexes, not of constraints.
            if self == .functionOfCheck { return [.library, .verify, .doctor] }
            // Each row can be rescued without an index; that of a table is compared.
            if hasOwnTable || self == .module { return [.library, .verify, .doctor, .backup, .restore] }
            // A new database has no bytes either, and a copy of it is whole.
            if self == .empty { return [.verify, .doctor, .restore, .repair] }
            return Set(CheckSweepVerb.allCases)
        }

        /// What is made before the file is filled.
        var script: String {
            switch self {
            case .collation, .collationAndPage: "CREATE TABLE own (v TEXT COLLATE own); CREATE INDEX own_v ON own (v)"
            case .functionOfCheck, .functionAndPage: "CREATE TABLE own (v CHECK (half(v) <> 'none'))"
            case .functionOfIndex: "CREATE TABLE own (v); CREATE INDEX own_v ON own (half(v))"
            case .functionOfColumn: "CREATE TABLE own (v, h AS (half(v)) NOT NULL)"
            case .parentNotUnique:
                "CREATE TABLE c (x REFERENCES person (name)); CREATE TABLE d (x REFERENCES person); INSERT INTO d VALUES (99999)"
            case .parentColumnMissing: "CREATE TABLE c (x REFERENCES person (missing)); INSERT INTO c VALUES (1)"
            case .parentColumns: "CREATE TABLE c (x REFERENCES keyed); INSERT INTO c VALUES (1)"
            case .parentIsView:
                "CREATE VIEW w AS SELECT id FROM person; CREATE TABLE c (x REFERENCES w (id)); INSERT INTO c VALUES (1)"
            case .parentMissing: "CREATE TABLE c (x REFERENCES missing); INSERT INTO c VALUES (1)"
            case .violation: "CREATE TABLE c (x REFERENCES person); INSERT INTO c VALUES (99999)"
            default: ""
            }
        }

        /// What is written to the schema at the end.
        var schemaScript: String {
            switch self {
            case .module:
                "INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING nosuch(a)')"
            case .tokenizer:
                "INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING fts4(a, tokenize=nosuch)')"
            default: ""
            }
        }
    }

    /// Who gives a verdict.
    enum CheckSweepVerb: String, CaseIterable {
        case library, verify, doctor, backup, restore, repair

        var command: String? {
            switch self {
            case .library: nil
            case .verify: "fmdb verify f.db --quiet"
            case .doctor: "fmdb doctor f.db"
            case .backup: "fmdb backup f.db copy.db --check full --quiet"
            case .restore: "fmdb restore f.db restored.db --check full --quiet"
            case .repair: "fmdb repair f.db rescued.db --quiet"
            }
        }
    }
#endif
