import FMDBModel
import FMDBTestHelpers
import Testing

/// Fields in texts that hold a query, whose table has columns of the same names.
@Suite struct ConditionQueryTests {
    /// Ships, whose cabins name them; both tables have `id` and `name`.
    struct Ship: Codable, FMModel, Sendable, Equatable {
        var id: Int64?
        var name: String
        var size: Int

        static let cabins = hasMany(Cabin.self, by: \.ship)

        struct Columns: FMColumns {
            let id = FMField<Ship, Int64?>("id")
            let name = FMField<Ship, String>("name")
            let size = FMField<Ship, Int>("size")
        }
    }

    struct Cabin: Codable, FMModel, Sendable, Equatable {
        var id: Int64?
        var name: String
        var ship: Int64

        struct Columns: FMColumns {
            let id = FMField<Cabin, Int64?>("id")
            let name = FMField<Cabin, String>("name")
            let ship = FMField<Cabin, Int64>("ship")
        }
    }

    let db = FMDatabase.memory()

    /// Ada has two cabins, Bo none, Cy one. No cabin has the number of its ship, but the third one.
    init() throws {
        try db.createTable(Ship.self)
        try db.createTable(Cabin.self)
        try db.insert([
            Ship(id: 1, name: "ada", size: 1), Ship(id: 2, name: "bo", size: 2), Ship(id: 3, name: "cy", size: 3),
        ])
        try db.insert([
            Cabin(id: 10, name: "x", ship: 1), Cabin(id: 11, name: "bo", ship: 1), Cabin(id: 12, name: "cy", ship: 3),
        ])
    }

    private var hasCabin: (Ship.Columns) -> FMWhere<Ship> {
        { "EXISTS (SELECT 1 FROM Cabin WHERE Cabin.ship = \($0.id))" }
    }

    private func names(_ request: Ship.Request) throws -> [String] {
        try db.find(request.order(\.id.ascending)).map(\.name)
    }

    @Test func aFieldIsThatOfTheRow() throws {
        #expect(try names(Ship.all.where(hasCabin)) == ["ada", "cy"])
        #expect(try db.find(Ship.self, hasCabin).map(\.name) == ["ada", "cy"])
        #expect(try db.find(Ship.self, where: hasCabin(Ship.Columns())).count == 2)
        #expect(try db.count(Ship.self, hasCabin) == 2)
        #expect(try db.count(Ship.all.where(hasCabin)) == 2)
        #expect(try db.sum(Ship.self, "size", as: Int.self, where: hasCabin(Ship.Columns())) == 4)
        #expect(try names(Ship.all.where { !hasCabin($0) }) == ["bo"])
    }

    @Test func aFieldBeforeTheQueryNeedsNoTable() throws {
        let condition: FMWhere<Ship> =
            "\(Ship.Columns().id) IN (SELECT ship FROM Cabin WHERE name = \(Ship.Columns().name))"

        #expect(condition.sql.text == #"`id` IN (SELECT ship FROM Cabin WHERE name = "Ship".`name`)"#)
        #expect(try names(Ship.all.where(condition)) == ["cy"])
    }

    @Test func expressionsListsAndOrdersKnowTheRow() throws {
        let number: (Ship.Columns) -> FMExpression<Ship, Int> = {
            FMExpression(sql: "(select count(*) from Cabin where Cabin.ship = \($0.id))")
        }
        #expect(try db.find(Ship.all.order(\.id.ascending).select(number)) == [2, 0, 1])
        #expect(try names(Ship.all.where { number($0) > 1 }) == ["ada"])
        #expect(
            try names(Ship.all.where { $0.name.in(sql: "SELECT name FROM Cabin WHERE ship = \($0.id)") }) == ["cy"])
        let fields = Ship.Columns()
        let order = FMOrder<Ship>.desc(sql: "(SELECT count(*) FROM Cabin WHERE ship = \(fields.id))")
        #expect(try db.find(Ship.all.order(by: order)).map(\.name) == ["ada", "cy", "bo"])
    }

    @Test func changesKnowTheRow() throws {
        let sum: FMAssignment<Ship> = FMAssignment(
            "size", sql: "(SELECT sum(id) FROM Cabin WHERE ship = \(Ship.Columns().id))")
        #expect(try db.update(Ship.all.where(hasCabin), set: [sum]) == 2)
        #expect(try db.find(Ship.all.order(\.id.ascending).select(\.size)) == [21, 2, 12])
        #expect(try db.update(Ship.self, set: [Ship.Columns().name <- "z"], where: hasCabin(Ship.Columns())) == 2)
        #expect(try db.update(Ship.all.where(hasCabin).order(\.id.ascending).limit(1)) { [$0.size <- 5] } == 1)
        #expect(try db.delete(Ship.all.where(hasCabin).order(\.id.ascending).limit(1)) == 1)
        #expect(try db.delete(Ship.all.where(hasCabin)) == 1)
        #expect(try db.find(Ship.self).map(\.name) == ["bo"])
    }

    @Test func aRelationKnowsTheRowOfItsOwnTable() throws {
        let named = Ship.cabins.where { "EXISTS (SELECT 1 FROM Ship WHERE Ship.name = \($0.name))" }

        #expect(try names(Ship.all.where(named.exists)) == ["ada", "cy"])
        #expect(
            try db.find(Ship.all.order(\.id.ascending).select { ($0.name, named.count) }).map { $0.1 } == [1, 0, 1])
        #expect(
            try db.find(Ship.all.order(\.id.ascending).including(named)).map { $0.1.map(\.id) } == [[11], [], [12]])
    }

    @Test func theSameTableWithAnAliasIsAnother() throws {
        let isLargest: (Ship.Columns) -> FMWhere<Ship> = {
            "NOT EXISTS (SELECT 1 FROM Ship AS other WHERE other.size > \($0.size))"
        }
        #expect(try names(Ship.all.where(isLargest)) == ["cy"])
    }

    @Test func anotherTableThanTheModelsOwnGoesByItsName() throws {
        try db.createTable(Ship.self, named: "fleet")
        try db.insert([Ship(id: 1, name: "old", size: 9), Ship(id: 2, name: "new", size: 9)], into: "fleet")
        let fleet = Ship.all.from("fleet").where(hasCabin)

        #expect(try names(fleet) == ["old"])
        #expect(try db.count(fleet) == 1)
        #expect(try db.count(Ship.self, in: "fleet", hasCabin) == 1)
        #expect(try names(Ship.all.from("fleet").where(Ship.cabins.count == 0)) == ["new"])
        // Older versions have no other names in changes.
        guard SQLiteVersion.linked >= SQLiteVersion(3, 25) else { return }
        #expect(try db.update(fleet) { [$0.size <- 1] } == 1)
        #expect(try db.delete(fleet) == 1)
        #expect(try names(Ship.all.from("fleet")) == ["new"])
        #expect(try db.count(Ship.self) == 3)
    }

    @Test func fieldsOfOtherModelsAreNamesAlone() throws {
        let cabin = Cabin.Columns()
        let largest = FMExpression<Ship, Int>(sql: "(SELECT max(\(cabin.id)) FROM Cabin)")

        #expect(try db.find(Ship.all.limit(1).select { _ in largest }) == [12])
        #expect(try names(Ship.all.where("1 IN (SELECT 1 FROM Cabin WHERE \(cabin.ship) = 3)")).count == 3)
    }
}
