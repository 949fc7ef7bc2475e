import FMDBModel
import FMDBTestHelpers
import Testing

/// What becomes of the results of a request. See ``SailorScene``.
@Suite struct RequestDifferenceTests {
    private func filled() throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try queue.createTable(Sailor.self)
        try queue.insert(SailorScene.sailors)
        return queue
    }

    /// A list that is kept up to date by differences alone.
    private func apply(_ difference: FMDifference<Sailor>, to list: [Sailor]) -> [Sailor] {
        let gone = Set(difference.removed + difference.moved.map(\.from))
        var new = list.indices.filter { !gone.contains($0) }.map { list[$0] }
        let places =
            difference.inserted.map { ($0, difference.models[$0]) }
            + difference.moved.map { ($0.to, list[$0.from]) }
        for (place, sailor) in places.sorted(by: { $0.0 < $1.0 }) { new.insert(sailor, at: place) }
        for place in difference.changed { new[place] = difference.models[place] }
        return new
    }

    @Test func eachKindOfDifferenceIsTold() async throws {
        let queue = try { try filled() }()
        var differences = queue.differences(of: Sailor.all.order(\.name.ascending)).makeAsyncIterator()

        let first = try #require(try await differences.next())
        #expect(first.inserted == [0, 1, 2, 3, 4])
        #expect(first.removed.isEmpty && first.moved.isEmpty && first.changed.isEmpty)
        try await queue.insert(Sailor(name: "bea", town: "Ulm"))
        #expect(try await differences.next()?.inserted == [1])
        try await queue.delete(Sailor.all.where { $0.name == "cem" })
        #expect(try await differences.next()?.removed == [3])
        try await queue.update(Sailor.all.where { $0.name == "dan" }) { [$0.age <- 8] }
        let changed = try #require(try await differences.next())
        #expect(changed.changed == [3])
        #expect(changed.models[3].age == 8)
        try await queue.update(Sailor.all.where { $0.name == "ann" }) { [$0.name <- "zoe"] }
        let moved = try #require(try await differences.next())
        #expect(moved.moved.map { [$0.from, $0.to] } == [[0, 4]])
        #expect(moved.changed == [4])
    }

    @Test func whatChangesNothingIsNotTold() async throws {
        let queue = try { try filled() }()
        var differences = queue.differences(of: Sailor.all.where { $0.town == "Bern" }).makeAsyncIterator()

        #expect(try await differences.next()?.models.count == 2)
        try await queue.insert(Sailor(name: "fay", town: "Ulm"))
        try await queue.delete(Sailor.all.where { $0.town == "Bern" })
        #expect(try await differences.next()?.removed == [0, 1])
    }

    /// Deletes, ages or saves a sailor.
    private func change(_ step: [Int], _ db: FMDatabase) throws {
        let id = Int64(step[1])
        switch step[0] % 3 {
        case 0: try db.delete(Sailor.self, id: id)
        case 1: try db.update(Sailor.all.where { $0.id == id }) { [$0.age <- step[2]] }
        default: try db.save(Sailor(id: id, name: "s", town: "t", age: step[2]))
        }
    }

    @Test(arguments: 1...30)
    func differencesMakeTheNewListOfTheOldOne(_ seed: Int) async throws {
        let queue = try { try filled() }()
        var random = SeededNumbers(seed)
        let request = Sailor.all.where { $0.age > 3 }.order(\.age.ascending).order(\.id.ascending)
        var differences = queue.differences(of: request).makeAsyncIterator()
        var list = apply(try #require(try await differences.next()), to: [])
        for _ in 0..<10 {
            let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<3).map { _ in Int.random(in: 0...9, using: &random) }
            }
            try await queue.withTransaction { db in for step in steps { try change(step, db) } }
            let results = try await queue.find(request)
            guard results != list else { continue }
            list = apply(try #require(try await differences.next()), to: list)
            #expect(list == results)
        }
    }

    @Test func textsOfOtherBytesAreOtherKeys() async throws {
        struct Word: Codable, FMModel, Sendable {
            var id: String
            var text = ""
        }
        let queue = try { try filled() }()
        try await queue.createTable(Word.self)
        try await queue.insert([Word(id: "\u{E9}"), Word(id: "e\u{301}")])
        var differences = queue.differences(of: Word.all.order(by: .asc("id"))).makeAsyncIterator()
        _ = try await differences.next()
        try await queue.save(Word(id: "\u{E9}", text: "new"))

        let difference = try #require(try await differences.next())
        #expect(difference.changed == [1])
        #expect(difference.inserted.isEmpty && difference.removed.isEmpty)
    }

    @Test func modelsWithoutAKeyAreRefused() async throws {
        struct Line: Codable, FMModel, Sendable { var text: String }
        let queue = try { try filled() }()
        try await queue.createTable(Line.self)
        await #expect(throws: FMError.self) { for try await _ in queue.differences(of: Line.all) {} }
        await #expect(throws: FMError.self) {
            for try await _ in queue.differences(of: FMRecord.all.from("Sailor")) {}
        }
    }
}
