import FMDBModel
import FMDBTestHelpers
import Testing

/// How a type comes to its table. The same tests run over each way.
enum Mapping: String, CaseIterable, Sendable {
    case codable
    case byHand
    #if Macros
        case macro
    #endif

    private struct Models {
        var person: any PersonModel.Type = CodablePerson.self
        var place: any PlaceModel.Type = CodablePlace.self
        var token: any TokenModel.Type = CodableToken.self
        var entry: any EntryModel.Type = CodableEntry.self
        var line: any LineModel.Type = CodableLine.self
    }

    private var models: Models {
        switch self {
        case .codable: Models()
        case .byHand:
            Models(
                person: HandPerson.self, place: HandPlace.self, token: HandToken.self, entry: HandEntry.self,
                line: HandLine.self)
        #if Macros
            case .macro:
                Models(
                    person: MacroPerson.self, place: MacroPlace.self, token: MacroToken.self, entry: MacroEntry.self,
                    line: MacroLine.self)
        #endif
        }
    }

    var person: any PersonModel.Type { models.person }
    var place: any PlaceModel.Type { models.place }
    var token: any TokenModel.Type { models.token }
    var entry: any EntryModel.Type { models.entry }
    var line: any LineModel.Type { models.line }
}

// MARK: - An automatic key, a unique name

protocol PersonModel: FMModel, Equatable, Sendable where Columns == PersonColumns<Self> {
    var id: Int64? { get set }
    var name: String { get set }
    var age: Int? { get set }
    var score: Double { get set }

    init(id: Int64?, name: String, age: Int?, score: Double)
}

extension PersonModel {
    init(_ name: String, age: Int? = nil, score: Double = 0, id: Int64? = nil) {
        self.init(id: id, name: name, age: age, score: score)
    }

    static var tableName: String { "person" }
    static var tableOptions: FMTableOptions { FMTableOptions(unique: [["name"]]) }
}

struct PersonColumns<Person>: FMColumns {
    let id = FMField<Person, Int64?>("id")
    let name = FMField<Person, String>("name")
    let age = FMField<Person, Int?>("age")
    let score = FMField<Person, Double>("score")
}

struct CodablePerson: Codable, PersonModel {
    typealias Columns = PersonColumns<CodablePerson>
    var id: Int64?
    var name: String
    var age: Int?
    var score: Double
}

struct HandPerson: PersonModel {
    var id: Int64?
    var name: String
    var age: Int?
    var score: Double

    static let fmTable = FMTable<HandPerson>(
        tableName,
        [
            FMColumn("id", \.id), FMColumn("name", \.name), FMColumn("age", \.age), FMColumn("score", \.score),
        ], options: tableOptions)

    init(id: Int64?, name: String, age: Int?, score: Double) {
        (self.id, self.name, self.age, self.score) = (id, name, age, score)
    }

    init(fmRow row: FMRow) throws {
        (id, name) = (try row.column("id"), try row.column("name"))
        (age, score) = (try row.column("age"), try row.column("score"))
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(name)
        try values.add(age)
        try values.add(score)
    }
}

// MARK: - A key of two columns

protocol PlaceModel: FMModel, Equatable, Sendable {
    var town: String { get set }
    var residents: Int { get set }

    init(town: String, street: String, residents: Int)
}

extension PlaceModel {
    static var tableName: String { "place" }
    static var tableOptions: FMTableOptions { FMTableOptions(key: ["town", "street"]) }
}

struct CodablePlace: Codable, PlaceModel {
    var town: String
    var street: String
    var residents: Int
}

struct HandPlace: PlaceModel {
    var town: String
    var street: String
    var residents: Int

    static let fmTable = FMTable<HandPlace>(
        tableName, [FMColumn("town", \.town), FMColumn("street", \.street), FMColumn("residents", \.residents)],
        options: tableOptions)

    init(town: String, street: String, residents: Int) {
        (self.town, self.street, self.residents) = (town, street, residents)
    }

    init(fmRow row: FMRow) throws {
        (town, street) = (try row.column("town"), try row.column("street"))
        residents = try row.column("residents")
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(town)
        try values.add(street)
        try values.add(residents)
    }
}

// MARK: - A key that the program gives, a default, a table made on insertion

protocol TokenModel: FMModel, Equatable, Sendable {
    var uses: Int { get set }

    init(code: String, uses: Int)
}

extension TokenModel {
    static var tableName: String { "token" }
    static var tableOptions: FMTableOptions {
        FMTableOptions(key: "code", defaults: ["uses": 5], isMadeOnInsertion: true)
    }
}

struct CodableToken: Codable, TokenModel {
    var code: String
    var uses: Int
}

struct HandToken: TokenModel {
    var code: String
    var uses: Int

    static let fmTable = FMTable<HandToken>(
        tableName, [FMColumn("code", \.code), FMColumn("uses", \.uses)], options: tableOptions)

    init(code: String, uses: Int) { (self.code, self.uses) = (code, uses) }

    init(fmRow row: FMRow) throws { (code, uses) = (try row.column("code"), try row.column("uses")) }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(code)
        try values.add(uses)
    }
}

// MARK: - Times that the table keeps

protocol EntryModel: FMModel, Equatable, Sendable {
    var id: Int? { get set }
    var text: String { get set }
    var created: Date { get set }
    var updated: Date? { get set }

    init(id: Int?, text: String, created: Date, updated: Date?)
}

extension EntryModel {
    init(_ text: String) { self.init(id: nil, text: text, created: Date(timeIntervalSince1970: 0), updated: nil) }

    static var tableName: String { "entry" }
    static var tableOptions: FMTableOptions {
        FMTableOptions(created: "created", updated: "updated", dates: .millisecondsSince1970)
    }
}

struct CodableEntry: Codable, EntryModel {
    var id: Int?
    var text: String
    var created: Date
    var updated: Date?
}

struct HandEntry: EntryModel {
    var id: Int?
    var text: String
    var created: Date
    var updated: Date?

    static let fmTable = FMTable<HandEntry>(
        tableName,
        [
            FMColumn("id", \.id), FMColumn("text", \.text), FMColumn("created", \.created),
            FMColumn("updated", \.updated),
        ], options: tableOptions)

    init(id: Int?, text: String, created: Date, updated: Date?) {
        (self.id, self.text, self.created, self.updated) = (id, text, created, updated)
    }

    init(fmRow row: FMRow) throws {
        let dates = HandEntry.fmTable.options.dates
        (id, text) = (try row.column("id"), try row.column("text"))
        created = try row.column("created", dates: dates)
        updated = try row.column("updated", dates: dates)
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(text)
        try values.add(created)
        try values.add(updated)
    }
}

// MARK: - No key

protocol LineModel: FMModel, Equatable, Sendable {
    var text: String { get set }

    init(text: String)
}

extension LineModel {
    static var tableName: String { "line" }
}

struct CodableLine: Codable, LineModel {
    var text: String
}

struct HandLine: LineModel {
    var text: String

    static let fmTable = FMTable<HandLine>(tableName, [FMColumn("text", \.text)])

    init(text: String) { self.text = text }

    init(fmRow row: FMRow) throws { text = try row.column("text") }

    func fmBind(to values: inout FMModelValues) throws { try values.add(text) }
}
