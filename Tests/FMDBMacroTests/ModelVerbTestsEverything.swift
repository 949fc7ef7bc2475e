import FMDBModel

/// A model with a property of each type.
protocol EverythingModel: FMModel, Sendable {
    var content: Everything { get set }

    init(_ content: Everything)
}

extension EverythingModel {
    static var tableName: String { "everything" }
}

struct Everything: Codable, Equatable, Sendable {
    enum Level: String, Codable, CaseIterable, Sendable { case low, high }
    enum Rank: Int, Codable, CaseIterable, Sendable { case first = 1, second }

    struct Address: Codable, Equatable, Sendable {
        var town: String
        var house: Int?
    }

    var id: Int64?
    var flag: Bool
    var big: UInt64
    var half: Float
    var text: String
    var data: Data
    var bytes: [UInt8]
    var date: Date
    var uuid: UUID
    var url: URL
    var price: Decimal
    var level: Level
    var rank: Rank
    var address: Address
    var tags: [String]
    var maybeText: String?
    var maybeDate: Date?
    var maybeLevel: Level?
    var maybeAddress: Address?
    var maybePrice: Decimal?
    var maybeURL: URL?

    static let full = Everything(
        id: 1, flag: true, big: UInt64(Int64.max), half: 0.5, text: "it's \"quoted\" \u{0}, 'é', 日本",
        data: Data([0, 1, 255]), bytes: [7, 0], date: Date(timeIntervalSince1970: 1_000_000_000.25),
        uuid: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID(),
        url: URL(string: "https://example.org/a%20b?c=d#e") ?? URL(fileURLWithPath: "/"),
        price: Decimal(string: "12345678901234567890.123456789") ?? 0, level: .high, rank: .second,
        address: Address(town: "Köln \"am\" Rhein", house: 7), tags: ["a", "b/c"], maybeText: "x",
        maybeDate: Date(timeIntervalSince1970: -0.5), maybeLevel: .low, maybeAddress: Address(town: "", house: nil),
        maybePrice: -1, maybeURL: URL(fileURLWithPath: "/a b"))

    static let empty = Everything(
        id: 1, flag: false, big: 0, half: -.infinity, text: "", data: Data(), bytes: [],
        date: Date(timeIntervalSince1970: 0), uuid: full.uuid, url: full.url, price: 0, level: .low, rank: .first,
        address: Address(town: "x", house: nil), tags: [])
}

struct CodableEverything: EverythingModel, Codable {
    var content: Everything

    init(_ content: Everything) { self.content = content }
    init(from decoder: any Decoder) throws { content = try Everything(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

struct HandEverything: EverythingModel {
    var content: Everything

    init(_ content: Everything) { self.content = content }

    static let fmTable = FMTable<HandEverything>(
        tableName,
        [
            FMColumn("id", \.content.id), FMColumn("flag", \.content.flag), FMColumn("big", \.content.big),
            FMColumn("half", \.content.half), FMColumn("text", \.content.text), FMColumn("data", \.content.data),
            FMColumn("bytes", \.content.bytes), FMColumn("date", \.content.date), FMColumn("uuid", \.content.uuid),
            FMColumn("url", \.content.url), FMColumn("price", \.content.price), FMColumn("level", \.content.level),
            FMColumn("rank", \.content.rank), FMColumn("address", \.content.address),
            FMColumn("tags", \.content.tags), FMColumn("maybeText", \.content.maybeText),
            FMColumn("maybeDate", \.content.maybeDate), FMColumn("maybeLevel", \.content.maybeLevel),
            FMColumn("maybeAddress", \.content.maybeAddress), FMColumn("maybePrice", \.content.maybePrice),
            FMColumn("maybeURL", \.content.maybeURL),
        ], options: tableOptions)

    init(fmRow row: FMRow) throws {
        content = Everything(
            id: try row.column("id"), flag: try row.column("flag"), big: try row.column("big"),
            half: try row.column("half"), text: try row.column("text"), data: try row.column("data"),
            bytes: try row.column("bytes"), date: try row.column("date"), uuid: try row.column("uuid"),
            url: try row.column("url"), price: try row.column("price"), level: try row.column("level"),
            rank: try row.column("rank"), address: try row.column("address"), tags: try row.column("tags"),
            maybeText: try row.column("maybeText"), maybeDate: try row.column("maybeDate"),
            maybeLevel: try row.column("maybeLevel"), maybeAddress: try row.column("maybeAddress"),
            maybePrice: try row.column("maybePrice"), maybeURL: try row.column("maybeURL"))
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(content.id)
        try values.add(content.flag)
        try values.add(content.big)
        try values.add(content.half)
        try values.add(content.text)
        try values.add(content.data)
        try values.add(content.bytes)
        try values.add(content.date)
        try values.add(content.uuid)
        try values.add(content.url)
        try values.add(content.price)
        try values.add(content.level)
        try values.add(content.rank)
        try values.add(content.address)
        try values.add(content.tags)
        try values.add(content.maybeText)
        try values.add(content.maybeDate)
        try values.add(content.maybeLevel)
        try values.add(content.maybeAddress)
        try values.add(content.maybePrice)
        try values.add(content.maybeURL)
    }
}

extension FMTable {
    /// What the columns are, whatever model they belong to. Dates are those whose kind the options of the table change.
    var facts: [String] {
        var options = options
        options.dates = .iso8601
        return zip(columns, following(name, options).columns).map { column, asText in
            "\(column.name) \(column.kind), as text \(asText.kind), optional \(column.isOptional), "
                + "default \(column.defaultValue.map { "\($0)" } ?? "none")"
        }
    }
}
