import FMDBCluster

/// Writes zones so that a loss of the leader costs time, and nothing else.
final class ZoneWriter {
    let queue: FMClusterQueue
    private var times: [Duration] = []

    init(_ queue: FMClusterQueue) { self.queue = queue }

    var longest: Duration { times.max() ?? .zero }
    var median: Duration { times.isEmpty ? .zero : times.sorted()[times.count / 2] }

    func makeTables() throws {
        try queue.write { db in
            try db.execute(
                "CREATE TABLE IF NOT EXISTS zone (name TEXT PRIMARY KEY, place TEXT NOT NULL, comment TEXT) WITHOUT ROWID"
            )
            try db.execute(
                """
                CREATE TABLE IF NOT EXISTS zone_country (zone TEXT NOT NULL REFERENCES zone, country TEXT NOT NULL, \
                PRIMARY KEY (zone, country)) WITHOUT ROWID
                """)
        }
    }

    /// Returns when the zone is committed. A commit whose fate is unknown, because the leader was lost meanwhile, is looked up; what was
    /// not committed is written again.
    func write(_ zone: Zone) throws {
        let start = ContinuousClock.now
        var attempts = 0
        while true {
            do {
                try commit(zone)
                break
            } catch let error as FMError where attempts < 10 && ZoneWriter.mayBeRepeated(error) {
                attempts += 1
                say("  The leader was lost while \(zone.name) was written: \(ZoneWriter.name(of: error)).")
                guard error.extendedCode == .outcomeUnknown else { continue }
                let isThere = try queue.read { db in
                    try db.value("SELECT EXISTS (SELECT 1 FROM zone WHERE name = \(zone.name))", as: Bool.self)
                }
                say("  The new leader was asked: it was \(isThere ? "" : "not ")committed.")
                if isThere { break }
            }
        }
        let time = ContinuousClock.now - start
        if attempts > 0 { say("  Writing went on after \(time.formatted).") }
        times.append(time)
    }

    private func commit(_ zone: Zone) throws {
        try queue.write { db in
            try db.execute("INSERT INTO zone VALUES (\(zone.name), \(zone.place), \(zone.comment))")
            for country in zone.countries {
                try db.execute("INSERT INTO zone_country VALUES (\(zone.name), \(country))")
            }
        }
    }

    private static func mayBeRepeated(_ error: FMError) -> Bool {
        [.outcomeUnknown, .abortRollback, .connectionLost].contains(error.extendedCode) || error.resultCode == .cantOpen
    }

    private static func name(of error: FMError) -> String {
        switch error.extendedCode {
        case .outcomeUnknown: "it is not known whether it was committed"
        case .abortRollback: "the transaction was rolled back"
        default: "nothing was written"
        }
    }
}

extension Duration {
    var formatted: String { "\(Int(self / .milliseconds(1))) ms" }
}
