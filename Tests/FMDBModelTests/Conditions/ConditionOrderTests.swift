import FMDBModel
import FMDBTestHelpers
import Testing

/// Knows its properties.
private struct Fruit: Codable, FMModel, Equatable {
    var id: Int64?
    var name: String
    var weight: Int?
    var select = 0

    init(_ name: String, _ weight: Int?) {
        self.name = name
        self.weight = weight
    }

    static let fmTable = FMTable<Fruit>(
        "fruit",
        [
            FMColumn("id", \.id), FMColumn("name", \.name), FMColumn("weight in g", \.weight),
            FMColumn("select", \.select),
        ])

    init(fmRow row: FMRow) throws {
        id = try row.column("id")
        name = try row.column("name")
        weight = try row.column("weight in g")
        select = try row.column("select")
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(name)
        try values.add(weight)
        try values.add(select)
    }

    struct Columns: FMColumns {
        let name = FMField<Fruit, String>("name")
        let weight = FMField<Fruit, Int?>("weight in g")
        let select = FMField<Fruit, Int>("select")
    }
}

/// Orders and changes.
@Suite struct ConditionOrderTests {
    private let database = FMDatabase.memory()
    private let fields = Fruit.Columns()

    init() throws {
        try database.createTable(Fruit.self)
        try database.insert([Fruit("pear", 3), Fruit("Fig", nil), Fruit("apple", 1), Fruit("fig ", 2)])
    }

    private func names(_ order: FMOrder<Fruit>...) throws -> [String] {
        try database.find(Fruit.self, orderBy: order).map(\.name)
    }

    // MARK: Orders

    @Test func aPropertyAColumnAndAFieldSortAlike() throws {
        let sorted = ["Fig", "apple", "fig ", "pear"]

        #expect(try names(.asc(\.weight)) == sorted)
        #expect(try names(.asc("weight in g")) == sorted)
        #expect(try names(fields.weight.ascending) == sorted)
        #expect(try names(.asc(sql: "\(fields.weight) + \(1)")) == sorted)
        #expect(try names(.desc(\.weight)) == sorted.reversed())
        #expect(try names(.desc("weight in g")) == sorted.reversed())
        #expect(try names(fields.weight.descending) == sorted.reversed())
        #expect(try names((fields.weight * 2).descending) == sorted.reversed())
    }

    @Test func nothingComesWhereItIsSaid() throws {
        #expect(try names(.asc(\.weight).nulls(.first)).first == "Fig")
        #expect(try names(.asc(\.weight).nulls(.last)) == ["apple", "fig ", "pear", "Fig"])
        #expect(try names(.desc(\.weight).nulls(.first)) == ["Fig", "pear", "fig ", "apple"])
        #expect(try names(.desc(\.weight).nulls(.last)).last == "Fig")
    }

    @Test func aCollationSortsTexts() throws {
        #expect(try names(.asc(\.name)) == ["Fig", "apple", "fig ", "pear"])
        #expect(try names(.asc(\.name).collate(.nocase)) == ["apple", "Fig", "fig ", "pear"])
        #expect(try names(.desc("name").collate(.nocase)) == ["pear", "fig ", "Fig", "apple"])
        #expect(try names(fields.name.ascending.collate(.rtrim), .asc("id")) == ["Fig", "apple", "fig ", "pear"])
        #expect(try names(.asc(\.name).collate(.binary)) == ["Fig", "apple", "fig ", "pear"])
    }

    @Test func severalOrdersCountOneAfterTheOther() throws {
        try database.insert(Fruit("date", 1))

        #expect(try names(.desc(\.weight), .desc(\.name)) == ["pear", "fig ", "date", "apple", "Fig"])
    }

    @Test(arguments: ["name; DROP TABLE fruit", "name DESC, (SELECT 1)", "\" OR 1 --"])
    func aColumnToSortByStaysAName(_ name: String) throws {
        database.logsErrors = false

        #expect(thrown { try names(.asc(name)) }?.resultCode == .error)
        #expect(thrown { try names(.asc("name").collate(FMCollation(name))) }?.resultCode == .error)
        let assignment = FMAssignment<Fruit>(name, 1)
        #expect(thrown { try database.update(Fruit.self, set: [assignment], where: .all) }?.resultCode == .error)
        #expect(try names(.asc("id")) == ["pear", "Fig", "apple", "fig "])
    }

    @Test func aCodableTypeKnowsNoKeyPathsAndSaysSo() throws {
        let scene = try PlayerScene(Player("ann"))
        let sorting = thrown { try scene.database.find(Player.self, orderBy: [.asc(\.age)]) }
        let setting = thrown { try scene.database.update(Player.self, set: [\.age <- 1], where: .all) }

        for error in [sorting, setting] {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.contains("has no key paths") == true)
            #expect(error?.message.contains("Player") == true)
        }
        #expect(try scene.database.find(Player.self, orderBy: [.asc("age")]).count == 1)
    }

    // MARK: Changes

    private func weights() throws -> [Int?] {
        try database.find(Fruit.self, orderBy: [.asc("id")]).map(\.weight)
    }

    @Test func aPropertyAColumnAndAFieldAreSetAlike() throws {
        try database.update(Fruit.self, set: [\.weight <- 7]) { $0.name == "pear" }
        try database.update(Fruit.self, set: [fields.weight <- 8]) { $0.name == "Fig" }
        try database.update(Fruit.self, set: [FMAssignment("weight in g", 9)]) { $0.name == "apple" }
        try database.update(Fruit.self, set: [FMAssignment("weight in g", sql: "4 + \(6)")], where: "name = 'fig '")

        #expect(try weights() == [7, 8, 9, 10])
    }

    @Test func nilSetsNULL() throws {
        let none: Int? = nil
        try database.update(Fruit.self, set: [\.weight <- nil]) { $0.name == "pear" }
        try database.update(Fruit.self, set: [fields.weight <- nil]) { $0.name == "apple" }
        try database.update(Fruit.self, set: [FMAssignment("weight in g", none)]) { $0.name == "fig " }

        #expect(try weights() == [nil, nil, nil, nil])
    }

    @Test func aFieldIsSetToWhatIsComputed() throws {
        try database.update(
            Fruit.self, set: [fields.weight <- fields.weight + 1, fields.select <- fields.select], where: .all)
        #expect(try weights() == [4, nil, 2, 3])

        try database.update(Fruit.self, set: [fields.name <- FMExpression(sql: "upper(\(fields.name))")], where: .all)
        #expect(try names(.asc("id")) == ["PEAR", "FIG", "APPLE", "FIG "])
    }

    @Test(arguments: ConditionLiteralTests.injections)
    func aTextThatIsSetStaysAValue(_ text: String) throws {
        try database.update(Fruit.self, set: [\.name <- text], where: "name = 'pear'")
        try database.update(Fruit.self, set: [fields.name <- text]) { $0.name == "Fig" }
        try database.update(Fruit.self, set: [FMAssignment("name", text)]) { $0.name == "apple" }

        #expect(try names(.asc("id")) == [text, text, text, "fig "])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)))
    func aPlaceWithinJSONIsSetAlone() throws {
        let scene = try PlayerScene(Player("ann", user: User(student: Student(body: "x", mark: 2), in: 1)))
        let student = Player.Columns().user.student
        for change in [
            student.body <- "it's", student.isPresent <- false, student.mark <- nil, student.level <- .low,
            student.odd <- student.body,
        ] {
            try scene.database.update(Player.self, set: [change], where: .all)
        }

        let changed = try #require(try scene.database.find(Player.self).first?.user?.student)
        #expect(changed.body == "it's" && changed.odd == "it's" && changed.level == .low)
        #expect(!changed.isPresent && changed.mark == nil && changed.photo == Data([0, 255]))
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)))
    func placesWithinOneColumnAreSetTogether() throws {
        let scene = try PlayerScene(Player("ann", user: User(student: Student(body: "x", mark: 2), in: 1)))
        let user = Player.Columns().user
        try scene.database.update(
            Player.self, set: [user.student.body <- "y", user[\.in] <- 2, FMAssignment("age", 3)], where: .all)

        let changed = try #require(try scene.database.find(Player.self).first)
        #expect(changed.user?.student?.body == "y" && changed.user?.in == 2 && changed.age == 3)
    }

    @Test func aColumnIsNotSetTwice() throws {
        let error = thrown {
            try database.update(Fruit.self, set: [\.weight <- 1, FMAssignment("WEIGHT IN G", 2)], where: .all)
        }

        #expect(error?.resultCode == .misuse)
        #expect(try weights() == [3, nil, 1, 2])
    }
}
