import ArgumentParser
import FMDB

/// Stores the world's time zones in a database file, then answers questions from it.
@main
struct Command: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timezones",
        abstract: "Stores the IANA time-zone table in an SQLite file and answers questions from it."
    )

    @Option(help: ArgumentHelp("The database file; it is created if it does not exist.", valueName: "path"))
    var database = FileManager.default.temporaryDirectory.appendingPathComponent("timezones.sqlite").path

    @Option(help: ArgumentHelp("The country whose zones are listed, by its ISO 3166 code.", valueName: "code"))
    var country = "PT"

    // Unconditional, or a southern latitude would be taken for an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place, in degrees, whose nearest zones are listed.", valueName: "lat,lon")
    )
    var near = Coordinate.amsterdam

    @Option(
        help: ArgumentHelp(
            "The folder of iso3166.tab and zone1970.tab; by default the copies in Data.", valueName: "path"))
    var tables: String?

    func run() async throws {
        // A bad table must not leave an empty database behind, so the tables are read before it is opened.
        let table = try ZoneTable(folder: tablesFolder)
        let store = try ZoneStore(path: database)
        defer { store.close() }
        try fill(store, with: table)
        try showCountry(in: store)
        try showNearest(in: store)
        try showRegions(in: store)
        try showUndo(in: store)
        showSchema(of: store)
        try showCheckpoint(of: store)
        try await showModels(table)
    }

    private var tablesFolder: URL {
        tables.map { URL(fileURLWithPath: $0) } ?? Bundle.module.bundleURL.appendingPathComponent("Data")
    }
}

extension Coordinate: ExpressibleByArgument {
    init?(argument: String) {
        self.init(commaSeparated: argument)
    }

    var defaultValueDescription: String { description }
}
