import Foundation

// SAFETY: the number is read and written under `lock` alone.
/// How many statements have run, on whichever threads.
final class StatementCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var number: Int { lock.withLock { count } }

    func add() { lock.withLock { count += 1 } }
}

/// The files of this program.
enum SourceCode {
    /// Their lines, without empty ones and comments; 0 where they are not there.
    static var lines: Int {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "swift" }.map(lines(of:)).reduce(0, +)
    }

    private static func lines(of file: URL) -> Int {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix("//")
        }
    }
}
