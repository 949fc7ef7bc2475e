import FMDBModel
import FMDBTestHelpers
import Testing

/// What becomes of a model that is saved where a row has its unique columns. See ``UpsertScene``.
@Suite struct ConflictPolicyTests {
    private let scene: UpsertScene
    private var db: FMDatabase { scene.db }

    init() throws { scene = try UpsertScene() }

    @Test(arguments: FMConflictPolicy.allCases) func aModelThatIsInNobodysWayIsAdded(_ policy: FMConflictPolicy) throws
    {
        var page = SitePage(address: "/c")
        #expect(try db.save(&page, by: \.address, onConflict: policy))
        #expect(page.id == 3)
        #expect(try db.find(SitePage.self, id: 3) == page)
        #expect(try db.save(SitePage(address: "/d"), onConflict: policy))
        #expect(
            try db.save([SitePage(address: "/e"), SitePage(address: "/f")], by: \.address, onConflict: policy) == 2)
        #expect(try db.count(SitePage.self) == 6)
    }

    @Test func aRowIsUpdated() throws {
        var page = SitePage(address: "/a", title: "AA")
        #expect(try db.save(&page, by: \.address))
        #expect(page.id == 1)
        #expect(page.made == Date(timeIntervalSince1970: 1))
        #expect(try db.save(SitePage(address: "/b", title: "BB"), by: \.address))
        #expect(try db.save([SitePage(address: "/b", place: 9)], key: "address", onConflict: .update) == 1)
        #expect(
            scene.table == """
                id | address | title      | visits | place
                1  | '/a'    | 'AA'       | 1      | NULL
                2  | '/b'    | 'untitled' | 1      | 9
                """)
    }

    @Test func aRowStays() throws {
        let before = scene.table
        var page = SitePage(address: "/a", title: "AA")
        #expect(try !db.save(page, by: \.address, onConflict: .ignore))
        #expect(try !db.save(&page, by: \.address, onConflict: .ignore))
        #expect((page.id, page.title, page.visits) == (1, "A", 5))
        #expect(try !db.save(SitePage(id: 2, address: "/x"), onConflict: .ignore))
        #expect(try !db.save(SitePage(address: "/x", place: 1), key: ["site", "place"], onConflict: .ignore))
        #expect(scene.table == before)
        let pages = [SitePage(address: "/a"), SitePage(address: "/c"), SitePage(address: "/c")]
        #expect(try db.save(pages, by: \.address, onConflict: .ignore) == 1)
    }

    @Test func aRowIsReplaced() throws {
        try db.execute("CREATE TABLE note (page INTEGER REFERENCES SitePage ON DELETE CASCADE)")
        try db.execute("INSERT INTO note VALUES (1), (2)")
        try db.execute("PRAGMA foreign_keys = ON")
        var page = SitePage(address: "/a", title: "AA")
        #expect(try db.save(&page, by: \.address, onConflict: .replace))

        #expect(page.id == 3)
        #expect(try #require(page.made) > Date(timeIntervalSince1970: 1_000_000))
        #expect(try db.rows("SELECT page FROM note", as: Int.self) == [2])
        #expect(
            scene.table == """
                id | address | title | visits | place
                2  | '/b'    | 'B'   | 1      | 2
                3  | '/a'    | 'AA'  | 1      | NULL
                """)
    }

    @Test func onlyOneRowIsReplaced() throws {
        try db.execute("UPDATE SitePage SET title = 'same'")
        let before = scene.table
        let error = thrown { try db.save(SitePage(title: "same"), key: "title", onConflict: .replace) }

        #expect(error?.resultCode == .misuse)
        #expect(scene.table == before)
    }

    @Test func aRowIsAnError() throws {
        let before = scene.table
        let error = thrown {
            try db.save([SitePage(address: "/c"), SitePage(address: "/a")], by: \.address, onConflict: .fail)
        }
        #expect(error?.resultCode == .constraint)
        #expect(error?.batchIndex == 1)
        #expect(scene.table == before)
    }

    @Test(arguments: FMConflictPolicy.allCases) func otherUniqueColumnsAreAnError(_ policy: FMConflictPolicy) throws {
        let before = scene.table
        // What is ignored has no other columns in conflict.
        let address = policy == .ignore ? "/c" : "/a"
        let error = thrown { try db.save(SitePage(address: address, place: 2), by: \.address, onConflict: policy) }

        #expect(error?.resultCode == .constraint)
        #expect(scene.table == before)
    }

    @Test(arguments: FMConflictPolicy.allCases) func aModelWithoutAKeyIsRefused(_ policy: FMConflictPolicy) throws {
        struct Line: Codable, FMModel { var text: String }
        try db.createTable(Line.self)
        #expect(thrown { try db.save(Line(text: ""), onConflict: policy) }?.resultCode == .misuse)
        #expect(thrown { try db.save(SitePage(), key: "adress", onConflict: policy) }?.resultCode == .misuse)
    }

    @Test func recordsAreSavedByAPolicy() throws {
        let record: FMRecord = ["address": "/a", "title": "AA", "visits": 5, "site": "a"]
        #expect(try !db.save(record, in: "SitePage", key: "address", onConflict: .ignore))
        var filled = record
        #expect(try !db.save(&filled, in: "SitePage", key: "address", onConflict: .ignore))
        #expect(filled["place"] == 1)
        #expect(try db.save([record], in: "SitePage", key: "address", onConflict: .update) == 1)
        #expect(try db.find(SitePage.self, id: 1)?.title == "AA")
    }

    @Test(arguments: Lending.allCases) func policiesAreAwaited(_ lending: Lending) async throws {
        let folder = TemporaryFolder()
        let coordinator = try { () throws in
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable(SitePage.self)
            return coordinator
        }()
        var page = SitePage(address: "/a")
        #expect(try await coordinator.save(&page, by: \.address))
        #expect(page.id == 1)
        #expect(try await !coordinator.save(page, by: \.address, onConflict: .ignore))
        #expect(try await !coordinator.save(page, onConflict: .ignore))
        #expect(try await !coordinator.save(&page, onConflict: .ignore))
        #expect(try await coordinator.save([page], onConflict: .ignore) == 0)
        #expect(try await coordinator.save([page], by: \.address, onConflict: .replace) == 1)
    }
}
