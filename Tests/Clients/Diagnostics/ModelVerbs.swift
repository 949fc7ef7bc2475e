import FMDBModel

struct Person: Codable, FMModel, Sendable {
    var id: Int64?
    var name: String
    var email: String?
    var age: Int

    struct Columns: FMColumns {
        let id = FMField<Person, Int64?>("id")
        let name = FMField<Person, String>("name")
        let email = FMField<Person, String?>("email")
        let age = FMField<Person, Int>("age")
    }
}

// error: non-final class ('Member')
class Member: Codable, FMModel {
    var name = ""
}

final class Guest: Codable, FMModel {
    var name = ""
}

func misspelt(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: has no member 'nmae'
    _ = try db.find(Person.self) { $0.age > 3 && $0.nmae == "x" && $0.email == "e" && $0.id == 5 }
    // error: has no member 'nmae'
    _ = try db.exists(Person.self) { $0.age > 3 && $0.nmae == "x" && $0.email == "e" && $0.id == 5 }
    // error: has no member 'nmae'
    try db.delete(Person.self) { $0.age > 3 && $0.nmae == "x" && $0.email == "e" && $0.id == 5 }
    // error: has no member 'nmae'
    _ = try queue.first(Person.self) { $0.age > 3 && $0.nmae == "x" && $0.email == "e" && $0.id == 5 }
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    _ = try db.find(Person.self) { $0.name == "x" && $0.age > "3" }
}

func withoutRows(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: `where: .all` is all of them
    try db.update(Person.self, set: [FMAssignment("age", 3)])
    // error: `where: .all` is all of them
    try queue.update(Person.self, set: [FMAssignment("age", 3)])
    // error: `where: .all` is all of them
    try db.delete(Person.self)
    // error: `where: .all` is all of them
    try queue.delete(Person.self)
    // error: choose the rows with `where:`
    try db.update(FMRecord.self, set: ["age": 3], in: "Person")
    try db.update(Person.self, set: [FMAssignment("age", 3)], where: .all)
    try queue.update(Person.self, set: [FMAssignment("age", 3)], where: .all)
}

func keys(_ db: FMDatabase, _ pool: FMDatabasePool) async throws {
    enum Level: String, Codable { case low }
    let number: Int64? = 7
    _ = try db.find(Person.self, id: 7)
    _ = try db.find(Person.self, id: number)
    _ = try db.exists(Person.self, id: "a")
    _ = try db.exists(Person.self, id: Level.low)
    try db.delete(Person.self, id: FMValue.integer(7))
    _ = try await pool.find(Person.self, id: UUID())
    _ = try await pool.exists(Person.self, id: Level.low)
    try await pool.delete(Person.self, id: number)
}

/// GRDB's verbs.
func verbsOfRecords(_ db: FMDatabase, _ person: Person) throws {
    // error: write `db.insert(&model)`
    try person.insert(db)
    // error: write `db.update(model)`
    try person.update(db)
    // error: write `db.save(&model)`
    try person.save(db)
    // error: write `db.upsert(model)`
    try person.upsert(db)
}
