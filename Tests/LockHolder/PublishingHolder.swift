import FMDB
import FMDBTestHelpers

/// A queue that tells other processes what it does.
enum PublishingHolder {
    // SAFETY: the program has one thread that reads commands.
    nonisolated(unsafe) private static var queue: FMDatabaseQueue?

    /// What the commands that begin with `publish` do: alone, it opens the queue; with `close`, closes it; with `fork`, asks in a child
    /// who publishes the file; with an SQL text, executes that in a transaction, says where, and commits when a further line has come.
    static func answer(_ command: String, _ path: String, _ say: (String) -> Void) throws {
        switch command {
        case "": queue = try open(path)
        case "close": queue?.close()
        case "fork":
            #if os(Linux)
                // What runs in the child must have run before, and the reading of an answer, too.
                _ = try FMActivity.all(of: path)
                let answer = Data("{}".utf8)
                _ = try? JSONDecoder().decode(FMActivity.self, from: answer)
                let parent = getpid()
                guard ForkedUse.inChild({ say(inChild(path, parent)) }) else { return say("error the child failed") }
                return
            #endif
        default: return try hold(command, say)
        }
        say("ok")
    }

    private static func open(_ path: String) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "helper"
        configuration.publishesActivity = true
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        return queue
    }

    private static func hold(_ sql: String, _ say: (String) -> Void) throws {
        let line: UInt = #line + 1
        try queue?.withTransaction(.immediate) { db in
            try db.execute(FMSQL(raw: sql))
            say("\(#fileID):\(line)")
            _ = readLine()
        }
        say("ok")
    }

    private static func inChild(_ path: String, _ parent: Int32) -> String {
        do {
            return try FMActivity.all(of: path, timeout: .seconds(60)).map { activity in
                let name = activity.processID == parent ? "parent" : activity.processID == getpid() ? "child" : "other"
                return activity.isAnswering ? name : "\(name): \(activity.problem ?? "")"
            }.joined(separator: " ")
        } catch {
            return "error \(error)"
        }
    }
}
