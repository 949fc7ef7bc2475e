import FMDBModel
import FMDBTestHelpers
import Testing

/// The verbs of models that read, on a database. See ``Mapping``.
@Suite struct ModelVerbFindingTests {
    private let db = FMDatabase.memory()

    /// ann (7), bob (no age) and cem (9), in the table.
    private func insertThree<Person: PersonModel>(_: Person.Type) throws {
        try db.createTable(Person.self)
        try db.insert([Person("ann", age: 7, score: 1.5), Person("bob", score: 2), Person("cem", age: 9, score: 4)])
    }

    @Test(arguments: Mapping.allCases) func modelsAreFoundByConditionOrderAndPlace(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            #expect(try db.find(type).count == 3)
            #expect(try db.find(type) { $0.age >= 7 && $0.name != "ann" } == [Person("cem", age: 9, score: 4, id: 3)])
            #expect(
                try db.find(type, where: "name IN \(["ann", "bob"])", orderBy: [.desc("name")]).map(\.id) == [2, 1])
            #expect(try db.find(type, orderBy: [.desc("age")], limit: 1, offset: 1).map(\.name) == ["ann"])
            #expect(try db.find(type, orderBy: [.asc("id")], offset: 2) { $0.score > 0 }.map(\.name) == ["cem"])
            #expect(try db.find(type, limit: 0) == [])
            #expect(thrown { try db.find(type, limit: -1) }?.resultCode == .misuse)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func oneModelIsFound(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            #expect(try db.find(type, id: 2)?.name == "bob")
            #expect(try db.find(type, id: 4) == nil)
            #expect(try db.first(type, orderBy: [.desc("score")])?.name == "cem")
            #expect(try db.first(type, orderBy: [.asc("name")]) { $0.age != nil }?.name == "ann")
            #expect(try db.first(type, where: .none) == nil)
            #expect(try db.last(type)?.name == "cem")
            #expect(try db.last(type, orderBy: [.asc("age"), .desc("name")])?.name == "cem")
            #expect(try db.last(type, where: "age IS NULL")?.name == "bob")
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func twoConditionsOfACallBothHold(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            #expect(try db.find(type, where: "age > 7") { $0.name != "bob" }.map(\.name) == ["cem"])
            #expect(try db.find(type, where: "age > 7") { $0.name == "ann" } == [])
            #expect(try db.find(type, where: "id > 1 OR id = 3", after: nil, limit: 9) { $0.age == 9 }.count == 1)
            #expect(try db.first(type, where: "age > 0", orderBy: [.desc("age")]) { $0.age < 9 }?.name == "ann")
            #expect(try db.last(type, where: "age > 0") { $0.age < 9 }?.name == "ann")
            #expect(try db.count(type, where: "age > 0") { $0.score > 2.0 } == 1)
            #expect(try db.exists(type, where: "age > 7") { $0.score < 4.0 } == false)
            #expect(try db.sum(type, "score", as: Double.self, where: "id > 1") { $0.age != nil } == 4)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aModelWithoutAKeyIsFoundByItsRowNumber(_ mapping: Mapping) throws {
        func check<Line: LineModel>(_ type: Line.Type) throws {
            try db.createTable(type)
            try db.insert([Line(text: "a"), Line(text: "b")])
            #expect(try db.find(type, id: 2) == Line(text: "b"))
            #expect(try db.last(type) == Line(text: "b"))
            #expect(try db.delete(type, id: 1))
        }
        try check(mapping.line)
    }

    @Test(arguments: Mapping.allCases) func modelsOfAnyQueryAreReadByTheNamesOfItsColumns(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let people = try db.find(
                type, sql: "SELECT 1.5 AS score, 3 AS AGE, 9 AS more, 'x' AS name, 8 AS id WHERE 1 = \(1)")
            #expect(people == [Person("x", age: 3, score: 1.5, id: 8)])

            var names: [String] = []
            try insertThree(type)
            try db.forEach(type, sql: "SELECT * FROM person ORDER BY id") { names.append($0.name) }
            try db.forEach(type, where: "age > \(0)", orderBy: [.desc("age")]) { names.append($0.name) }
            #expect(names == ["ann", "bob", "cem", "cem", "ann"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aBodyThatThrowsEndsTheQuery(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            var count = 0
            #expect(throws: Regret.self) {
                try db.forEach(type) { _ in
                    count += 1
                    throw Regret()
                }
            }
            #expect(count == 1)
            #expect(!db.hasOpenResultSets)
        }
        try check(mapping.person)
    }

    // MARK: Pages

    /// The names of all pages of two models each.
    private func pages<Person: PersonModel>(
        _ type: Person.Type, _ order: [FMOrder<Person>], where condition: FMWhere<Person> = .all
    ) throws -> [[String]] {
        var pages: [[String]] = []
        var last: Person?
        repeat {
            let page = try db.find(type, where: condition, orderBy: order, after: last, limit: 2)
            if !page.isEmpty { pages.append(page.map(\.name)) }
            last = page.last
        } while last != nil
        return pages
    }

    @Test(arguments: Mapping.allCases) func pagesMissNothingAndRepeatNothing(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            try db.insert([Person("dan", age: 7), Person("eve")])

            #expect(try pages(type, []) == [["ann", "bob"], ["cem", "dan"], ["eve"]])
            #expect(try pages(type, [.asc("age")]) == [["bob", "eve"], ["ann", "dan"], ["cem"]])
            #expect(try pages(type, [.desc("age"), .desc("name")]) == [["cem", "dan"], ["ann", "eve"], ["bob"]])
            #expect(try pages(type, [.asc("name")], where: "age = 7 OR age = 9") == [["ann", "cem"], ["dan"]])
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func pagesTellKeysApartThatACollationDoesNot(_ mapping: Mapping) throws {
        func check<Token: TokenModel>(_ type: Token.Type) throws {
            try db.insert(["a", "A", "b", "B", "á"].map { Token(code: $0, uses: 1) })
            var found: [Token] = []
            while true {
                let page = try db.find(type, orderBy: [.asc("code").collate(.nocase)], after: found.last, limit: 1)
                guard let token = page.first, found.count < 10 else { break }
                found.append(token)
            }
            #expect(found == ["A", "a", "B", "b", "á"].map { Token(code: $0, uses: 1) })
        }
        try check(mapping.token)
    }

    @Test(arguments: Mapping.allCases) func pagesNeedAKeyAndColumns(_ mapping: Mapping) throws {
        func check<Person: PersonModel, Line: LineModel>(_ type: Person.Type, _ line: Line.Type) throws {
            try insertThree(type)
            try db.createTable(line)
            #expect(thrown { try db.find(line, after: nil, limit: 2) }?.resultCode == .misuse)
            #expect(thrown { try db.find(type, orderBy: [.asc(sql: "abs(age)")], after: nil, limit: 2) } != nil)
        }
        try check(mapping.person, mapping.line)
    }

    // MARK: Figures

    @Test(arguments: Mapping.allCases) func rowsAreCounted(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            #expect(try db.count(type) == 3)
            #expect(try db.count(type, where: "age > \(7)") == 1)
            #expect(try db.count(type) { $0.age == nil } == 1)
            #expect(try db.exists(type))
            #expect(try db.exists(type) { $0.name == "cem" })
            #expect(try !db.exists(type, where: "name = \("dan")"))
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func figuresHaveTheTypeOfTheColumn(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insertThree(type)
            #expect(try db.sum(type, "age", as: Int.self) == 16)
            #expect(try db.min(type, "name", as: String.self) == "ann")
            #expect(try db.max(type, "score", as: Double.self, where: "age = 7") == 1.5)
            #expect(try db.average(type, "age") == 8)
            #expect(try db.sum(type, "age", as: Int.self, where: .none) == nil)
            #expect(try db.max(type, "age", as: Int.self, where: "name = 'bob'") == nil)
            #expect(try db.average(type, "age", where: .none) == nil)
            #expect(thrown { try db.min(type, "name", as: Int.self) }?.resultCode == .mismatch)
            #expect(thrown { try db.sum(type, "nothing", as: Int.self) }?.resultCode == .range)
        }
        try check(mapping.person)
    }

    @Test func figuresAreNamedByKeyPaths() throws {
        try insertThree(HandPerson.self)
        #expect(try db.sum(\HandPerson.score) == 7.5)
        #expect(try db.min(\HandPerson.name, where: "age > 7") == "cem")
        #expect(try db.max(\HandPerson.age) == 9)
        #expect(try db.average(\HandPerson.age) == 8)
        #expect(thrown { try db.sum(\CodablePerson.score) }?.resultCode == .range)
    }
}
