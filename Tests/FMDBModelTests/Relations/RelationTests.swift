import FMDBModel
import FMDBTestHelpers
import Testing

/// Authors, whose books name them.
struct Author: Codable, FMModel, Sendable, Equatable {
    var id: Int64?
    var name: String
    var mentor: Int64?

    static let books = hasMany(Volume.self, by: \.author)
    static let portrait = hasOne(Portrait.self, by: \.author)
    static let teacher = belongsTo(Author.self, by: \.mentor)
    static let pupils = hasMany(Author.self, by: \.mentor)

    struct Columns: FMColumns {
        let id = FMField<Author, Int64?>("id")
        let name = FMField<Author, String>("name")
        let mentor = FMField<Author, Int64?>("mentor")
    }
}

/// Books by their ISBN.
struct Volume: Codable, FMModel, Sendable, Equatable {
    static let tableOptions = FMTableOptions(key: "isbn")

    var isbn: String
    var title: String
    var year: Int
    var author: Int64?

    static let writer = belongsTo(Author.self, by: \.author)
    static let labels = hasMany(Label.self, through: Labelling.self, from: \.volume, to: \.label)
    static let awards = hasMany(Award.self, by: "volume")

    struct Columns: FMColumns {
        let isbn = FMField<Volume, String>("isbn")
        let title = FMField<Volume, String>("title")
        let year = FMField<Volume, Int>("year")
        let author = FMField<Volume, Int64?>("author")
    }
}

struct Portrait: Codable, FMModel, Sendable, Equatable {
    var id: Int64?
    var author: Int64
    var file: String

    struct Columns: FMColumns {
        let author = FMField<Portrait, Int64>("author"), file = FMField<Portrait, String>("file")
    }
}

struct Award: Codable, FMModel, Sendable, Equatable {
    var id: Int64?
    var volume: String
    var name: String
}

struct Label: Codable, FMModel, Sendable, Equatable {
    var id: Int64?
    var text: String

    static let volumes = hasMany(Volume.self, through: Labelling.self, from: \.label, to: \.volume)

    struct Columns: FMColumns {
        let id = FMField<Label, Int64?>("id"), text = FMField<Label, String>("text")
    }
}

struct Labelling: Codable, FMModel, Sendable {
    var volume: String
    var label: Int64

    struct Columns: FMColumns {
        let volume = FMField<Labelling, String>("volume")
        let label = FMField<Labelling, Int64>("label")
    }
}

/// Clerks, whose bosses they name: the table of them is the third one, too.
private struct Clerk: Codable, FMModel, Sendable {
    var id: Int64?
    var name: String
    var boss: Int64?

    static let bosses = hasMany(Clerk.self, through: Clerk.self, from: \.id, to: \.boss)
    static let portraits = hasMany(Portrait.self, through: Clerk.self, from: \.id, to: \.boss)

    struct Columns: FMColumns {
        let id = FMField<Clerk, Int64?>("id"), boss = FMField<Clerk, Int64?>("boss")
    }
}

/// A database of authors and books.
struct LibraryScene {
    let db = FMDatabase.memory()

    /// Ann has books a (2001) and b (1999), Bob has c (2010); Cem none; d has no author, e one that is gone.
    init() throws {
        try db.createTable(Author.self)
        try db.createTable(Volume.self)
        try db.createTable(Portrait.self)
        try db.createTable(Award.self)
        try db.createTable(Label.self)
        try db.createTable(Labelling.self)
        try db.insert([
            Author(name: "ann"), Author(name: "bob", mentor: 1), Author(name: "cem", mentor: 1),
        ])
        try db.insert([
            Volume(isbn: "1\"", title: "a", year: 2001, author: 1),
            Volume(isbn: "2\\", title: "b", year: 1999, author: 1),
            Volume(isbn: "3", title: "c", year: 2010, author: 2),
            Volume(isbn: "4", title: "d", year: 2011),
            Volume(isbn: "5", title: "e", year: 2012, author: 99),
        ])
        try db.insert([Portrait(author: 2, file: "bob.png")])
        try db.insert([Award(volume: "1\"", name: "gold"), Award(volume: "1\"", name: "silver")])
        try db.insert([Label(text: "new"), Label(text: "long"), Label(text: "dull")])
        try db.insert([
            Labelling(volume: "1\"", label: 2), Labelling(volume: "1\"", label: 1),
            Labelling(volume: "3", label: 2),
            Labelling(volume: "3", label: 2),
        ])
    }
}

/// Relations. See ``LibraryScene``.
@Suite struct RelationTests {
    private let scene: LibraryScene
    private var db: FMDatabase { scene.db }
    private let authors = Author.all.order(\.name.ascending)
    private let volumes = Volume.all.order(\.title.ascending)

    init() throws { scene = try LibraryScene() }

    private func names(_ condition: FMWhere<Author>) throws -> [String] {
        try db.find(authors.where(condition).select(\.name))
    }

    // MARK: Reading

    @Test func rowsComeWithWhatBelongsToThem() throws {
        let found = try db.find(authors.including(Author.books.order(\.year.ascending)))
        #expect(found.map(\.0.name) == ["ann", "bob", "cem"])
        #expect(found.map { $0.1.map(\.title) } == [["b", "a"], ["c"], []])
    }

    @Test func rowsComeWithTheOneTheyBelongTo() throws {
        let found = try db.find(volumes.including(Volume.writer))
        #expect(found.map { $0.1?.name } == ["ann", "ann", "bob", nil, nil])
        let required = try db.find(volumes.including(required: Volume.writer))
        #expect(required.map(\.0.title) == ["a", "b", "c"])
        #expect(required.map(\.1.name) == ["ann", "ann", "bob"])
    }

    @Test func severalRelationsAreReadAtOnce() throws {
        let found = try db.find(
            authors.including(Author.books, Author.portrait, Author.teacher))
        #expect(found.map { $0.1.count } == [2, 1, 0])
        #expect(found.map { $0.2?.file } == [nil, "bob.png", nil])
        #expect(found.map { $0.3?.name } == [nil, "ann", "ann"])
        let pupils = try db.find(authors.including(Author.pupils, Author.teacher))
        #expect(pupils.map { Set($0.1.map(\.name)) } == [["bob", "cem"], [], []])
    }

    @Test func relationsHaveRelations() throws {
        let found = try db.find(
            authors.including(Author.books.order(\.title.ascending).including(Volume.awards)))
        #expect(found.map { $0.1.map(\.1.count) } == [[2, 0], [0], []])
        let teachers = try db.find(authors.including(Author.teacher.including(Author.books)))
        #expect(teachers.map { $0.1?.1.count } == [nil, 2, 2])
    }

    @Test func aThirdTableSaysWhatBelongsTogether() throws {
        let found = try db.find(volumes.including(Volume.labels.order(\.text.ascending)))
        #expect(found.map { $0.1.map(\.text) } == [["long", "new"], [], ["long"], [], []])
        let labels = try db.find(
            Label.all.order(\.id.ascending).including(Label.volumes.order(\.title.ascending)))
        #expect(labels.map { $0.1.map(\.title) } == [["a"], ["a", "c"], []])
    }

    @Test func relatedRowsAreFilteredAndSelected() throws {
        let found = try db.find(
            authors.including(Author.books.where { $0.year > 2000 }.select(\.title)))
        #expect(found.map(\.1) == [["a"], ["c"], []])
    }

    @Test func resultsAreMappedAndSelected() throws {
        let lines = authors.including(Author.books).map { author, books in
            "\(author.name) \(books.count)"
        }
        #expect(try db.find(lines) == ["ann 2", "bob 1", "cem 0"])
        #expect(
            try db.find(authors.select(\.name).including(Author.portrait)).map { $0.1?.file } == [
                nil, "bob.png", nil,
            ])
        #expect(try db.first(lines.reversed()) == "cem 0")
        #expect(try db.count(lines) == 3)
    }

    @Test func whatBelongsToOneModelIsARequest() throws {
        let ann = try #require(try db.find(Author.self, id: 1))
        #expect(try db.find(Author.books.of(ann).order(\.title.ascending)).map(\.title) == ["a", "b"])
        #expect(try db.count(Author.books.where { $0.year > 2000 }.of(ann)) == 1)
        let volume = try #require(try db.find(Volume.self, id: "1\""))
        #expect(try db.first(Volume.writer.of(volume)) == ann)
        #expect(try db.find(Volume.labels.of(volume)).count == 2)
        #expect(try db.find(Author.teacher.of(ann)) == [])
        #expect(try db.find(Author.books.of(Author(name: "new"))) == [])
    }

    @Test func anEmptyRequestHasNoRelations() throws {
        #expect(try db.find(authors.where(.none).including(Author.books)).isEmpty)
    }

    // MARK: Conditions

    @Test func conditionsGoAcrossRelations() throws {
        #expect(try names(Author.books.exists) == ["ann", "bob"])
        #expect(try names(!Author.books.exists) == ["cem"])
        #expect(try names(Author.books.where { $0.year < 2000 }.exists) == ["ann"])
        #expect(
            try names(Author.books.where(Volume.labels.where { $0.text == "long" }.exists).exists) == [
                "ann", "bob",
            ])
        #expect(
            try names(Author.books.where(Volume.awards.exists).exists && !Author.portrait.exists) == [
                "ann"
            ])
        #expect(try names(Author.teacher.where { $0.name == "ann" }.exists) == ["bob", "cem"])
        #expect(try names(Author.pupils.where(Author.books.exists).exists) == ["ann"])
        #expect(try db.find(volumes.where(!Volume.writer.exists).select(\.title)) == ["d", "e"])
    }

    @Test func rowsAreCountedAndSortedByWhatBelongsToThem() throws {
        #expect(try names(Author.books.count > 1) == ["ann"])
        #expect(try names(Author.pupils.count == 2) == ["ann"])
        #expect(try names(Author.pupils.where(Author.books.count > 0).count == 1) == ["ann"])
        #expect(try names(Author.books.where(Volume.awards.count > 1).count == 1) == ["ann"])
        let numbers = try db.find(
            authors.select { ($0.name, Author.books.count, Author.books.value { $0.max($0.year) }) })
        #expect(numbers.map(\.1) == [2, 1, 0])
        #expect(numbers.map(\.2) == [2001, 2010, nil])
        let busy = Author.all.order(by: Author.books.count.ascending).select(\.name)
        #expect(try db.find(busy) == ["cem", "bob", "ann"])
        #expect(try db.find(volumes.select { _ in Volume.labels.count }) == [2, 0, 1, 0, 0])
    }

    @Test func rowsAreSortedByTheOneTheyBelongTo() throws {
        let request = Volume.all.order(by: Volume.writer.value(\.name).descending, .asc("title"))
            .select(\.title)
        #expect(try db.find(request) == ["c", "a", "b", "d", "e"])
        #expect(
            try db.find(authors.select { _ in Author.teacher.value(\.name) }) == [nil, "ann", "ann"])
    }

    @Test func relationsOfRowsOfTheSameTableAreTheirOwn() throws {
        let most = { (authors: Author.Request) in
            try db.find(authors.select { _ in Author.pupils.value { $0.max(Author.books.count) } })
        }
        #expect(try most(authors) == [1, nil, nil])
        try db.insert([Author(name: "dan", mentor: 2), Author(name: "eve", mentor: 2)])
        #expect(try db.find(authors.select { _ in Author.pupils.value { $0.max(Author.pupils.count) } }).first == 2)
        #expect(
            try db.find(authors.select { _ in Author.pupils.where(Author.pupils.count > 1).count }) == [1, 0, 0, 0, 0])
        let teacher = Author.teacher.order(by: Author.books.count.descending).value(\.name)
        #expect(try db.find(authors.select { _ in teacher }) == [nil, "ann", "ann", "bob", "bob"])
    }

    @Test func theThirdTableMayBeOneOfTheOthers() throws {
        try db.createTable(Clerk.self)
        try db.insert([Clerk(name: "ann"), Clerk(name: "bob", boss: 1), Clerk(name: "cem", boss: 1)])
        let clerks = Clerk.all.order(by: .asc("id"))

        #expect(try db.find(clerks.select { _ in Clerk.bosses.count }) == [0, 1, 1])
        #expect(try db.find(clerks.including(Clerk.bosses)).map { $0.1.map(\.name) } == [[], ["ann"], ["ann"]])
        #expect(try db.find(clerks.where(Clerk.bosses.exists).select("name", as: String.self)) == ["bob", "cem"])
        try db.insert(Portrait(author: 1, file: "x.png"))
        #expect(try db.find(clerks.select { _ in Clerk.portraits.count }) == [0, 1, 1])
    }

    @Test func theStatementsArePrinted() {
        let all = "SELECT `id`, `name`, `mentor` FROM \"Author\""
        #expect(
            Author.all.where(Author.books.where { $0.year > 2000 }.exists).description
                == "\(all) WHERE `id` IN (SELECT `author` FROM \"Volume\" WHERE `year` > ?)")
        #expect(
            Author.all.where(Author.books.count > 3).description
                == "\(all) WHERE (SELECT count(*) FROM \"Volume\" WHERE \"Volume\".`author` = \"Author\".`id`) > ?"
        )
        #expect(
            Author.all.where(Author.pupils.where { $0.name == "x" }.count > 3).description
                == "\(all) WHERE (SELECT count(*) FROM (SELECT \"Author\".`id` AS `fm:0`) AS `fm:origin`,"
                + " (SELECT * FROM \"Author\" WHERE `name` = ?) AS \"Author\""
                + " WHERE \"Author\".`mentor` = `fm:origin`.`fm:0`) > ?")
    }

    // MARK: One state, many keys

    @Test func oneStatementIsRunForEachRelation() throws {
        let log = StatementLog()
        db.eventHandler = { event in if case .statementEnded(let run) = event { log.add(run.sql) } }
        _ = try db.find(Author.all.including(Author.books, Author.portrait))
        #expect(log.queries.count == 3)
        _ = try db.find(Volume.all.including(Volume.labels))
        #expect(log.queries.count == 6)
    }

    @Test func manyKeysAreOneStatement() throws {
        try db.withTransaction {
            try db.insert((0..<40_000).map { Author(id: 1000 + $0, name: "a\($0)") })
        }
        try db.insert(Volume(isbn: "x", title: "x", year: 1, author: 40_999))

        let found = try db.find(Author.all.including(Author.books))
        #expect(found.count == 40_003)
        #expect(found.filter { !$0.1.isEmpty }.count == 3)
    }

    @Test func whatIsDoneWithEachRowStays() throws {
        #expect(throws: Regret.self) {
            try db.forEach(authors.including(Author.books, Author.portrait)) { author, _, _ in
                if author.name == "bob" { throw Regret() }
                try db.insert(Label(text: author.name))
            }
        }
        #expect(try db.exists(Label.all.where { $0.text == "ann" }))

        try db.forEach(authors.including(Author.teacher.including(Author.books)).map(\.0)) { author in
            #expect(!db.isTransactionOpen)
            try db.withTransaction { try db.insert(Label(text: author.name)) }
        }
        #expect(try db.count(Label.all) == 7)
    }

    // MARK: Errors

    private struct Lost: Codable, FMModel {
        var id: Int64?
        var author: String

        static let nothing = hasMany(Volume.self, by: "writer")
        static let other = belongsTo(Author.self, by: "author")
        static let pair = belongsTo(Author.self, by: "id", "author")
        static let keyless = belongsTo(Labelling.self, by: "id")
    }

    @Test func aRelationThatCannotBeIsRefused() throws {
        try db.createTable(Lost.self)
        let expected = [
            "the relation of Lost to Volume: the table Volume has no column writer":
                thrown { try db.find(Lost.all.including(Lost.nothing)) },
            "the relation of Lost to Author: author of Lost is TEXT, id of Author is INTEGER":
                thrown { try db.find(Lost.all.where(Lost.other.exists)) },
            "the relation of Lost to Author: it uses 2 columns of Lost, but 1 of Author":
                thrown { try db.find(Lost.pair.of(Lost(author: ""))) },
            "the relation of Lost to Labelling: the table Labelling has no key":
                thrown { try db.count(Lost.all.where(Lost.keyless.count > 0)) },
        ]
        for (message, error) in expected {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message == message)
        }
    }

    @Test func relationsOfGroupsAreChecked() throws {
        let byName = Author.all.group(\.name)
        for error in [
            thrown { try scene.db.find(byName.select { _ in Author.books.count }) },
            thrown { try scene.db.find(byName.select { _ in Author.pupils.count }) },
            thrown { try scene.db.find(byName.having { _ in Author.books.exists }.select(\.name)) },
        ] {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.hasPrefix("`id` can differ between the rows of a group") == true)
        }
        let byKey = Author.all.group(\.id).having { _ in Author.books.exists }
        #expect(try scene.db.find(byKey.select { _ in Author.books.count }).count > 0)
        #expect(try scene.db.find(Author.all.group(\.id).select { _ in Author.pupils.count }).count > 0)
    }

    @Test func distinctValuesAndGroupsHaveNoRelations() throws {
        let distinct = Author.all.select(\.name).distinct().including(Author.books)
        #expect(thrown { try db.find(distinct) }?.resultCode == .misuse)
        let groups = Author.all.group(\.name).select(\.name).including(Author.books)
        #expect(thrown { try db.find(groups) }?.resultCode == .misuse)
    }
}

private final class StatementLog: Sendable {
    private let texts = Locked<[String]>([])

    var queries: [String] { texts.value.filter { $0.hasPrefix("SELECT") } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}
