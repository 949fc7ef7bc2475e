import FMDBModel
import FMDBTestHelpers
import Testing

/// Figures of columns: of Decimals, and of what may be missing; and keys of types of one's own.
@Suite struct ModelVerbFigureTests {
    private let db = FMDatabase.memory()
    private let folder = TemporaryFolder()

    private struct Ware: FMModel, Sendable {
        static let fmTable = FMTable<Ware>(
            "ware",
            [
                FMColumn("name", \.name), FMColumn("price", \.price), FMColumn("rebate", \.rebate),
                FMColumn("pieces", \.pieces), FMColumn("weight", \.weight), FMColumn("sold", \.sold),
            ], options: FMTableOptions(key: "name", dates: .iso8601))

        var name: String
        var price: Decimal
        var rebate: Decimal?
        var pieces: Int?
        var weight = 0.0
        var sold: Date?

        init(_ name: String, _ price: String, rebate: String? = nil, pieces: Int? = nil, sold: Double? = nil) throws {
            self.name = name
            self.price = try #require(Decimal(string: price))
            self.rebate = try rebate.map { try #require(Decimal(string: $0)) }
            self.pieces = pieces
            self.sold = sold.map { Date(timeIntervalSince1970: $0) }
        }
        init(fmRow row: FMRow) throws {
            (name, price, rebate) = (try row.column("name"), try row.column("price"), try row.column("rebate"))
            (pieces, weight) = (try row.column("pieces"), try row.column("weight"))
            sold = try row.column("sold", dates: .iso8601)
        }
        func fmBind(to values: inout FMModelValues) throws {
            try values.add(name)
            try values.add(price)
            try values.add(rebate)
            try values.add(pieces)
            try values.add(weight)
            try values.add(sold)
        }
    }

    /// Three prices that are one real number, and fractions that real numbers do not have.
    private func wares(in db: FMDatabase) throws {
        try db.createTable(Ware.self)
        try db.insert([
            Ware("a", "9007199254740993", rebate: "0.1", pieces: 1, sold: 5),
            Ware("b", "9007199254740995", rebate: "0.2", pieces: 5),
            Ware("c", "9007199254740994", sold: 1),
        ])
    }

    private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

    // MARK: Decimals

    @Test func figuresOfDecimalsAreExact() throws {
        try wares(in: db)
        #expect(try db.max(\Ware.price) == decimal("9007199254740995"))
        #expect(try db.min(\Ware.price) == decimal("9007199254740993"))
        #expect(try db.sum(\Ware.price) == decimal("27021597764222982"))
        #expect(try db.average(\Ware.price) == decimal("9007199254740994"))
        #expect(try db.sum(\Ware.rebate) == decimal("0.3"))
        #expect(try db.average(\Ware.rebate) == decimal("0.15"))
        #expect(try db.min(\Ware.rebate) == decimal("0.1"))
        #expect(try db.max(\Ware.price, where: "name < 'b'") == decimal("9007199254740993"))
    }

    @Test func figuresOfDecimalsAreNamedByColumns() throws {
        try wares(in: db)
        #expect(try db.max(Ware.self, "price", as: Decimal.self) == decimal("9007199254740995"))
        #expect(try db.min(Ware.self, "price", as: Decimal?.self) == decimal("9007199254740993"))
        #expect(try db.sum(Ware.self, "rebate", as: Decimal.self) == decimal("0.3"))
        #expect(try db.average(Ware.self, "rebate", as: Decimal.self) == decimal("0.15"))
    }

    @Test func noDecimalHasNoFigure() throws {
        try db.createTable(Ware.self)
        try db.insert(Ware("a", "1"))
        #expect(try db.sum(\Ware.price, where: .none) == nil)
        #expect(try db.average(\Ware.rebate) == nil)
        #expect(try db.max(\Ware.rebate) == nil)
        #expect(try db.min(Ware.self, "rebate", as: Decimal.self) == nil)
    }

    @Test func whatIsNoDecimalIsRefused() throws {
        try wares(in: db)
        try db.execute("UPDATE ware SET price = 'dear' WHERE name = 'b'")
        for error in [
            thrown { try db.sum(\Ware.price) }, thrown { try db.average(\Ware.price) },
            thrown { try db.max(\Ware.price) }, thrown { try db.min(Ware.self, "price", as: Decimal.self) },
        ] {
            #expect(error?.resultCode == .mismatch)
            #expect(error?.message.contains("price") == true)
        }
        #expect(!db.hasOpenResultSets)
    }

    @Test func aSumThatIsTooLargeForADecimalIsAnError() throws {
        try db.createTable(Ware.self)
        let most = Decimal.greatestFiniteMagnitude
        try db.insert([Ware("a", most.description), Ware("b", most.description)])
        #expect(thrown { try db.sum(\Ware.price) }?.resultCode == .error)
        #expect(try db.max(\Ware.price) == most)
    }

    // MARK: What may be missing

    @Test func aFigureOfWhatMayBeMissingIsNoOptionalOfAnOptional() throws {
        try wares(in: db)
        let sum = try db.sum(\Ware.pieces)
        let least = try db.min(\Ware.pieces)
        let last = try db.max(\Ware.sold)
        let mean = try db.average(\Ware.pieces)

        #expect(type(of: sum) == Int?.self)
        #expect(type(of: least) == Int?.self)
        #expect(type(of: last) == Date?.self)
        #expect(sum == 6)
        #expect(least == 1)
        #expect(last == Date(timeIntervalSince1970: 5))
        #expect(mean == 3)
        #expect(try db.sum(\Ware.pieces, where: "name = 'c'") == nil)
        #expect(try db.sum(\Ware.weight) == 0)
    }

    // MARK: Coordinators

    private func queue() throws -> FMDatabaseQueue {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        try queue.withDatabase { try wares(in: $0) }
        return queue
    }

    @Test func queuesAndPoolsTellTheSame() throws {
        let queue = try queue()
        #expect(try queue.sum(\Ware.price) == decimal("27021597764222982"))
        #expect(try queue.sum(\Ware.pieces) == 6)
        #expect(try queue.sum(Ware.self, "rebate", as: Decimal.self) == decimal("0.3"))
        #expect(try queue.average(\Ware.rebate) == decimal("0.15"))
        #expect(try queue.average(\Ware.pieces) == 3)
        #expect(try queue.average(Ware.self, "rebate", as: Decimal.self) == decimal("0.15"))
        #expect(try queue.max(\Ware.price) == decimal("9007199254740995"))
        #expect(try queue.min(\Ware.rebate) == decimal("0.1"))
        let last = try queue.max(\Ware.sold)
        #expect(type(of: last) == Date?.self)
        #expect(last == Date(timeIntervalSince1970: 5))
        queue.close()
    }

    @Test func theyTellItToTasksToo() async throws {
        let queue = try queue()
        #expect(try await queue.sum(\Ware.price) == decimal("27021597764222982"))
        #expect(try await queue.sum(\Ware.pieces) == 6)
        #expect(try await queue.sum(Ware.self, "rebate", as: Decimal.self) == decimal("0.3"))
        #expect(try await queue.average(\Ware.rebate) == decimal("0.15"))
        #expect(try await queue.average(\Ware.pieces) == 3)
        #expect(try await queue.average(Ware.self, "rebate", as: Decimal.self) == decimal("0.15"))
        #expect(try await queue.max(\Ware.price) == decimal("9007199254740995"))
        #expect(try await queue.min(\Ware.pieces) == 1)
        queue.close()
    }

    // MARK: Keys of types of one's own

    private struct Isbn: RawRepresentable, Codable, Sendable {
        var rawValue: String
    }

    private struct Book: Codable, FMModel, Equatable, Sendable {
        var id: Isbn
        var title: String

        static func == (left: Book, right: Book) -> Bool {
            left.id.rawValue == right.id.rawValue && left.title == right.title
        }
    }

    private struct Visit: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(key: "date", dates: .iso8601)
        var date: Date
    }

    @Test func aKeyMayBeOfATypeOfOnesOwn() throws {
        try db.createTable(Book.self)
        let book = Book(id: Isbn(rawValue: "1"), title: "one")
        try db.insert(book)

        #expect(try db.find(Book.self, id: book.id) == book)
        #expect(try db.find(Book.self, id: Isbn(rawValue: "2")) == nil)
        #expect(try db.exists(Book.self, id: book.id))
        #expect(try db.exists(Book.self, id: "1"))
        #expect(try !db.exists(Book.self, id: Isbn(rawValue: "2")))
        #expect(try db.delete(Book.self, id: book.id))
        #expect(try !db.delete(Book.self, id: book.id))
    }

    @Test func queuesAndPoolsKnowSuchKeys() throws {
        let queue = try queue()
        let book = Book(id: Isbn(rawValue: "1"), title: "one")
        let visit = Visit(date: Date(timeIntervalSince1970: 7))
        try queue.createTable(Book.self)
        try queue.createTable(Visit.self)
        try queue.insert(book)
        try queue.insert(visit)

        #expect(try queue.find(Book.self, id: book.id) == book)
        #expect(try queue.exists(Book.self, id: book.id))
        #expect(try queue.exists(Book.self, id: "1"))
        #expect(try queue.delete(Book.self, id: book.id))
        #expect(try queue.find(Visit.self, id: visit.date) != nil)
        #expect(try queue.exists(Visit.self, id: visit.date))
        #expect(try queue.delete(Visit.self, id: visit.date))
        queue.close()
    }

    @Test func tasksKnowSuchKeysToo() async throws {
        let queue = try queue()
        let book = Book(id: Isbn(rawValue: "1"), title: "one")
        try await queue.createTable(Book.self)
        try await queue.insert(book)

        #expect(try await queue.find(Book.self, id: book.id) == book)
        #expect(try await queue.exists(Book.self, id: book.id))
        #expect(try await queue.exists(Book.self, id: "1"))
        #expect(try await queue.delete(Book.self, id: book.id))
        #expect(try await queue.find(Book.self, id: "1") == nil)
        queue.close()
    }

    // MARK: Keys of none, and of several columns

    @Test(arguments: Mapping.allCases) func aModelWithoutAKeyHasTheNumbersOfItsRows(_ mapping: Mapping) throws {
        func check<Line: LineModel>(_ type: Line.Type) throws {
            try db.createTable(type)
            try db.insert(Line(text: "a"))
            #expect(try db.exists(type, id: 1))
            #expect(try !db.exists(type, id: 2))
        }
        try check(mapping.line)
    }

    @Test(arguments: Mapping.allCases) func oneValueIsNoKeyOfTwoColumns(_ mapping: Mapping) throws {
        func check<Place: PlaceModel>(_ type: Place.Type) throws {
            try db.createTable(type)
            #expect(thrown { try db.find(type, id: "a") }?.resultCode == .misuse)
            #expect(thrown { try db.exists(type, id: "a") }?.resultCode == .misuse)
            #expect(thrown { try db.delete(type, id: "a") }?.resultCode == .misuse)
        }
        try check(mapping.place)
    }
}
