import Foundation
import SQLite3

@testable import FMDB

// MARK: - Locks

/// Two files, of which the lists of locks speak.
private let files: (database: FileIdentity, index: FileIdentity) = {
    let paths = ["/proc/self/exe", "/"].compactMap { FileIdentity(path: $0) }
    guard paths.count == 2 else { fatalError("no files") }
    return (paths[0], paths[1])
}()

/// The kernel's list of locks, against a reader that splits each line. `@d` and `@i` stand for the two files.
@Sendable func fuzzLocks(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let isWriteAhead = input.byte() & 1 == 1
    let text = input.allText().replacingOccurrences(of: "@d", with: place(of: files.database))
        .replacingOccurrences(of: "@i", with: place(of: files.index))
    let index = isWriteAhead ? files.index : nil
    let found = FileLocks.entries(in: Array(text.utf8), of: files.database, index: index, isWriteAhead: isWriteAhead)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: Array($0), as: UTF8.self) }
    // The kernel writes no colon behind the number of the file.
    guard !lines.contains(where: { $0.split(separator: " ").dropFirst(6).joined().contains(":") }) else { return }
    let expected = Set(lines.compactMap { entry($0, isWriteAhead) })
    expect(found == expected, "\(found) instead of \(expected)")
}

private func place(of file: FileIdentity) -> String {
    let major = file.device >> 8 & 0xFFF | file.device >> 32 & ~0xFFF
    let minor = file.device & 0xFF | file.device >> 12 & ~0xFF
    return String(format: "%02llx:%02llx:%llu", major, minor, file.inode)
}

private func entry(_ line: String, _ isWriteAhead: Bool) -> FileLocks.Entry? {
    let words = line.unicodeScalars.split(separator: " ").map { String($0) }
    guard words.count == 8, let start = Int64(words[6]) else { return nil }
    let end = max(start, Int64(words[7]) ?? .max)
    let parts = words[5].unicodeScalars.split(separator: ":").map { String($0) }
    let isIndex: Bool
    if isFile(files.database, words[5], parts) {
        isIndex = false
    } else if isWriteAhead, isFile(files.index, words[5], parts) {
        isIndex = true
    } else {
        return nil
    }
    let process = Int32(words[4]).flatMap { $0 > 0 ? $0 : nil }
    let isWrite = words[3] == "WRITE"
    func covers(_ first: Int64, _ last: Int64) -> Bool { start <= last && end >= first }
    let lock: FMError.Contention.Lock?
    let base: Int64 = 0x4000_0000
    if isIndex {
        if !isWrite {
            lock = covers(123, 127) ? .read : nil
        } else if covers(122, 122) {
            lock = .recovery
        } else if covers(120, 120) {
            lock = .write
        } else {
            lock = covers(121, 121) || covers(123, 127) ? .checkpoint : nil
        }
    } else if isWrite, covers(base, base) || covers(base + 2, base + 511) {
        lock = .exclusive
    } else if isWrite, covers(base + 1, base + 1) {
        lock = .write
    } else {
        lock = covers(base + 2, base + 511) ? .read : nil
    }
    guard let lock, isIndex || !isWriteAhead || lock != .read else { return nil }
    return FileLocks.Entry(lock: lock, process: process)
}

private func isFile(_ file: FileIdentity, _ word: String, _ parts: [String]) -> Bool {
    guard let inode = word.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false).last,
        UInt64(String(inode)) == file.inode
    else { return false }
    let numbers = parts.compactMap { UInt64($0, radix: 16) }
    guard numbers.count >= 2 else { return false }
    let major = file.device >> 8 & 0xFFF | file.device >> 32 & ~0xFFF
    let minor = file.device & 0xFF | file.device >> 12 & ~0xFF
    return numbers[0] == major && (numbers[1] == minor || major == 0)
}

// MARK: - The index of the write-ahead log

/// A file of SQLite whose shared memory is an input.
private struct SharedFile {
    var base = sqlite3_file()
    var memory: UnsafeMutableRawPointer?
}

private nonisolated(unsafe) let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 2
    methods.pointee.xShmMap = { file, _, _, _, memory in
        guard let file, let memory else { return SQLITE_IOERR }
        let shared = UnsafeMutableRawPointer(file).assumingMemoryBound(to: SharedFile.self).pointee.memory
        UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee = shared
        return SQLITE_OK
    }
    methods.pointee.xShmBarrier = { _ in }
    return methods
}()

/// The first bytes of the shared memory, which have no more than these.
@Sendable func fuzzWriteAheadIndex(_ bytes: [UInt8]) {
    let size = 136
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    var content = Array(bytes.prefix(size)) + Array(repeating: 0, count: size - min(size, bytes.count))
    // Most copies of the header are equal.
    if content[size - 1] & 31 != 0 { content.replaceSubrange(48..<96, with: content[0..<48]) }
    memory.copyMemory(from: content, byteCount: size)
    var file = SharedFile(memory: memory)
    file.base.pMethods = UnsafePointer(methods)
    let isSame = content[0..<48] == content[48..<96]
    withUnsafeMutablePointer(to: &file) { place in
        let start = UnsafeMutableRawPointer(place).assumingMemoryBound(to: sqlite3_file.self)
        do throws(ResultCodeError) {
            let index = try WriteAheadIndex(of: start)
            expect(isSame, "a header amid a commit is read")
            let number = { (place: Int) in memory.load(fromByteOffset: place, as: UInt32.self) }
            expect(index?.frames == number(16) && index?.movedFrames == number(96), "the numbers of frames")
            let isMoved = number(16) > 0 && number(96) >= number(16)
            expect(index?.isWhollyMoved == isMoved, "whether all is moved")
        } catch {
            expect(!isSame && error.code == SQLITE_BUSY, "refused: \(error.code)")
        }
    }
}

// MARK: - Checkpoints

/// The plan of checkpoints with any numbers that SQLite may report.
@Sendable func fuzzPolicy(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    var choices = FMDatabaseCoordinator.WriteAheadLog()
    choices.checkpointPages = Int(input.integer() >> input.number(below: 64))
    if input.byte() & 1 == 1 { choices.sizeLimit = Int(input.integer()) }
    if input.byte() & 1 == 1 { choices.alarmSize = Int(input.integer()) }
    if input.byte() & 1 == 1 { choices.checkpointInterval = .seconds(input.integer()) }
    if input.byte() & 1 == 1 { choices.truncatesWhenIdle = .milliseconds(input.integer()) }
    var policy = CheckpointPolicy(choices)
    policy.opened(input.integer() & .max, frameSize: Int(input.byte()) * 260)
    var now = ContinuousClock.now
    var commits = 0
    while !input.isAtEnd {
        let pages = Int(Int32(truncatingIfNeeded: input.integer()) >> input.number(below: 31))
        now += .milliseconds(Int64(input.byte()))
        switch input.number(below: 5) {
        case 0, 1:
            commits += 1
            let moved = input.byte()
            _ = policy.committed(pages, took: .milliseconds(Int64(input.byte())), at: now) {
                moved == 0 ? nil : Int(moved)
            }
        case 2:
            let moved = input.byte() & 1 == 1 ? pages : Int(input.byte())
            let alarm = policy.checkpointed(pages, moved: moved, commits: commits, at: now)
            expect(alarm == nil || moved < pages, "an alarm though all is moved")
        case 3: policy.settled(pages, commits: input.byte() & 1 == 1 ? commits : 0)
        default: policy.failed(at: now)
        }
        expect(policy.statistics.commits == commits, "number of commits")
        if case .wait(let until?) = policy.step(at: now) { expect(until > now, "it waits for the past") }
        _ = policy.cutsWhenIdle(Int64(pages))
    }
}

// MARK: - Full text

private nonisolated(unsafe) let raw = RawSQLite(
    "CREATE VIRTUAL TABLE f USING fts4 (a, b); INSERT INTO f VALUES ('', '')")

/// The text of `offsets()`: any one, and SQLite's own, whose matches must be words of the row.
@Sendable func fuzzFullText(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    guard input.byte() & 3 != 0 else {
        let text = input.allText()
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        var found: [Int] = []
        FMTextOffsets(text).enumerate { found += [$0, $1, $2.location, $2.length] }
        return expect(found == Array(numbers.prefix(numbers.count / 4 * 4)), "numbers of \(text)")
    }
    let query = input.text().withoutNUL
    let columns = [input.text().withoutNUL, input.allText().withoutNUL]
    expect(raw.rows("UPDATE f SET a = ?, b = ?", columns) != nil, "no update")
    guard let offsets = raw.value("SELECT offsets(f) FROM f WHERE f MATCH ?", [query]) else { return }
    var count = 0
    FMTextOffsets(offsets).enumerate { column, term, range in
        count += 1
        expect(columns.indices.contains(column) && term >= 0, "column \(column)")
        let text = Array(columns[column].utf8)
        expect(range.location >= 0 && range.length > 0 && range.location + range.length <= text.count, "range \(range)")
        let word = Array(text[range.location..<range.location + range.length])
        let isWord = word.allSatisfy { $0 >= 0x80 || $0.isInSQLName && !"_$".utf8.contains($0) }
        expect(isWord, "no word: \(word)")
    }
    expect(count == offsets.split(separator: " ").count / 4, "number of matches")
}
