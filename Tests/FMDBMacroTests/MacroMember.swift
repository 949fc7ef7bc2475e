import FMDBModel

/// A model that is there once as a `Codable` type and once by the macro, so that tests can hold one against the other.
protocol Member: FMModel, Equatable {
    var id: Int64? { get set }
    var name: String { get set }
    var email: String { get set }
    var born: Date { get set }
    var note: String? { get set }
    var score: Double { get set }
    var isActive: Bool { get set }
    var picture: Data { get set }
    var address: Address { get set }
    var level: Level { get set }
    var created: Date { get set }
    var updated: Date? { get set }

    init(name: String, email: String, address: Address, level: Level)
}

struct Address: Codable, Equatable {
    var town: String
    var lines: [String] = []
}

enum Level: String, Codable, CaseIterable {
    case low, high
}

/// The forms that a model can have.
enum MemberKind: CaseIterable {
    case codable
    #if Macros
        case macro
    #endif

    var type: any Member.Type {
        switch self {
        case .codable: CodableMember.self
        #if Macros
            case .macro: MacroMember.self
        #endif
        }
    }
}

struct CodableMember: Member, Codable {
    var id: Int64?
    var name: String
    var email: String
    var born = Date(timeIntervalSince1970: 1_000)
    var note: String?
    var score = 0.5
    var isActive = true
    var picture = Data([0, 255])
    var address: Address
    var level: Level
    var created = Date.distantPast
    var updated: Date?

    init(name: String, email: String, address: Address, level: Level) {
        self.name = name
        self.email = email
        self.address = address
        self.level = level
    }

    enum CodingKeys: String, CodingKey {
        case id, name, email, note, score, isActive, picture, address, level, created, updated
        case born = "born_on"
    }

    static let tableName = "member"
    static let tableOptions = FMTableOptions(
        key: .automatic("id"), unique: [["email"], ["name", "born_on"]], renamed: ["born_on": "birth"],
        defaults: ["score": 0.5], created: "created", updated: "updated", dates: .millisecondsSince1970)
}

#if Macros
    @FMModel("member", unique: [["name", "born_on"]], dates: .millisecondsSince1970)
    struct MacroMember: Member {
        @FMKey(.automatic) var id: Int64?
        var name: String
        @FMUnique var email: String
        @FMColumn("born_on", renamedFrom: "birth") var born = Date(timeIntervalSince1970: 1_000)
        var note: String?
        @FMColumn(default: 0.5) var score = 0.5
        var isActive = true
        var picture = Data([0, 255])
        var address: Address
        var level: Level
        @FMCreated var created = Date.distantPast
        @FMUpdated var updated: Date?
        @FMIgnored var cache = 0

        init(name: String, email: String, address: Address, level: Level) {
            self.name = name
            self.email = email
            self.address = address
            self.level = level
        }
    }
#endif
