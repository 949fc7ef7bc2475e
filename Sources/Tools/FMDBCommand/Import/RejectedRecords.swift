#if Tool
    import Foundation

    /// The records that could not be imported: their line numbers, the reasons, and a file with the unchanged records.
    final class RejectedRecords {
        struct Problem: Encodable {
            let line: Int
            let reason: String
        }

        private var path: String
        /// Whether the path is the default one, not the user's. A number is added to a default path if the file exists.
        private let isDefault: Bool
        private let head: [UInt8]
        private var file: OutputFile?
        private(set) var count = 0
        /// The first problems, up to the limit ``told``.
        private(set) var problems: [Problem] = []
        private let limit: Int?
        private static let told = 1000

        init(path: String, isDefault: Bool = false, head: [UInt8], limit: Int?) {
            (self.path, self.isDefault) = (path, isDefault)
            self.head = head
            self.limit = limit
        }

        func add(_ record: Record, _ reason: String) throws {
            count += 1
            if problems.count < RejectedRecords.told { problems.append(Problem(line: record.line, reason: reason)) }
            if let limit, count > limit {
                throw ToolError(
                    .badData,
                    "more than \(counted(limit, "line")) cannot be imported, the last one for this reason: line \(record.line): \(reason)"
                )
            }
            if file == nil {
                if isDefault { path = RejectedRecords.free(path) }
                file = try OutputFile(path, replaces: false)
                try file?.sink.write(head)
            }
            try file?.sink.write(record.raw)
            if record.raw.last.map({ $0 != 10 }) ?? false { try file?.sink.write("\n") }
        }

        /// Returns a path at which no file exists, so that the files of earlier imports are kept.
        private static func free(_ path: String) -> String {
            let ending = URL(fileURLWithPath: path).pathExtension
            var (candidate, number) = (path, 1)
            while FileManager.default.fileExists(atPath: candidate) {
                number += 1
                candidate = "\(path.dropLast(ending.count + 1))-\(number).\(ending)"
            }
            return candidate
        }

        /// Writes the file to disk, under a temporary name.
        func write() throws { try file?.write() }

        /// The path of the file, or nil if no record was set aside.
        var writtenPath: String? { file == nil ? nil : path }

        /// Moves the file to its path. If that fails, the temporary file is kept, because the other rows are already imported.
        func publish() throws { try file?.publish(keeps: true) }

        func discard() { file?.discard() }

        func reset() {
            discard()
            (file, count, problems) = (nil, 0, [])
        }

        var lines: [String] {
            let shown = 20
            var lines = problems.prefix(shown).map { "  line \($0.line): \($0.reason)" }
            if count > shown { lines.append("  and \(grouped(count - shown)) more") }
            return lines
        }
    }
#endif
