import Foundation

/// What did not hold so far; `FieldNotes` prints it.
final class Expectations: Sendable {
    static let shared = Expectations()

    private let lock = NSLock()
    nonisolated(unsafe) private var messages: [String] = []

    var failures: [String] { lock.withLock { messages } }

    func append(_ message: String) {
        lock.withLock { messages.append(message) }
    }
}

func fail(_ message: String, file: StaticString = #fileID, line: UInt = #line) {
    Expectations.shared.append("\(file):\(line): \(message)")
}

func expect(_ condition: Bool, _ message: String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition { fail(message, file: file, line: line) }
}

func expectEqual<T: Equatable>(_ value: T, _ wanted: T, file: StaticString = #fileID, line: UInt = #line) {
    if value != wanted { fail("got \(value), wanted \(wanted)", file: file, line: line) }
}

/// The folder of one run, removed when the value goes.
final class Documents: Sendable {
    let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("fieldnotes-" + UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String {
        url.appendingPathComponent(name).path
    }
}
