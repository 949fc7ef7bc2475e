import FMDBModel

/// Where the app begins.
@main
struct Application {
    static let queue = FMDatabaseQueue(path: nil)

    static func main() async throws {
        guard let queue else { return }
        try await prepare(queue)
        print(try await migrate(queue), try await save(queue)?.name ?? "")
        let model = PeopleModel(queue: queue)
        model.start()
        let settings = try await Task.detached { try await queue.find(Person.self) }.value
        print(settings.count)
    }
}
