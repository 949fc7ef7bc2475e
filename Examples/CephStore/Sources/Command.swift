import FMDB
import Foundation

/// Keeps the world's time zones in a database whose pages are objects of a Ceph cluster. The script `demo` runs it.
@main
struct Command {
    static let usage = """
        usage: cephstore EXTENSION DATABASE fill FOLDER    stores iso3166.tab and zone1970.tab of the folder, and reads them
               cephstore EXTENSION DATABASE write COUNT    commits rows one by one, and prints the number of each
               cephstore EXTENSION DATABASE check NUMBER   looks for the rows up to a number that was printed
               cephstore EXTENSION DATABASE copy FILE      copies the database into a file of this machine
        EXTENSION is the path of libcephsqlite.so, DATABASE is /POOL:NAMESPACE/NAME.db.

        """

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("cephstore: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard arguments.count == 4 else {
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        try CephStore.registerFileSystem(extension: arguments[0])
        let store = try CephStore(path: arguments[1])
        defer { store.close() }
        switch (arguments[2], Int(arguments[3])) {
        case ("fill", _): try fill(store, URL(fileURLWithPath: arguments[3]))
        case ("write", let count?): try store.write(count)
        case ("check", let number?): print(try store.check(upTo: number))
        case ("copy", _): print(try store.copy(to: arguments[3]))
        default:
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
    }

    private static func fill(_ store: CephStore, _ folder: URL) throws {
        let countries = try lines(of: folder.appendingPathComponent("iso3166.tab"))
        let zones = try lines(of: folder.appendingPathComponent("zone1970.tab"))
        try timed("one transaction, \(countries.count) countries and \(zones.count) zones") {
            try store.replaceContents(countries, zones)
        }
        let regions = try store.regions()
        print("the zones by region, a function in Swift: \(regions.map { "\($0) \($1)" }.joined(separator: ", "))")
        let names = zones.prefix(200).map { $0[2] }
        try timed("\(names.count) queries by key", per: names.count) {
            for name in names { _ = try store.countries(of: name) }
        }
        try timed("100 transactions of one row", per: 100) { try store.write(100, printing: false) }
        try timed("10000 rows in one transaction", per: 10_000) { try store.write(together: 10_000) }
        try store.holdingTheLock {
            try timed("100 transactions of one row, locking_mode EXCLUSIVE", per: 100) {
                try store.write(100, printing: false)
            }
            try timed("\(names.count) queries by key, locking_mode EXCLUSIVE", per: names.count) {
                for name in names { _ = try store.countries(of: name) }
            }
        }
    }

    /// The fields of the lines that are no comments.
    private static func lines(of url: URL) throws -> [[String]] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    private static func timed(_ what: String, per count: Int? = nil, _ body: () throws -> Void) throws {
        let seconds = try ContinuousClock().measure(body) / .seconds(1)
        let rate = count.map { String(format: ", %.0f a second", Double($0) / seconds) } ?? ""
        print(what + String(format: ": %.2f s", seconds) + rate)
    }
}
