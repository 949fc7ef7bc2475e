import FMDB
import FMDBTestHelpers
import Testing

/// Writing an archive, and going on with one.
@Suite struct ArchiveWriterTests {
    private func page(_ byte: UInt8, _ number: UInt32 = 1) -> CapturedPage {
        CapturedPage(number: number, content: [UInt8](repeating: byte, count: 512))
    }

    private func position(_ frames: UInt32) -> LogPosition {
        LogPosition(firstSalt: 7, secondSalt: 8, frames: frames, firstSum: 9, secondSum: 10)
    }

    /// A writer with a snapshot of one page.
    private func writer(_ target: any FMBackupTarget, after end: ArchiveEnd? = nil, date: Date = Date()) throws
        -> ArchiveWriter
    {
        let writer = try ArchiveWriter(target, pageSize: 512, after: end, date: date)
        let snapshot = try writer.beginSnapshot(pageCount: 1, date: date, position: position(0))
        try snapshot.add(page(0).content)
        try snapshot.finish()
        return writer
    }

    private func commit(_ frames: UInt32, date: Date = Date(), pages: [CapturedPage]? = nil) -> CapturedCommit {
        CapturedCommit(
            date: date, pageCount: 1, pages: pages ?? [page(UInt8(frames % 256))], position: position(frames))
    }

    private func target(_ folder: TemporaryFolder) -> FMFolderTarget { .folder(URL(fileURLWithPath: folder.file("a"))) }

    @Test func theEndIsRead() throws {
        let (folder, date) = (TemporaryFolder(), Date(timeIntervalSince1970: 1_700_000_000))
        let writer = try writer(target(folder), date: date)
        let first = try #require(try ArchiveWriter.resume(target(folder)))
        #expect(first.lastCommit == 1 && first.position == position(0) && first.canContinue && first.pageSize == 512)
        let shipped = try writer.ship([commit(1, date: date + 1), commit(2, date: date + 2)])
        #expect(shipped.first == 2 && shipped.last == 3 && writer.lastCommit == 3)
        let end = try #require(try ArchiveWriter.resume(target(folder)))
        #expect(end.lastCommit == 3 && end.lastDate == date + 2 && end.position == position(2))
        #expect(end.generation == writer.generation && end.snapshotCommit == 1 && end.snapshotDate == date)
        #expect(end.closing == nil)
    }

    @Test func closingIsKeptUntilItIsForgotten() throws {
        let folder = TemporaryFolder()
        var facts = CleanCloseRecord(database: .init(inode: 1, size: 2, changed: -3), log: nil)
        var writer = try writer(target(folder))
        try writer.close(facts)
        #expect(try ArchiveWriter.resume(target(folder))?.closing == facts)
        writer = try ArchiveWriter(continuing: #require(try ArchiveWriter.resume(target(folder))), in: target(folder))
        try writer.forgetClosing()
        #expect(try ArchiveWriter.resume(target(folder))?.closing == nil)
        facts.log = .init(inode: 4, size: .max, changed: 6)
        try writer.close(facts)
        #expect(try ArchiveWriter.resume(target(folder))?.closing == facts)
        // Commits that follow make it stale.
        try writer.ship([commit(1)])
        #expect(try ArchiveWriter.resume(target(folder))?.closing == nil)
    }

    @Test func theFactsOfAFileChangeWithIt() throws {
        let folder = TemporaryFolder()
        #expect(CleanCloseRecord.File(path: folder.file("b")) == nil)
        try Data("ab".utf8).write(to: URL(fileURLWithPath: folder.file("b")))
        let former = try #require(CleanCloseRecord.File(path: folder.file("b")))
        try Data("abc".utf8).write(to: URL(fileURLWithPath: folder.file("b")))
        #expect(CleanCloseRecord.File(path: folder.file("b")) != former && former.size == 2)
    }

    @Test(arguments: ["damaged", "missing", "no snapshot"]) func whatIsNotWholeIsNotContinued(_ kind: String) throws {
        let folder = TemporaryFolder()
        let writer = try writer(target(folder))
        for frames in 1...3 as ClosedRange<UInt32> { try writer.ship([commit(frames)]) }
        let names = try target(folder).list().map(\.name).sorted()
        switch kind {
        case "damaged": try target(folder).put(Data(count: 300), named: names[2])
        case "missing": try target(folder).remove(names[1])
        default: try target(folder).remove(names[3])
        }
        let end = try #require(try ArchiveWriter.resume(target(folder)))
        #expect(!end.canContinue && end.lastCommit == 4)
        #expect(thrown { try ArchiveWriter(continuing: end, in: target(folder)) }?.resultCode == .misuse)
        let next = try self.writer(target(folder), after: end)
        #expect(next.lastCommit == 5 && next.generation > end.generation)
        #expect(try ArchiveWriter.resume(target(folder))?.canContinue == true)
    }

    @Test func timeNeverGoesBack() throws {
        let (folder, date) = (TemporaryFolder(), Date(timeIntervalSince1970: 1_700_000_000))
        let former = try writer(target(folder), date: date)
        try former.ship([commit(1, date: date - 50), commit(2, date: date + 5), commit(3, date: date - 5)])
        #expect(former.lastDate == date + 5)
        let end = try #require(try ArchiveWriter.resume(target(folder)))
        let next = try writer(target(folder), after: end, date: date - 50)
        #expect(next.generation > former.generation && next.lastDate == date + 5)
        try next.ship([commit(4, date: date - 40)])
        let timeline = try FMBackup(target(folder)).timeline()
        #expect(timeline.gaps.isEmpty && timeline.last?.number == 6 && timeline.last?.date == date + 5)
        #expect(try FMBackup(target(folder)).verify().isWhole)
    }

    @Test func misuseIsRefused() throws {
        let folder = TemporaryFolder()
        #expect(thrown { try ArchiveWriter(target(folder), pageSize: 100, after: nil) }?.resultCode == .misuse)
        let empty = try ArchiveWriter(target(folder), pageSize: 512, after: nil)
        #expect(thrown { try empty.ship([commit(1)]) }?.resultCode == .misuse)
        let writer = try writer(target(folder))
        let bad: [[CapturedPage]] = [
            [page(1), page(2)], [page(1, 0)], [CapturedPage(number: 1, content: [1])],
        ]
        for pages in bad { #expect(thrown { try writer.ship([commit(1, pages: pages)]) }?.resultCode == .misuse) }
        #expect(thrown { try writer.ship([]) }?.resultCode == .misuse)
        try writer.ship([commit(1, pages: [page(1), page(1, 2)])])
        #expect(
            thrown { try writer.beginSnapshot(pageCount: 1, date: Date(), position: position(9)) }?.resultCode
                == .misuse)
        let snapshot = try writer.beginSnapshot(pageCount: 2, date: Date(), position: position(1))
        #expect(snapshot.commit == 2)
        #expect(thrown { try snapshot.add([1]) }?.resultCode == .misuse)
        try snapshot.add(page(1).content)
        #expect(thrown { try snapshot.finish() }?.resultCode == .misuse)
        #expect(thrown { try snapshot.add(page(1).content + page(2).content) }?.resultCode == .misuse)
        #expect(writer.lastCommit == 2)
    }

    @Test func aSnapshotMayBeOfAnEarlierCommit() throws {
        let folder = TemporaryFolder()
        let writer = try writer(target(folder))
        for frames in 1...4 as ClosedRange<UInt32> { try writer.ship([commit(frames)]) }
        let snapshot = try writer.beginSnapshot(pageCount: 1, date: Date(), position: position(3))
        #expect(snapshot.commit == 4)
        try writer.ship([commit(5)])
        try snapshot.add(page(3).content)
        try snapshot.finish()
        #expect(try ArchiveWriter.resume(target(folder))?.snapshotCommit == 4)
        var options = FMBackup.RestoreOptions()
        options.verification = .none
        try FMBackup(target(folder)).restore(to: folder.file("copy.db"), options)
        #expect(FileManager.default.contents(atPath: folder.file("copy.db")) == Data(page(5).content))
    }

    @Test func anAbandonedSnapshotLeavesNothing() throws {
        let folder = TemporaryFolder()
        let writer = try ArchiveWriter(target(folder), pageSize: 65536, after: nil)
        let snapshot = try writer.beginSnapshot(pageCount: 600, date: Date(), position: nil)
        try snapshot.add([UInt8](repeating: 1, count: 512 * 65536))
        #expect(try target(folder).list().count == 1)
        #expect(snapshot.bytes > 16 << 20)
        snapshot.abandon()
        #expect(try target(folder).list().isEmpty)
    }

    @Test func manyDifferentPagesMakeSeveralPieces() throws {
        let folder = TemporaryFolder()
        let writer = try ArchiveWriter(target(folder), pageSize: 65536, after: nil)
        let snapshot = try writer.beginSnapshot(pageCount: 1, date: Date(), position: nil)
        try snapshot.add([UInt8](repeating: 0, count: 65536))
        try snapshot.finish()
        let commits = (1...3 as ClosedRange<UInt32>).map { turn in
            let pages = (1...500 as ClosedRange<UInt32>).map { number in
                CapturedPage(number: turn * 500 + number, content: [UInt8](repeating: 0, count: 65535) + [UInt8(turn)])
            }
            return CapturedCommit(date: Date(), pageCount: 2000, pages: pages, position: position(turn))
        }
        let shipped = try writer.ship(commits)
        #expect(shipped.last == 4 && shipped.bytes < 100_000)
        #expect(try target(folder).list().count == 3)
        let verification = try FMBackup(target(folder)).verify()
        #expect(verification.isWhole && verification.commits == 3)
    }

    @Test func whatFailedIsShippedAgain() throws {
        let folder = TemporaryFolder()
        let target = TroubledTarget(target(folder))
        let writer = try writer(target)
        target.fails = { verb, _ in verb == .put ? FMError(.full, "no room") : nil }
        #expect(thrown { try writer.ship([commit(1)]) }?.resultCode == .full)
        #expect(writer.lastCommit == 1)
        target.fails = { _, _ in nil }
        #expect(try writer.ship([commit(1), commit(2)]).first == 2)
        #expect(try FMBackup(target).verify().isWhole)
    }

    @Test func aSmallCommitTakesLittleRoom() throws {
        let folder = TemporaryFolder()
        let writer = try writer(target(folder))
        let commits = (1...100 as ClosedRange<UInt32>).map { frames in
            var page = page(1)
            for place in 0..<8 { page.content[Int(frames) * 4 + place] = UInt8(frames) }
            return commit(frames, pages: [page])
        }
        #expect(try writer.ship(commits).bytes < 100 * 60)
    }
}
