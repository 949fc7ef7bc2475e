import FMDB
import FMDBTestHelpers
import Testing

/// A database whose commits get into an archive, and the bytes that its file had after each.
final class ArchiveScene {
    let folder = TemporaryFolder()
    let database: FMDatabase
    let target: any FMBackupTarget
    private(set) var writer: ArchiveWriter
    /// The file after each commit.
    private(set) var images: [UInt64: Data] = [:]
    private(set) var dates: [UInt64: Date] = [:]
    private var pending: [CapturedCommit] = []
    /// The date of the next commit.
    var clock = Date(timeIntervalSince1970: 1_700_000_000)
    private var frames: UInt32 = 0

    static let pageSize = 1024

    var backup: FMBackup { FMBackup(target) }
    var archive: String { folder.file("archive") }
    var copy: String { folder.file("copy.db") }
    var last: UInt64 { writer.lastCommit + UInt64(pending.count) }

    /// - Parameter wrap: makes another target of that of the folder.
    init(_ wrap: (FMFolderTarget) -> any FMBackupTarget = { $0 }) throws {
        target = wrap(.folder(URL(fileURLWithPath: folder.file("archive"))))
        database = FMDatabase.file(folder.file("source.db"))
        try database.execute("PRAGMA page_size = \(raw: "\(Self.pageSize)")")
        try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        writer = try ArchiveWriter(target, pageSize: Self.pageSize, after: nil, date: clock)
        try addSnapshot()
    }

    private func image() throws -> Data {
        var options = FMDatabase.BackupOptions()
        (options.overwrites, options.verification) = (true, .none)
        try database.backup(to: folder.file("image.db"), options)
        return try Data(contentsOf: URL(fileURLWithPath: folder.file("image.db")))
    }

    private func position() -> LogPosition {
        LogPosition(firstSalt: 1, secondSalt: 2, frames: frames, firstSum: 3, secondSum: 4)
    }

    // MARK: Commits

    /// Adds people, each in a commit of its own, which are shipped by ``ship()``.
    func commit(_ count: Int = 1) throws {
        for _ in 0..<count {
            let name = String(repeating: "a", count: Int(frames * 37 % 200))
            try database.execute("INSERT INTO person (name) VALUES (\(name))")
            if frames % 5 == 4 { try database.execute("DELETE FROM person WHERE id % 7 = 3") }
            try capture()
        }
    }

    /// Notes what was changed since the last commit as one commit.
    func capture() throws {
        let (former, new) = (images[last] ?? Data(), try image())
        frames += 1
        clock += 1
        pending.append(
            CapturedCommit(
                date: clock, pageCount: UInt32(new.count / Self.pageSize), pages: Self.difference(former, new),
                position: position()))
        images[last] = new
        dates[last] = clock
    }

    private static func difference(_ former: Data, _ new: Data) -> [CapturedPage] {
        (0..<new.count / pageSize).compactMap { index in
            let content = new[index * pageSize..<(index + 1) * pageSize]
            let end = (index + 1) * pageSize
            guard end > former.count || former[index * pageSize..<end] != content else { return nil }
            return CapturedPage(number: UInt32(index + 1), content: Array(content))
        }
    }

    /// Ships what was committed, in pieces of some commits.
    func ship(in size: Int = .max) throws {
        while !pending.isEmpty {
            let count = min(size, pending.count)
            try writer.ship(Array(pending.prefix(count)))
            pending.removeFirst(count)
        }
    }

    /// Adds commits, and ships them.
    func ship(_ count: Int, in size: Int = .max) throws {
        try commit(count)
        try ship(in: size)
    }

    // MARK: Snapshots and generations

    /// Adds a snapshot of the last commit.
    func addSnapshot(finishes: Bool = true) throws {
        let image = try image()
        let snapshot = try writer.beginSnapshot(
            pageCount: UInt32(image.count / Self.pageSize), date: clock, position: position())
        (images[snapshot.commit], dates[snapshot.commit]) = (image, dates[snapshot.commit] ?? clock)
        for page in 0..<image.count / Self.pageSize {
            try snapshot.add(Array(image[page * Self.pageSize..<(page + 1) * Self.pageSize]))
        }
        if finishes { try snapshot.finish() }
    }

    /// Begins a generation with a snapshot.
    func beginGeneration(finishes: Bool = true) throws {
        frames += 1
        clock += 1
        writer = try ArchiveWriter(target, pageSize: Self.pageSize, after: ArchiveWriter.resume(target), date: clock)
        try addSnapshot(finishes: finishes)
    }

    /// Goes on as another process would.
    func resume() throws {
        let end = try #require(try ArchiveWriter.resume(target))
        writer = try ArchiveWriter(continuing: end, in: target)
    }

    // MARK: Looking at it

    /// Whether a moment is restored as the file was after a commit.
    func restores(_ moment: FMBackup.Moment, as commit: UInt64, accepts: Bool = false) throws -> Bool {
        var options = FMBackup.RestoreOptions()
        (options.overwrites, options.acceptsLess, options.verification) = (true, accepts, .none)
        let restored = try backup.restore(to: copy, at: moment, options)
        return try restored.commit.number == commit && Data(contentsOf: URL(fileURLWithPath: copy)) == images[commit]
    }

    /// Checks that each commit can be restored, by its number and by its date.
    ///
    /// - Parameter delay: how much later than the commit the date is, in seconds.
    func expectEachCommit(_ numbers: ClosedRange<UInt64>, delay: Double = 0) throws {
        for number in numbers {
            #expect(try restores(.commit(number), as: number), "commit \(number)")
            let date = try #require(dates[number])
            #expect(try restores(.date(date.addingTimeInterval(delay)), as: number), "date of \(number)")
        }
    }

    /// The names of the pieces that begin with a word, in their order.
    func pieces(_ word: String) throws -> [String] {
        try target.list().map(\.name).filter { $0.contains("/\(word)-") }.sorted()
    }

    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.contains("partial") || $0.hasPrefix("copy")
        }.sorted()
    }

    /// Changes the bytes of a piece.
    func damage(_ name: String, _ change: (inout Data) -> Void) throws {
        var piece = try target.get(name)
        change(&piece)
        try target.put(piece, named: name)
    }
}
