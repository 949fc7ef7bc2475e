import FMDBModel
import FMDBTestHelpers
import Testing

/// Calls with a condition by `where:` and one by a closure: both hold. See ``ModelVerbFindingTests`` for the other verbs.
@Suite struct ModelVerbBothConditionsTests {
    private let folder = TemporaryFolder()

    /// Either condition alone holds for two of the three rows, both for bob's.
    private static let rows = [
        HandPerson("ann", age: 7, score: 1), HandPerson("bob", age: 8, score: 2), HandPerson("cem", age: 9, score: 4),
    ]
    private static let condition: FMWhere<HandPerson> = "age < \(9)"
    private static let filter = { @Sendable (fields: HandPerson.Columns) -> FMWhere<HandPerson> in fields.score > 1 }

    private func filled(_ lending: Lending) throws -> FMDatabaseCoordinator {
        let coordinator = try lending.coordinator(in: folder)
        try coordinator.createTable(HandPerson.self)
        try coordinator.insert(Self.rows)
        return coordinator
    }

    private func check(_ db: some FMDatabaseAccess) throws {
        let (type, condition, filter) = (HandPerson.self, Self.condition, Self.filter)

        #expect(try db.find(type, where: condition, filter).map(\.name) == ["bob"])
        #expect(try db.find(type, where: condition, after: nil, limit: 9, filter).map(\.name) == ["bob"])
        #expect(try db.first(type, where: condition, orderBy: [.asc("id")], filter)?.name == "bob")
        #expect(try db.last(type, where: condition, filter)?.name == "bob")
        #expect(try db.count(type, where: condition, filter) == 1)
        #expect(try db.exists(type, where: condition, filter))
        #expect(try db.sum(\HandPerson.score, where: condition, filter) == 2)
        #expect(try db.sum(type, "score", as: Double.self, where: condition, filter) == 2)
        #expect(try db.average(\HandPerson.score, where: condition, filter) == 2)
        #expect(try db.average(type, "score", where: condition, filter) == 2)
        #expect(try db.min(\HandPerson.score, where: condition, filter) == 2)
        #expect(try db.min(\HandPerson.age, where: condition, filter) == 8)
        #expect(try db.min(type, "score", as: Double.self, where: condition, filter) == 2)
        #expect(try db.max(\HandPerson.score, where: condition, filter) == 2)
        #expect(try db.max(\HandPerson.age, where: condition, filter) == 8)
        #expect(try db.max(type, "age", as: Int.self, where: condition, filter) == 8)
    }

    @Test func bothHoldOnADatabase() throws {
        let db = FMDatabase.memory()
        try db.createTable(HandPerson.self)
        try db.insert(Self.rows)

        try check(db)
    }

    @Test(arguments: Lending.allCases) func bothHoldOnAQueueAndAPool(_ lending: Lending) throws {
        try check(try filled(lending))
    }

    @Test(arguments: Lending.allCases) func bothHoldInATask(_ lending: Lending) async throws {
        let db = try filled(lending)
        let (type, condition, filter) = (HandPerson.self, Self.condition, Self.filter)

        #expect(try await db.find(type, where: condition, filter).map(\.name) == ["bob"])
        #expect(try await db.find(type, where: condition, after: nil, limit: 9, filter).map(\.name) == ["bob"])
        #expect(try await db.first(type, where: condition, orderBy: [.asc("id")], filter)?.name == "bob")
        #expect(try await db.last(type, where: condition, filter)?.name == "bob")
        #expect(try await db.count(type, where: condition, filter) == 1)
        #expect(try await db.exists(type, where: condition, filter))
        #expect(try await db.sum(\HandPerson.score, where: condition, filter) == 2)
        #expect(try await db.sum(type, "score", as: Double.self, where: condition, filter) == 2)
        #expect(try await db.average(\HandPerson.score, where: condition, filter) == 2)
        #expect(try await db.average(type, "score", where: condition, filter) == 2)
        #expect(try await db.min(\HandPerson.score, where: condition, filter) == 2)
        #expect(try await db.min(\HandPerson.age, where: condition, filter) == 8)
        #expect(try await db.min(type, "score", as: Double.self, where: condition, filter) == 2)
        #expect(try await db.max(\HandPerson.score, where: condition, filter) == 2)
        #expect(try await db.max(\HandPerson.age, where: condition, filter) == 8)
        #expect(try await db.max(type, "age", as: Int.self, where: condition, filter) == 8)
        var names: [String] = []
        for try await person in db.each(type, where: condition, batch: 1, filter) { names.append(person.name) }
        #expect(names == ["bob"])
    }
}
