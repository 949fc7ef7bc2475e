#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport

    /// The rows of a file that workloads change and undo: each has a number and two values.
    struct UndoableContent: Hashable, Sendable, CustomStringConvertible {
        struct Place: Hashable, Sendable, Comparable {
            let table: String
            let id: Int

            static func < (one: Place, other: Place) -> Bool { (one.table, one.id) < (other.table, other.id) }
        }

        var rows: [Place: [Int?]] = [:]

        private static let tables = [
            "meta": "id, n, tag", "item": "id, value, note", "part": "id, item, n", "pair": "id, value, note",
            "log": "id, item, n",
        ]

        static func create(_ db: FMDatabase) throws {
            for sql in [
                "CREATE TABLE meta (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, tag INTEGER)",
                "INSERT INTO meta VALUES (1, 0, 0)",
                "CREATE TABLE item (id INTEGER PRIMARY KEY, value INTEGER, note INTEGER)",
                "CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item ON DELETE CASCADE, n INTEGER)",
                "CREATE TABLE pair (id INTEGER PRIMARY KEY, value INTEGER, note INTEGER) WITHOUT ROWID",
                "CREATE TABLE log (id INTEGER PRIMARY KEY, item INTEGER, n INTEGER)",
                "CREATE INDEX values_of_items ON item (value)",
                """
                CREATE TRIGGER noted AFTER UPDATE OF value ON item WHEN new.value % 3 = 0
                BEGIN INSERT INTO log (item, n) VALUES (new.id, new.value); END
                """,
            ] { try db.execute(FMSQL(raw: sql)) }
        }

        init(_ db: FMDatabase) throws {
            for (table, columns) in UndoableContent.tables.sorted(by: { $0.key < $1.key }) {
                let found = try db.rows("SELECT \(raw: columns) FROM \(raw: table)", as: (Int, Int?, Int?).self)
                for (id, first, second) in found { rows[Place(table: table, id: id)] = [first, second] }
            }
        }

        var description: String {
            rows.sorted { $0.key < $1.key }.map { "\($0.key.table)\($0.key.id)\($0.value.map { $0 ?? -1 })" }
                .joined(separator: " ")
        }

        /// The number of the transactions that are in the content.
        var count: Int { rows[Place(table: "meta", id: 1)]?.first.flatMap { $0 } ?? -1 }

        /// Makes changes at random, in the transaction that is open. All values are new ones.
        static func change(_ db: FMDatabase, _ numbers: inout SeededNumbers, _ ledger: SharedLedger) throws {
            let tag = ledger.number()
            try db.execute("UPDATE meta SET n = n + 1, tag = \(tag)")
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let (id, value) = (Int.random(in: 1...8, using: &numbers), ledger.number())
                switch Int.random(in: 0...7, using: &numbers) {
                case 0, 1: try db.execute("INSERT INTO item (value, note) VALUES (\(value), \(tag))")
                case 2: try db.execute("UPDATE item SET value = \(value) WHERE id = \(id)")
                case 3: try db.execute("UPDATE item SET note = \(value) WHERE id >= \(id)")
                case 4: try db.execute("DELETE FROM item WHERE id = \(id)")
                case 5: try db.execute("INSERT INTO part (item, n) SELECT max(id), \(value) FROM item")
                case 6:
                    try db.execute(
                        """
                        INSERT INTO pair VALUES (\(id), \(value), \(tag))
                        ON CONFLICT (id) DO UPDATE SET value = excluded.value
                        """)
                default: try db.execute("DELETE FROM pair WHERE id > \(id)")
                }
            }
        }
    }

    /// The difference that a transaction made.
    struct Difference: Sendable {
        let rows: [(place: UndoableContent.Place, old: [Int?]?, new: [Int?]?)]

        init(from old: UndoableContent, to new: UndoableContent) {
            rows = Set(old.rows.keys).union(new.rows.keys).sorted().compactMap { place in
                old.rows[place] == new.rows[place] ? nil : (place, old.rows[place], new.rows[place])
            }
        }

        private init(_ rows: [(place: UndoableContent.Place, old: [Int?]?, new: [Int?]?)]) { self.rows = rows }

        var inverted: Difference { Difference(rows.map { ($0.place, $0.new, $0.old) }) }

        /// Returns the content without the difference, or nil if a row is no longer as the difference left it.
        func undone(_ content: UndoableContent) -> UndoableContent? {
            var content = content
            for (place, old, new) in rows {
                let now = content.rows[place]
                guard let old, let new else {
                    guard now == new else { return nil }
                    content.rows[place] = old
                    continue
                }
                guard var values = now else { return nil }
                for column in values.indices where old[column] != new[column] {
                    guard values[column] == new[column] else { return nil }
                    values[column] = old[column]
                }
                content.rows[place] = values
            }
            return content
        }
    }
#endif
