import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

/// Decimals that are reached in every way, and differ in a digit that real numbers do not have.
@Suite struct DecimalTermTests {
    private struct Ware: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(collations: ["price": .decimal])
        static let lines = hasMany(Line.self, by: \.ware)

        var id: Int64?
        var price: Decimal
        var cost: Decimal
        var tag = Tag()
        var last: Decimal?

        struct Columns: FMColumns {
            let id = FMField<Ware, Int64?>("id")
            let price = FMField<Ware, Decimal>("price")
            let cost = FMField<Ware, Decimal>("cost")
            let tag = FMField<Ware, Tag>("tag")
            let last = FMField<Ware, Decimal?>("last")
        }
    }

    private struct Tag: Codable, FMNested, Sendable {
        var net: Decimal = 0
        var gross: Decimal?

        struct Columns: FMColumns {
            let net = FMField<Tag, Decimal>("net")
            let gross = FMField<Tag, Decimal?>("gross")
        }
    }

    private struct Line: Codable, FMModel, Sendable {
        static let article = belongsTo(Ware.self, by: \.ware)

        var id: Int64?
        var ware: Int64?
        var amount: Decimal
        var tag = Tag()
        var last: Decimal?

        struct Columns: FMColumns {
            let id = FMField<Line, Int64?>("id")
            let ware = FMField<Line, Int64?>("ware")
            let amount = FMField<Line, Decimal>("amount")
            let tag = FMField<Line, Tag>("tag")
            let last = FMField<Line, Decimal?>("last")
        }
    }

    private static let hasArrow = SQLiteVersion.linked >= SQLiteVersion(3, 38)
    private let db = FMDatabase.memory()
    private let less: Decimal
    private let more: Decimal

    /// Ware 1 has the greater number, ware 2 the smaller one, and each a line with the other. As texts 9 comes behind 10.
    init() throws {
        less = try #require(Decimal(string: "9.0000000000000000001"))
        more = try #require(Decimal(string: "9.0000000000000000002"))
        try db.createTable(Ware.self)
        try db.createTable(Line.self)
        for (own, other) in [(more, less), (less, more), (10, 10)] {
            let ware = Ware(price: own, cost: own, tag: Tag(net: own, gross: own == 10 ? nil : own))
            try db.insert(ware)
            try db.insert(Line(ware: db.lastInsertRowId, amount: other, tag: Tag(net: other)))
        }
    }

    private func ids(_ wares: FMRequest<Ware, Ware>) throws -> [Int64?] { try db.find(wares.select(\.id)) }

    private func ids(_ lines: FMRequest<Line, Line>) throws -> [Int64?] { try db.find(lines.select(\.id)) }

    // MARK: - Columns

    @Test func aColumnWithoutTheCollation() throws {
        #expect(try ids(Ware.all.where { $0.cost > less }) == [1, 3])
        #expect(try ids(Ware.all.where { $0.cost < 10 && $0.cost >= more }) == [1])
        #expect(try ids(Ware.all.where { $0.cost.in(less...more) }) == [1, 2])
        #expect(try ids(Ware.all.where { $0.cost == less }) == [2])
        #expect(
            try ids(Ware.all.where { $0.cost == $0.price && $0.cost <= $0.price && $0.price >= $0.cost }) == [1, 2, 3])
        #expect(try ids(Ware.all.where { $0.cost != $0.price || $0.cost < $0.price || $0.price > $0.cost }).isEmpty)
        #expect(
            Ware.all.where { $0.cost > less }.description.hasSuffix(
                " WHERE CAST(`cost` AS TEXT) COLLATE decimal > ?"))
    }

    @Test func theOrderOfAColumnWithoutTheCollation() throws {
        let sorted = Ware.all.order(\.cost.ascending)
        #expect(sorted.description.hasSuffix(" ORDER BY `cost` COLLATE \"decimal\" ASC"))
        #expect(try ids(sorted) == [2, 1, 3])
        #expect(try ids(sorted.reversed()) == [3, 1, 2])
        #expect(try ids(Ware.all.order { $0.last.descending.nulls(.first) }.order(\.cost.descending)) == [3, 1, 2])
        #expect(try db.find(Ware.self, orderBy: [FMOrder.asc(sql: "cost")]).map(\.id) == [3, 2, 1])
        #expect(try ids(Ware.all.order { $0.cost.ascending.collate(.binary) }) == [3, 2, 1])
        #expect(Ware.all.order(\.price.ascending).description.hasSuffix(" ORDER BY `price` ASC"))
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) func theFirstOfALimitPerValue() throws {
        #expect(try ids(Ware.all.order(\.cost.ascending).limit(1, per: \.last)) == [2])
        #expect(try ids(Ware.all.order(\.cost.descending).limit(2, per: \.last)) == [3, 1])
    }

    @Test func pagesAreInTheOrderOfNumbers() async throws {
        let folder = TemporaryFolder()
        let pool = SilentPool(path: folder.file())
        try await pool.createTable(Ware.self)
        try await pool.insert([more, less, 10].map { Ware(price: $0, cost: $0) })
        var found: [Decimal] = []
        for try await ware in pool.each(Ware.all.order(\.cost.ascending), batch: 1) { found.append(ware.cost) }
        #expect(found == [less, more, 10])
        pool.close()
    }

    @Test func extremesOfAColumnWithoutTheCollation() throws {
        let all = Ware.all.group(\.last)
        let found = try db.find(all.select { ($0.min($0.cost), $0.max($0.cost), $0.count($0.cost, distinct: true)) })
        #expect(found.map(\.0) == [less] && found.map(\.1) == [10] && found.map(\.2) == [3])
        #expect(try db.find(all.having { $0.min($0.cost) < more }.select(\.count)) == [3])
        #expect(try db.find(all.having { $0.min($0.cost) < less }.select(\.count)) == [])
        let groups = Ware.all.group(\.cost).order { $0.max($0.price).ascending }
        #expect(try db.find(groups.select(\.cost)) == [less, more, 10])
    }

    // MARK: - Sums

    @Test func sumsOfGroups() throws {
        let groups = Ware.all.group(\.last)
        let found = try #require(
            try db.first(groups.select { ($0.sum($0.cost), $0.average($0.price), $0.sum($0.last)) }))
        #expect(found.0 == less + more + 10)
        #expect(found.1 == (less + more + 10) / 3)
        #expect(found.2 == nil)
        #expect(try db.find(groups.having { $0.sum($0.cost) > less + more + 10 }.select(\.count)) == [])
        #expect(try db.find(groups.having { $0.sum($0.cost) >= less + more + 10 }.select(\.count)) == [3])
        let each = Ware.all.group(\.id).order { $0.sum($0.cost).descending }
        #expect(try db.find(each.select(\.id)) == [3, 1, 2])
        #expect(
            groups.select { ($0.sum($0.cost), $0.average($0.id)) }.description.hasPrefix(
                "SELECT fm_decimal_sum(`cost`), avg(`id`) FROM"))
    }

    @Test(.enabled(if: hasArrow)) func sumsOfPlaces() throws {
        #expect(try db.find(Ware.all.group(\.last).select { $0.sum($0.tag.gross) }) == [less + more])
        #expect(try db.average(Ware.all, of: \.tag.gross) == (less + more) / 2)
    }

    @Test func sumsOfRelations() throws {
        try db.insert(Line(ware: 1, amount: 1))
        let sum = Ware.lines.value { $0.sum($0.amount) }
        #expect(try db.find(Ware.all.select { _ in sum }) == [less + 1, more, 10])
        #expect(
            try db.find(Ware.all.select { _ in Ware.lines.value { $0.average($0.amount) } }) == [
                (less + 1) / 2, more, 10,
            ])
        #expect(try ids(Ware.all.where(sum > less + 1)) == [])
        #expect(try ids(Ware.all.where(sum == less + 1)) == [1])
        #expect(try ids(Ware.all.order(by: sum.descending)) == [1, 3, 2])
        try db.update(Ware.all) { [$0.last <- sum] }
        #expect(try db.find(Ware.all.select(\.last)) == [less + 1, more, 10])
    }

    @Test func sumsThatAreNone() throws {
        try db.execute("UPDATE Ware SET cost = 'dear' WHERE id = 2")
        let error = thrown { try db.find(Ware.all.group(\.last).select { $0.sum($0.cost) }) }
        #expect(error?.resultCode == .mismatch)
        try db.update(Ware.all) { [$0.cost <- Decimal.greatestFiniteMagnitude] }
        #expect(thrown { try db.find(Ware.all.group(\.last).select { $0.sum($0.cost) }) }?.resultCode == .error)
    }

    /// Each sum on the way would lose the last digit.
    @Test func aSumIsRoundedAtItsEnd() throws {
        let tenth = try #require(Decimal(string: "0.1"))
        let large = try #require(Decimal(string: "1e37"))
        try db.update(Ware.all.where { $0.id == 1 }) { [$0.cost <- large] }
        try db.update(Ware.all.where { $0.id == 2 }) { [$0.cost <- tenth / 10] }
        try db.update(Ware.all.where { $0.id == 3 }) { [$0.cost <- -large] }
        #expect(try db.sum(Ware.self, "cost", as: Decimal.self) == tenth / 10)
        #expect(try db.sum(Ware.all, of: \.cost) == tenth / 10)
    }

    // MARK: - Other tables

    @Test func columnsOfAJoinedRow() throws {
        let pairs = Line.all.joining(Line.article)
        let id = { (pairs: FMJoin<Line, FMJoined<Line, Ware>>) in try db.find(pairs.select { line, _ in line.id }) }
        #expect(try id(pairs.where { $1.price > less }) == [1, 3])
        #expect(try id(pairs.where { $1.price == less }) == [2])
        #expect(try id(pairs.where { $1.cost > less }) == [1, 3])
        #expect(try id(pairs.where { $0.amount < $1.price }) == [1])
        #expect(try id(pairs.where { $0.amount < $1.cost }) == [1])
        #expect(try id(pairs.where { $0.amount == $1.price }) == [3])
        #expect(try id(pairs.order { $1.price.ascending }) == [2, 1, 3])
        #expect(try id(pairs.order { $1.cost.ascending }) == [2, 1, 3])
        let optional = Line.all.joining(optional: Line.article).where { $1.price > less }
        #expect(try db.find(optional.select { line, _ in line.id }) == [1, 3])
    }

    @Test func aColumnOfARelatedRow() throws {
        let (price, cost) = (Line.article.value(\.price), Line.article.value(\.cost))
        #expect(try ids(Line.all.where(price > less)) == [1, 3])
        #expect(try ids(Line.all.where(price == less)) == [2])
        #expect(try ids(Line.all.where(cost > less)) == [1, 3])
        #expect(try ids(Line.all.where { $0.amount < price }) == [1])
        #expect(try ids(Line.all.order(by: price.ascending)) == [2, 1, 3])
        #expect(try ids(Line.all.order(by: cost.descending)) == [3, 1, 2])
        let greatest = Ware.lines.value { $0.max($0.amount) }
        #expect(try ids(Ware.all.where(greatest > less)) == [2, 3])
        #expect(try ids(Ware.all.where(greatest == less)) == [1])
        #expect(try ids(Ware.all.order(by: greatest.ascending)) == [1, 2, 3])
    }

    @Test func equalNumbersOfARelatedRowMayHaveOtherTexts() throws {
        try db.execute("UPDATE Ware SET price = price || '00' WHERE price <> '10'")
        #expect(try ids(Line.all.where(Line.article.value(\.price) == less)) == [2])
        #expect(try ids(Line.all.where(Line.article.value(\.price).in([less, 10]))) == [2, 3])
        #expect(try ids(Ware.all.where { $0.price == $0.cost }) == [1, 2, 3])
    }

    // MARK: - JSON text

    @Test(.enabled(if: hasArrow)) func aPlaceWithinJSONText() throws {
        #expect(try ids(Ware.all.where { $0.tag.net > less }) == [1, 3])
        #expect(try ids(Ware.all.where { $0.tag.net == less }) == [2])
        #expect(try ids(Ware.all.where { $0.tag.net != less }) == [1, 3])
        #expect(try ids(Ware.all.where { $0.tag.net.in([less, 10]) }) == [2, 3])
        #expect(try ids(Ware.all.where { $0.tag.net.in(less..<more) }) == [2])
        #expect(try ids(Ware.all.where { $0.tag.gross == nil }) == [3])
        #expect(try ids(Ware.all.where { $0.tag.gross > less }) == [1])
        #expect(
            try ids(Ware.all.where { $0.tag.gross == $0.tag.net && $0.tag.net == $0.cost && $0.price == $0.tag.net })
                == [1, 2])
        #expect(
            try ids(Ware.all.where { $0.tag.gross < $0.tag.net || $0.tag.net > $0.cost || $0.price < $0.tag.net }) == []
        )
        #expect(try ids(Ware.all.order(\.tag.net.ascending)) == [2, 1, 3])
        #expect(try ids(Ware.all.order { $0.tag.gross.descending.nulls(.first) }) == [3, 1, 2])
        #expect(try ids(Ware.all.where { $0.tag.net.in(Line.all.where { $0.ware == 2 }.select(\.tag.net)) }) == [1])
    }

    @Test(.enabled(if: hasArrow)) func aPlaceIsReadWithAllDigits() throws {
        #expect(try db.find(Ware.all.select(\.tag.net)) == [more, less, 10])
        #expect(try db.find(Ware.all.select(\.tag.gross)) == [more, less, nil])
        #expect(
            try db.find(Ware.all.group(\.tag.net).order(\.tag.net.ascending).select(\.tag.net)) == [less, more, 10])
        #expect(try db.max(Ware.all.where { $0.id < 3 }, of: \.tag.net) == more)
        #expect(try db.sum(Ware.all, of: \.tag.gross) == less + more)
        let extremes = Ware.all.group(\.last).select { ($0.min($0.tag.net), $0.max($0.tag.gross)) }
        let found = try #require(try db.first(extremes))
        #expect(found == (less, more))
        let values = try db.find(Line.all.including(Line.article.value(\.tag.net))).map(\.1)
        #expect(values == [more, less, 10])
    }

    @Test(.enabled(if: hasArrow)) func aPlaceOfAnotherRow() throws {
        let net = Line.article.value(\.tag.net)
        #expect(try ids(Line.all.where(net > less)) == [1, 3])
        #expect(try ids(Line.all.where { $0.tag.net < net }) == [1])
        #expect(try ids(Line.all.order(by: net.ascending)) == [2, 1, 3])
        let pairs = Line.all.joining(Line.article)
        #expect(try db.find(pairs.where { $1[\.tag.net] > less }.select { line, _ in line.id }) == [1, 3])
        #expect(try db.find(pairs.order { $1[\.tag.net].ascending }.select { $1[\.tag.net] }) == [less, more, 10])
    }

    @Test(.enabled(if: hasArrow)) func digitsOfAnotherRowAreAssigned() throws {
        try db.update(Line.all) {
            [$0.last <- Line.article.value(\.tag.net), $0.tag.gross <- Line.article.value(\.tag.gross)]
        }
        let lines = try db.find(Line.self)
        #expect(lines.map(\.last) == [more, less, 10])
        #expect(lines.map(\.tag.gross) == [more, less, nil])
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON && SQLiteVersion.linked >= SQLiteVersion(3, 24)))
    func digitsOfTheNewRowAreAssigned() throws {
        let ware = Ware(id: 1, price: less, cost: more)
        let found = try db.upsert(ware, by: \.id) {
            [$0.tag.gross <- $1.price, $0.last <- $1.price, $0.cost <- $1.cost]
        }
        #expect(found.tag.gross == less && found.last == less && found.cost == more)
    }
}
