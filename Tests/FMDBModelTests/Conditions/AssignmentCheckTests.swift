import FMDBModel
import FMDBTestHelpers
import Testing

/// A model whose columns and places within JSON text SQLite can compute with.
private struct Meter: Codable, FMModel, Equatable {
    var name: String
    var n = 5
    var maybe: Int? = 5
    var small: Int8 = 5
    var natural: UInt = 5
    var huge: UInt64 = 5
    var real = 5.0
    var float: Float = 5
    var box: Box?

    struct Box: Codable, FMNested, Equatable {
        var w: Int
        var h: Int
        var note: String?
        var real = 1.5
        var lid: Lid?

        struct Columns: FMColumns {
            let w = FMField<Box, Int>("w")
            let h = FMField<Box, Int>("h")
            let note = FMField<Box, String?>("note")
            let real = FMField<Box, Double>("real")
            let lid = FMField<Box, Lid?>("lid")
        }
    }

    struct Lid: Codable, FMNested, Equatable {
        var colour: String?
        var size: Int?

        struct Columns: FMColumns {
            let colour = FMField<Lid, String?>("colour")
            let size = FMField<Lid, Int?>("size")
        }
    }

    struct Columns: FMColumns {
        let name = FMField<Meter, String>("name")
        let n = FMField<Meter, Int>("n")
        let maybe = FMField<Meter, Int?>("maybe")
        let small = FMField<Meter, Int8>("small")
        let natural = FMField<Meter, UInt>("natural")
        let huge = FMField<Meter, UInt64>("huge")
        let real = FMField<Meter, Double>("real")
        let float = FMField<Meter, Float>("float")
        let box = FMField<Meter, Box?>("box")
    }
}

/// What SQLite computes and a property cannot hold is refused, and nothing is changed.
@Suite struct AssignmentCheckTests {
    private let db = FMDatabase.memory()
    private let fields = Meter.Columns()

    private static let fields = Meter.Columns()

    private static let overflows: [FMAssignment<Meter>] = [
        fields.n <- fields.n + 1, fields.n <- fields.n * 2, fields.n <- fields.n - -1, fields.n <- fields.n + fields.n,
        fields.n <- fields.n * -1 - 2, fields.n <- FMExpression(sql: "0.5"), fields.maybe <- fields.maybe + 1,
        fields.small <- fields.small + 1, fields.small <- fields.small * -2, fields.natural <- fields.natural - 6,
        fields.huge <- fields.huge - 6, fields.float <- fields.float * 10, FMAssignment("n", sql: "n + 1"),
        FMAssignment("small", sql: "9e18 + 9e18"), fields.n <- (fields.n - 0) / 1 + 1,
    ]

    @Test(arguments: overflows.indices)
    func aNumberThatThePropertyCannotHoldIsRefused(index: Int) throws {
        let meter = Meter(
            name: "a", n: .max, maybe: .max, small: .max, natural: 5, huge: 5, float: .greatestFiniteMagnitude)
        try db.createTable(Meter.self)
        try db.insert(meter)

        let error = thrown { try db.update(Meter.self, set: [Self.overflows[index]], where: .all) }

        #expect(error?.resultCode == .error)
        #expect(error?.message.contains("does not fit its property") == true)
        #expect(try db.find(Meter.self) == [meter])
    }

    @Test func numbersThatFitAreSet() throws {
        let meter = Meter(name: "a", n: .max - 1, maybe: nil, small: .max - 1, natural: 6, float: 1e38)
        try db.createTable(Meter.self)
        try db.insert(meter)

        try db.update(
            Meter.self,
            set: [
                fields.n <- fields.n + 1, fields.maybe <- fields.maybe + 1, fields.small <- fields.small + 1,
                fields.natural <- fields.natural - 6, fields.float <- fields.float * 3,
                fields.real <- fields.real / 0.3,
                fields.huge <- FMExpression(sql: "huge * 2.0"),
            ], where: .all)

        let changed = try #require(try db.first(Meter.self))
        #expect(changed.n == .max && changed.maybe == nil && changed.small == .max && changed.natural == 0)
        #expect(changed.float == 3e38 && changed.real == 5 / 0.3 && changed.huge == 10)
    }

    @Test func theLeastIntegerIsReachedAndNotPassed() throws {
        try db.createTable(Meter.self)
        try db.insert(Meter(name: "a", n: .min + 1))

        try db.update(Meter.self, set: [fields.n <- fields.n - 1], where: .all)
        #expect(try db.first(Meter.self)?.n == .min)

        #expect(
            thrown { try db.update(Meter.self, set: [fields.n <- fields.n - 1], where: .all) }?.resultCode == .error)
        #expect(
            thrown { try db.update(Meter.self, set: [fields.n <- fields.n / -1], where: .all) }?.resultCode == .error)
        #expect(try db.first(Meter.self)?.n == .min)
    }

    @Test func otherRowsKeepNothingOfARefusedUpdate() throws {
        try db.createTable(Meter.self)
        try db.insert([Meter(name: "a", n: 1), Meter(name: "b", n: .max)])

        #expect(thrown { try db.update(Meter.self, set: [fields.n <- fields.n + 1], where: .all) } != nil)
        #expect(try db.find(Meter.self).map(\.n) == [1, .max])

        #expect(try db.update(Meter.self, set: [fields.n <- fields.n + 1]) { $0.n < 10 } == 1)
        #expect(try db.find(Meter.self).map(\.n) == [2, .max])
    }
}

/// SlotTable within JSON text, of which a model could not be read any more.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) struct NestedAssignmentCheckTests {
    private let db = FMDatabase.memory()
    private let fields = Meter.Columns()
    private let box = Meter.Columns().box

    private func refusal(_ assignments: FMAssignment<Meter>...) -> FMError? {
        thrown { try db.update(Meter.self, set: assignments, where: .all) }
    }

    private func insert(_ box: Meter.Box?) throws {
        try db.createTable(Meter.self)
        try db.insert(Meter(name: "o'b", box: box))
    }

    @Test func aPlaceInNothingIsNotSetWhereOthersAreNeeded() throws {
        try insert(nil)

        for error in [
            refusal(box.w <- 9), refusal(box.note <- "x"), refusal(box.lid.size <- 1), refusal(box.w <- fields.n),
        ] {
            #expect(error?.resultCode == .mismatch)
            #expect(error?.message == "the update within box would leave a Box without a value that it needs")
        }
        #expect(try db.find(Meter.self).map(\.box) == [nil])
    }

    @Test func allThatIsNeededMakesAStructure() throws {
        try insert(nil)

        try db.update(Meter.self, set: [box.w <- 9, box.h <- fields.n, box.real <- 2], where: .all)

        #expect(try db.find(Meter.self).map(\.box) == [Meter.Box(w: 9, h: 5, real: 2)])
    }

    @Test func aPlaceIsSetWhereTheStructureIs() throws {
        try insert(Meter.Box(w: 1, h: 2))

        try db.update(Meter.self, set: [box.w <- 9, box.lid.size <- 3, box.note <- nil], where: .all)
        try db.update(Meter.self, set: [box.h <- box.w + 1, box.lid.colour <- "red"], where: .all)

        #expect(
            try db.find(Meter.self).map(\.box) == [
                Meter.Box(w: 9, h: 10, lid: Meter.Lid(colour: "red", size: 3))
            ])
    }

    @Test func rowsThatTheConditionLeavesOutDoNotMatter() throws {
        try insert(nil)
        try db.insert(Meter(name: "b", box: Meter.Box(w: 1, h: 2)))

        #expect(try db.update(Meter.self, set: [box.w <- 9]) { $0.box != nil } == 1)
        #expect(try db.find(Meter.self).map { $0.box?.w } == [nil, 9])
    }

    @Test func numbersThatThePlaceCannotHoldAreRefused() throws {
        try insert(Meter.Box(w: .max, h: 0, real: 1e308))
        let before = try db.find(Meter.self)

        for error in [
            refusal(box.w <- box.w + 1), refusal(box.w <- box.w * 2), refusal(box.real <- box.real * 10),
            refusal(fields.n <- box.w + 1), refusal(box.w <- FMExpression(sql: "0.5")),
        ] {
            #expect(error?.resultCode == .error)
        }
        #expect(try db.find(Meter.self) == before)
    }

    @Test func nothingIsNotSetWhereAValueIsNeeded() throws {
        try insert(Meter.Box(w: 1, h: 0))

        let error = refusal(box.w <- box.w / box.h)

        #expect(error?.resultCode == .mismatch)
        #expect(try db.find(Meter.self).map(\.box) == [Meter.Box(w: 1, h: 0)])
    }
}
