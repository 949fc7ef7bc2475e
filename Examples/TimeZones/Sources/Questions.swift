import FMDB

/// The steps of the command, one function each: query the store, print a table.
extension Command {
    func fill(_ store: ZoneStore, with table: ZoneTable) throws {
        let time = try ContinuousClock().measure { try store.replaceContents(with: table) }
        let milliseconds = String(format: "%.0f", time / .milliseconds(1))
        print("\(table.zones.count) time zones of \(table.countries.count) countries,")
        print("stored by SQLite \(FMDatabase.sqliteLibVersion()) in one transaction of \(milliseconds) ms:")
        print(database)
    }

    func showCountry(in store: ZoneStore) throws {
        let code = country.uppercased()
        guard let name = try store.countryName(code) else {
            throw StoreError(description: "There is no country with the code '\(country)'.")
        }
        Report(
            title: "Which zones does \(name) have?",
            columns: [("zone", .left), ("where", .left)],
            rows: try store.zones(ofCountry: code).map { [$0.name, $0.comment ?? ""] }
        ).print()
    }

    func showNearest(in store: ZoneStore) throws {
        Report(
            title: "Which are the nearest to \(near.spelledOut)?",
            columns: [("zone", .left), ("km", .right)],
            rows: try store.zones(near: near, count: 5).map { [$0.name, String(format: "%.0f", $0.kilometres)] }
        ).print()
    }

    func showRegions(in store: ZoneStore) throws {
        Report(
            title: "How many zones are there in each part of the world?",
            columns: [("region", .left), ("zones", .right), ("countries", .right)],
            rows: try store.regions().map { [$0.name, String($0.zones), String($0.countries)] }
        ).print()
    }

    func showUndo(in store: ZoneStore) throws {
        let counts = try store.countsAroundDeleting(region: "Antarctica")
        let moments = [
            "before", "in a save point, without those of Antarctica", "after rolling back to the save point",
        ]
        Report(
            title: "What if some were deleted, and then not?",
            columns: [("moment", .left), ("zones", .right)],
            rows: zip(moments, counts).map { [$0, String($1)] }
        ).print()
    }

    func showSchema(of store: ZoneStore) {
        Report(
            title: "How is it stored?",
            columns: [("table", .left), ("column", .left), ("type", .left), ("key", .left)],
            rows: store.columns().map { [$0.table, $0.name, $0.type, $0.isKey ? "yes" : ""] }
        ).print()
    }

    func showCheckpoint(of store: ZoneStore) throws {
        let files = [("database", database), ("write-ahead log", database + "-wal")]
        let before = files.map { size(ofFile: $0.1) }
        try store.checkpoint()
        Report(
            title: "What does a checkpoint do to the files?",
            columns: [("file", .left), ("bytes before", .right), ("bytes after", .right)],
            rows: zip(files, before).map { [$0.0, $1, size(ofFile: $0.1)] }
        ).print()
    }

    /// The same zones as values of a Swift type.
    func showModels(_ table: ZoneTable) async throws {
        let tour = try Tour(path: database)
        defer { tour.close() }
        print("\nAnd without SQL: \(try tour.save(table.zones)) values of the type FirstZone, saved.")
        Report(
            title: "Which of them count their hours from Moscow's?",
            columns: [("zone", .left), ("countries", .left)],
            rows: try tour.zones(about: "MSK").map { [$0.name, $0.countries.joined(separator: " ")] }
        ).print()
        let added = try tour.upgrade()
        print("\nThe type SavedZone has another property. Its table has got: \(added.joined(separator: ", ")).")
        let (visited, told) = try await tour.visit(["Europe/Lisbon", "Pacific/Chatham"])
        Report(
            title: "Which have been visited?",
            columns: [("zone", .left), ("visits", .right), ("place", .left)],
            rows: visited.map { [$0.name, String($0.visits), $0.place.spelledOut] }
        ).print()
        print("\nWhoever observes the table was told: \(told)")
    }

    private func size(ofFile path: String) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.stringValue ?? "–"
    }
}
