import FMDBModel
import FMDBTestHelpers
import Testing

/// Defects of JQFMDB and BGFMDB that these verbs do not have, by their numbers in the list of them. See ``Mapping``.
@Suite struct ModelVerbDefectTests {
    private let db = FMDatabase.memory()

    private static let nasty = [
        "O'Brien", "'; DROP TABLE person; --", "\" OR 1=1", "%d%@%n", "$$$BGModel", "a\u{0}b", "%", "_", "",
    ]

    /// Persons of these names, in the table.
    private func insert<Person: PersonModel>(_: Person.Type, _ names: [String]) throws {
        try db.createTable(Person.self)
        try db.insert(names.map { Person($0) })
    }

    // MARK: JQFMDB

    @Test(arguments: Mapping.allCases) func jqfmdb1_valuesNeverBecomeSQL(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insert(type, Self.nasty)
            for name in Self.nasty {
                #expect(try db.find(type, where: "name = \(name)").map(\.name) == [name])
                #expect(try db.find(type) { $0.name == name }.map(\.name) == [name])
                #expect(try db.update(type, set: [FMAssignment("score", 3.14)], where: "name = \(name)") == 1)
            }
            #expect(try db.count(type, where: "score = \(3.14)") == Self.nasty.count)
            #expect(thrown { try db.delete(type, id: "1 OR 1=1") }?.resultCode == .misuse)
            #expect(try db.count(type) == Self.nasty.count)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func jqfmdb2_noConditionIsNotNoRestriction(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insert(type, ["ann", "bob"])
            #expect(try db.delete(type, where: .none) == 0)
            #expect(thrown { try db.delete(type, where: "") }?.resultCode == .error)
            #expect(try db.count(type) == 2)
            #expect(try db.delete(type, where: .all) == 2)
        }
        try check(mapping.person)
    }

    private struct Measure: Codable, FMModel, Equatable {
        var id: Int?
        var number: Double
        var date: Date
        var list: [Double]
        var decimal: Decimal
    }

    @Test func jqfmdb4_fractionsAndDatesAreKept() throws {
        let measure = Measure(
            id: 1, number: 0.1 + 0.2, date: Date(timeIntervalSince1970: 0.1), list: [0.1, -2.5e-300],
            decimal: Decimal(sign: .plus, exponent: -20, significand: 3))
        try db.createTable(Measure.self)
        try db.insert(measure)

        #expect(try db.find(Measure.self) == [measure])
        #expect(try db.sum(Measure.self, "number", as: Double.self) == 0.1 + 0.2)
    }

    @Test(arguments: Mapping.allCases) func jqfmdb5_nilIsWritten(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            var ann = Person("ann", age: 7)
            try db.insert(&ann)
            for write in [{ try db.update($0) }, { try db.save($0) }, { try db.update([$0]) }, { try db.save([$0]) }]
                as [(Person) throws -> Void]
            {
                try db.update(type, set: [FMAssignment("age", 7)], where: .all)
                ann.age = nil
                try write(ann)
                #expect(try db.value("SELECT age IS NULL FROM person", as: Bool.self))
            }
            try db.update(type, set: [FMAssignment("age", 7)], where: .all)
            try db.update(type, set: [FMAssignment("age", nil as Int?)], where: .all)
            #expect(try db.find(type, id: 1)?.age == nil)
        }
        try check(mapping.person)
    }

    private struct Sparse: Codable, FMModel {
        var name: String?
        var age: Int?
    }

    @Test func jqfmdb5_aModelWithoutAnyValueIsARow() throws {
        try db.createTable(Sparse.self)
        try db.insert(Sparse())
        #expect(try db.count(Sparse.self, where: "name IS NULL AND age IS NULL") == 1)
    }

    @Test(arguments: Mapping.allCases) func jqfmdb6_aBatchIsOneTransactionAndOneStatement(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            let people = (0..<500).map { (number: Int) in Person("\(number)", age: number) }
            try db.insert(people)
            let misses = db.statementCacheStatistics.misses
            try db.delete(type, where: .all)
            try db.insert(people)
            _ = try db.first(type)

            #expect(db.statementCacheStatistics.misses <= misses + 2)
            #expect(!db.hasOpenResultSets)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func jqfmdb7_theKeyOfANewRowIsItsOwn(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            try db.execute("CREATE TABLE log (name, number INTEGER PRIMARY KEY)")
            try db.execute(
                """
                CREATE TRIGGER told AFTER INSERT ON person BEGIN INSERT INTO log VALUES (new.name, 1000 + new.id); END
                """)
            try db.insert(Person("ann", id: 70))
            #expect(try db.insert(Person("bob", id: 3)) == 3)
            var cem = Person("cem", id: 5)
            #expect(try db.insert(&cem) == 5)
            #expect(cem == Person("cem", id: 5))
            var dan = Person("dan")
            try db.save(&dan)
            #expect(dan == Person("dan", id: 71))
            try db.save(&cem)
            #expect(cem == Person("cem", id: 5))
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func jqfmdb7_tablesAreMadeWithinATransaction(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            #expect(throws: Regret.self) {
                try db.withTransaction {
                    try db.createTable(type)
                    try db.insert(Person("ann"))
                    throw Regret()
                }
            }
            #expect(try !db.tableExists(type))
        }
        try check(mapping.person)
    }

    // MARK: BGFMDB

    @Test(arguments: Mapping.allCases) func bgfmdb1_quotesInValuesAreValues(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insert(type, Self.nasty)
            for (index, name) in Self.nasty.enumerated() {
                try db.save(Person(name, age: index, id: Int64(index + 1)))
            }
            #expect(try db.find(type, orderBy: [.asc("id")]).map(\.name) == Self.nasty)
            #expect(try db.find(type, orderBy: [.asc("id")]).map(\.age) == Array(Self.nasty.indices))
        }
        try check(mapping.person)
    }

    private struct Letter: Codable, FMModel, Equatable {
        struct Content: Codable, Equatable {
            var body: String
            var other: String
        }

        var id: Int?
        var content: Content
    }

    private static let hasJSON = SQLiteVersion.linked >= SQLiteVersion(3, 38)

    @Test(.enabled(if: hasJSON)) func bgfmdb2_aNestedValueIsComparedNotSearchedFor() throws {
        try db.createTable(Letter.self)
        let contents = [("x", ""), ("", "x"), (#"y","other":"x"#, ""), ("x%", ""), ("%", "")]
        try db.insert(contents.map { Letter(content: Letter.Content(body: $0.0, other: $0.1)) })

        for (body, ids) in [("x", [1]), ("x%", [4]), ("%", [5]), (contents[2].0, [3])] {
            let found = try db.find(Letter.self, where: "json_extract(content, '$.body') = \(body)")
            #expect(found.map(\.id) == ids)
        }
    }

    private struct Thing: Codable, FMModel, Equatable {
        var id: Int?
        var number: Double
        var large: Int64
        var date: Date
        var data: Data
    }

    @Test func bgfmdb3_numbersDatesAndBytesKeepTheirForm() throws {
        let thing = Thing(
            id: 1, number: 1234567.891, large: 9_007_199_254_740_993, date: Date(timeIntervalSince1970: 1e9 + 0.001),
            data: Data((0...255).map { UInt8($0) }))
        try db.createTable(Thing.self)
        try db.insert(thing)

        #expect(try db.find(Thing.self) == [thing])
        #expect(
            drawn(try db.query("SELECT typeof(number), large, date, length(data) FROM Thing"))
                .hasSuffix("'real'         | 9007199254740993 | 1000000000.001 | 256"))
    }

    private struct Ticket: Codable, FMModel {
        var id: Int?
        var name: String
        static let tableOptions = FMTableOptions(key: .automatic("id", neverReused: true))
    }

    @Test func bgfmdb5_keysOfRemovedRowsAreNotGivenAgain() throws {
        try db.createTable(Ticket.self)
        try db.insert([Ticket(name: "a"), Ticket(name: "b")])
        try db.delete(Ticket.self, where: .all)
        #expect(try db.insert(Ticket(name: "c")) == 3)
        try db.replaceAll(Ticket.self, with: [Ticket(name: "d")])
        #expect(try db.find(Ticket.self).map(\.id) == [4])
    }

    @Test(arguments: Mapping.allCases) func bgfmdb6_savingGoesByTheKeyAlone(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try insert(type, ["ann", "bob", "cem"])
            let before = try db.find(type, orderBy: [.asc("id")])
            #expect(thrown { try db.save(Person("bob", id: 3)) }?.extendedCode == .constraintUnique)
            #expect(thrown { try db.save(Person("bob")) }?.message.hasSuffix("person.name") == true)
            #expect(try db.find(type, orderBy: [.asc("id")]) == before)

            try db.save(Person("dan", id: 2))
            #expect(try db.find(type, orderBy: [.asc("id")]).map(\.name) == ["ann", "dan", "cem"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func bgfmdb11_aBatchLeavesTheCommitToTheOuterTransaction(_ mapping: Mapping)
        throws
    {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            #expect(throws: Regret.self) {
                try db.withTransaction {
                    try db.insert([Person("ann")])
                    try db.save([Person("bob")])
                    var more = [Person("cem")]
                    try db.insert(&more)
                    try db.replaceAll(type, with: [Person("dan")])
                    #expect(thrown { try db.insert([Person("eve"), Person("dan")]) } != nil)
                    #expect(try db.find(type).map(\.name) == ["dan"])
                    #expect(db.isInTransaction)
                    throw Regret()
                }
            }
            #expect(try db.count(type) == 0)
        }
        try check(mapping.person)
    }
}
