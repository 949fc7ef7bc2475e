import FMDB

/// What a disk has of each file that was changed through it, in case the power is cut.
///
/// Names count like content: a new file, or a deletion, is on the disk once its folder was synced. SQLite syncs the folder
/// with the first sync of a new journal, and after deletions in `synchronous = EXTRA`.
final class UnsyncedFiles: Sendable {
    fileprivate struct State {
        var files: [String: UnsyncedFile] = [:]
        var openCount = 0

        mutating func syncFolder(of path: String) {
            for other in files.keys where folder(of: other) == folder(of: path) { files[other]?.formerEntry = nil }
        }

        private func folder(of path: String) -> Substring {
            path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
    }

    private let state = Locked(State())

    /// How many files are open.
    var openCount: Int { state.value.openCount }

    func opened() {
        state.withLock { $0.openCount += 1 }
    }

    func closed() {
        state.withLock { $0.openCount -= 1 }
    }

    /// A file has been created.
    func created(_ path: String) {
        state.withLock { $0.files[path, default: UnsyncedFile()].replaceEntry(with: nil) }
    }

    /// Remembers what a change is about to replace, and runs it. No other change happens meanwhile.
    func change(_ path: String, former: () -> UnsyncedFile.Change?, _ change: () -> Int32) -> Int32 {
        state.withLock { state in
            if let former = former() { state.files[path, default: UnsyncedFile()].changes.append(former) }
            return change()
        }
    }

    /// A file has been synced, and its folder too if it is a new journal.
    func synced(_ path: String, withFolder: Bool) {
        state.withLock { state in
            state.files[path]?.changes = []
            if withFolder { state.syncFolder(of: path) }
        }
    }

    /// Deletes a journal, and syncs its folder if that is wanted.
    func delete(_ path: String, syncsFolder: Bool, _ delete: () -> Int32) -> Int32 {
        state.withLock { state in
            var file = state.files[path] ?? UnsyncedFile()
            // Journals have no locks that another descriptor, when it is closed, would drop.
            file.replaceEntry(with: FileManager.default.contents(atPath: path))
            let code = delete()
            guard code == 0 else { return code }
            state.files[path] = file
            if syncsFolder { state.syncFolder(of: path) }
            return code
        }
    }

    /// Makes the files what a power cut leaves of them.
    func damage(_ damage: FMTestDisk.Damage) throws(FMError) {
        var choice = DamageChoice(damage)
        let files = state.withLock { state in
            defer { state.files = [:] }
            return state.files.sorted { $0.key < $1.key }
        }
        for (path, file) in files {
            do {
                try file.damage(path, &choice)
            } catch {
                throw FMError(.ioError, "the file \(path) cannot be written: \(error.localizedDescription)")
            }
        }
    }
}

/// The way back from the content of one file to what the disk has of it.
struct UnsyncedFile: Sendable {
    /// What the disk has under the name of the file: nothing, or another file.
    enum FormerEntry {
        case nothing
        case content(Data)
    }

    /// What was in place of a change that is not synced.
    struct Change {
        /// The bytes that change.
        let range: Range<Int>
        /// Those of them that were there.
        let bytes: [UInt8]
        /// The length of the file before.
        let size: Int
    }

    /// Since the last sync of the file, in the order of their happening.
    var changes: [Change] = []
    /// Set until the folder is synced, if the file is new or has been deleted.
    var formerEntry: FormerEntry?

    private static let sectorSize = 512

    /// The name is about to belong to another file, or to none.
    mutating func replaceEntry(with former: Data?) {
        if formerEntry == nil { formerEntry = former.map { .content(Data(synced(Array($0)))) } ?? .nothing }
        changes = []
    }

    /// The content that was synced.
    private func synced(_ content: [UInt8]) -> [UInt8] {
        var content = content
        for change in changes.reversed() {
            content.resize(to: change.size)
            // A change beyond the end has replaced nothing.
            guard !change.bytes.isEmpty else { continue }
            content.replaceSubrange(change.range.prefix(change.bytes.count), with: change.bytes)
        }
        return content
    }

    fileprivate func damage(_ path: String, _ choice: inout DamageChoice) throws {
        if let formerEntry, !choice.isKept() {
            switch formerEntry {
            case .content(let content): try content.write(to: URL(fileURLWithPath: path))
            case .nothing:
                if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            }
        } else if !changes.isEmpty, let content = FileManager.default.contents(atPath: path) {
            try Data(damaged(Array(content), &choice)).write(to: URL(fileURLWithPath: path))
        }
    }

    /// A mixture of the content as it was synced, and as it would be.
    private func damaged(_ content: [UInt8], _ choice: inout DamageChoice) -> [UInt8] {
        let synced = synced(content)
        var result = synced
        result.resize(to: choice.isKept() ? content.count : synced.count)
        let end = min(content.count, result.count)
        let size = UnsyncedFile.sectorSize
        let sectors = Set(changes.flatMap { $0.range.clamped(to: 0..<end) / size })
        for sector in sectors.sorted() {
            let range = sector * size..<min(end, (sector + 1) * size)
            guard !range.isEmpty else { continue }
            let count =
                switch choice.sector() {
                case .none: 0
                case .all: range.count
                case .part: choice.number(in: 0..<range.count)
                }
            let kept = range.prefix(count)
            result.replaceSubrange(kept, with: content[kept])
        }
        return result
    }
}

extension Range<Int> {
    /// The sectors that have a byte of the range.
    fileprivate static func / (range: Range<Int>, size: Int) -> Range<Int> {
        range.isEmpty ? 0..<0 : range.lowerBound / size..<(range.upperBound - 1) / size + 1
    }
}

extension [UInt8] {
    /// Cuts the bytes, or adds zeros.
    fileprivate mutating func resize(to size: Int) {
        if size < count { removeLast(count - size) } else { append(contentsOf: repeatElement(0, count: size - count)) }
    }
}
