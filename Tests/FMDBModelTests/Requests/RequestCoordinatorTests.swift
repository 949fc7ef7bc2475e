import FMDBModel
import FMDBTestHelpers
import Testing

/// Requests on queues and pools. See ``SailorScene``.
@Suite struct RequestCoordinatorTests {
    private let folder = TemporaryFolder()

    private func filled(_ lending: Lending) throws -> FMDatabaseCoordinator {
        let coordinator = try lending.coordinator(in: folder)
        try coordinator.createTable(Sailor.self)
        try coordinator.insert(SailorScene.sailors)
        return coordinator
    }

    @Test(arguments: Lending.allCases)
    func requestsWaitForTheirConnection(_ lending: Lending) throws {
        let coordinator = try filled(lending)
        let ulm = Sailor.all.where { $0.town == "Ulm" }.order(\.name.ascending)

        #expect(try coordinator.find(ulm.select(\.name)) == ["ann", "bob", "eve"])
        #expect(try coordinator.first(ulm)?.name == "ann")
        #expect(try coordinator.count(ulm) == 3)
        #expect(try coordinator.exists(ulm))
        #expect(try coordinator.update(ulm.limit(1)) { [$0.town <- "Oslo"] } == 1)
        #expect(try coordinator.delete(ulm) == 2)
        var names: [String] = []
        try coordinator.forEach(Sailor.all.order(\.name.ascending)) { names.append($0.name) }
        #expect(names == ["ann", "cem", "dan"])
    }

    @Test(arguments: Lending.allCases)
    func requestsAreAwaited(_ lending: Lending) async throws {
        let coordinator = try { try filled(lending) }()
        let ulm = Sailor.all.where { $0.town == "Ulm" }.order(\.name.ascending)

        #expect(try await coordinator.find(ulm).map(\.name) == ["ann", "bob", "eve"])
        #expect(try await coordinator.find(ulm.select { ($0.name, $0.age) }).map(\.1) == [7, nil, 30])
        #expect(try await coordinator.first(ulm.select(\.name)) == "ann")
        #expect(try await coordinator.count(ulm) == 3)
        #expect(try await coordinator.exists(ulm))
        #expect(try await coordinator.update(ulm.limit(1)) { [$0.town <- "Oslo"] } == 1)
        #expect(try await coordinator.update(ulm.limit(1), set: [FMAssignment("town", "Oslo")]) == 1)
        #expect(try await coordinator.delete(ulm) == 1)
        let names = Names()
        try await coordinator.forEach(Sailor.all.order(\.name.ascending)) { names.add($0.name) }
        #expect(names.all == ["ann", "bob", "cem", "dan"])
    }

    @Test func modelsComePageByPage() async throws {
        let queue = try { try filled(.queue) }()
        var names: [String] = []
        for try await sailor in queue.each(Sailor.all.where { $0.age != nil }.order(\.age.descending), batch: 2) {
            names.append(sailor.name)
        }
        #expect(names == ["eve", "cem", "ann", "dan"])
        for request in [Sailor.all.limit(1), Sailor.all.distinct(), Sailor.all.reversed(), Sailor.all.map { $0 }] {
            await #expect(throws: FMError.self) { for try await _ in queue.each(request) {} }
        }
    }

    @Test func resultsAreLive() async throws {
        let queue = try { try filled(.queue) }()
        let values = queue.values(of: Sailor.all.group(\.town).select { $0.count }.order(\.town.ascending))
        let counts = values.makeAsyncIterator()

        #expect(try await counts.next() == [2, 3])
        try await queue.insert(Sailor(name: "fay", town: "Bern"))
        #expect(try await counts.next() == [3, 3])
        try await queue.delete(Sailor.all.where { $0.town == "Ulm" })
        #expect(try await counts.next() == [3])
    }
}

private final class Names: Sendable {
    private let names = Locked<[String]>([])

    var all: [String] { names.value }

    func add(_ name: String) { names.withLock { $0.append(name) } }
}
