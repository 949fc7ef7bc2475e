import FMDB

/// What a disk has of each file that was changed through it, in case the power is cut.
///
/// Names count like content: a new file, or a deletion, is on the disk once its folder was synced. SQLite syncs the folder
/// with the first sync of a new journal, and after deletions in `synchronous = EXTRA`.
final class UnsyncedFiles: Sendable {
    fileprivate struct State {
        var files: [String: UnsyncedFile] = [:]
        var openCount = 0
        var numbers: [String: UInt64] = [:]

        mutating func syncFolder(of path: String) {
            for other in files.keys where folder(of: other) == folder(of: path) { files[other]?.formerEntry = nil }
        }

        private func folder(of path: String) -> Substring {
            path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }

        /// Where a file is now: it may have been renamed in its folder, without the disk. Another file that was renamed to its path
        /// is none of the disk's.
        func present(_ path: String, _ file: UnsyncedFile) -> (path: String, file: UnsyncedFile)? {
            if let number = fileNumber(path) { return number == numbers[path] ? (path, file) : nil }
            let folder = folder(of: path)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []
            guard let number = numbers[path], let name = names.first(where: { fileNumber("\(folder)/\($0)") == number })
            else {
                return (path, file)
            }
            return ("\(folder)/\(name)", UnsyncedFile(changes: file.changes))
        }
    }

    private let state = Locked(State())

    var openCount: Int { state.value.openCount }

    /// Opens a file, and notes whether that has created it.
    ///
    /// - Parameter path: nil for a file that is not to be tracked.
    func open(_ path: String?, creates: Bool, _ open: () -> Int32) -> Int32 {
        state.withLock { state in
            // SQLite's own question says of an empty file that there is none.
            let isNew = creates && path.map { access($0, F_OK) != 0 } ?? false
            let code = open()
            guard code == 0 else { return code }
            state.openCount += 1
            guard let path else { return code }
            if isNew { state.files[path, default: UnsyncedFile()].replaceEntry(with: nil) }
            state.numbers[path] = fileNumber(path)
            return code
        }
    }

    func closed() {
        state.withLock { $0.openCount -= 1 }
    }

    /// Remembers what a change is about to replace, and runs it. No other change happens meanwhile.
    func change(_ path: String, former: () -> UnsyncedFile.Change?, _ change: () -> Int32) -> Int32 {
        state.withLock { state in
            if let former = former() { state.files[path, default: UnsyncedFile()].changes.append(former) }
            return change()
        }
    }

    /// A file has been synced, and its folder too with the first sync of a journal's.
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
            defer { (state.files, state.numbers) = ([:], [:]) }
            // Another file that was renamed to a path is none of this disk's.
            return state.files.compactMap { state.present($0.key, $0.value) }.sorted { $0.path < $1.path }
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

/// The number of the file at a path: its inode.
private func fileNumber(_ path: String) -> UInt64? {
    var info = stat()
    return stat(path, &info) == 0 ? UInt64(info.st_ino) : nil
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

    private func synced(_ content: [UInt8]) -> [UInt8] {
        var content = content
        for change in changes.reversed() { undo(change, &content) }
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

    /// A mixture of the versions of the content from the synced one on: of each sector one of its versions, perhaps with the
    /// beginning of the next one.
    private func damaged(_ content: [UInt8], _ choice: inout DamageChoice) -> [UInt8] {
        let sizes = changes.map(\.size) + [content.count]
        var result = content
        result.resize(to: sizes[choice.version(of: changes.count)])
        var parts = sectors(below: result.count).map { start, versions in
            // The content before and after each change of the sector.
            let number = choice.version(of: versions.count - 1)
            return SectorPart(
                start..<min(result.count, start + UnsyncedFile.sectorSize), version: versions[number],
                next: number + 1 < versions.count ? versions[number + 1] : nil,
                tornBytes: choice.tornBytes(of: UnsyncedFile.sectorSize))
        }
        forEachVersion(content) { version, content in
            for index in parts.indices { parts[index].take(version, content, into: &result) }
        }
        return result
    }

    /// Where the sectors begin that have changed, each with the versions of the content at which it did: 0, and the numbers
    /// of its changes from 1 on.
    private func sectors(below end: Int) -> [(start: Int, versions: [Int])] {
        var versions: [Int: [Int]] = [:]
        for (index, change) in changes.enumerated() {
            for sector in change.range.clamped(to: 0..<end) / UnsyncedFile.sectorSize {
                versions[sector, default: [0]].append(index + 1)
            }
        }
        return versions.sorted { $0.key < $1.key }.map { ($0.key * UnsyncedFile.sectorSize, $0.value) }
    }

    /// Calls a body with each version of the content, the last one first: number 0 is the synced one.
    private func forEachVersion(_ last: [UInt8], _ body: (Int, [UInt8]) -> Void) {
        var content = last
        body(changes.count, content)
        for (number, change) in changes.enumerated().reversed() {
            undo(change, &content)
            body(number, content)
        }
    }

    private func undo(_ change: Change, _ content: inout [UInt8]) {
        content.resize(to: change.size)
        // A change beyond the end has replaced nothing.
        guard !change.bytes.isEmpty else { return }
        content.replaceSubrange(change.range.prefix(change.bytes.count), with: change.bytes)
    }
}

/// What a disk has of a sector: one of its versions, and perhaps the first bytes of the next one.
private struct SectorPart {
    let end: Int
    let version: Int
    let next: Int?
    let torn: Int
    /// The bytes from here on are not known yet. A version that is shorter does not have them: cutting a file changes its
    /// length alone, so they are those of an earlier version, or zero.
    private var missing: Int

    init(_ range: Range<Int>, version: Int, next: Int?, tornBytes: Int) {
        (end, self.version, self.next) = (range.upperBound, version, next)
        torn = min(range.upperBound, range.lowerBound + tornBytes)
        missing = range.lowerBound
    }

    /// Takes its bytes of a version. The versions come from the last one to the first.
    mutating func take(_ version: Int, _ content: [UInt8], into result: inout [UInt8]) {
        guard version <= self.version || version == next else { return }
        let wanted = version == next ? torn : end
        let known = min(wanted, content.count)
        if known > missing {
            result.replaceSubrange(missing..<known, with: content[missing..<known])
            missing = known
        }
        if version == 0 { result.replaceSubrange(missing..<end, with: repeatElement(0, count: end - missing)) }
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
