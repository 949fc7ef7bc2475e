import FMDB

/// Writes numbers through shared commits until it is killed, and says on its output which ones it may rely on.
///
///     GroupWriter PATH FIRST
///
/// 64 tasks write at a time, each number in a transaction of its own. A line of output is a number whose transaction has
/// been acknowledged.
@main
struct GroupWriter {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let first = Int(CommandLine.arguments[2]) else {
            throw CocoaError(.featureUnsupported)
        }
        let queue = try open(CommandLine.arguments[1])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    var number = first + writer
                    while true {
                        let id = number
                        try await queue.withTransaction { db in _ = try db.execute("INSERT INTO t VALUES (\(id))") }
                        acknowledge(id)
                        number += 64
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func open(_ path: String) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.groupCommit = FMDatabaseQueue.GroupCommit()
        configuration.configure = { db in
            try db.execute("PRAGMA journal_mode = WAL")
            try db.execute("PRAGMA synchronous = FULL")
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withDatabase { db in try db.execute("CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY)") }
        return queue
    }

    /// One call of the system for each line, without a buffer that would be lost with the process.
    private static func acknowledge(_ number: Int) {
        let line = Array("\(number)\n".utf8)
        if write(STDOUT_FILENO, line, line.count) != line.count { exit(1) }
    }
}
