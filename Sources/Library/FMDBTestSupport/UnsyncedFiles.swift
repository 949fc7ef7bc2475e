import FMDB

/// Tracks the unsynced changes of each file, for a power cut.
///
/// File names can be unsynced, too: a new file or a deletion is on the disk only after a sync of the folder. SQLite syncs the
/// folder with the first sync of a new journal, and after deletions with `synchronous = EXTRA`.
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

        /// Returns the current path of a file, which may have been renamed in its folder without this VFS. Returns nil if another file was
        /// renamed to the path, because that file does not belong to the disk.
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

    /// Opens a file, and records whether that created it.
    ///
    /// - Parameter path: the path, or nil for a file that is not tracked.
    func open(_ path: String?, creates: Bool, _ open: () -> Int32) -> Int32 {
        state.withLock { state in
            // `xAccess` of SQLite's VFS treats an empty file as missing, so the file is checked with `access`.
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

    /// Saves the content that a change is about to replace, and runs the change. No other change can happen in between.
    func change(_ path: String, former: () -> UnsyncedFile.Change?, _ change: () -> Int32) -> Int32 {
        state.withLock { state in
            if let former = former() { state.files[path, default: UnsyncedFile()].changes.append(former) }
            return change()
        }
    }

    /// Records that a file has been synced, and its folder, too, with the first sync of a journal.
    func synced(_ path: String, withFolder: Bool) {
        state.withLock { state in
            state.files[path]?.changes = []
            if withFolder { state.syncFolder(of: path) }
        }
    }

    /// Deletes a journal, and syncs its folder if requested.
    func delete(_ path: String, syncsFolder: Bool, _ delete: () -> Int32) -> Int32 {
        state.withLock { state in
            var file = state.files[path] ?? UnsyncedFile()
            // This opens and closes the journal again. Closing any descriptor of a file drops the process's POSIX locks on it, but a
            // journal has none.
            file.replaceEntry(with: FileManager.default.contents(atPath: path))
            let code = delete()
            guard code == 0 else { return code }
            state.files[path] = file
            if syncsFolder { state.syncFolder(of: path) }
            return code
        }
    }

    /// Changes the files to what a power cut leaves of them.
    func damage(_ damage: FMTestDisk.Damage) throws(FMError) {
        var choice = DamageChoice(damage)
        let files = state.withLock { state in
            defer { (state.files, state.numbers) = ([:], [:]) }
            // A foreign file that was renamed to a tracked path is left alone.
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

/// Returns the inode number of the file at a path, or nil if there is none.
private func fileNumber(_ path: String) -> UInt64? {
    var info = stat()
    return stat(path, &info) == 0 ? UInt64(info.st_ino) : nil
}

/// The unsynced changes of a file, with which its state on the disk can be restored.
struct UnsyncedFile: Sendable {
    /// The synced state of the file's name: no file, or another file.
    enum FormerEntry {
        case nothing
        case content(Data)
    }

    /// An unsynced change, with the content that it replaced.
    struct Change {
        /// The range of the changed bytes.
        let range: Range<Int>
        /// The old bytes in the range, as far as the file had them.
        let bytes: [UInt8]
        /// The length of the file before the change.
        let size: Int
    }

    /// The changes since the last sync of the file, oldest first.
    var changes: [Change] = []
    /// The synced state of the name, if the file is new or deleted and the folder is not synced yet. Otherwise nil.
    var formerEntry: FormerEntry?

    private static let sectorSize = 512

    /// Records that the name is about to refer to another file, or to none.
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

    /// Returns a mixture of the content's versions since the last sync. Each sector has one of its versions, perhaps with the
    /// beginning of the next version.
    func damaged(_ content: [UInt8], _ choice: inout DamageChoice) -> [UInt8] {
        let sizes = changes.map(\.size) + [content.count]
        var result = content
        result.resize(to: sizes[choice.version(of: changes.count)])
        var parts = sectors(below: result.count).map { start, versions in
            // The versions are the content before the first change and after each change of the sector.
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

    /// Returns the offsets of the changed sectors, each with its versions: 0 for the synced content, and the numbers of its
    /// changes, counted from 1.
    private func sectors(below end: Int) -> [(start: Int, versions: [Int])] {
        var versions: [Int: [Int]] = [:]
        for (index, change) in changes.enumerated() {
            for sector in change.range.clamped(to: 0..<end) / UnsyncedFile.sectorSize {
                versions[sector, default: [0]].append(index + 1)
            }
        }
        return versions.sorted { $0.key < $1.key }.map { ($0.key * UnsyncedFile.sectorSize, $0.value) }
    }

    /// Calls a body with each version of the content, newest first. Version 0 is the synced content.
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
        // A change beyond the end of the file replaced no bytes.
        guard !change.bytes.isEmpty else { return }
        content.replaceSubrange(change.range.prefix(change.bytes.count), with: change.bytes)
    }
}

/// The state of a sector on the disk: one of its versions, and perhaps the first bytes of the next version.
private struct SectorPart {
    let end: Int
    let version: Int
    let next: Int?
    let torn: Int
    /// The offset from which on the bytes are not known yet. A shorter version does not contain them. Truncating a file changes
    /// only its length, so the bytes come from an earlier version, or are zero.
    private var missing: Int

    init(_ range: Range<Int>, version: Int, next: Int?, tornBytes: Int) {
        (end, self.version, self.next) = (range.upperBound, version, next)
        torn = min(range.upperBound, range.lowerBound + tornBytes)
        missing = range.lowerBound
    }

    /// Copies this sector's bytes from a version. It must be called with the versions from newest to oldest.
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
    /// Returns the sectors that contain a byte of the range.
    fileprivate static func / (range: Range<Int>, size: Int) -> Range<Int> {
        range.isEmpty ? 0..<0 : range.lowerBound / size..<(range.upperBound - 1) / size + 1
    }
}

extension [UInt8] {
    /// Truncates the bytes, or appends zeros.
    mutating func resize(to size: Int) {
        guard size > count else { return removeLast(count - size) }
        // In a debug build, a loop over single bytes would take most of the time of a simulation.
        self += [UInt8](unsafeUninitializedCapacity: size - count) { zeros, added in
            added = zeros.count
            zeros.baseAddress.map { _ = memset($0, 0, added) }
        }
    }
}
