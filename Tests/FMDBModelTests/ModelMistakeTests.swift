import FMDBModel
import FMDBTestHelpers
import Testing

/// What everyday mistakes with models lead to.
@Suite struct ModelMistakeTests {
    private let db = FMDatabase.memory()

    private enum Status: String, Codable { case open, done }

    private struct Chore: Codable, FMModel, Equatable {
        var id: Int64?
        var title = "tea"
        var stars = 3
        var isDone: Bool?
        var price: Double?
        var cost: Decimal?
        var status: Status?
        var tags: [String] = []
        var due: Date?
        var note = ""
    }

    // MARK: Assignments by name

    private static let unreadable: [FMAssignment<Chore>] = [
        FMAssignment("stars", "much"), FMAssignment("STARS", 2.5), FMAssignment("stars", "nan"),
        FMAssignment("isDone", "true"), FMAssignment("price", "a lot"), FMAssignment("price", Data([1])),
        FMAssignment("cost", "cheap"), FMAssignment("status", "closed"), FMAssignment("tags", "red"),
        FMAssignment("due", "2026-01-01"), FMAssignment("title", Data([1])),
    ]

    @Test func aValueThatNoModelCouldBeReadFromIsNotAssigned() throws {
        try db.createTable(Chore.self)
        try db.insert(Chore())
        for assignment in ModelMistakeTests.unreadable {
            for error in [
                thrown { try db.update(Chore.self, set: [assignment], where: .all) },
                thrown { try db.update(Chore.self, set: [FMAssignment("note", "new"), assignment], where: .all) },
                thrown { try db.update(Chore.all, set: [assignment]) },
            ] {
                #expect(error?.resultCode == .mismatch, "\(assignment)")
                #expect(error?.message.contains("of the table Chore: ") == true, "\(error?.message ?? "")")
            }
        }
        #expect(try db.find(Chore.self) == [Chore(id: 1)])
        let error = thrown { try db.update(Chore.self, set: [FMAssignment("stars", "much")], where: .all) }
        #expect(
            error?.message == """
                column stars of the table Chore: expected Int, found text, so find could not read the row; FMAssignment(_:sql:) \
                sets any value
                """)
    }

    @Test func aValueThatTheColumnConvertsIsAssigned() throws {
        try db.createTable(Chore.self)
        try db.insert(Chore())
        let due = Date(timeIntervalSince1970: 7)
        try db.update(
            Chore.self,
            set: [
                FMAssignment("title", 5), FMAssignment("stars", " 4 "), FMAssignment("isDone", 1.0),
                FMAssignment("price", 2), FMAssignment("cost", 9), FMAssignment("status", "done"),
                FMAssignment("tags", ["red"]), FMAssignment("due", due),
            ], where: .all)
        let task = Chore(
            id: 1, title: "5", stars: 4, isDone: true, price: 2, cost: 9, status: .done, tags: ["red"], due: due)
        #expect(try db.find(Chore.self) == [task])

        let (noStatus, noPrice) = (Status?.none, Double?.none)
        try db.update(
            Chore.self,
            set: [FMAssignment("status", noStatus), FMAssignment("price", noPrice), FMAssignment("due", 8)], where: .all
        )
        let found = try db.find(Chore.self)
        #expect(found.map(\.status) == [nil] && found.map(\.price) == [nil])
        #expect(found.map(\.due) == [Date(timeIntervalSince1970: 8)])
        try db.update(Chore.self, set: [FMAssignment("stars", sql: "\("much")")], where: .all)
        #expect(try db.value("SELECT typeof(stars) FROM Chore", as: String.self) == "text")
    }

    private struct Day: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(dates: .iso8601)
        var id: Int64?
        var at: Date
    }

    @Test func aDateIsAssignedInTheFormOfTheTable() throws {
        try db.createTable(Day.self)
        try db.insert(Day(at: Date(timeIntervalSince1970: 0)))
        try db.update(Day.self, set: [FMAssignment("at", Date(timeIntervalSince1970: 60))], where: .all)
        try db.update(Day.self, set: [FMAssignment("at", "1970-01-01T00:02:00.000Z")], where: .all)
        #expect(thrown { try db.update(Day.self, set: [FMAssignment("at", "today")], where: .all) } != nil)
        #expect(try db.find(Day.self) == [Day(id: 1, at: Date(timeIntervalSince1970: 120))])
    }

    // MARK: Conditions

    @Test func anEqualSignBeforeANilIsToldInAConditionToo() throws {
        try db.createTable(Chore.self)
        let (price, status) = (Double?.none, Status?.none)
        let wrong: [(FMWhere<Chore>, String)] = [
            ("price = \(price)", "IS"), ("(price = \(price))", "IS"), ("stars > 3 AND price = \(price)", "IS"),
            ("price <> \(price)", "IS NOT"), ("status = \(status)", "IS"),
        ]
        for (condition, word) in wrong {
            let heard = try heard { _ = try db.find(Chore.self, where: condition) }
            #expect(heard.count == 1 && heard[0].hasSuffix("write \(word)"), "\(condition.sql.text): \(heard)")
        }
        let right: [FMWhere<Chore>] = [
            "price IS \(price)", "price = \(Double?.some(3))", "\(price) IS NULL OR price = \(price)",
            "stars + 1 = \(price)",
        ]
        for condition in right {
            #expect(try heard { _ = try db.count(Chore.self, where: condition) }.isEmpty, "\(condition.sql.text)")
        }
    }

    /// The warnings about a nil.
    private func heard(_ body: () throws -> Void) rethrows -> [String] {
        let (texts, before) = (Locked([String]()), FMDatabase.logHandler)
        defer { FMDatabase.logHandler = before }
        db.logsErrors = true
        FMDatabase.logHandler = { message in
            guard message.sql?.contains("Chore") == true, message.text.contains("a nil after") else {
                return before(message)
            }
            texts.withLock { $0.append(message.text) }
        }
        try body()
        return texts.value
    }

    // MARK: Keys

    private struct Tagged: Codable, FMModel, Equatable {
        var id: UUID
        var name = ""
    }

    @Test func aKeyThatIsAUUIDIsFoundByATextInEitherCase() throws {
        try db.createTable(Tagged.self)
        let (first, second) = (Tagged(id: UUID()), Tagged(id: UUID()))
        try db.insert([first, second])
        let text = first.id.uuidString.lowercased()
        #expect(try db.find(Tagged.self, id: text) == first)
        #expect(try db.find(Tagged.self, ids: [text, second.id.uuidString.lowercased()]).count == 2)
        #expect(try db.exists(Tagged.self, id: text))
        #expect(thrown { try db.find(Tagged.self, id: "abc") }?.resultCode == .misuse)
        // One that another program has stored.
        try db.execute("UPDATE Tagged SET id = lower(id) WHERE id = \(second.id)")
        #expect(try db.find(Tagged.self, id: second.id.uuidString.lowercased()) == second)
        #expect(try db.delete(Tagged.self, id: text))
        #expect(try db.count(Tagged.self) == 1)
    }

    @Test func ofTwoSpellingsOfAUUIDTheGivenOneIsMeant() throws {
        try db.createTable(Tagged.self)
        let id = UUID()
        let lower = id.uuidString.lowercased()
        try db.insert(Tagged(id: id, name: "upper"))
        try db.execute("INSERT INTO Tagged (id, name) VALUES (\(lower), 'lower')")
        #expect(try db.find(Tagged.self, id: lower)?.name == "lower")
        #expect(try db.delete(Tagged.self, id: lower))
        #expect(try db.find(Tagged.self).map(\.name) == ["upper"])
        #expect(try db.find(Tagged.self, id: lower)?.name == "upper")
        #expect(try db.delete(Tagged.self, id: lower))
        #expect(try db.count(Tagged.self) == 0)
    }

    private struct Pair: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: ["a", "b"])
        var a: Int
        var b: Int
    }

    @Test func oneValueForAKeyOfTwoColumnsNamesTheCondition() throws {
        try db.createTable(Pair.self)
        let message = thrown { try db.find(Pair.self, id: 1) }?.message ?? ""
        #expect(message.hasSuffix(#"use a condition, where: "a = \(…) AND b = \(…)""#), "\(message)")
    }

    // MARK: Reasons

    private struct Old: Codable, FMModel {
        static let tableName = "shelf"
        var id: Int64?
        var title = ""
        var size = 1
    }

    private struct Renamed: Codable, FMModel {
        static let tableName = "shelf"
        var id: Int64?
        var name = ""
    }

    private struct Lesser: Codable, FMModel {
        static let tableName = "shelf"
        var id: Int64?
        var title = ""
    }

    private func reason(_ body: () throws -> Void) -> String { thrown(body)?.localizedFailureReason ?? "" }

    @Test func aTableThatIsNotThatOfTheModelPointsToCreateTable() throws {
        try db.createTable(Old.self)
        for reason in [
            reason { _ = try db.find(Renamed.self) }, reason { _ = try db.find(Renamed.self, id: 1) },
            reason { try db.insert(Renamed()) }, reason { try db.insert([Renamed(), Renamed()]) },
        ] {
            #expect(reason == "Renamed has name, but its table does not: call createTable(Renamed.self) at the start")
        }
        #expect(
            reason { try db.insert(Lesser()) }
                == "Lesser has no such property: createTable(Lesser.self) makes the column nullable")
        try db.createTable(Lesser.self)
        try db.insert(Lesser())
        #expect(reason { _ = try db.find(Lesser.self, where: "titel = 'x'") }.contains("createTable") == false)
    }

    @Test func aQuestionOfRowsPointsToCreateTableToo() throws {
        try db.createTable(Old.self)
        for reason in [
            reason { _ = try db.count(Renamed.self, where: "name = 'x'") },
            reason { _ = try db.exists(Renamed.self, where: "shelf.name = 'x'") },
            reason { try db.delete(Renamed.self, where: "name = 'x'") },
            reason { try db.update(Renamed.self, set: [FMAssignment("name", "x")], where: .all) },
        ] {
            #expect(reason == "Renamed has name, but its table does not: call createTable(Renamed.self) at the start")
        }
    }

    @Test func aColumnOfAnotherTableDoesNotPointToCreateTable() throws {
        try db.createTable(Old.self)
        let alias = reason { _ = try db.find(Old.self, where: "s.title = 'x'") }
        #expect(alias.hasSuffix("; s is not a table of the statement"), "\(alias)")
        let other = reason { _ = try db.find(Old.self, where: "author.title = 'x'") }
        #expect(other.hasSuffix("; author is not a table of the statement"), "\(other)")
        try db.execute("CREATE TABLE former (id INTEGER PRIMARY KEY, size INTEGER)")
        let former = reason { _ = try db.find(Old.self, from: "former") }
        #expect(former.hasPrefix("former has id and size") && !former.contains("Old has"), "\(former)")
        let field = reason { _ = try db.count(Old.self, in: "former", where: "shelf.title = 'x'") }
        #expect(!field.contains("Old has"), "\(field)")
    }

    @Test func aTextAboutJSONAndAKeyThatIsNotUniqueAreExplained() throws {
        try db.createTable(Chore.self)
        #expect(
            reason { _ = try db.find(Chore.self, where: "tags.first = 'x'") }
                == "the column tags holds JSON text: write json_extract(tags, '$.first')")
        let reason = reason { try db.save(Chore(), key: "title") }
        #expect(
            reason.contains("FMTableOptions(unique: [\"title\"])") == FMSQLiteFeature.upsert.isAvailable, "\(reason)")
    }

    @Test func aRowThatCannotBeReadPointsToTheOthers() throws {
        try db.createTable(Chore.self)
        try db.insert(Chore())
        try db.execute("UPDATE Chore SET stars = 'many'")
        #expect(reason { _ = try db.find(Chore.self) }.hasPrefix("findReadable finds the other rows"))
        #expect(thrown { try db.find(Chore.self) }?.message.hasPrefix("row 0, column stars: expected Int") == true)
    }

    @Test func aRowThatCannotBeReadIsToldWhatIsWrongWithIt() throws {
        try db.createTable(Chore.self)
        try db.insert(Chore())
        try db.execute("UPDATE Chore SET status = 'closed'")
        #expect(
            reason { _ = try db.find(Chore.self) }
                == "findReadable finds the other rows; an enumeration is read from the raw value of one of its cases")
        try db.execute("DROP TABLE Chore")
        try db.execute(
            "CREATE TABLE Chore (id INTEGER PRIMARY KEY, title, stars, isDone, price, cost, status, tags, due, note)")
        try db.execute("INSERT INTO Chore (title, tags, note) VALUES ('tea', '[]', '')")
        #expect(
            reason { _ = try db.find(Chore.self) }
                == "findReadable finds the other rows; declare a property that may be NULL as an optional")
    }

    @Test func aModelWithoutAKeyIsToldToDeclareOne() throws {
        struct Mark: Codable, FMModel { var text = "" }
        try db.createTable(Mark.self)
        let message = thrown { try db.save(Mark()) }?.message
        #expect(message?.contains("declare `var id: Int64?`, or name one by FMTableOptions(key:)") == true)
    }

    @Test func anEmptyTextIsNoCondition() throws {
        try db.createTable(Chore.self)
        for text in ["", " \n"] {
            let error = thrown { try db.delete(Chore.self, where: FMWhere(raw: text)) }
            #expect(error?.message == "the SQL of a condition is empty; pass .all for all rows")
        }
        #expect(thrown { try db.delete(Chore.self, where: "") }?.resultCode == .error)
    }

    @Test func anEmptyTextIsToldWhereItStands() throws {
        try db.createTable(Chore.self)
        let assignment = thrown { try db.update(Chore.self, set: [FMAssignment("note", sql: "")], where: .all) }
        #expect(assignment?.message == "the SQL of an assignment is empty")
        let expression = FMExpression<Chore, Int>(sql: " ")
        #expect(
            thrown { _ = try db.find(Chore.self, where: expression == 3) }?.message
                == "the SQL of an expression is empty")
        let unclosed = thrown { try db.update(Chore.self, set: [FMAssignment("note", sql: "(1")], where: .all) }
        #expect(unclosed?.message == "the SQL of an assignment has a parenthesis that is not closed")
    }

    private struct Instance: Codable, FMModel {
        let tableName: String
        var id: Int64?

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int64.self, forKey: .id)
            tableName = "members"
        }
    }

    private struct Catalogue: Codable, FMModel, Equatable {
        var id: Int64?
        var tableName: String
    }

    @Test func aNameOfTheTableThatIsNotStaticIsRefused() throws {
        let message = thrown { try db.createTable(Instance.self) }?.message ?? ""
        #expect(message == "tableName of Instance is an instance property: declare it `static`")
        try db.createTable(Catalogue.self)
        try db.insert(Catalogue(tableName: "t"))
        #expect(try db.find(Catalogue.self) == [Catalogue(id: 1, tableName: "t")])
    }

    @Test func aDeletionWithoutAKeyIsTold() throws {
        try db.createTable(Chore.self)
        let (texts, before) = (Locked([String]()), FMDatabase.logHandler)
        defer { FMDatabase.logHandler = before }
        db.logsErrors = true
        FMDatabase.logHandler = { message in
            guard message.text.hasPrefix("no row of the table Chore is deleted") else { return before(message) }
            texts.withLock { $0.append(message.text) }
        }
        var chore = Chore()
        try db.insert(chore)
        #expect(try !db.delete(chore))
        #expect(texts.value.count == 1)
        #expect(texts.value.allSatisfy { $0.contains("insert(&…)") })
        try db.insert(&chore)
        #expect(try db.delete(chore))
        #expect(try !db.delete(chore))
        #expect(texts.value.count == 1)
        // A key that only the caller can give.
        #expect(try db.delete(chore, key: ["stars", "isDone"]))
        #expect(try !db.delete(chore, key: ["stars", "isDone"]))
        #expect(texts.value.count == 2 && texts.value.last?.hasSuffix(": give it a value") == true)
    }
}
