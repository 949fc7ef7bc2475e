import FMDB

/// The zones in a database file. All access goes through one queue.
struct ZoneStore {
    private let queue: FMDatabaseQueue

    /// Opens the file, creating it if necessary, and configures the connection.
    init(path: String) throws {
        guard let queue = FMDatabaseQueue(path: path) else {
            throw StoreError(description: "\(path): the database cannot be opened")
        }
        self.queue = queue
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute("PRAGMA foreign_keys = ON")
            try db.addFunction("distance", argumentCount: 4) { arguments in
                let degrees = arguments.compactMap(Double.fromFMValue)
                guard degrees.count == 4,
                    let start = Coordinate(latitude: degrees[0], longitude: degrees[1]),
                    let end = Coordinate(latitude: degrees[2], longitude: degrees[3])
                else { return .null }
                return .real(start.distance(to: end))
            }
        }
    }

    func close() {
        queue.close()
    }

    // MARK: Importing

    /// Replaces the stored data by the table, in one transaction.
    func replaceContents(with table: ZoneTable) throws {
        try queue.withTransaction { db in
            try createTables(db)
            try db.execute("DELETE FROM zone")
            try db.execute("DELETE FROM country")
            for country in table.countries {
                try db.execute("INSERT INTO country VALUES (\(country.code), \(country.name))")
            }
            for zone in table.zones {
                let place = zone.place
                try db.execute(
                    "INSERT INTO zone VALUES (?, ?, ?, ?)",
                    zone.name, place.latitude, place.longitude, zone.comment
                )
                for country in zone.countries {
                    try db.execute("INSERT INTO zone_country VALUES (\(zone.name), \(country))")
                }
            }
        }
    }

    private func createTables(_ db: FMDatabase) throws {
        let created = db.executeStatements(
            """
            CREATE TABLE IF NOT EXISTS country (
                code TEXT PRIMARY KEY,
                name TEXT NOT NULL
            );
            CREATE TABLE IF NOT EXISTS zone (
                name TEXT PRIMARY KEY,
                latitude REAL NOT NULL,
                longitude REAL NOT NULL,
                comment TEXT
            );
            CREATE TABLE IF NOT EXISTS zone_country (
                zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
                country TEXT NOT NULL REFERENCES country ON DELETE CASCADE,
                PRIMARY KEY (zone, country)
            );
            """)
        if !created { throw db.lastError() }
    }

    // MARK: Asking

    func countryName(_ code: String) throws -> String? {
        try queue.withDatabase { db in
            try db.value("SELECT name FROM country WHERE code = \(code)", as: String?.self)
        }
    }

    /// The zones of a country with their comments, with FMDB's calls.
    func zones(ofCountry code: String) throws -> [(name: String, comment: String?)] {
        var zones: [(name: String, comment: String?)] = []
        var failure: (any Error)?
        queue.inDatabase { db in
            let sql = """
                SELECT zone.name, zone.comment FROM zone
                JOIN zone_country ON zone_country.zone = zone.name
                WHERE zone_country.country = :country ORDER BY zone.name
                """
            guard let rows = db.executeQuery(sql, withParameterDictionary: ["country": code]) else {
                failure = db.lastError()
                return
            }
            while rows.next() {
                zones.append((rows.string(forColumn: "name") ?? "", rows.string(forColumn: "comment")))
            }
            // `next()` is false at the end and after an error alike.
            if db.hadError() { failure = db.lastError() }
        }
        if let failure { throw failure }
        return zones
    }

    /// The zones with the nearest principal places, with their distances in kilometres.
    func zones(near place: Coordinate, count: Int) throws -> [(name: String, kilometres: Double)] {
        try queue.withDatabase { db in
            try db.rows(
                """
                SELECT name, distance(latitude, longitude, \(place.latitude), \(place.longitude)) AS kilometres
                FROM zone ORDER BY kilometres LIMIT \(count)
                """,
                as: (String, Double).self
            )
            .map { (name: $0.0, kilometres: $0.1) }
        }
    }

    struct Region {
        let name: String
        let zones: Int
        let countries: Int
    }

    /// The number of zones and countries in each region, the first part of the zones' names.
    func regions() throws -> [Region] {
        try queue.withDatabase { db in
            var regions: [Region] = []
            try db.forEachRow(
                """
                SELECT substr(name, 1, instr(name, '/') - 1) AS region,
                    count(DISTINCT name) AS zones, count(DISTINCT country) AS countries
                FROM zone JOIN zone_country ON zone_country.zone = zone.name
                GROUP BY region ORDER BY zones DESC, region
                """
            ) { row in
                regions.append(
                    Region(
                        name: try row.value("region", as: String.self),
                        zones: try row.value("zones", as: Int.self),
                        countries: try row.value("countries", as: Int.self)
                    )
                )
            }
            return regions
        }
    }

    // MARK: Trying out

    /// The number of zones before the zones of a region are deleted, after that, and after the rollback.
    func countsAroundDeleting(region: String) throws -> [Int] {
        try queue.withTransaction { db in
            let before = try zoneCount(db)
            var without = before
            do {
                try db.withSavePoint {
                    try db.execute("DELETE FROM zone WHERE name LIKE \(region + "/%")")
                    without = try zoneCount(db)
                    throw SecondThoughts()
                }
            } catch is SecondThoughts {
                // The save point is rolled back, the transaction around it goes on.
            }
            return [before, without, try zoneCount(db)]
        }
    }

    private struct SecondThoughts: Error {}

    private func zoneCount(_ db: FMDatabase) throws -> Int {
        try db.value("SELECT count(*) FROM zone", as: Int.self)
    }

    // MARK: Looking after the file

    struct Column {
        let table: String
        let name: String
        let type: String
        let isKey: Bool
    }

    func columns() -> [Column] {
        var columns: [Column] = []
        queue.inDatabase { db in
            for table in ["country", "zone", "zone_country"] {
                guard let rows = db.getTableSchema(table) else { continue }
                while rows.next() {
                    columns.append(
                        Column(
                            table: table,
                            name: rows.string(forColumn: "name") ?? "",
                            type: rows.string(forColumn: "type") ?? "",
                            isKey: rows.bool(forColumn: "pk")
                        )
                    )
                }
            }
        }
        return columns
    }

    /// Runs a checkpoint, and truncates the write-ahead log.
    func checkpoint() throws {
        try queue.checkpoint(.truncate)
    }
}

struct StoreError: Error, CustomStringConvertible {
    let description: String
}
