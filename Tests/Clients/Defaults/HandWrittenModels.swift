import FMDBModel

/// A model that says itself what its table is.
struct Reading: FMModel {
    var id: Int64?
    var sensor: String
    var value: Double

    struct Columns: FMColumns {
        let sensor = FMField<Reading, String>("sensor")
        let value = FMField<Reading, Double>("value")
    }

    static let tableName = "reading"
    static let tableOptions = FMTableOptions()
    static let fmTable = FMTable<Reading>(
        tableName,
        [FMColumn("id", \.id), FMColumn("sensor", \.sensor), FMColumn("value", \.value)],
        options: tableOptions)

    init(sensor: String, value: Double) {
        self.sensor = sensor
        self.value = value
    }

    init(fmRow row: FMRow) throws {
        id = try row.value("id")
        sensor = try row.value("sensor")
        value = try row.value("value")
    }

    func fmBind(to values: inout FMModelValues) throws {
        try values.add(id)
        try values.add(sensor)
        try values.add(value)
    }
}

/// A value that says itself how it is stored.
struct Colour: Hashable, FMValueConvertible {
    var red: Int
    var green: Int

    var fmValue: FMValue { .integer(Int64(red * 256 + green)) }

    static func fromFMValue(_ value: FMValue) -> Colour? {
        guard case .integer(let number) = value else { return nil }
        return Colour(red: Int(number) / 256, green: Int(number) % 256)
    }
}

func measure(_ pool: FMDatabasePool) async throws -> [Reading] {
    try await pool.createTable(Reading.self)
    try await pool.insert(Reading(sensor: "a", value: 1.5))
    try await pool.execute("INSERT INTO palette VALUES (\(Colour(red: 1, green: 2)))")
    let colours = try await pool.rows("SELECT colour FROM palette", as: Colour.self)
    print(colours.count)
    return try await pool.find(Reading.self) { $0.sensor == "a" && $0.value > 1 }
}

/// A number of its own, with which SQLite calculates.
struct Cents: Hashable, FMValueConvertible, FMNumberValue {
    var amount: Int

    var fmValue: FMValue { .integer(Int64(amount)) }

    static func fromFMValue(_ value: FMValue) -> Cents? {
        guard case .integer(let number) = value else { return nil }
        return Cents(amount: Int(number))
    }
}
