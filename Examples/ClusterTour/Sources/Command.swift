import ArgumentParser
import FMDBCluster

@main
struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clustertour",
        abstract: "Writes the world's time zones to a cluster, and looks for them in copies of its nodes.",
        subcommands: [Write.self, Compare.self])
}

/// Writes each zone in a transaction of its own, whatever happens to the nodes meanwhile.
struct Write: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write the zones to a cluster.")

    @Option(help: "A node of the cluster, HOST:PORT; may be repeated.")
    var node: [String]

    @Option(help: "The file zone1970.tab.")
    var table: String

    @Option(help: "A file that gets the name of each zone when its commit was acknowledged.")
    var acknowledged: String

    func run() throws {
        let zones = try Zone.all(in: table)
        let journal = try Journal(acknowledged)
        let writer = ZoneWriter(FMClusterQueue(FMClusterConfiguration(seeds: node)))
        try writer.makeTables()
        say("Writing \(zones.count) zones, each in a transaction of its own.")
        for (index, zone) in zones.enumerated() {
            try writer.write(zone)
            try journal.add(zone.name)
            if (index + 1) % 100 == 0 { say("  \(index + 1) zones are acknowledged.") }
        }
        say("All \(zones.count) zones are acknowledged.")
        say("The longest write took \(writer.longest.formatted), the median one \(writer.median.formatted).")
        let count = try writer.queue.read { db in try db.value("SELECT count(*) FROM zone", as: Int.self) }
        say("The cluster has \(count) zones.")
    }
}

/// Looks for what was acknowledged in copies of the nodes' databases.
struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Look for the zones in copies of the nodes' databases.")

    @Option(help: "The file with the names of the zones that were acknowledged.")
    var acknowledged: String

    @Argument(help: "Copies, as `fmdb-node backup --direct` makes them.")
    var copies: [String]

    func run() throws {
        let names = try Set(
            String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n").map(String.init))
        var isWhole = true
        for copy in copies {
            let db = FMDatabase(path: copy)
            guard db.open(withFlags: 1) else { throw db.lastError() }
            defer { db.close() }
            let zones = try Set(db.rows("SELECT name FROM zone", as: String.self))
            let countries = try db.value("SELECT count(*) FROM zone_country", as: Int.self)
            let check = try db.value("PRAGMA integrity_check", as: String.self)
            let missing = names.subtracting(zones).count
            say(
                """
                \(URL(fileURLWithPath: copy).lastPathComponent): \(zones.count) zones with \(countries) countries, \
                \(missing) of \(names.count) acknowledged ones missing, integrity \(check)
                """)
            isWhole = isWhole && missing == 0 && check == "ok"
        }
        guard isWhole else { throw ExitCode(1) }
    }
}
