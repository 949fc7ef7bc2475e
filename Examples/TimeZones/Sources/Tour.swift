import FMDBModel

/// Uses models, from the first version of a program to the next.
struct Tour {
    private let queue: FMDatabaseQueue

    init(path: String) throws {
        guard let queue = FMDatabaseQueue(path: path) else {
            throw StoreError(description: "\(path): the database cannot be opened")
        }
        self.queue = queue
    }

    func close() { queue.close() }

    /// Saves the zones, as the first version did.
    ///
    /// - Returns: their number.
    func save(_ zones: [ZoneTable.Zone]) throws -> Int {
        try queue.dropTable(FirstZone.self)
        try queue.createTable(FirstZone.self)
        try queue.save(zones.map(FirstZone.init))
        return try queue.count(FirstZone.self)
    }

    /// The zones whose comment contains a word, sorted from north to south.
    func zones(about word: String) throws -> [FirstZone] {
        try queue.find(FirstZone.self, where: "instr(comment, \(word)) > 0", orderBy: [.asc("name")])
    }

    /// Upgrades the table to the next version.
    ///
    /// - Returns: the columns that were added.
    func upgrade() throws -> [String] {
        try queue.createTable(SavedZone.self).added
    }

    /// Records visits to some zones, and waits for the change to be reported.
    func visit(_ names: [String]) async throws -> (zones: [SavedZone], told: String) {
        let changes = queue.changes(of: SavedZone.self).makeAsyncIterator()
        for name in names {
            guard var zone = try await queue.find(SavedZone.self, id: name) else { continue }
            zone.visits += 1
            try await queue.update(zone)
        }
        let change = await changes.next()
        let visited = try await queue.find(SavedZone.self, where: "visits > \(0)", orderBy: [.asc("name")])
        return (visited, change?.description ?? "nothing")
    }
}
