import FMDBModel
import Foundation

@FMNested
struct Address: Codable, Hashable {
    var street: String
    var number = 1
}

enum Mood: String, Codable, FMValueConvertible {
    case good, bad
}

@FMModel
struct Person {
    var id: Int64?
    var name: String
    var age = 0
    var mood: Mood?
    var born = Date()
    var address: Address?
    @FMIgnored var isSelected = false

    static let books = hasMany(Book.self, by: \.author)
}

@FMModel("books", dates: .iso8601)
struct Book: Codable, Identifiable {
    @FMKey(.automatic) var id: Int64?
    @FMIndexed var title: String
    var author: Int64?
    @FMCreated var added: Date

    static let writer = belongsTo(Person.self, by: \.author)
}

@FMModel
final class Setting {
    @FMKey var name: String
    var value: String

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

@FMModel
struct Draft: FMModelCallbacks {
    var id: Int64?
    var text: String

    mutating func willSave(in database: FMDatabase) throws { text = text.lowercased() }
}
