import FMDBModel

/// A model with properties of many kinds, for the conditions of `conditions.txt`.
struct Person: Codable, FMModel, Sendable {
    var id: Int64?
    var name: String
    var email: String?
    var age: Int
    var height: Double
    var score: Double?
    var isActive: Bool
    var status: Status
    var team: Team?
    var born: Date
    var seen: Date?
    var code: UUID
    var price: Decimal
    var home: Home
    var tags: [String]

    enum Status: String, Codable, CaseIterable { case draft, open, closed }
    enum Team: Int, Codable, CaseIterable { case red, blue }

    struct Home: Codable, FMNested {
        var town: String
        var zip: Int?

        struct Columns: FMColumns {
            let town = FMField<Home, String>("town")
            let zip = FMField<Home, Int?>("zip")
        }
    }

    struct Columns: FMColumns {
        let id = FMField<Person, Int64?>("id")
        let name = FMField<Person, String>("name")
        let email = FMField<Person, String?>("email")
        let age = FMField<Person, Int>("age")
        let height = FMField<Person, Double>("height")
        let score = FMField<Person, Double?>("score")
        let isActive = FMField<Person, Bool>("isActive")
        let status = FMField<Person, Status>("status")
        let team = FMField<Person, Team?>("team")
        let born = FMField<Person, Date>("born")
        let seen = FMField<Person, Date?>("seen")
        let code = FMField<Person, UUID>("code")
        let price = FMField<Person, Decimal>("price")
        let home = FMField<Person, Home>("home")
        let tags = FMField<Person, [String]>("tags")
    }
}

/// What belongs to a person.
struct Pet: Codable, FMModel, Sendable {
    var id: Int64?
    var name: String
    var owner: Int64?

    static let owner = belongsTo(Person.self, by: \.owner)

    struct Columns: FMColumns {
        let name = FMField<Pet, String>("name")
        let owner = FMField<Pet, Int64?>("owner")
    }
}

extension Person {
    static let pets = hasMany(Pet.self, by: \.owner)
    static let best = hasOne(Pet.self, by: \.owner)
}

let text = "x"
let number = 5
let key: Int64 = 7
let now = Date()
let code = UUID()
let names = ["ann", "bob"]

/// What a request can give.
struct Card: Decodable, Sendable {
    var name: String
    var next: Int
    var town: String
}
