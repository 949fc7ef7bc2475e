import FMDB
import FMDBTestHelpers
import Testing

/// What verifying says of commits whose pages are those of another database.
@Suite struct ArchiveProofTests {
    /// Ships a commit that has a page of another database.
    private func shipForeignPage(_ scene: ArchiveScene) throws {
        let page = CapturedPage(number: 2, content: [UInt8](repeating: 7, count: ArchiveScene.pageSize))
        let position = LogPosition(firstSalt: 1, secondSalt: 2, frames: 0, firstSum: 3, secondSum: 4)
        try scene.writer.ship([CapturedCommit(date: scene.clock, pageCount: 2, pages: [page], position: position)])
    }

    @Test func whatIsStoredIsProven() throws {
        let scene = try ArchiveScene()
        try scene.ship(20, in: 3)
        try scene.addSnapshot()
        try scene.ship(20, in: 3)
        try scene.backup.compact()
        let report = try scene.backup.verify()
        #expect(report.isWhole && report.unchecked == [] && report.commits == 40)
    }

    /// A writer that does not know the pages stores no sums, as earlier versions did.
    @Test func aMixtureIsToldByTheNextSnapshot() throws {
        let scene = try ArchiveScene()
        try scene.resume()
        try shipForeignPage(scene)
        try scene.addSnapshot()
        let report = try scene.backup.verify()
        #expect(report.damaged.map(\.name) == (try scene.pieces("commits")))
        #expect(report.damaged.first?.reason.contains("another database") == true)
        #expect(!report.isWhole && report.last?.number == 2)
    }

    @Test func whatCannotBeComparedIsUnchecked() throws {
        let scene = try ArchiveScene()
        try scene.resume()
        try scene.ship(3)
        let report = try scene.backup.verify()
        #expect(report.unchecked.map(\.commits) == [2...4])
        #expect(report.damaged == [] && report.gaps == [] && !report.isWhole)
        try scene.addSnapshot()
        #expect(try scene.backup.verify().isWhole)
    }

    @Test func aGapIsToldWithItsTimes() throws {
        let scene = try ArchiveScene()
        try scene.ship(3)
        let (former, begin) = (scene.clock, scene.clock + 10)
        let end = try #require(try ArchiveWriter.resume(scene.target))
        let next = try ArchiveWriter(
            scene.target, pageSize: ArchiveScene.pageSize, after: end, gap: (2, begin), date: former + 60)
        let snapshot = try next.beginSnapshot(pageCount: 1, date: former + 60, position: nil)
        try snapshot.add([UInt8](repeating: 0, count: ArchiveScene.pageSize))
        try snapshot.finish()

        let gap = try #require(try scene.backup.timeline().gaps.first)
        #expect(gap.commits == 5...6 && gap.after == former && gap.begin == begin && gap.before == former + 60)
        #expect(try scene.restores(.date(former + 9), as: 4))
        #expect(thrown { try scene.restores(.date(former + 11), as: 4) }?.resultCode == .corrupt)
        #expect(try scene.backup.timeline().last?.number == 7)
    }
}
