import FMDBModel
import FMDBTestHelpers
import Testing

/// Rows that the database does not take, and keys by which a row is hard to find again. See ``Mapping``.
@Suite struct ModelVerbRowTests {
    private let db = FMDatabase.memory()

    /// A table of persons that passes over what it does not like, with ann in it.
    private func make<Person: PersonModel>(_ type: Person.Type, _ rule: Rule) throws {
        let unique = rule == .conflict ? "UNIQUE ON CONFLICT IGNORE" : ""
        try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT \(raw: unique), age, score)")
        try db.insert(Person("ann", age: 1))
        guard rule == .trigger else { return }
        try db.execute(
            "CREATE TRIGGER t BEFORE INSERT ON person WHEN new.name = 'ann' BEGIN SELECT raise(IGNORE); END")
    }

    enum Rule: CaseIterable { case conflict, trigger }

    private func content() throws -> [String] { try db.rows("SELECT name FROM person ORDER BY id", as: String.self) }

    private func expectIgnored(_ error: FMError?) throws {
        let error = try #require(error)
        #expect(error.resultCode == .constraint)
        #expect(error.message.hasPrefix("the table person has ignored the row"))
        #expect(!db.isTransactionOpen)
    }

    // MARK: Ignored rows

    @Test(arguments: Mapping.allCases, Rule.allCases) func aRowThatIsIgnoredIsAnError(
        _ mapping: Mapping, _ rule: Rule
    ) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try make(type, rule)
            var twin = Person("ann", age: 2)
            try expectIgnored(thrown { try db.insert(Person("ann", age: 2)) })
            try expectIgnored(thrown { try db.insert(twin, excluding: ["age"]) })
            try expectIgnored(thrown { try db.insert(&twin) })
            #expect(twin == Person("ann", age: 2))
            #expect(try content() == ["ann"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases, Rule.allCases) func aBatchWithARowThatIsIgnoredIsUndone(
        _ mapping: Mapping, _ rule: Rule
    ) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try make(type, rule)
            var models = [Person("bob"), Person("ann"), Person("cem")]
            let before = models
            for error in [
                thrown { try db.insert(before) }, thrown { try db.insert(&models) }, thrown { try db.save(before) },
            ] {
                try expectIgnored(error)
                #expect(error?.batchIndex == 1)
                #expect(try content() == ["ann"])
            }
            #expect(models == before)
            try expectIgnored(thrown { try db.replaceAll(type, with: [Person("bob"), Person("bob"), Person("ann")]) })
            #expect(try content() == ["ann"])
        }
        // Of two new rows of one name the second is ignored by the rule alone.
        guard rule == .trigger else { return try conflicts(mapping) }
        try check(mapping.person)
    }

    private func conflicts(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try make(type, .conflict)
            var models = [Person("bob"), Person("bob"), Person("cem")]
            let before = models
            for error in [
                thrown { try db.insert(before) }, thrown { try db.insert(&models) }, thrown { try db.save(before) },
                thrown { try db.replaceAll(type, with: before) },
            ] {
                try expectIgnored(error)
                #expect(error?.batchIndex == 1)
                #expect(try content() == ["ann"])
            }
            #expect(models == before)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases, Rule.allCases) func whatIsIgnoredIsReportedOfAsManyAsCanBe(
        _ mapping: Mapping, _ rule: Rule
    ) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try make(type, rule)
            let failures = try db.insertPossible([Person("bob"), Person("ann"), Person("cem")])
            #expect(Array(failures.keys) == [1])
            #expect(failures[1]?.resultCode == .constraint)
            #expect(try content() == ["ann", "bob", "cem"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases, Rule.allCases) func aRowThatIsIgnoredIsNotSaved(
        _ mapping: Mapping, _ rule: Rule
    ) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try make(type, rule)
            var twin = Person("ann", age: 2)
            try expectIgnored(thrown { try db.save(Person("ann", age: 2)) })
            try expectIgnored(thrown { try db.save(&twin) })
            #expect(twin == Person("ann", age: 2))
            try db.save(Person("bob"))
            #expect(try content() == ["ann", "bob"])
        }
        try check(mapping.person)
    }

    private struct Tag: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "name")
        var name: String
    }

    @Test func savingWhatIsThereAlreadyChangesNothingAndIsNoError() throws {
        try db.createTable(Tag.self)
        for _ in 1...2 {
            try db.save(Tag(name: "a"))
            try db.save([Tag(name: "a"), Tag(name: "b")])
        }
        #expect(try db.count(Tag.self) == 2)
    }

    @Test(arguments: Mapping.allCases) func aViewTakesRowsByItsTrigger(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, name, age, score)")
            try db.execute("CREATE VIEW person AS SELECT * FROM people")
            try db.execute(
                """
                CREATE TRIGGER t INSTEAD OF INSERT ON person
                BEGIN INSERT INTO people VALUES (new.id, new.name, new.age, new.score); END
                """)
            var cem = Person("cem", id: 9)
            var more = [Person("dan"), Person("eve")]
            try db.insert(Person("ann"))
            try db.insert([Person("bob")])
            try db.insert(&cem)
            try db.insert(&more)
            #expect(try db.insertPossible([Person("fay")]).isEmpty)

            #expect(try content() == ["ann", "bob", "cem", "dan", "eve", "fay"])
            #expect(cem == Person("cem", id: 9))
            #expect(more == [Person("dan"), Person("eve")])
        }
        try check(mapping.person)
    }

    // MARK: Reading back

    @Test(arguments: Mapping.allCases) func aBatchThatIsFilledIsOneStatementAndReadInItsOrder(
        _ mapping: Mapping
    ) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            var people = [Person("ann", id: 9), Person("bob"), Person("cem", id: 3)]
            let prepared = Locked(0)
            db.eventHandler = { event in
                if case .cacheHit(let sql) = event, sql.hasPrefix("INSERT") || sql.hasPrefix("SAVEPOINT") {
                    prepared.withLock { $0 += 1 }
                } else if case .cacheMiss(let sql) = event, sql.hasPrefix("INSERT") || sql.hasPrefix("SAVEPOINT") {
                    prepared.withLock { $0 += 1 }
                }
            }
            try db.insert(&people)
            db.eventHandler = nil

            #expect(people.map(\.id) == [9, 10, 3])
            // One insertion, and a save point for it within the transaction.
            #expect(prepared.withLock { $0 } == 2)
            #expect(try db.find(type, orderBy: [.asc("id")]).map(\.name) == ["cem", "ann", "bob"])
        }
        try check(mapping.person)
    }

    @Test func aTriggerThatRefusesTheLastOfABatchLeavesAllAsItWas() throws {
        try db.createTable(CodablePerson.self)
        try db.execute(
            "CREATE TRIGGER t AFTER INSERT ON person WHEN new.name = 'cem' BEGIN SELECT raise(ABORT, 'no'); END")
        var people = [CodablePerson("ann"), CodablePerson("bob"), CodablePerson("cem")]
        let before = people

        let error = thrown { try db.insert(&people) }

        #expect(error?.batchIndex == 2)
        #expect(people == before)
        #expect(try content() == [])
    }

    private struct Note: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(key: ["book", "page"], created: "created", updated: "updated")
        var book: String
        var page: Int
        var created: Date?
        var updated: Date?
    }

    @Test func aTableWithoutRowIDsGivesItsTimes() throws {
        try db.execute("CREATE TABLE Note (book, page, created, updated, PRIMARY KEY (book, page)) WITHOUT ROWID")
        var one = Note(book: "a", page: 1)
        var more = [Note(book: "b", page: 2), Note(book: "a", page: 3)]
        try db.insert(&one)
        try db.insert(&more)
        let saved = one
        try db.save(&one)

        #expect(saved.created != nil)
        #expect(one.created == saved.created)
        #expect(more.allSatisfy { $0.created != nil && $0.updated != nil })
        #expect(more.map(\.page) == [2, 3])
        #expect(try db.find(Note.self, orderBy: [.asc("page")]) == [one] + more)
    }

    @Test func aTableWhoseKeyIsNotUniqueGivesTheNewRow() throws {
        try db.execute("CREATE TABLE Note (book, page, created, updated)")
        try db.execute("INSERT INTO Note VALUES ('a', 1, 7, 7)")
        var note = Note(book: "a", page: 1)
        try db.insert(&note)

        #expect(try #require(note.created).timeIntervalSince1970 > 7)
    }

    // MARK: NULL in the key

    private struct Pair: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(key: ["a", "b"], updated: "updated")
        var a: String
        var b: Int?
        var text: String
        var updated: Date?
    }

    @Test func nilInAKeyIsAValueLikeOthers() throws {
        try db.createTable(Pair.self)
        try db.save(Pair(a: "x", b: nil, text: "one"))
        try db.save(Pair(a: "x", b: 1, text: "other"))
        try db.save([Pair(a: "x", b: nil, text: "two"), Pair(a: "y", b: nil, text: "new")])
        var last = Pair(a: "x", b: nil, text: "three")
        try db.save(&last)
        var new = Pair(a: "z", b: nil, text: "newer")
        try db.save(&new)

        #expect(last.updated != nil)
        #expect(new.updated != nil)
        #expect(
            try db.rows("SELECT text FROM Pair ORDER BY a, b", as: String.self) == ["three", "other", "new", "newer"])
    }

    @Test func aSavingOfSeveralWithNilInTheirKeysIsAllOrNothing() throws {
        try db.execute("CREATE TABLE Pair (a TEXT, b INTEGER, text CHECK (text <> 'no'), updated, PRIMARY KEY (a, b))")
        let error = thrown { try db.save([Pair(a: "x", b: nil, text: "one"), Pair(a: "y", b: nil, text: "no")]) }

        #expect(error?.resultCode == .constraint)
        #expect(error?.batchIndex == 1)
        #expect(try db.count(Pair.self) == 0)
    }

    // MARK: Columns that are not to be set

    private struct Page: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(created: "created", updated: "updated")
        var id: Int?
        var text: String
        var created: Date?
        var updated: Date?
    }

    @Test func theKeyAndTheTimeOfCreationAreNotUpdated() throws {
        try db.createTable(Page.self)
        var page = Page(text: "a")
        try db.insert(&page)
        for columns in [["id"], ["created"], ["text", "ID"], ["text", "Created"]] {
            var changed = page
            (changed.text, changed.created) = ("b", nil)
            let error = thrown { try db.update(changed, only: columns) }
            #expect(error?.resultCode == .misuse)
            #expect(try db.find(Page.self) == [page])
        }
        try db.update(page, only: ["updated"])
        #expect(try #require(try db.first(Page.self)?.updated) >= #require(page.updated))
    }

    @Test func aTimeOfUpdateThatIsGivenCounts() throws {
        try db.createTable(Page.self)
        try db.insert(Page(text: "a"))
        let date = Date(timeIntervalSince1970: 7)
        try db.update(Page.self, set: [FMAssignment("UPDATED", date)], where: .all)
        #expect(try db.first(Page.self)?.updated == date)
        try db.update(Page.self, set: [FMAssignment("text", "b")], where: .all)
        #expect(try #require(try db.first(Page.self)?.updated) > date)
    }
}
