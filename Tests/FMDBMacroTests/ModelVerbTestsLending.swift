import FMDBModel
import FMDBTestHelpers
import Testing

/// The verbs of models on queues and pools, synchronously. See ``Mapping``.
@Suite struct ModelVerbLendingTests {
    private let folder = TemporaryFolder()

    /// With ann (7), bob (no age) and cem (9) in the table.
    private func filled<Person: PersonModel>(_ lending: Lending, _: Person.Type) throws -> FMDatabaseCoordinator {
        let coordinator = try lending.coordinator(in: folder)
        try coordinator.createTable(Person.self)
        try coordinator.insert([Person("ann", age: 7), Person("bob", score: 2), Person("cem", age: 9, score: 4)])
        return coordinator
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func tablesAreMadeAndRemoved(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable(type)
            try coordinator.createTable(type, named: "other")
            try coordinator.createTable("plain", columns: ["a": .integer])
            #expect(try coordinator.tableExists(type))
            #expect(try coordinator.tableExists(type, named: "other"))
            #expect(try coordinator.columnNames("plain") == ["a"])
            try coordinator.dropTable(type)
            try coordinator.dropTable("other")
            #expect(try !coordinator.tableExists(type))
            #expect(try !coordinator.tableExists(type, named: "other"))
        }
        try check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func tablesFollowTheirModels(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable("person", columns: ["id": .integer, "name": .text])
            try coordinator.withDatabase { db in _ = try db.execute("INSERT INTO person VALUES (7, 'ann')") }
            #expect(try coordinator.upgradePlan(for: type).added == ["age", "score"])
            // The key of a table can only be changed outside of a transaction, by a copy; the rows need a score then.
            #expect(throws: FMError.self) { try coordinator.withTransaction { db in _ = try db.upgradeTable(type) } }
            try coordinator.withDatabase { db in
                _ = try db.execute("ALTER TABLE person ADD COLUMN score REAL DEFAULT 1")
                _ = try db.execute("UPDATE person SET score = 2")
            }
            #expect(try coordinator.upgradeTable(type).isRebuilt)
            #expect(try coordinator.createTable(type).added == [])
            #expect(try coordinator.find(type) == [Person("ann", score: 2, id: 7)])
        }
        try check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func rowsAreAdded(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel, Token: TokenModel>(_ type: Person.Type, _ token: Token.Type) throws {
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable(type)
            #expect(try coordinator.insert(Person("ann")) == 1)
            var bob = Person("bob")
            #expect(try coordinator.insert(&bob) == 2)
            #expect(bob.id == 2)
            #expect(try coordinator.insert([Person("cem"), Person("dan")]) == [3, 4])
            var more = [Person("eve"), Person("fay")]
            try coordinator.insert(&more)
            #expect(more.map(\.id) == [5, 6])
            #expect(try coordinator.insertPossible([Person("ann"), Person("gus")]).keys.sorted() == [0])
            #expect(try coordinator.count(type) == 7)

            try coordinator.insert(Token(code: "a", uses: 1), excluding: ["uses"])
            #expect(try coordinator.find(token, id: "a")?.uses == 5)
        }
        try check(mapping.person, mapping.token)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func rowsAreChanged(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try filled(lending, type)
            try coordinator.update(Person("ann", age: 1, id: 1))
            try coordinator.update(Person("x", age: 2, id: 2), only: ["age"])
            try coordinator.update([Person("cem", age: 3, id: 3)])
            #expect(try coordinator.find(type, orderBy: [.asc("id")]).map(\.age) == [1, 2, 3])
            #expect(try coordinator.update(type, set: [FMAssignment("score", 5)]) { $0.age > 1 } == 2)
            #expect(try coordinator.update(type, set: [FMAssignment("score", 6)], where: "age = \(1)") == 1)

            try coordinator.save(Person("ann", age: 4, id: 1))
            var dan = Person("dan")
            try coordinator.save(&dan)
            #expect(dan.id == 4)
            try coordinator.save([Person("eve"), Person("rob", id: 2)])
            #expect(
                try coordinator.find(type, orderBy: [.asc("id")]).map(\.name) == ["ann", "rob", "cem", "dan", "eve"])
            try coordinator.replaceAll(type, with: [Person("fay")])
            #expect(try coordinator.find(type).map(\.name) == ["fay"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func rowsAreRemoved(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try filled(lending, type)
            #expect(try coordinator.delete(Person("ann", id: 1)))
            #expect(try coordinator.delete([Person("bob", id: 2), Person("x", id: 9)]) == 1)
            #expect(try coordinator.delete(type, id: 3))
            try coordinator.insert([Person("ann", age: 7), Person("bob"), Person("cem")])
            #expect(try coordinator.delete(type) { $0.age == 7 } == 1)
            #expect(try coordinator.delete(type, where: "name = \("bob")") == 1)
            #expect(try coordinator.delete(type, where: .all) == 1)
        }
        try check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func modelsAreFound(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try filled(lending, type)
            let all = try coordinator.find(type, orderBy: [.asc("id")])
            #expect(all.map(\.name) == ["ann", "bob", "cem"])
            #expect(try coordinator.find(type) { $0.age > 7 } == [all[2]])
            #expect(
                try coordinator.find(type, where: "age > \(1)", orderBy: [.desc("id")], limit: 1, offset: 1) == [all[0]]
            )
            #expect(try coordinator.find(type, after: all[0], limit: 1) == [all[1]])
            #expect(try coordinator.find(type, id: 2) == all[1])
            #expect(try coordinator.first(type, orderBy: [.desc("name")]) == all[2])
            #expect(try coordinator.first(type) { $0.name == "x" } == nil)
            #expect(try coordinator.last(type) == all[2])
            #expect(try coordinator.find(type, sql: "SELECT * FROM person WHERE id = \(1)") == [all[0]])

            var names: [String] = []
            try coordinator.forEach(type, orderBy: [.asc("id")]) { names.append($0.name) }
            try coordinator.forEach(type, sql: "SELECT * FROM person WHERE id = \(1)") { names.append($0.name) }
            #expect(names == ["ann", "bob", "cem", "ann"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func figuresAreFound(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try filled(lending, type)
            #expect(try coordinator.count(type) { $0.age > 1 } == 2)
            #expect(try coordinator.count(type, where: "age > \(7)") == 1)
            #expect(try coordinator.exists(type))
            #expect(try coordinator.exists(type) { $0.name == "ann" })
            #expect(try coordinator.sum(type, "age", as: Int.self) == 16)
            #expect(try coordinator.min(type, "age", as: Int.self) == 7)
            #expect(try coordinator.max(type, "name", as: String.self) == "cem")
            #expect(try coordinator.average(type, "age", where: "age > 7") == 9)
        }
        try check(mapping.person)
    }

    @Test(arguments: Lending.allCases) func propertiesAreNamedByTheirKeyPaths(_ lending: Lending) throws {
        let coordinator = try filled(lending, HandPerson.self)
        #expect(try coordinator.sum(\HandPerson.score) == 6)
        #expect(try coordinator.min(\HandPerson.name) == "ann")
        #expect(try coordinator.max(\HandPerson.age, where: "age < 9") == 7)
        #expect(try coordinator.average(\HandPerson.age) == 8)
        try coordinator.insert(HandToken(code: "a", uses: 1), excluding: [\.uses])
        #expect(try coordinator.find(HandToken.self, id: "a")?.uses == 5)
    }

    // MARK: Transactions

    @Test(arguments: Lending.allCases, Mapping.allCases)
    func whatFailsIsUndoneAndModelsStayAsTheyAre(_ lending: Lending, _ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let coordinator = try filled(lending, type)
            let before = try coordinator.find(type, orderBy: [.asc("id")])
            var batch = [Person("dan"), Person("ann")]
            var ann = Person("ann")
            #expect(thrown { try coordinator.insert(&batch) }?.resultCode == .constraint)
            #expect(thrown { try coordinator.insert(batch) }?.resultCode == .constraint)
            #expect(thrown { try coordinator.insert(&ann) }?.resultCode == .constraint)
            #expect(thrown { try coordinator.save(&ann) }?.resultCode == .constraint)
            #expect(thrown { try coordinator.update([before[0], Person("x", id: 99)]) }?.resultCode == .notFound)
            #expect(thrown { try coordinator.replaceAll(type, with: [ann, ann]) }?.resultCode == .constraint)

            #expect(batch.map(\.id) == [nil, nil])
            #expect(ann.id == nil)
            #expect(try coordinator.find(type, orderBy: [.asc("id")]) == before)
        }
        try check(mapping.person)
    }

    @Test(arguments: [Lending.queue, .pool])
    func aModelIsNotFilledIfTheCommitFails(_ lending: Lending) throws {
        let coordinator = try lending.coordinator(in: folder)
        try coordinator.createTable(HandPerson.self)
        try FMDatabase.file(folder.file()).execute(
            """
            CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED)
            """)
        try FMDatabase.file(folder.file()).execute(
            "CREATE TRIGGER orphan AFTER INSERT ON person BEGIN INSERT INTO child (parent) VALUES (77); END")
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in try db.execute("PRAGMA foreign_keys = ON") }
        let strict: FMDatabaseCoordinator =
            lending == .queue
            ? try SilentQueue(path: folder.file(), configuration: configuration)
            : SilentPool(path: folder.file(), configuration: configuration)
        var ann = HandPerson("ann")

        #expect(thrown { try strict.insert(&ann) }?.extendedCode == .constraintForeignKey)
        #expect(ann.id == nil)
        #expect(try strict.count(HandPerson.self) == 0)
    }

    @Test func aPoolReadsWhileItsWriterIsAtWork() throws {
        let pool = try #require(try filled(.pool, HandPerson.self) as? FMDatabasePool)
        try pool.write { db in
            try db.delete(HandPerson.self, where: .all)
            #expect(try pool.count(HandPerson.self) == 3)
            #expect(try pool.find(HandPerson.self, id: 1)?.name == "ann")
            #expect(thrown { try pool.insert(HandPerson("x")) }?.extendedCode == .wouldDeadlock)
        }
        #expect(try pool.count(HandPerson.self) == 0)
    }

    @Test func aVerbWithinABlockOfItsQueueIsRefusedWithTheCallersLine() throws {
        let queue = try filled(.queue, HandPerson.self)
        let error = thrown { try queue.withDatabase { _ in try queue.count(HandPerson.self) } }

        #expect(error?.extendedCode == .wouldDeadlock)
        #expect(error?.message.contains("ModelVerbTestsLending.swift") == true)
    }

    @Test(arguments: Lending.allCases) func modelsThatAreNotSendableAreTakenSynchronously(_ lending: Lending) throws {
        let coordinator = try lending.coordinator(in: folder)
        try coordinator.createTable(Drawer.self)
        var drawer = Drawer()
        drawer.text = "a"
        try coordinator.insert(&drawer)

        #expect(drawer.id == 1)
        #expect(try coordinator.find(Drawer.self).map(\.text) == ["a"])
        #expect(try coordinator.first(Drawer.self)?.id == 1)
    }

    private final class Drawer: Codable, FMModel {
        var id: Int?
        var text = ""
    }

    @Test func transactionsAreRepeatedAsConfigured() throws {
        let other = try #require(SilentQueue(path: folder.file()))
        try other.createTable(HandPerson.self)
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.retry = FMDatabaseCoordinator.Retry(attempts: 5, pause: .milliseconds(1))
        configuration.configure = { db in db.maxBusyRetryTimeInterval = 0 }
        let failures = Locked(0)
        configuration.eventHandler = { event in
            guard case .statementEnded(let run) = event, run.resultCode.primary == .busy else { return }
            failures.withLock { $0 += 1 }
            other.inDatabase { db in _ = db.commit() }
        }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        other.inDatabase { db in _ = db.beginImmediateTransaction() }
        try queue.insert(HandPerson("ann"))

        #expect(failures.value == 1)
        #expect(try queue.count(HandPerson.self) == 1)
    }
}
