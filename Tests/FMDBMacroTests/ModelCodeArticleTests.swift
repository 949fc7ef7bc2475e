import FMDBModel
import FMDBTestHelpers
import Testing

struct Song: FMModel {
    var id: Int64?
    var title: String
    var seconds: Double?

    static let fmTable = FMTable<Song>(
        "songs",
        [FMColumn("id", \.id), FMColumn("title", \.title), FMColumn("seconds", \.seconds, default: 0.0)],
        options: FMTableOptions(key: .automatic("id"), unique: [["title"]]))

    struct Columns: FMColumns {
        let id = FMField<Song, Int64?>("id")
        let title = FMField<Song, String>("title")
        let seconds = FMField<Song, Double?>("seconds")
    }
}

extension Song {
    init(fmRow row: FMRow) throws {
        id = try row.column("id")
        title = try row.column("title")
        seconds = try row.column("seconds")
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(title)
        try values.add(seconds)
    }
}

enum Payment: Codable, Equatable {
    case cash
    case card(number: String)
}

struct Mail: Codable, Equatable {
    let text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.contains("@") else { throw Regret() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Payment: FMSampled {
    static var fmSample: Payment { .cash }
}

struct Order: Codable, FMModel {
    var id: Int64?
    var payment: Payment
    var mail: Mail
}

@Suite struct ModelCodeArticleTests {
    #if Macros
        @FMModel("books", indexes: [["published"]], dates: .iso8601)
        struct Book {
            @FMKey var isbn: String
            @FMUnique var title: String
            @FMIndexed var author: String
            @FMColumn("published", renamedFrom: "printed", default: 0) var year: Int
            @FMCreated var added: Date?
            @FMUpdated var changed: Date?
            @FMIgnored var isOpen = false
            var publisher: Publisher?
        }

        @FMNested struct Publisher: Codable {
            var town: String
        }
    #endif

    private let db = FMDatabase.memory()

    @Test func aSongByHand() throws {
        try db.createTable(Song.self)
        var song = Song(title: "Yesterday", seconds: nil)
        try db.insert(&song)
        try db.update(Song.self, set: [\.seconds <- 125]) { $0.title == "Yesterday" }
        let length = try db.sum(\Song.seconds)
        #expect(song.id == 1)
        #expect(try db.find(Song.self, orderBy: [.asc(\.title)]).map(\.seconds) == [125])
        #expect("\(String(describing: length))".contains("125"))
    }

    @Test func typesThatShowNoSample() throws {
        let error = thrown { try db.createTable(Order.self) }
        #expect(error?.message.contains("Order") == true)

        try FMTable<Order>.learn(from: Order(payment: .cash, mail: Mail("ann@example.org")))
        try db.createTable(Order.self)
        try db.insert(Order(payment: .card(number: "1"), mail: Mail("bob@example.org")))
        #expect(try db.find(Order.self).map(\.payment) == [.card(number: "1")])
    }

    #if Macros
        @Test func aBookByTheMacro() throws {
            try db.createTable(Book.self)
            try db.insert(
                Book(isbn: "1", title: "Emma", author: "Austen", year: 1815, publisher: Publisher(town: "London")))
            let books = try db.find(Book.self) { $0.author == "Austen" && $0.publisher.town == "London" }
            #expect(books.map(\.year) == [1815])
            #expect(books.first?.added != nil)
            #expect(try db.value("SELECT published FROM books") == 1815)
        }
    #endif
}
