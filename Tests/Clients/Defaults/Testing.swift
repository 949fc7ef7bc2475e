import FMDBModel
import FMDBTestSupport
import Testing

@Suite struct PersonTests {
    private let folder = FMTemporaryFolder()
    private let queue: FMDatabaseQueue

    init() async throws {
        queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try await queue.createTable(Person.self)
    }

    @Test func aPersonIsFoundAgain() async throws {
        try await queue.insert(Person(name: "ann", age: 7))
        let ann = try #require(try await queue.first(Person.self) { $0.name == "ann" })
        #expect(ann.age == 7)
        #expect(try await queue.count(Person.self) == 1)
    }

    @Test(arguments: [1, 2, 3]) func ofEachAge(_ age: Int) throws {
        try queue.insert(Person(name: "bob", age: age))
        #expect(try queue.find(Person.self) { $0.age == age }.map(\.name) == ["bob"])
        #expect(throws: FMError.self) { try queue.execute("INSERT INTO nothing VALUES (1)") }
    }
}
