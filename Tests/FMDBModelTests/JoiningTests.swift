import FMDBModel
import Support
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
        let lines = pairs.select { volume, _ in volume.title }
        #expect(thrown { try db.find(lines.select("title", as: String.self).limit(-1)) }?.resultCode == .misuse)
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
