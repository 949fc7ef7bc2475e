import FMDB
import FMDBTestHelpers

/// Commits rows to a queue whose backup is in a folder, until the process is killed. What was acknowledged, because the target has it,
/// is in a second table before the next row is written.
enum BackedUpWriter {
    static func run(_ path: String, to folder: String) -> Never {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.backup = .init(
            to: .folder(URL(fileURLWithPath: folder)), acknowledges: .whenShipped(within: .seconds(600)))
        do {
            let queue = try FMDatabaseQueue(path: path, configuration: configuration)
            try queue.withTransaction { db in
                try db.execute("CREATE TABLE IF NOT EXISTS t (i INTEGER PRIMARY KEY, b)")
                try db.execute("CREATE TABLE IF NOT EXISTS acknowledged (i)")
            }
            while true {
                let row = try queue.withTransaction { db in
                    try db.execute("INSERT INTO t (b) VALUES (zeroblob(3000))")
                    return db.lastInsertRowId
                }
                try queue.withTransaction { try $0.execute("INSERT INTO acknowledged VALUES (\(row))") }
            }
        } catch {
            exit(1)
        }
    }
}
