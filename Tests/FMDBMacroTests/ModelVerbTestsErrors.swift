import FMDBModel
import FMDBTestHelpers
import Testing

/// What the verbs of models refuse: each with an error of its own, and with the database as it was. See ``Mapping``.
@Suite struct ModelVerbErrorTests {
    let db = FMDatabase.memory()

    /// Tries a verb, which is to throw and to change nothing.
    func refused<Value>(_ verb: () throws -> Value) throws -> FMError {
        let before = try dump()
        let error = thrown(verb)
        #expect(try dump() == before)
        #expect(!db.isInTransaction)
        #expect(!db.hasOpenResultSets)
        return try #require(error)
    }

    /// Every table with all rows.
    func dump() throws -> String {
        try db.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", as: String.self)
            .map { drawn(try db.query("SELECT * FROM \(identifier: $0) ORDER BY rowid")) }.joined(separator: "\n\n")
    }

    /// A table of persons with ann in it, made by hand.
    func make(_ columns: String) throws {
        try db.execute("CREATE TABLE person (\(raw: columns))")
        try db.execute("INSERT INTO person (id, name) VALUES (1, 'ann')")
    }

    // MARK: Rows

    @Test(arguments: Mapping.allCases) func aRowThatDoesNotFitNamesColumnRowAndTypes(_ mapping: Mapping) throws {
        try make("id INTEGER PRIMARY KEY, name, age, score DEFAULT 0")
        try db.execute("INSERT INTO person VALUES (2, 'bob', 'old', 0)")
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            for error in [
                try refused { try db.find(type, orderBy: [.asc("id")]) },
                try refused { try db.forEach(type, orderBy: [.asc("id")]) { _ in } },
            ] {
                #expect(error.resultCode == .mismatch)
                #expect(error.message.hasPrefix("row 1, column age: expected "))
                #expect(error.message.contains("Int"))
                #expect(error.message.hasSuffix(", found text, in a row of person with id 2"))
                #expect(!error.message.contains("old"))
                #expect(error.sql?.hasPrefix("SELECT") == true)
            }
            #expect(try refused { try db.find(type, id: 2) }.message.hasPrefix("row 0, column age: "))
            #expect(try db.find(type, where: "id = 1").map(\.name) == ["ann"])
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func nullForWhatIsNotOptionalIsRefused(_ mapping: Mapping) throws {
        try make("id INTEGER PRIMARY KEY, name, age, score")
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            let error = try refused { try db.find(type) }
            #expect(error.resultCode == .mismatch)
            #expect(
                error.message == "row 0, column score: expected Double, found null, in a row of person with id 1")
            #expect(try refused { try db.first(type) }.message == error.message)
            #expect(try refused { try db.last(type) }.message == error.message)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aNumberOutOfRangeIsRefused(_ mapping: Mapping) throws {
        try make("id INTEGER PRIMARY KEY, name, age, score DEFAULT 0")
        try db.execute("UPDATE person SET age = 1e300")
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            #expect(try refused { try db.find(type) }.message.hasPrefix("row 0, column age: expected "))
            #expect(try refused { try db.max(type, "age", as: Int.self) }.resultCode == .mismatch)
        }
        try check(mapping.person)
    }

    private struct Small: Codable, FMModel, Equatable {
        var id: Int?
        var small: UInt8
        var big: UInt64
    }

    @Test func smallAndUnsignedNumbersHaveTheirRanges() throws {
        try db.createTable(Small.self)
        let error = try refused { try db.insert(Small(id: 1, small: 1, big: .max)) }
        #expect(error.resultCode == .mismatch)
        #expect(error.message.hasPrefix("property big: "))
        #expect(error.batchIndex == nil)
        let second = try refused { try db.insert([Small(id: 1, small: 1, big: 1), Small(id: 2, small: 1, big: .max)]) }
        #expect(second.batchIndex == 1)
        #expect(second.message == error.message + " (row 1)")
        #expect(try db.insertPossible([Small(id: 1, small: 1, big: .max), Small(id: 2, small: 2, big: 2)]).count == 1)

        try db.execute("UPDATE Small SET small = 256")
        #expect(
            try refused { try db.find(Small.self) }.message
                == "row 0, column small: the integer is out of the range of UInt8, in a row of Small with id 2")
        try db.execute("UPDATE Small SET small = 1, big = -1")
        #expect(
            try refused { try db.find(Small.self) }.message
                == "row 0, column big: the integer is out of the range of UInt64, in a row of Small with id 2")
    }

    @Test func aWrongNumberOfValuesIsRefused() throws {
        try db.createTable(Sloppy.self)
        try db.insert(Sloppy([1, 2]))
        for values in [[], [1], [1, 2, 3]] {
            #expect(try refused { try db.insert(Sloppy(values)) }.resultCode == .range)
            #expect(try refused { try db.update(Sloppy(values)) }.resultCode == .range)
            #expect(try refused { try db.save(Sloppy(values)) }.resultCode == .range)
            #expect(try refused { try db.delete(Sloppy(values)) }.resultCode == .range)
        }
    }

    private struct Sloppy: FMModel {
        static let fmTable = FMTable<Sloppy>(
            "sloppy", [FMColumn("a", .integer), FMColumn("b", .integer)],
            options: FMTableOptions(key: "a"))
        let values: [Int]
        init(_ values: [Int]) { self.values = values }
        init(fmRow row: FMRow) throws { values = [try row.column("a"), try row.column("b")] }
        func fmBind(to values: inout FMModelValues) throws {
            for value in self.values { try values.add(value) }
        }
    }

    // MARK: Tables

    @Test(arguments: Mapping.allCases) func aMissingTableIsAnError(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            for error in [
                try refused { try db.insert(Person("ann")) }, try refused { try db.find(type) },
                try refused { try db.update(Person("ann", id: 1)) }, try refused { try db.count(type) },
                try refused { try db.delete(type, where: .all) }, try refused { try db.save([Person("ann")]) },
            ] {
                #expect(error.resultCode == .error)
                #expect(error.message.hasPrefix("no such table: person"))
            }
        }
        try check(mapping.person)
    }

    /// SQLite takes a name in double quotes that no column has for a text.
    @Test(arguments: Mapping.allCases) func aMissingColumnIsAnErrorOfEachVerb(_ mapping: Mapping) throws {
        try make("id INTEGER PRIMARY KEY, name, age")
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            for error in [
                try refused { try db.find(type) }, try refused { try db.find(type, id: 1) },
                try refused { try db.find(type, orderBy: [.asc("score")]) },
                try refused { try db.delete(type) { $0.score > 3 } },
                try refused { try db.count(type) { $0.score > 3 } },
                try refused { try db.update(type, set: [FMAssignment("age", 1)]) { $0.score != 3 } },
                try refused { try db.update(type, set: [FMAssignment("score", 1)], where: .all) },
                try refused { try db.delete(type, where: "\(identifier: "score") > \(3)") },
                try refused { try db.sum(type, "score", as: Double.self) },
            ] {
                #expect(error.resultCode == .error)
                #expect(error.message.contains("no such column: score"))
            }
            #expect(try refused { try db.insert(Person("bob")) }.message.contains("score"))
            #expect(try refused { try db.update(Person("bob", id: 1)) }.message.contains("score"))
            #expect(try refused { try db.save(Person("bob", id: 1)) }.message.contains("score"))
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aTableWithoutTheKeyIsAnErrorOfEachVerb(_ mapping: Mapping) throws {
        try db.execute("CREATE TABLE token (uses, more)")
        try db.execute("INSERT INTO token VALUES (1, 2)")
        func check<Token: TokenModel>(_ type: Token.Type) throws {
            let token = Token(code: "code", uses: 3)
            for error in [
                try refused { try db.update(token) }, try refused { try db.delete(token) },
                try refused { try db.delete(type, id: "code") }, try refused { try db.find(type, id: "code") },
                try refused { try db.save(token) }, try refused { try db.insert(token) },
            ] {
                #expect(error.resultCode == .error)
                #expect(error.message.contains("code"))
            }
        }
        try check(mapping.token)
    }

    @Test(arguments: Mapping.allCases) func aColumnThatTheModelDoesNotKnowMayRefuseNewRows(_ mapping: Mapping) throws {
        try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name, age, score, more NOT NULL)")
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            #expect(try refused { try db.insert(Person("ann")) }.extendedCode == .constraintNotNull)
            #expect(try refused { try db.insert([Person("ann")]) }.extendedCode == .constraintNotNull)
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aTableWithoutAUniqueKeyCannotBeSavedInto(_ mapping: Mapping) throws {
        try make("id INTEGER, name, age, score")
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            #expect(try refused { try db.save(Person("bob", id: 1)) }.resultCode == .error)
        }
        // Without UPSERT the row of the key is looked for, which needs no index.
        if SQLiteVersion.linked >= SQLiteVersion(3, 24) { try check(mapping.person) }
    }

    // MARK: Keys

    @Test(arguments: Mapping.allCases) func aKeyChangedUnderAnUpdateIsNotFound(_ mapping: Mapping) throws {
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            try db.createTable(type)
            var people = [Person("ann"), Person("bob")]
            try db.insert(&people)
            try db.execute("UPDATE person SET id = 9 WHERE id = 2")
            people[0].name = "x"

            for error in [
                try refused { try db.update(people[1]) }, try refused { try db.update(people) },
                try refused { try db.update(people[1], only: ["name"]) }, try refused { try db.update(Person("ann")) },
            ] {
                #expect(error.resultCode == .notFound)
                #expect(error.message.hasPrefix("the table person has no row with the key of the model"))
            }
        }
        try check(mapping.person)
    }

    @Test(arguments: Mapping.allCases) func aModelWithoutAKeyHasNoRowOfItsOwn(_ mapping: Mapping) throws {
        func check<Line: LineModel>(_ type: Line.Type) throws {
            try db.createTable(type)
            try db.insert(Line(text: "a"))
            for error in [
                try refused { try db.update(Line(text: "b")) }, try refused { try db.delete(Line(text: "a")) },
                try refused { try db.save(Line(text: "b")) }, try refused { try db.save([Line(text: "b")]) },
                try refused { try db.update([Line(text: "b")]) }, try refused { try db.delete([Line(text: "a")]) },
            ] {
                #expect(error.resultCode == .misuse)
                #expect(error.message.contains("has no key"))
            }
        }
        try check(mapping.line)
    }

    // MARK: SQLite

    private static let lacksJSON = SQLiteVersion.linked < SQLiteVersion(3, 38)

    @Test(.enabled(if: lacksJSON)) func anSQLiteWithoutJSONFunctionsSaysSo() throws {
        try db.createTable(CodablePerson.self)
        let error = try refused { try db.find(CodablePerson.self, where: "json_extract(name, '$') = 1") }
        #expect(error.message == "no such function: json_extract")
    }

    @Test(arguments: Mapping.allCases) func aDatabaseThatIsClosedRefusesEachVerb(_ mapping: Mapping) throws {
        db.close()
        func check<Person: PersonModel>(_ type: Person.Type) throws {
            #expect(thrown { try db.createTable(type) }?.resultCode == .misuse)
            #expect(thrown { try db.insert(Person("ann")) }?.resultCode == .misuse)
            #expect(thrown { try db.find(type) }?.resultCode == .misuse)
            #expect(thrown { try db.replaceAll(type, with: []) }?.resultCode == .misuse)
        }
        try check(mapping.person)
    }
}
