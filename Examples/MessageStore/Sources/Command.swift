import FMDB
import MessageModel
import PoolStore
import QueueStore

/// `messagestore [READS]`: both stores do the same on one file, then each is read while another thread writes. The exit code is 1 if an
/// answer is wrong. The files are gone at the end.
@main
struct Command {
    static func main() throws {
        let reads = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messagestore-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            print("Messages that are there already are refused, and FMDB logs it.")
            let path = folder.appendingPathComponent("messages.db").path
            let old = exercise(try open(QueueStore.MessageStore.self, path))
            let new = exercise(try open(PoolStore.MessageStore.self, path))
            try expect(old == expected && new == expected, "\(old)\n\(new)")
            print("Both stores give the same answers.")
            print("A page of 50 messages is read, while a thread adds 200 in each transaction; in ms:")
            let queue = try measure("queue", QueueStore.MessageStore.self, folder, reads)
            let pool = try measure("pool", PoolStore.MessageStore.self, folder, reads)
            print("p99: \(Int(queue / pool)) times as fast")
        } catch let wrong as Wrong {
            print("wrong: \(wrong)")
            exit(1)
        }
    }
}

struct Wrong: Error, CustomStringConvertible { let description: String }

func expect(_ isRight: Bool, _ text: @autoclosure () -> String) throws {
    if !isRight { throw Wrong(description: text()) }
}

func open<Store: MessageStoring>(_ type: Store.Type, _ path: String) throws -> Store {
    guard let store = Store(path: path) else { throw Wrong(description: "\(path) cannot be opened") }
    return store
}
