import FMDBModel
import FMDBTestHelpers
import Testing

/// Some rows of each value, and of each row to which they belong. See ``SailorScene`` and ``LibraryScene``.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) struct LimitPerValueTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }
    private let oldest = Sailor.all.order(\.age.descending, \.name.ascending).limit(1, per: \.town)

    init() throws { scene = try SailorScene() }

    @Test func theFirstOfEachValueIsFound() throws {
        #expect(
            oldest.select(\.name).description == """
                SELECT `name` FROM (SELECT *, row_number() OVER (PARTITION BY `town` ORDER BY `age` DESC, `name` ASC) \
                AS `fm:place` FROM "Sailor") AS "Sailor" WHERE `fm:place` <= ? ORDER BY `age` DESC, `name` ASC
                """)
        #expect(try db.find(oldest).map(\.name) == ["eve", "cem"])
        #expect(try db.find(oldest.limit(1).offset(1)).map(\.name) == ["cem"])
        #expect(try db.count(oldest) == 2)
        #expect(try db.find(oldest.limit(2, per: \.town)).map(\.name) == ["eve", "cem", "ann", "dan"])
        #expect(try db.find(oldest.reversed()).map(\.name) == ["bob", "dan"])
        #expect(try db.find(oldest.limit(0, per: \.town)).isEmpty)
    }

    @Test func conditionsCountBeforeIt() throws {
        let young = oldest.where { $0.age < 30 }
        #expect(try db.find(young).map(\.name) == ["cem", "ann"])
        #expect(try db.find(oldest.select(\.town).distinct()).count == 2)
        #expect(try db.sum(oldest, of: \.age) == 39)
    }

    @Test func rowsBeyondItAreChangedAndRemoved() throws {
        #expect(try db.update(oldest) { [$0.age <- 1] } == 2)
        #expect(try db.rows("SELECT name FROM Sailor WHERE age = 1 ORDER BY 1", as: String.self) == ["cem", "eve"])
        #expect(try db.delete(Sailor.all.order(\.name.ascending).limit(1, per: \.town)) == 2)
        #expect(try scene.names == ["bob", "dan", "eve"])
        let kept = Sailor.all.order(\.name.ascending).limit(1, per: \.town).select(\.id)
        #expect(try db.delete(Sailor.all.where { !$0.id.in(kept) }) == 1)
        #expect(try scene.names == ["bob", "dan"])
    }

    @Test func whatCannotHaveOneIsRefused() {
        #expect(thrown { try db.find(oldest.limit(-1, per: \.town)) }?.resultCode == .misuse)
        let groups = Sailor.all.group(\.town).select(\.town)
        #expect(thrown { try db.find(groups.limit(1, per: \.town)) }?.resultCode == .misuse)
        #expect(thrown { try db.find(oldest.group(\.town).select(\.town)) }?.resultCode == .misuse)
    }

    @Test func rowsWithoutAKeyAreSortedByTheirNumbers() throws {
        struct Loan: Codable, FMModel, Sendable {
            var volume: String
            var label: Int

            struct Columns: FMColumns { let volume = FMField<Loan, String>("volume") }
        }
        try db.createTable(Loan.self)
        try db.insert([Loan(volume: "1", label: 3), Loan(volume: "1", label: 1), Loan(volume: "2", label: 2)])
        #expect(try db.find(Loan.all.limit(1, per: \.volume).reversed()).map(\.label) == [2, 1])
        let byNumber = Loan.all.order(by: .desc(sql: "rowid")).limit(1, per: \.volume)
        #expect(try db.find(byNumber).map(\.label) == [2, 1])
        #expect(try db.delete(byNumber.limit(1)) == 1)
        #expect(try db.find(Loan.all).map(\.label) == [3, 1])
        let records = FMRecord.all.from("Loan")
        let volume = FMExpression<FMRecord, String>(sql: "volume")
        #expect(thrown { try db.find(records.limit(1, per: { _ in volume })) }?.resultCode == .misuse)
        #expect(thrown { try db.find(records.including(volume)) }?.resultCode == .misuse)
        let label = FMExpression<Loan, Int>(sql: "label")
        #expect(thrown { try db.find(Loan.all.distinct().including(label)) }?.resultCode == .misuse)
    }

    @Test func relatedRowsAreLimitedForEachRow() throws {
        let db = try LibraryScene().db
        let authors = Author.all.order(\.name.ascending)
        let newest = authors.including(Author.books.order(\.year.descending).limit(1))
        #expect(try db.find(newest).map { $0.1.map(\.title) } == [["a"], ["c"], []])
        let labels = Volume.all.order(\.title.ascending).including(Volume.labels.order(\.text.ascending).limit(1))
        #expect(try db.find(labels).map { $0.1.map(\.text) } == [["long"], [], ["long"], [], []])
        let books = Author.books.limit(1)
        #expect(thrown { try db.find(authors.where(books.exists)) }?.resultCode == .misuse)
        #expect(thrown { try db.find(authors.where(books.count > 0)) }?.resultCode == .misuse)
        #expect(thrown { try db.find(authors.including(Author.books.limit(-1))) }?.resultCode == .misuse)
        let ann = try #require(try db.first(authors))
        #expect(try db.find(Author.books.order(\.year.ascending).limit(1).of(ann)).map(\.title) == ["b"])
    }

    @Test func ofSeveralTheFirstInTheOrderIsTheOne() throws {
        let db = try LibraryScene().db
        let newest = Author.hasOne(Volume.self, by: \.author).order(\.year.descending)
        let found = try db.find(Author.all.order(\.name.ascending).including(newest.select(\.title)))
        #expect(found.map(\.1) == ["a", "c", nil])
    }
}

/// Values that are computed of rows, beside them. See ``LibraryScene``.
@Suite struct RequestIncludingTermTests {
    private let db: FMDatabase
    private let authors = Author.all.order(\.name.ascending)

    init() throws { db = try LibraryScene().db }

    @Test func aRowComesWithTheNumberOfThoseThatBelongToIt() throws {
        let counted = authors.including(Author.books.count)
        #expect(
            counted.description == """
                SELECT `id`, `name`, `mentor` FROM "Author" ORDER BY `name` ASC
                """)
        let found = try db.find(counted)
        #expect(found.map(\.0.name) == ["ann", "bob", "cem"])
        #expect(found.map(\.1) == [2, 1, 0])
    }

    @Test func manyRowsComeWithIt() throws {
        try db.execute(
            """
            INSERT INTO Author (id, name) WITH RECURSIVE number (n) AS (
                VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < 100000) SELECT n + 1000, 'dan' FROM number
            """)
        let counts = try db.find(Author.all.including(Author.books.count)).map(\.1)
        #expect(counts.count == 100_003)
        #expect(counts.reduce(0, +) == 3)
    }

    @Test func relatedRowsComeWithWhatIsComputedOfThem() throws {
        let labelled = authors.including(Author.books.order(\.title.ascending).including(Volume.labels.count))
        #expect(try db.find(labelled).map { $0.1.map(\.1) } == [[2, 0], [1], []])
        let taught = authors.including(Author.teacher.including(Author.books.count))
        #expect(try db.find(taught).map { $0.1?.1 } == [nil, 2, 2])
    }

    @Test func severalMix() throws {
        let latest = Author.books.value { $0.max($0.year) }
        let found = try db.find(
            authors.including(Author.books.count).including(Author.books.order(\.title.ascending).select(\.title))
                .including(latest).map { ($0.0.0.0.name, $0.0.0.1, $0.0.1, $0.1) })
        #expect(found.map(\.0) == ["ann", "bob", "cem"])
        #expect(found.map(\.1) == [2, 1, 0])
        #expect(found.map(\.2) == [["a", "b"], ["c"], []])
        #expect(found.map(\.3) == [2001, 2010, nil])
        var names: [String] = []
        try db.forEach(authors.including(Author.books.count).where { $0.name != "bob" }) {
            names.append($0.name + "\($1)")
        }
        #expect(names == ["ann2", "cem0"])
    }

    @Test func aConditionWithinAQueryIsThatOfTheRow() throws {
        let ids = { (condition: (Author.Columns) -> FMWhere<Author>) in
            try db.find(authors.where(condition).select(\.name))
        }
        // `id` of the awards would always be among theirs.
        #expect(try ids { "EXISTS (SELECT 1 FROM Award WHERE \($0.id == 3))" } == ["cem"])
        #expect(try ids { "EXISTS (SELECT 1 FROM Award WHERE \($0.id + 1) = 3)" } == ["bob"])
        #expect(try ids { "\($0.id == 2) AND 1 = (SELECT 1)" } == ["bob"])
        #expect(
            try ids { "(SELECT count(*) FROM Volume WHERE author = \($0.id) AND \($0.name.hasPrefix("a"))) > 0" } == [
                "ann"
            ])
    }
}
