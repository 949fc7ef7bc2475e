import FMDBModel
import FMDBTestHelpers
import Testing

/// Players, with a property of each kind.
struct Player: Codable, FMModel {
    var name: String
    var age: Int?
    var limit = 10
    var score = 1.5
    var level = Level.low
    var nick: String?
    var user: User?

    enum Level: String, Codable, CaseIterable { case low, high }

    init(_ name: String, age: Int? = nil, nick: String? = nil, level: Level = .low, user: User? = nil) {
        self.name = name
        self.age = age
        self.nick = nick
        self.level = level
        self.user = user
    }

    struct Columns: FMColumns {
        let name = FMField<Player, String>("name")
        let age = FMField<Player, Int?>("age")
        let limit = FMField<Player, Int>("limit")
        let score = FMField<Player, Double>("score")
        let level = FMField<Player, Level>("level")
        let nick = FMField<Player, String?>("nick")
        let user = FMField<Player, User?>("user")
    }
}

/// What is stored as JSON text.
struct User: Codable, FMNested {
    var student: Student?
    var `in`: Int

    struct Columns: FMColumns {
        let student = FMField<User, Student?>("student")
        let `in` = FMField<User, Int>("in")
    }
}

/// What is stored within it.
struct Student: Codable, FMNested {
    var body: String
    var mark: Decimal?
    var isPresent = true
    var since = Date(timeIntervalSince1970: 1_500_000_000.125)
    var photo = Data([0, 255])
    var level = Player.Level.high
    var odd = "odd"

    enum CodingKeys: String, CodingKey {
        case body, mark, isPresent, since, photo, level
        case odd = "a b.c'd/é[0]"
    }

    struct Columns: FMColumns {
        let body = FMField<Student, String>("body")
        let mark = FMField<Student, Decimal?>("mark")
        let isPresent = FMField<Student, Bool>("isPresent")
        let since = FMField<Student, Date>("since")
        let photo = FMField<Student, Data>("photo")
        let level = FMField<Student, Player.Level>("level")
        let odd = FMField<Student, String>("a b.c'd/é[0]")
    }
}

/// A table of players.
struct PlayerScene {
    let database = FMDatabase.memory()

    init(_ players: Player...) throws {
        try database.execute(
            "CREATE TABLE Player (name TEXT, age INTEGER, \"limit\" INTEGER, score REAL, level TEXT, nick TEXT, user TEXT)"
        )
        for player in players {
            try database.execute(
                """
                INSERT INTO Player VALUES (\(player.name), \(player.age), \(player.limit), \(player.score),
                \(player.level.rawValue), \(player.nick), \(try FMValue(encoding: player.user)))
                """)
        }
    }

    /// The names of the players for whom a condition holds, in the order in which they were made.
    func names(_ condition: FMWhere<Player>) throws -> [String] {
        try database.rows("SELECT name FROM Player WHERE \(condition.sql) ORDER BY rowid", as: String.self)
    }

    func names(_ condition: (Player.Columns) -> FMWhere<Player>) throws -> [String] {
        try names(condition(Player.Columns()))
    }
}

extension FMDatabase {
    /// How SQLite goes about a query.
    func plan(_ query: FMSQL) throws -> String {
        struct Step: Decodable { let detail: String }
        return try rows("EXPLAIN QUERY PLAN \(query)", as: Step.self).map(\.detail).joined(separator: "\n")
    }
}
