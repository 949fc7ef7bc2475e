import FMDBModel

/// The first version of a program's zones: values of a Swift type, saved without SQL.
struct FirstZone: Codable, FMModel {
    static let tableName = SavedZone.tableName
    static let tableOptions = FMTableOptions(key: "name")

    var name: String
    var place: Coordinate
    var countries: [String]
    var comment: String?

    init(_ zone: ZoneTable.Zone) {
        name = zone.name
        place = zone.place
        countries = zone.countries
        comment = zone.comment
    }
}

/// The next version, which counts visits.
struct SavedZone: Codable, FMModel {
    static let tableName = "saved_zone"
    static let tableOptions = FMTableOptions(key: "name", defaults: ["visits": 0])

    var name: String
    var place: Coordinate
    var countries: [String]
    var comment: String?
    var visits: Int
}
