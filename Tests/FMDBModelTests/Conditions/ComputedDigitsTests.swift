import FMDBModel
import FMDBTestHelpers
import Testing

private struct Offer: Codable, FMModel {
    var price = 0.1 + 0.2
    var share: Float = 0.1
    var until = Date(timeIntervalSince1970: 1_700_000_000.123456)
    var terms = Terms()

    struct Terms: Codable, FMNested {
        var rate: Double? = 0
        var other: Double? = 0
        var share: Float? = 0
        var until: Date?
        var count: Int? = 0

        struct Columns: FMColumns {
            let rate = FMField<Terms, Double>("rate")
            let other = FMField<Terms, Double>("other")
            let share = FMField<Terms, Float>("share")
            let until = FMField<Terms, Date>("until")
            let count = FMField<Terms, Int>("count")
        }
    }

    struct Columns: FMColumns {
        let price = FMField<Offer, Double>("price")
        let share = FMField<Offer, Float>("share")
        let until = FMField<Offer, Date>("until")
        let terms = FMField<Offer, Terms>("terms")
    }
}

/// What SQLite computes keeps its digits within JSON text. By itself SQLite writes 15 of them before 3.52.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) struct ComputedDigitsTests {
    private let fields = Offer.Columns()

    private func terms(of offer: Offer = Offer(), _ assignments: [FMAssignment<Offer>]...) throws -> Offer.Terms {
        let db = FMDatabase.memory()
        try db.createTable(Offer.self)
        try db.insert(offer)
        for assignments in assignments { try db.update(Offer.self, set: assignments, where: .all) }
        return try #require(try db.first(Offer.self)).terms
    }

    @Test func aDoubleIsCopiedIntoAPlaceWithAllDigits() throws {
        #expect(try terms([fields.terms.rate <- fields.price]).rate == 0.1 + 0.2)
    }

    @Test func aDoubleIsCopiedFromPlaceToPlaceWithAllDigits() throws {
        let terms = try terms(
            [fields.terms.rate <- fields.price], [fields.terms.other <- fields.terms.rate])

        #expect(terms.other == 0.1 + 0.2)
    }

    @Test func aComputedDoubleHasAllDigitsInAPlace() throws {
        #expect(try terms([fields.terms.rate <- fields.price + 0.7]).rate == 0.1 + 0.2 + 0.7)
        #expect(try terms([fields.terms.rate <- FMExpression(sql: "1.0 / 3")]).rate == 1.0 / 3)
    }

    @Test(arguments: [
        0.1, -1 / 3, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e22, -0.0,
        123_456_789_012_345_680,
    ])
    func everyFiniteDoubleStaysWhatItIs(price: Double) throws {
        #expect(try terms(of: Offer(price: price), [fields.terms.rate <- fields.price]).rate == price)
    }

    @Test func aFloatIsCopiedIntoAPlaceWithAllDigits() throws {
        #expect(try terms([fields.terms.share <- fields.share]).share == 0.1)
    }

    @Test func aDateInSecondsIsCopiedIntoAPlaceWithAllDigits() throws {
        #expect(try terms([fields.terms.until <- fields.until]).until == Offer().until)
    }

    @Test func anIntegerThatIsComputedAsARealNumberIsReadAsAnInteger() throws {
        #expect(try terms([fields.terms.count <- FMExpression(sql: "7.0")]).count == 7)
    }

    @Test func NULLIsCopiedIntoAPlaceAsNull() throws {
        let terms = try terms([
            fields.terms.rate <- FMExpression(sql: "NULL"), fields.terms.until <- FMExpression(sql: "NULL"),
        ])

        #expect(terms.rate == nil && terms.until == nil)
    }

    @Test(arguments: [Double.infinity, -.infinity])
    func whatIsInfiniteIsRefusedInAPlace(price: Double) throws {
        let offer = Offer(price: price, until: Date(timeIntervalSince1970: price))

        #expect(thrown { try terms(of: offer, [fields.terms.rate <- fields.price]) }?.resultCode == .error)
        #expect(thrown { try terms(of: offer, [fields.terms.until <- fields.until]) }?.resultCode == .error)
        #expect(try terms(of: offer).rate == 0)
    }
}
