import Foundation

private let lock = NSLock()
private var messages: [String] = []

/// What did not hold so far.
var failures: [String] {
    lock.lock()
    defer { lock.unlock() }
    return messages
}

func fail(_ message: String, file: StaticString = #fileID, line: UInt = #line) {
    lock.lock()
    defer { lock.unlock() }
    messages.append("\(file):\(line): \(message)")
}

func expect(_ condition: Bool, _ message: String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition { fail(message, file: file, line: line) }
}

func expectEqual<T: Equatable>(_ value: T, _ wanted: T, file: StaticString = #fileID, line: UInt = #line) {
    if value != wanted { fail("got \(value), wanted \(wanted)", file: file, line: line) }
}

/// The folder of this run; `main.swift` removes it.
let documentsDirectory: URL = {
    let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("addressbook-" + UUID().uuidString)
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
}()

func documentPath(_ fileName: String) -> String {
    return (documentsDirectory.path as NSString).appendingPathComponent(fileName)
}
