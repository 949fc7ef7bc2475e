import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

/// Rows of two tables in one statement. See ``LibraryScene``.
@Suite struct JoiningTests {
    private let scene: LibraryScene
    private var db: FMDatabase { scene.db }
    private let pairs = Volume.all.joining(Volume.writer)

    init() throws { scene = try LibraryScene() }

    private struct Line: Decodable, Equatable {
        var title: String
        var writer: String?
    }

    @Test func rowsStandBesideThoseThatBelongToThem() throws {
        let lines = pairs.order { volume, _ in volume.title.ascending }.select { ($0.title, $1.name) }
        #expect(
            lines.description == """
                SELECT "Volume".`title`, "Author".`name` FROM "Volume" JOIN "Author" \
                ON "Author".`id` = "Volume".`author` ORDER BY "Volume".`title` ASC
                """)
        let found = try db.find(lines)
        #expect(found.map(\.0) == ["a", "b", "c"])
        #expect(found.map(\.1) == ["ann", "ann", "bob"])
        #expect(try db.count(lines) == 3)
        #expect(try db.exists(lines))
        #expect(try db.first(lines.reversed())?.0 == "c")
    }

    @Test func rowsToWhichNothingBelongsStandAlone() throws {
        let lines = Volume.all.joining(optional: Volume.writer).order { volume, _ in volume.title.ascending }
        let found = try db.find(lines.select { ($0.title, $1.name, $1.mentor) })
        #expect(found.map(\.0) == ["a", "b", "c", "d", "e"])
        #expect(found.map(\.1) == ["ann", "ann", "bob", nil, nil])
        #expect(found.map(\.2) == [nil, nil, 1, nil, nil])
        let alone = lines.where { _, author in author.id == nil }.select { volume, _ in volume.title }
        #expect(try db.find(alone) == ["d", "e"])
    }

    @Test func aTypeTakesColumnsOfBoth() throws {
        let lines = Volume.all.where { $0.year > 2000 }.joining(optional: Volume.writer)
            .order { $1.name.ascending.nulls(.last) }.order { volume, _ in volume.year.descending }.limit(3, offset: 1)
        let found = try db.find(lines.select(Line.self) { [$1.name.as("writer")] })
        #expect(found == [Line(title: "c", writer: "bob"), Line(title: "e"), Line(title: "d")])
    }

    @Test func columnsOfBothAreCompared() throws {
        let own = pairs.where { volume, author in volume.title < author.name && author.id == volume.author }
        #expect(try db.find(own.select { volume, _ in volume.title }) == ["a"])
        let late = pairs.where { volume, author in volume.year > 2000 && volume.author + 1 == author.id + 1 }
        #expect(try db.find(late.select { volume, _ in volume.title }).sorted() == ["a", "c"])
    }

    @Test func aRelationOfATableToItself() throws {
        let pupils = Author.all.where { $0.name != "x" }.joining(Author.teacher.where { $0.name == "ann" })
            .order { author, _ in author.name.ascending }
        let request = pupils.select { ($0.name, $1.name) }
        #expect(
            request.description == """
                SELECT "Author".`name`, `fm:joined`.`name` FROM "Author" JOIN (SELECT * FROM "Author" WHERE `name` = ?) \
                AS `fm:joined` ON `fm:joined`.`id` = "Author".`mentor` WHERE "Author".`name` <> ? ORDER BY "Author".`name` ASC
                """)
        #expect(try db.find(request).map(\.0) == ["bob", "cem"])
        #expect(try db.find(request).map(\.1) == ["ann", "ann"])
        let books = pupils.where { author, _ in "\(author.name) in ('bob')" && Author.books.count > 0 }
        #expect(try db.find(books.select { author, _ in author.name }) == ["bob"])
    }

    @Test func aThirdTableSaysWhatBelongsTogether() throws {
        let labels = Volume.all.joining(Volume.labels).order { volume, _ in volume.title.ascending }
            .order { _, label in label.text.ascending }.select { ($0.title, $1.text) }
        let found = try db.find(labels)
        #expect(found.map { $0 + $1 } == ["along", "anew", "clong"])
        let all = Volume.all.joining(optional: Volume.labels).select { ($0.title, $1.text) }
        #expect(try db.count(all) == 6)
    }

    @Test func conditionsOfTheRequestStayThoseOfItsTable() throws {
        let named = Volume.all.where { $0.title != "b" && "\($0.author) IN (SELECT id FROM Author WHERE name = 'ann')" }
            .where(Volume.writer.where { $0.name == "ann" }.exists).order(by: Volume.writer.value(\.name).ascending)
        #expect(try db.find(named.joining(Volume.writer).select { ($0.title, $1.id) }).map(\.0) == ["a"])
    }

    @Test func whatIsJoinedHasRelations() throws {
        let lines = pairs.order { volume, _ in volume.title.ascending }.select { volume, _ in volume.title }
            .including(Volume.awards)
        #expect(try db.find(lines).map(\.1.count) == [2, 0, 0])
    }

    @Test func anotherTableMayTakeTheModelsPlace() throws {
        try db.execute("CREATE TABLE old AS SELECT isbn, title || '!' AS title, year, author FROM Volume")
        let lines = Volume.all.from("old").where { $0.year > 2005 }.joining(Volume.writer).select {
            ($0.title, $1.name)
        }
        #expect(try db.find(lines).map(\.0) == ["c!"])
    }

    @Test func whatCannotBeJoinedIsRefused() {
        let some: [Volume.Request] = [
            Volume.all.limit(1), Volume.all.offset(1), Volume.all.distinct(), Volume.all.map { $0 },
        ]
        for request in some {
            let lines = request.joining(Volume.writer).select { ($0.title, $1.name) }
            #expect(thrown { try db.find(lines) }?.resultCode == .misuse)
        }
        let limited = Author.all.joining(Author.books.limit(1)).select { ($0.name, $1.title) }
        #expect(thrown { try db.find(limited) }?.resultCode == .misuse)
        let newest = Author.hasOne(Volume.self, by: \.author).order(\.year.descending)
        let first = Author.all.joining(newest).select { ($0.name, $1.title) }
        #expect(thrown { try db.find(first) }?.resultCode == .misuse)
        #expect(thrown { try db.find(pairs.select(\.title).limit(-1)) }?.resultCode == .misuse)
    }

    @Test func whatARelationSelectsOrIncludesIsNotJoined() {
        let counted = Author.all.joining(Author.books.including(Volume.awards.count)).select { ($0.name, $1.title) }
        #expect(thrown { try db.find(counted) }?.resultCode == .misuse)
        let named = Volume.all.joining(Volume.writer.select(\.name)).select { ($0.title, $1.id) }
        #expect(thrown { try db.find(named) }?.resultCode == .misuse)
    }

    @Test func anOrderOfAColumnThatThereIsNotIsTold() throws {
        let lines = pairs.select { ($0.title, $1.name) }
        let mistyped = [
            lines.order(by: .asc("titel")), pairs.order(by: .asc("titel")).select { ($0.title, $1.name) },
            Volume.all.order(by: .asc("titel")).joining(Volume.writer).select { ($0.title, $1.name) },
            lines.order(\.year.ascending).order(by: .desc("titel")), lines.order(by: .desc("titel")).reversed(),
            pairs.order { _, author in author.name.ascending }.order(by: .asc("titel").collate(.nocase))
                .select { ($0.title, $1.name) },
        ]
        for request in mistyped {
            let error = thrown { try db.find(request) }
            #expect(error?.resultCode == .range)
            #expect(error?.message == "the table Volume has no column titel to sort by")
            #expect(error?.sql?.contains("JOIN") == true)
        }
        let models = pairs.order(by: .asc("titel")).select(Volume.self)
        #expect(thrown { try db.delete(models.limit(1)) }?.resultCode == .range)
        #expect(
            thrown { try db.find(pairs.where({ _ in "titel = 1" }).select { ($0.title, $1.name) }) }?.resultCode
                == .error)
    }

    @Test func whatIsSaidAfterSelectingIsOfThePairs() throws {
        let lines = pairs.order { $1.name.descending }.select { ($0.title, $1.name) }
        #expect(try db.find(lines.order(\.title.ascending)).map(\.0) == ["c", "a", "b"])
        #expect(try db.find(lines.unordered().order(\.title.ascending)).map(\.0) == ["a", "b", "c"])
        #expect(try db.find(lines.unordered().reversed()).map(\.0) == ["c", "b", "a"])
        #expect(try db.find(lines.order(\.title.ascending).reversed()).map(\.0) == ["b", "a", "c"])
        if SQLiteVersion.linked >= SQLiteVersion(3, 25) {
            #expect(thrown { try db.find(lines.limit(1, per: \.author)) }?.resultCode == .misuse)
        }
        let names = pairs.select(Line.self) { [$1.name.as("writer")] }.order(by: .desc("writer"), .asc("title"))
        #expect(try db.find(names).map(\.title) == ["c", "a", "b"])
        let turned = pairs.order { volume, _ in volume.title.ascending }
        let titles = turned.select(Line.self) { [$1.name.as("title"), $0.title.as("writer")] }
        #expect(try db.find(titles).map(\.writer) == ["a", "b", "c"])
    }

    @Test func deeplyNestedTextIsNoCrash() {
        let text = String(repeating: "(", count: 200_000) + "year > 1" + String(repeating: ")", count: 200_000)
        let deep = Volume.all.where { _ in "\(raw: text)" }.joining(Volume.writer).select(\.title)
        // The stack of SQLite's parser grows from 3.46 on, to a limit from 3.53 on; parentheses are no depth of an expression.
        let grows = SQLiteVersion(3, 46)..<SQLiteVersion(3, 53)
        #expect((thrown { try db.find(deep) } == nil) == grows.contains(SQLiteVersion.linked))
        let groups = Volume.all.group(\.author).having { _ in "\(raw: text)" }.select(\.author)
        #expect(thrown { try db.find(groups) }?.resultCode == .misuse)
        let nested = String(repeating: "abs(", count: 99) + "year > 1" + String(repeating: ")", count: 99)
        #expect(throws: (any Error).self) {
            try db.find(Volume.all.group(\.author).having { _ in "\(raw: nested)" }.select(\.author))
        }
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func listsOfBothTables() throws {
        struct Node: Codable, FMModel, Sendable {
            static let above = belongsTo(Node.self, by: \.parent)
            var id: Int64?
            var parent: Int64?
            var tags: [String]

            struct Columns: FMColumns {
                let parent = FMField<Node, Int64?>("parent")
                let tags = FMField<Node, [String]>("tags")
                let id = FMField<Node, Int64?>("id")
            }
        }
        try db.createTable(Node.self)
        try db.insert([Node(tags: ["a"]), Node(parent: 1, tags: ["b", "c"]), Node(parent: 2, tags: ["a"])])
        let pairs = Node.all.joining(Node.above).where { node, _ in node.tags.contains("b") && node.id > 0 }
        #expect(try db.find(pairs.select { node, _ in node.id }) == [2])
    }

    @Test func closuresMayLeaveOutTheOtherModel() throws {
        let late = pairs.where { $0.year > 2000 }.order { $0.year.descending }
        #expect(try db.find(late.select { $0.title }) == ["c", "a"])
        #expect(try db.find(late.offset(1).limit(5).select(\.title)) == ["a"])
        #expect(try db.find(late.select(Volume.self)).map(\.title) == ["c", "a"])
        #expect(try db.find(pairs.order(by: .desc("year")).select { $1.name }) == ["bob", "ann", "ann"])
    }

    @Test func rowsOfAJoinAreChanged() throws {
        let old = pairs.where { $1.name == "ann" }.select(Volume.self)
        #expect(try db.sum(old, of: \.year) == 4000)
        #expect(try db.update(old) { [$0.year <- $0.year + 1] } == 2)
        #expect(try db.delete(old.order(\.year.ascending).limit(1)) == 1)
        #expect(try db.find(volumes) == ["a", "c", "d", "e"])
    }

    private let volumes = Volume.all.order(\.title.ascending).select(\.title)

    /// Dates within JSON text have a form of their own.
    @Test(.enabled(if: SQLiteVersion.hasJSON)) func placesWithinJSONKeepTheirForm() throws {
        struct Spot: Codable, FMNested, Sendable {
            var seen: Date

            struct Columns: FMColumns { let seen = FMField<Spot, Date>("seen") }
        }
        struct Ship: Codable, FMModel, Sendable {
            static let tableOptions = FMTableOptions(dates: .iso8601)
            static let flag = belongsTo(Ship.self, by: \.fleet)

            var id: Int64?
            var fleet: Int64?
            var spot: Spot?

            struct Columns: FMColumns {
                let id = FMField<Ship, Int64?>("id"), fleet = FMField<Ship, Int64?>("fleet")
                let spot = FMField<Ship, Spot?>("spot")
            }
        }
        try db.createTable(Ship.self)
        let day = Date(timeIntervalSince1970: 86_400)
        try db.insert([Ship(id: 1, spot: Spot(seen: day)), Ship(id: 2, fleet: 1)])
        let ships = Ship.all.joining(Ship.flag)
        #expect(try db.find(ships.where { $1[\.spot.seen] == day }.select { $0.id }) == [2])
        #expect(try db.find(ships.where { $1[\.spot.seen] < day }.select { $0.id }).isEmpty)
        #expect(try db.count(Ship.all.where(Ship.flag.value(\.spot.seen) == day)) == 1)
    }

    @Test func datesOfAnotherFormAreRefused() throws {
        let scene = try SailorScene()
        let first = SailorScene.voyages.value(\.start)
        #expect(thrown { try scene.db.find(Sailor.all.select { ($0.name, first) }) }?.resultCode == .misuse)
        let joined = Sailor.all.joining(SailorScene.voyages).select { ($0.name, $1.start) }
        #expect(thrown { try scene.db.find(joined) }?.resultCode == .misuse)
        let costs = Sailor.all.joining(SailorScene.voyages).select { ($0.name, $1.cost) }
        #expect(try scene.db.find(costs).map(\.0).sorted() == ["ann", "cem"])
    }
}

extension SailorScene {
    fileprivate static let voyages = Sailor.hasOne(Voyage.self, by: \.sailor)
}
