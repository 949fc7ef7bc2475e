import FMDBModel
import FMDBTestHelpers
import Testing

/// The verbs of models on a database. See ``Mapping``.
@Suite struct ModelVerbTests {
    private let db = FMDatabase.memory()

    /// The table of persons as it stands.
    private func content() -> String { drawn(try? db.query("SELECT * FROM person ORDER BY id")) }

    /// ann (7), bob (no age) and cem (9), in the table.
    private func insertThree<Person: PersonModel>(_: Person.Type) throws -> [Person] {
        try db.createTable(Person.self)
        var three = [Person("ann", age: 7, score: 1.5), Person("bob", score: 2), Person("cem", age: 9, score: 4)]
        try db.insert(&three)
        return three
    }

    // MARK: Tables

    @Test(arguments: Mapping.allCases) func aTableIsMadeOnce(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            #expect(try !db.tableExists(type))
            try db.createTable(type)
            try db.insert(Person("ann"))
            try db.createTable(type)

            #expect(try db.tableExists(type))
            #expect(try db.columnNames("person") == ["id", "name", "age", "score"])
            #expect(try db.count(type) == 1)
            try db.dropTable(type)
            try db.dropTable(type)
            #expect(try !db.tableExists(type))
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aTableCanHaveAnotherName(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let name = "people of \"2024\""
            try db.createTable(type, named: name)
            var ann = Person("ann")
            try db.insert(&ann, into: name)
            ann.age = 3
            try db.update(ann, in: name)
            try db.save(Person("bob"), in: name)

            #expect(try db.find(type, from: name, orderBy: [.asc("name")]).map(\.age) == [3, nil])
            #expect(try db.count(type, in: name) { $0.age == 3 } == 1)
            #expect(try db.max(type, "age", as: Int.self, in: name) == 3)
            #expect(try db.delete(ann, from: name))
            #expect(try !db.tableExists(type))
            try db.dropTable(type, named: name)
            #expect(try !db.tableExists(type, named: name))
        }
        try check(mapping.person)
    }

    @Test func aTableNeedsNoModel() throws {
        try db.createTable("users", columns: ["name": .text, "age": .integer, "a \"b\"": .blob])

        #expect(try db.columnNames("users") == ["name", "age", "a \"b\""])
        #expect(try db.columnNames("nobody") == [])
    }

    @Test(arguments: Mapping.allCases) func aTableIsMadeOnInsertionWhereTheModelWantsIt(_ mapping: Mapping) throws {
        func check<Token: TokenModel>(_ type: Token.Type) throws {
            try db.insert(Token(code: "a", uses: 1))
            try db.insertPossible([Token(code: "b", uses: 2)]).keys.forEach { _ in Issue.record() }

            #expect(
                try db.find(type, orderBy: [.asc("code")]) == [Token(code: "a", uses: 1), Token(code: "b", uses: 2)])
        }
        try check(mapping.token)
    }

    // MARK: New rows

    @Test(arguments: Mapping.allCases) func aNewRowGetsItsKeyFromSQLite(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            #expect(try db.insert(Person("ann", age: 7, score: 1.5)) == 1)
            var bob = Person("bob")
            #expect(try db.insert(&bob) == 2)
            #expect(bob == Person("bob", id: 2))
            #expect(try db.insert(Person("cem", id: 40)) == 40)
            var people = [Person("dan"), Person("eve")]
            try db.insert(&people)
            #expect(people.map(\.id) == [41, 42])
            #expect(try db.insert([Person("fay"), Person("gus")]) == [43, 44])
        }
        try check(mapping.person)
        #expect(content().hasPrefix("id | name  | age  | score\n1  | 'ann' | 7    | 1.5\n2  | 'bob' | NULL | 0.0\n"))
    }

    @Test(arguments: Mapping.allCases) func columnsLeftOutHaveTheirDefaults(_ mapping: Mapping) throws {
        func check<Token: TokenModel>(_ type: Token.Type) throws {
            try db.insert(Token(code: "a", uses: 1), excluding: ["USES"])
            #expect(try db.find(type, id: "a")?.uses == 5)

            let error = thrown { try db.insert(Token(code: "b", uses: 1), excluding: ["nothing"]) }
            #expect(error?.resultCode == .range)
            #expect(error?.message == "the table token of the model has no column nothing")
        }
        try check(mapping.token)
    }

    @Test func propertiesLeftOutAreNamedByTheirKeyPaths() throws {
        try db.insert(HandToken(code: "a", uses: 1), excluding: [\.uses])
        #expect(try db.find(HandToken.self, id: "a")?.uses == 5)

        let error = thrown { try db.insert(CodableToken(code: "b", uses: 1), excluding: [\.uses]) }
        #expect(error?.resultCode == .range)
        #expect(try db.count(CodableToken.self) == 1)
    }

    @Test(arguments: Mapping.allCases) func aBatchIsInsertedWhollyOrNotAtAll(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            var people = [Person("ann"), Person("bob"), Person("ann")]
            let errors = [thrown { try db.insert(people) }, thrown { try db.insert(&people) }]

            #expect(errors.map { $0?.resultCode } == [.constraint, .constraint])
            #expect(errors.allSatisfy { $0?.batchIndex == 2 })
            #expect(people.map(\.id) == [nil, nil, nil])
            #expect(try db.count(type) == 0)
            #expect(!db.isInTransaction)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func ofABatchWhatCanBeIsInserted(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            let failures = try db.insertPossible([Person("ann"), Person("ann"), Person("bob")])

            #expect(failures.keys.sorted() == [1])
            #expect(failures[1]?.extendedCode == .constraintUnique)
            #expect(try db.find(type, orderBy: [.asc("name")]).map(\.name) == ["ann", "bob"])
        }
        try check(mapping.person)
    }

    // MARK: Changed rows

    @Test(arguments: Mapping.allCases) func aModelIsWrittenOverItsRow(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            var three = try insertThree(type)
            three[0].age = nil
            three[1].name = "rob"
            try db.update(three[0])
            try db.update([three[1], three[2]])
            #expect(try db.find(type, orderBy: [.asc("id")]) == three)

            three[2].name = "not written"
            three[2].age = 10
            try db.update(three[2], only: ["age"])
            #expect(try db.find(type, id: 3) == Person("cem", age: 10, score: 4, id: 3))
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func columnsAreSetWhereAConditionHolds(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            _ = try insertThree(type)
            #expect(try db.update(type, set: [FMAssignment("age", 3)]) { $0.name == "ann" || $0.score > 3 } == 2)
            #expect(try db.update(type, set: [FMAssignment("score", 0.5)], where: "age IS NULL") == 1)
            #expect(thrown { try db.update(type, set: [], where: .all) }?.resultCode == .misuse)
        }
        try check(mapping.person)
        #expect(
            content() == """
                id | name  | age  | score
                1  | 'ann' | 3    | 1.5
                2  | 'bob' | NULL | 0.5
                3  | 'cem' | 3    | 4.0
                """)
    }

    @Test func columnsAreSetByTheirKeyPaths() throws {
        _ = try insertThree(HandPerson.self)
        let born: Int? = 3
        try db.update(HandPerson.self, set: [\.age <- born, \.name <- "x"]) { $0.id == 2 }

        #expect(try db.find(HandPerson.self, id: 2) == HandPerson("x", age: 3, score: 2, id: 2))
    }

    @Test(arguments: Mapping.allCases) func savingAddsOrWritesOver(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            var three = try insertThree(type)
            three[0].age = nil
            try db.save(three[0])
            var dan = Person("dan")
            try db.save(&dan)
            #expect(dan.id == 4)
            dan.score = 8
            try db.save(&dan)
            try db.save([Person("eve"), Person("bert", id: 2)])

            #expect(try db.find(type, id: 1) == three[0])
            #expect(try db.find(type, orderBy: [.asc("id")]).map(\.name) == ["ann", "bert", "cem", "dan", "eve"])
            #expect(try db.find(type, id: 4)?.score == 8)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func savingABatchIsAllOrNothing(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            _ = try insertThree(type)
            let before = content()
            let error = thrown { try db.save([Person("dan"), Person("bob", id: 1)]) }

            #expect(error?.extendedCode == .constraintUnique)
            #expect(error?.batchIndex == 1)
            #expect(content() == before)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aKeyOfTwoColumnsIsOneKey(_ mapping: Mapping) throws {
        func check<Place: PlaceModel>(_ type: Place.Type) throws {
            try db.createTable(type)
            try db.save([
                Place(town: "a", street: "x", residents: 1), Place(town: "a", street: "y", residents: 2),
                Place(town: "a", street: "x", residents: 3),
            ])
            try db.update(Place(town: "a", street: "y", residents: 4))
            #expect(try db.find(type, orderBy: [.asc("street")]).map(\.residents) == [3, 4])

            #expect(thrown { try db.find(type, id: "a") }?.resultCode == .misuse)
            #expect(thrown { try db.insert(Place(town: "a", street: "x", residents: 9)) }?.resultCode == .constraint)
            #expect(try db.delete(Place(town: "a", street: "x", residents: 0)))
            #expect(try db.count(type) == 1)
        }
        try check(mapping.place)
    }

    @Test(arguments: Mapping.allCases) func timesAreStampedByTheTable(_ mapping: Mapping) throws {
        func check<Entry: EntryModel>(_ type: Entry.Type) throws {
            try db.createTable(type)
            let before = Date(timeIntervalSinceNow: -1)
            var entry = Entry("a")
            try db.insert(&entry)
            #expect(entry.created > before)
            #expect(entry.updated == entry.created)
            #expect(try db.value("SELECT typeof(created) FROM entry", as: String.self) == "integer")

            try db.execute("UPDATE entry SET created = 5, updated = 6")
            try db.update(entry)
            let updated = try #require(try db.find(type, id: 1))
            #expect(updated.created == Date(timeIntervalSince1970: 0.005))
            #expect(try #require(updated.updated) > before)

            try db.execute("UPDATE entry SET updated = 6")
            try db.save(&entry)
            #expect(entry.created == Date(timeIntervalSince1970: 0.005))
            try db.execute("UPDATE entry SET updated = 6")
            try db.update(type, set: [FMAssignment("text", "b")], where: .all)
            #expect(try #require(try db.find(type, id: 1)?.updated) > before)
        }
        try check(mapping.entry)
    }

    @Test(arguments: Mapping.allCases) func theWholeContentIsReplaced(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            _ = try insertThree(type)
            try db.replaceAll(type, with: [Person("dan", id: 1)])
            #expect(try db.find(type) == [Person("dan", id: 1)])

            #expect(thrown { try db.replaceAll(type, with: [Person("a"), Person("a")]) }?.resultCode == .constraint)
            #expect(try db.find(type) == [Person("dan", id: 1)])
        }
        try check(mapping.person)
    }

    // MARK: Removed rows

    @Test(arguments: Mapping.allCases) func rowsAreRemovedByModelKeyAndCondition(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            var three = try insertThree(type)
            #expect(try db.delete(three[0]))
            #expect(try !db.delete(three[0]))
            #expect(try db.delete(three) == 2)

            three = three.map { Person($0.name, age: $0.age) }
            try db.insert(three)
            #expect(try db.delete(type, id: 2))
            #expect(try !db.delete(type, id: 2))
            #expect(try db.delete(type) { $0.age > 8 } == 1)
            #expect(try db.delete(type, where: "name = \("nobody")") == 0)
            #expect(try db.delete(type, where: .all) == 1)
        }
        try check(mapping.person)
    }
}
