import FMDBModel
import FMDBTestHelpers
import Testing

/// The verbs of models on queues and pools, asynchronously. See ``Mapping``.
@Suite struct ModelVerbAsyncTests {
    private let folder = TemporaryFolder()

    /// With ann (7), bob (no age) and cem (9) in the table.
    private func filled<Person: PersonModel>(_ lending: Lending, _: Person.Type) async throws -> FMDatabaseCoordinator {
        let coordinator = try lending.coordinator(in: folder)
        try await coordinator.createTable(Person.self)
        try await coordinator.insert([Person("ann", age: 7), Person("bob", score: 2), Person("cem", age: 9, score: 4)])
        return coordinator
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func tablesAreMadeAndRemoved(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel>(_ type: Person.Type) async throws {
            let coordinator = try lending.coordinator(in: folder)
            try await coordinator.createTable(type)
            try await coordinator.createTable(type, named: "other")
            try await coordinator.createTable("plain", columns: ["a": .integer])
            #expect(try await coordinator.tableExists(type))
            #expect(try await coordinator.columnNames("plain") == ["a"])
            try await coordinator.dropTable(type)
            try await coordinator.dropTable("other")
            #expect(try await !coordinator.tableExists(type))
            #expect(try await !coordinator.tableExists(type, named: "other"))
        }
        try await check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func tablesFollowTheirModels(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel>(_ type: Person.Type) async throws {
            let coordinator = try lending.coordinator(in: folder)
            try await coordinator.createTable("person", columns: ["id": .integer, "name": .text])
            try await coordinator.withDatabase { db in _ = try db.execute("INSERT INTO person VALUES (7, 'ann')") }
            #expect(try await coordinator.upgradePlan(for: type).added == ["age", "score"])
            // The key of a table can only be changed outside of a transaction, by a copy; the rows need a score then.
            await #expect(throws: FMError.self) {
                try await coordinator.withTransaction { db in _ = try db.upgradeTable(type) }
            }
            try await coordinator.withDatabase { db in
                _ = try db.execute("ALTER TABLE person ADD COLUMN score REAL DEFAULT 1")
                _ = try db.execute("UPDATE person SET score = 2")
            }
            #expect(try await coordinator.upgradeTable(type).isRebuilt)
            #expect(try await coordinator.createTable(type).added == [])
            #expect(try await coordinator.find(type) == [Person("ann", score: 2, id: 7)])
        }
        try await check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func rowsAreAdded(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel, Token: TokenModel>(_ type: Person.Type, _ token: Token.Type) async throws {
            let coordinator = try lending.coordinator(in: folder)
            try await coordinator.createTable(type)
            #expect(try await coordinator.insert(Person("ann")) == 1)
            var bob = Person("bob")
            #expect(try await coordinator.insert(&bob) == 2)
            #expect(bob.id == 2)
            #expect(try await coordinator.insert([Person("cem"), Person("dan")]) == [3, 4])
            var more = [Person("eve"), Person("fay")]
            try await coordinator.insert(&more)
            #expect(more.map(\.id) == [5, 6])
            #expect(try await coordinator.insertPossible([Person("ann"), Person("gus")]).keys.sorted() == [0])
            #expect(try await coordinator.count(type) == 7)

            try await coordinator.insert(Token(code: "a", uses: 1), excluding: ["uses"])
            #expect(try await coordinator.find(token, id: "a")?.uses == 5)
        }
        try await check(mapping.person, mapping.token)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func rowsAreChanged(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel>(_ type: Person.Type) async throws {
            let coordinator = try await filled(lending, type)
            try await coordinator.update(Person("ann", age: 1, id: 1))
            try await coordinator.update(Person("x", age: 2, id: 2), only: ["age"])
            try await coordinator.update([Person("cem", age: 3, id: 3)])
            #expect(try await coordinator.find(type, orderBy: [.asc("id")]).map(\.age) == [1, 2, 3])
            #expect(try await coordinator.update(type, set: [FMAssignment("score", 5)]) { $0.age > 1 } == 2)
            #expect(try await coordinator.update(type, set: [FMAssignment("score", 6)], where: "age = \(1)") == 1)

            try await coordinator.save(Person("ann", age: 4, id: 1))
            var dan = Person("dan")
            try await coordinator.save(&dan)
            #expect(dan.id == 4)
            try await coordinator.save([Person("eve"), Person("rob", id: 2)])
            let names = try await coordinator.find(type, orderBy: [.asc("id")]).map(\.name)
            #expect(names == ["ann", "rob", "cem", "dan", "eve"])
            try await coordinator.replaceAll(type, with: [Person("fay")])
            #expect(try await coordinator.find(type).map(\.name) == ["fay"])
        }
        try await check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func rowsAreRemoved(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel>(_ type: Person.Type) async throws {
            let coordinator = try await filled(lending, type)
            #expect(try await coordinator.delete(Person("ann", id: 1)))
            #expect(try await coordinator.delete([Person("bob", id: 2), Person("x", id: 9)]) == 1)
            #expect(try await coordinator.delete(type, id: 3))
            try await coordinator.insert([Person("ann", age: 7), Person("bob"), Person("cem")])
            #expect(try await coordinator.delete(type) { $0.age == 7 } == 1)
            #expect(try await coordinator.delete(type, where: "name = \("bob")") == 1)
            #expect(try await coordinator.delete(type, where: .all) == 1)
        }
        try await check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func modelsAreFound(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel>(_ type: Person.Type) async throws {
            let coordinator = try await filled(lending, type)
            let all = try await coordinator.find(type, orderBy: [.asc("id")])
            #expect(all.map(\.name) == ["ann", "bob", "cem"])
            #expect(try await coordinator.find(type) { $0.age > 7 } == [all[2]])
            #expect(try await coordinator.find(type, where: "age > \(1)", orderBy: [.desc("id")], limit: 1) == [all[2]])
            #expect(try await coordinator.find(type, after: all[0], limit: 1) == [all[1]])
            #expect(try await coordinator.find(type, id: 2) == all[1])
            #expect(try await coordinator.first(type, orderBy: [.desc("name")]) == all[2])
            #expect(try await coordinator.first(type) { $0.name == "x" } == nil)
            #expect(try await coordinator.last(type) == all[2])
            #expect(try await coordinator.find(type, sql: "SELECT * FROM person WHERE id = \(1)") == [all[0]])

            let names = Locked<[String]>([])
            try await coordinator.forEach(type, orderBy: [.asc("id")]) { person in
                names.withLock { $0.append(person.name) }
            }
            try await coordinator.forEach(type, sql: "SELECT * FROM person WHERE id = \(1)") { person in
                names.withLock { $0.append(person.name) }
            }
            #expect(names.value == ["ann", "bob", "cem", "ann"])
        }
        try await check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func figuresAreFound(_ lending: Lending, _ mapping: Mapping) async throws {
        func check<Person: PersonModel>(_ type: Person.Type) async throws {
            let coordinator = try await filled(lending, type)
            #expect(try await coordinator.count(type) { $0.age > 1 } == 2)
            #expect(try await coordinator.count(type, where: "age > \(7)") == 1)
            #expect(try await coordinator.exists(type))
            #expect(try await coordinator.exists(type) { $0.name == "ann" })
            #expect(try await coordinator.sum(type, "age", as: Int.self) == 16)
            #expect(try await coordinator.min(type, "age", as: Int.self) == 7)
            #expect(try await coordinator.max(type, "name", as: String.self) == "cem")
            #expect(try await coordinator.average(type, "age", where: "age > 7") == 9)
        }
        try await check(mapping.person)
    }

    @Test(arguments: Lending.allCases) func propertiesAreNamedByTheirKeyPaths(_ lending: Lending) async throws {
        let coordinator = try await filled(lending, HandPerson.self)
        #expect(try await coordinator.sum(\HandPerson.score) == 6)
        #expect(try await coordinator.min(\HandPerson.name) == "ann")
        #expect(try await coordinator.max(\HandPerson.age, where: "age < 9") == 7)
        #expect(try await coordinator.average(\HandPerson.age) == 8)
        try await coordinator.insert(HandToken(code: "a", uses: 1), excluding: [\.uses])
        #expect(try await coordinator.find(HandToken.self, id: "a")?.uses == 5)
    }

    // MARK: Tasks

    @Test(arguments: Lending.allCases) @MainActor
    func conditionsAreMadeWhereTheCallerIs(_ lending: Lending) async throws {
        let coordinator = try lending.coordinator(in: folder)
        try await coordinator.createTable(HandPerson.self)
        try await coordinator.insert([HandPerson("ann", age: 7), HandPerson("bob"), HandPerson("cem", age: 9)])
        let screen = Screen()

        #expect(try await coordinator.find(HandPerson.self) { $0.age > screen.limit }.map(\.name) == ["cem"])
        #expect(try await coordinator.count(HandPerson.self) { $0.age > screen.limit } == 1)
        #expect(try await coordinator.delete(HandPerson.self) { $0.age > screen.limit } == 1)
        var dan = HandPerson("dan")
        try await coordinator.insert(&dan)
        screen.person = dan
        #expect(screen.person?.id == 3)
    }

    /// What belongs to the main actor, and is not Sendable.
    @MainActor private final class Screen {
        let limit = 8
        var person: HandPerson?
    }

    @Test(arguments: Lending.allCases)
    func whatFailsIsUndoneAndModelsStayAsTheyAre(_ lending: Lending) async throws {
        let coordinator = try await filled(lending, HandPerson.self)
        var batch = [HandPerson("dan"), HandPerson("ann")]
        var ann = HandPerson("ann")
        var errors: [FMError?] = []
        do { try await coordinator.insert(&batch) } catch { errors.append(error as? FMError) }
        do { try await coordinator.save(&ann) } catch { errors.append(error as? FMError) }

        #expect(errors.map { $0?.resultCode } == [.constraint, .constraint])
        #expect(batch.map(\.id) == [nil, nil])
        #expect(ann.id == nil)
        #expect(try await coordinator.count(HandPerson.self) == 3)
    }

    // Each database of a pool in memory has its own content.
    @Test(arguments: Lending.allCases.filter { $0 != .poolInMemory })
    func manyTasksWriteSideBySide(_ lending: Lending) async throws {
        let coordinator = try await filled(lending, HandPerson.self)
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for number in 0..<40 {
                group.addTask {
                    var person = HandPerson("\(number)")
                    try await coordinator.insert(&person)
                    return person.id
                }
            }
            var keys: Set<Int64> = []
            for try await key in group { keys.insert(try #require(key)) }
            #expect(keys == Set(4...43))
        }
    }

    @Test(arguments: Lending.allCases) func aCancelledTaskWritesNothing(_ lending: Lending) async throws {
        let coordinator = try await filled(lending, HandPerson.self)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await coordinator.insert(HandPerson("dan"))
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await coordinator.count(HandPerson.self) == 3)
    }
}

/// Models in batches. See `FMPages`.
@Suite struct ModelVerbEachTests {
    private let folder = TemporaryFolder()

    /// With rows of the names 1 to 10, of the ages 1, 2, 0, 1 ….
    private func filled(_ lending: Lending) async throws -> FMDatabaseCoordinator {
        let coordinator = try lending.coordinator(in: folder)
        try await coordinator.createTable(HandPerson.self)
        try await coordinator.insert((1...10).map { (number: Int) in HandPerson("\(number)", age: number % 3) })
        return coordinator
    }

    private func ids(_ models: FMPages<HandPerson>) async throws -> [Int64?] {
        var ids: [Int64?] = []
        for try await model in models { ids.append(model.id) }
        return ids
    }

    @Test(arguments: Lending.allCases, [-1, 1, 2, 3, 5, 9, 10, 11, 256])
    func allModelsComeOnce(_ lending: Lending, _ batch: Int) async throws {
        let coordinator = try await filled(lending)
        #expect(try await ids(coordinator.each(HandPerson.self, batch: batch)) == (1...10).map { $0 })
        let byAge = coordinator.each(HandPerson.self, orderBy: [.desc("age")], batch: batch)
        #expect(try await ids(byAge) == [2, 5, 8, 1, 4, 7, 10, 3, 6, 9])
        #expect(try await ids(byAge) == [2, 5, 8, 1, 4, 7, 10, 3, 6, 9])
        #expect(try await ids(coordinator.each(HandPerson.self, where: "age = \(2)", batch: batch)) == [2, 5, 8])
        #expect(try await ids(coordinator.each(HandPerson.self, batch: batch) { $0.age == 0 }) == [3, 6, 9])
        #expect(try await ids(coordinator.each(HandPerson.self, where: .none, batch: batch)) == [])
    }

    @Test(arguments: Mapping.allCases) func modelsOfEitherMappingCome(_ mapping: Mapping) async throws {
        func check<Place: PlaceModel>(_ type: Place.Type) async throws {
            let queue = try Lending.queue.coordinator(in: folder)
            try await queue.createTable(type)
            try await queue.insert(
                (0..<9).map { (number: Int) in
                    Place(town: "t\(number / 3)", street: "s\(number)", residents: number)
                })
            var residents: [Int] = []
            for try await place in queue.each(type, orderBy: [.desc("town")], batch: 2) {
                residents.append(place.residents)
            }
            #expect(residents == [6, 7, 8, 3, 4, 5, 0, 1, 2])
        }
        try await check(mapping.place)
    }

    @Test(arguments: Lending.allCases) func theConnectionIsFreeBetweenTwoBatches(_ lending: Lending) async throws {
        let coordinator = try await filled(lending)
        var seen: [Int64?] = []
        for try await model in coordinator.each(HandPerson.self, batch: 2) {
            seen.append(model.id)
            if model.id == 3 {
                try await coordinator.delete(HandPerson.self, where: "id IN \([4, 5, 6])")
                try await coordinator.insert(HandPerson("eleven"))
            }
        }

        // 4 was in the batch already.
        #expect(seen == [1, 2, 3, 4, 7, 8, 9, 10, 11])
    }

    @Test(arguments: Lending.allCases) func cancellationEndsTheSequence(_ lending: Lending) async throws {
        let coordinator = try await filled(lending)
        let seen = Locked(0)
        let task = Task {
            for try await model in coordinator.each(HandPerson.self, batch: 4) {
                seen.withLock { $0 += 1 }
                if model.id == 2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(seen.value == 2)
    }

    @Test(arguments: Lending.allCases) func anErrorEndsTheSequence(_ lending: Lending) async throws {
        let coordinator = try await filled(lending)
        try await coordinator.withDatabase { db in _ = try db.execute("UPDATE person SET age = 'x' WHERE id = 5") }
        var models = coordinator.each(HandPerson.self, batch: 3).makeAsyncIterator()
        for id in 1...3 { #expect(try await models.next()?.id == Int64(id)) }

        let error = await #expect(throws: FMError.self) { try await models.next() }
        #expect(error?.message.hasPrefix("row 1, column age: ") == true)
        #expect(try await models.next() == nil)
    }

    @Test func aModelWithoutAKeyIsRefused() async throws {
        let queue = try Lending.queue.coordinator(in: folder)
        try await queue.createTable(HandLine.self)
        var models = queue.each(HandLine.self).makeAsyncIterator()

        let error = await #expect(throws: FMError.self) { try await models.next() }
        #expect(error?.resultCode == .misuse)
    }
}
