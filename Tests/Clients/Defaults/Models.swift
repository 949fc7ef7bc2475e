import FMDBModel
import Foundation

nonisolated struct Town: Codable, Hashable {
    var name: String
    var code: String?
}

enum Mood: String, Codable, CaseIterable, FMValueConvertible {
    case good, bad
}

/// Declared with `Codable`, and with fields for conditions.
struct Person: Codable, Hashable, Identifiable, FMModel {
    var id: Int64?
    var name: String
    var age = 0
    var mood: Mood?
    var town: Town?
    var born: Date?

    static let tableOptions = FMTableOptions(unique: [["name"]], indexes: [["age"]])

    struct Columns: FMColumns {
        let id = FMField<Person, Int64?>("id")
        let name = FMField<Person, String>("name")
        let age = FMField<Person, Int>("age")
        let mood = FMField<Person, Mood?>("mood")
    }
}

/// Kept as JSON text, whose fields conditions name.
struct Address: Codable, Hashable, FMNested {
    var street: String
    var number = 1

    struct Columns: FMColumns { let street = FMField<Address, String>("street") }
}

/// Declared with a structure inside.
struct Draft: Codable, FMModel {
    var id: Int64?
    var text: String
    var address: Address?

    struct Columns: FMColumns {
        let text = FMField<Draft, String>("text")
        let address = FMField<Draft, Address?>("address")
    }
}

/// A class, as view models like it.
final class Setting: Codable, FMModel {
    var id: String
    var value: String

    init(id: String, value: String) {
        self.id = id
        self.value = value
    }
}

/// The conformance stands in an extension.
nonisolated struct Tag: Codable, Equatable {
    var id: Int64?
    var text = ""
}

nonisolated extension Tag: FMModel, FMDefaulted {
    static var tableName: String { "tags" }
}

/// Called when it is written.
struct Article: Codable, FMModelCallbacks {
    var id: Int64?
    var title: String
    var words = 0

    mutating func willSave(in database: FMDatabase) throws {
        words = title.split(separator: " ").count
    }

    func didSave(in database: FMDatabase) throws {
        try database.execute("INSERT INTO history (article, words) VALUES (\(id), \(words))")
    }
}

func prepare(_ queue: FMDatabaseQueue) async throws {
    try await queue.createTable(Person.self)
    try await queue.withDatabase { db in
        try db.createTable(Draft.self)
        try db.createTable(Tag.self)
        try db.createTable(Article.self)
        try db.createTable(Setting.self)
    }
}

func save(_ queue: FMDatabaseQueue) async throws -> Person? {
    var ann = Person(name: "ann", age: 7, town: Town(name: "Ulm"))
    try await queue.insert(&ann)
    try await queue.save(ann)
    try await queue.insert([Person(name: "bob"), Person(name: "cyd")])
    try await queue.insert(Draft(text: "hello"))
    try await queue.withTransaction { db in
        var draft = Draft(text: "in a block")
        try db.insert(&draft)
        try db.insert(Setting(id: "colour", value: "red"))
        try db.save(Article(title: "a b c"))
    }
    let tags = try await queue.find(Tag.self)
    print(tags.map(\.text), try await queue.count(Person.self))
    return try await queue.find(Person.self, id: 1)
}
