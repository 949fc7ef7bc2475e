import ArgumentParser
import FMDB

/// What backups cost those who write meanwhile.
@main
struct Backups: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backups", abstract: "What backups cost those who write meanwhile, on a real disk.",
        subcommands: [Copies.self, Continuous.self])
}

/// A folder that is removed at the end.
struct Scene: ~Copyable {
    let url: URL

    /// - Parameter folder: in which it is made.
    init(in folder: String) throws {
        url = URL(fileURLWithPath: folder).appendingPathComponent("backups-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The length of all files below a folder, in bytes, and their number.
    func size(of name: String) -> (bytes: Int64, files: Int) {
        let folder = url.appendingPathComponent(name)
        var total: (bytes: Int64, files: Int) = (0, 0)
        for case let file as URL in FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey]) ?? .init()
        {
            let values = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            guard values?.isRegularFile == true else { continue }
            total.bytes += Int64(values?.fileSize ?? 0)
            total.files += 1
        }
        return total
    }

    /// Fills a table with rows of a page each.
    static func fill(_ database: FMDatabase, megabytes: Int) throws {
        try database.execute("CREATE TABLE IF NOT EXISTS page (id INTEGER PRIMARY KEY, x)")
        for _ in 0..<megabytes {
            try database.execute(
                """
                WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 256)
                INSERT INTO page (x) SELECT randomblob(3900) FROM c
                """)
        }
    }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }

    /// With three decimals.
    var text: String { String(format: "%.3f s", seconds) }
}

/// The processor time of this process so far, in seconds.
func processorTime() -> Double {
    var usage = rusage()
    #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
    #else
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
}
