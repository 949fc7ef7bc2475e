import FMDBModel

func adults(_ queue: FMDatabaseQueue) async throws -> [Person] {
    let youngest = 18
    let grown = try await queue.find(Person.self) { $0.age >= youngest && $0.name != "bob" }
    let good = try await queue.find(Person.self) { $0.mood == .good }
    let sorted = try await queue.find(Person.all.where { $0.age < 99 }.order(\.name.ascending).limit(10))
    let names = try await queue.find(Person.all.select(\.name))
    print(good.count, names, try await queue.exists(Person.self) { $0.id == 1 })
    return grown + sorted
}

func birthday(_ pool: FMDatabasePool) async throws -> Int {
    let request = Person.all.where { $0.mood == .bad }
    try await pool.update(request) { [$0.mood <- .good] }
    try await pool.write { db in
        try db.update(Person.all) { [$0.age <- $0.age + 1] }
        try db.delete(Person.self) { $0.age > 120 }
    }
    return try await pool.count(request)
}

func everybody(_ queue: FMDatabaseQueue) async throws {
    for try await person in queue.each(Person.self) { print(person.name) }
}

/// A request that the program has ready.
struct Searches {
    static let bad = Person.all.where { $0.mood == .bad }

    func named(_ text: String) -> FMRequest<Person, Person> { Person.all.where { $0.name.contains(text) } }
}

func onTheRoad(_ queue: FMDatabaseQueue) async throws -> [Draft] {
    try await queue.find(Draft.self) { $0.address.street == "High Street" }
}
