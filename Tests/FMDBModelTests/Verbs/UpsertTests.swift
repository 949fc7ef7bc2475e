import FMDBModel
import FMDBTestHelpers
import Testing

/// Models that are added, or change the row that is in their way. See ``UpsertScene``.
@Suite struct UpsertTests {
    private static let setsColumns = SQLiteVersion.linked >= SQLiteVersion(3, 24)

    private let scene: UpsertScene
    private var db: FMDatabase { scene.db }

    init() throws { scene = try UpsertScene() }

    @Test(.enabled(if: setsColumns)) func columnsAreSetFromTheRowAndFromTheModel() throws {
        let change = { (row: SitePage.Columns, new: FMExcluded<SitePage>) in
            [row.visits <- row.visits + new.visits, row.title <- new.title]
        }
        let known = try db.upsert(SitePage(address: "/a", title: "AA", visits: 2), by: \.address, setting: change)
        let added = try db.upsert(SitePage(address: "/c", title: "C", visits: 2), by: \.address, setting: change)

        #expect(known.id == 1)
        #expect((known.title, known.visits, known.place) == ("AA", 7, 1))
        #expect(known.made == Date(timeIntervalSince1970: 1))
        #expect(try #require(known.seen) > Date(timeIntervalSince1970: 1_000_000))
        #expect(added.id == 3)
        #expect(added == (try db.find(SitePage.self, id: 3)))
        #expect(
            scene.table == """
                id | address | title | visits | place
                1  | '/a'    | 'AA'  | 7      | 1
                2  | '/b'    | 'B'   | 1      | 2
                3  | '/c'    | 'C'   | 2      | NULL
                """)
    }

    @Test func allColumnsAreSetWithoutAssignments() throws {
        let known = try db.upsert(SitePage(id: 9, address: "/b", title: "BB"), by: \.address)
        let added = try db.upsert(SitePage(address: "/c"), key: "address")
        let own = try db.upsert(SitePage(id: 1, address: "/A", title: "AA"))

        #expect((known.id, known.title, known.place) == (2, "BB", nil))
        #expect(known.made == Date(timeIntervalSince1970: 1))
        #expect(added.id == 3)
        #expect(own == (try db.find(SitePage.self, id: 1)))
    }

    @Test(.enabled(if: setsColumns)) func theTimeOfTheUpdateCanBeSetByTheCall() throws {
        let page = try db.upsert(SitePage(address: "/a"), by: \.address) { row, _ in
            [row.seen <- Date(timeIntervalSince1970: 7)]
        }
        #expect(page.seen == Date(timeIntervalSince1970: 7))
    }

    @Test(.enabled(if: setsColumns)) func severalColumnsFindTheRow() throws {
        let page = try db.upsert(SitePage(address: "/x", place: 2), key: ["site", "place"]) { _, _ in
            [FMAssignment("visits", sql: "visits + 10 * excluded.visits")]
        }
        #expect((page.id, page.address, page.visits) == (2, "/b", 11))
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35))) func itIsOneStatement() throws {
        let error = thrown {
            try db.upsert(SitePage(address: "/c", place: 2), by: \.address) { row, new in
                [row.visits <- 7, row.title <- new.title, row.seen <- nil]
            }
        }
        #expect(error?.extendedCode == .constraintUnique)
        #expect(
            error?.sql == """
                INSERT INTO "SitePage" (`id`, `address`, `title`, `visits`, `site`, `place`, `made`, `seen`) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (`address`) DO UPDATE SET \
                `visits` = ?, `title` = (excluded.`title`), `seen` = ? \
                RETURNING `id`, `address`, `title`, `visits`, `site`, `place`, `made`, `seen`
                """)
    }

    @Test(.enabled(if: setsColumns)) func whatTriggersDoIsReturnedToo() throws {
        try db.execute(
            """
            CREATE TRIGGER counted AFTER UPDATE OF title ON SitePage
            BEGIN UPDATE SitePage SET visits = 100 WHERE id = new.id; END
            """)
        let page = try db.upsert(SitePage(address: "/a"), by: \.address) { row, new in [row.title <- new.title] }
        #expect(page.visits == 100)
        #expect(try db.upsert(SitePage(address: "/b"), by: \.address).visits == 100)
        #expect(try db.upsert(SitePage(address: "/c"), by: \.address).id == 3)
    }

    @Test(.enabled(if: setsColumns), arguments: [false, true])
    func whatTriggersOfAnAttachedDatabaseDoIsReturnedToo(_ isTemporary: Bool) throws {
        try db.execute("ATTACH ':memory:' AS \"an other\"")
        try db.execute("CREATE TABLE \"an other\".archive AS SELECT * FROM SitePage")
        try db.execute("CREATE UNIQUE INDEX \"an other\".address ON archive (address)")
        let (place, target) = isTemporary ? ("temp", "\"an other\".Archive") : ("\"an other\"", "Archive")
        try db.execute(
            FMSQL(
                raw: """
                    CREATE TRIGGER \(place).counted AFTER UPDATE OF title ON \(target)
                    BEGIN UPDATE archive SET visits = 100 WHERE id = new.id; END
                    """))

        let change = { (row: SitePage.Columns, new: FMExcluded<SitePage>) in [row.title <- new.title] }
        let pages = [SitePage(address: "/a"), SitePage(address: "/b")]
        #expect(try db.upsert(pages[0], by: \.address, in: "archive", setting: change).visits == 100)
        #expect(try db.upsert(pages, by: \.address, in: "archive", setting: change).map(\.visits) == [100, 100])
        #expect(try db.upsert(pages, by: \.address, setting: change).map(\.visits) == [5, 1])
    }

    @Test func anAttachedDatabaseThatIsLockedIsNotAsked() throws {
        let folder = TemporaryFolder()
        let other = FMDatabase.file(folder.file("other.db"))
        try other.execute("CREATE TABLE x (a)")
        try db.execute("ATTACH \(folder.file("other.db")) AS other")
        #expect(try db.value("SELECT count(*) FROM other.x") == 0)
        try other.execute("BEGIN EXCLUSIVE")
        #expect(try db.upsert(SitePage(address: "/c"), by: \.address).id == 3)
        other.close()
    }

    @Test(.enabled(if: setsColumns)) func aBatchReturnsItsRows() throws {
        let pages = [SitePage(address: "/c"), SitePage(address: "/a"), SitePage(address: "/c")]
        let rows = try db.upsert(pages, by: \.address) { row, new in [row.visits <- row.visits + new.visits] }

        #expect(rows.map(\.id) == [3, 1, 3])
        #expect(rows.map(\.visits) == [1, 6, 2])
        #expect(try db.upsert([SitePage](), by: \.address).isEmpty)
        #expect(try db.upsert([SitePage(address: "/d"), SitePage(id: 1, address: "/e")]).map(\.id) == [4, 1])
    }

    @Test func aBatchIsWrittenWhollyOrNotAtAll() throws {
        let before = scene.table
        let error = thrown {
            try db.upsert([SitePage(address: "/c"), SitePage(address: "/d", place: 1)], by: \.address)
        }

        #expect(error?.resultCode == .constraint)
        #expect(error?.batchIndex == 1)
        #expect(scene.table == before)
    }

    @Test(.enabled(if: setsColumns)) func whatCannotBeMeantIsRefused() throws {
        let page = SitePage(address: "/a")
        let before = scene.table
        #expect(thrown { try db.upsert(page, by: \.address) { _, _ in [] } }?.resultCode == .misuse)
        #expect(
            thrown { try db.upsert(page, by: \.address) { row, _ in [row.address <- "/x"] } }?.resultCode == .misuse)
        let nameless = SitePage(title: "none")
        #expect(thrown { try db.upsert(nameless, by: \.address) }?.resultCode == .misuse)
        #expect(
            thrown { try db.upsert(nameless, by: \.address) { row, _ in [row.visits <- 1] } }?.resultCode == .misuse)
        let placeless = thrown { try db.upsert(page, key: ["site", "place"]) { row, _ in [row.visits <- 1] } }
        #expect(placeless?.message.contains("place") == true)
        #expect(thrown { try db.upsert(page, by: \.title) }?.resultCode == .error)
        #expect(thrown { try db.upsert(page, key: "adress") }?.resultCode == .misuse)
        #expect(thrown { try db.upsert(page, by: \.address) { row, _ in [row.visits <- row.visits * Int.max] } } != nil)
        #expect(scene.table == before)
    }

    @Test(.enabled(if: !setsColumns)) func anOlderSQLiteIsToldOf() throws {
        let error = thrown { try db.upsert(SitePage(address: "/a"), by: \.address) { row, _ in [row.visits <- 1] } }
        #expect(error?.extendedCode == .notSupported)
    }

    @Test(.enabled(if: setsColumns)) func anotherTableThanTheModelsOwn() throws {
        try db.createTable(SitePage.self, named: "archive")
        try db.insert(SitePage(address: "/a"), into: "archive")
        let page = try db.upsert(SitePage(address: "/a", visits: 3), by: \.address, in: "archive") { row, new in
            [row.visits <- FMExpression(sql: "(SELECT \(row.visits) + \(new[\.visits].fmSQL))")]
        }
        #expect(page.visits == 4)
        #expect(try db.find(SitePage.self, id: 1)?.visits == 5)
    }

    @Test func recordsAreReturnedWithAllColumns() throws {
        let record: FMRecord = ["address": "/a", "title": "AA", "visits": 5, "site": "a"]
        let stored = try db.upsert(record, in: "SitePage", key: "address")

        #expect(stored["id"] == 1)
        #expect(stored["title"] == "AA")
        #expect(stored["place"] == 1)
        let records: [FMRecord] = [
            ["id": 1, "title": "A", "visits": 6, "site": "a"],
            ["id": 7, "address": "/g", "title": "G", "visits": 1, "site": "a"],
        ]
        #expect(try db.upsert(records, in: "SitePage").map { $0["address"] } == ["/a", "/g"])
        #expect(thrown { try db.upsert(record, in: "SitePage") }?.resultCode == .misuse)
    }

    @Test(arguments: Lending.allCases) func upsertsAreAwaited(_ lending: Lending) async throws {
        let folder = TemporaryFolder()
        let coordinator = try { () throws in
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable(SitePage.self)
            return coordinator
        }()
        let page = SitePage(address: "/a")
        #expect(try await coordinator.upsert(page, by: \.address).id == 1)
        #expect(try await coordinator.upsert([page, SitePage(address: "/b")], key: "address").map(\.id) == [1, 2])
        #expect(try await coordinator.upsert(page, key: "address").id == 1)
        #expect(try await coordinator.upsert([page], by: \.address).map(\.id) == [1])
        guard Self.setsColumns else { return }
        let visited = try await coordinator.upsert(page, by: \.address) { row, new in
            [row.visits <- row.visits + new.visits]
        }
        #expect(visited.visits == 2)
    }
}
