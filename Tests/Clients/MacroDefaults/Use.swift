import FMDBModel

func prepare(_ queue: FMDatabaseQueue) async throws {
    try await queue.createTable(Person.self)
    try await queue.withDatabase { db in
        try db.createTable(Book.self)
        try db.createTable(Setting.self)
        try db.createTable(Draft.self)
    }
}

func save(_ queue: FMDatabaseQueue) async throws -> [Person] {
    var ann = Person(name: "ann", address: Address(street: "High Street"))
    try await queue.insert(&ann)
    try await queue.withTransaction { db in
        try db.insert(Setting(name: "colour", value: "red"))
        try db.save(Draft(text: "A"))
    }
    let good = try await queue.find(Person.self) { $0.mood == .good && $0.age > 3 }
    let there = try await queue.find(Person.all.where { $0.address.street == "High Street" }.order(\.name.ascending))
    for (person, books) in try await queue.find(Person.all.including(Person.books)) { print(person.name, books.count) }
    for (book, writer) in try await queue.find(Book.all.including(required: Book.writer)) {
        print(book.title, writer.name)
    }
    return good + there
}

@MainActor
func live(_ queue: FMDatabaseQueue) -> FMLiveResult<[Person]> { FMLiveResult(queue.values(of: Person.all)) }
