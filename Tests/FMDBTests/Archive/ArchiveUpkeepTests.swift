import FMDB
import FMDBTestHelpers
import Testing

/// Removing what is old, and merging what is small.
@Suite struct ArchiveUpkeepTests {
    // MARK: Compaction

    @Test func mergedCommitsAreRestored() throws {
        let scene = try ArchiveScene()
        try scene.ship(40, in: 1)
        let before = try scene.backup.timeline()
        let compaction = try scene.backup.compact()
        #expect(compaction.replaced == 40 && compaction.merged == 1)
        let after = try scene.backup.timeline()
        #expect(after.pieces == 2 && after.last == before.last)
        #expect(before.bytes - after.bytes == compaction.bytesBefore - compaction.bytesAfter)
        #expect(compaction.bytesAfter * 2 < compaction.bytesBefore)
        #expect(try scene.backup.verify().isWhole)
        try scene.expectEachCommit(1...41)
        // What is merged stays as it is.
        #expect(try scene.backup.compact().replaced == 0)
    }

    @Test func commitsGoOnBehindMergedOnes() throws {
        let scene = try ArchiveScene()
        for _ in 0..<4 {
            try scene.ship(10, in: 1)
            try scene.backup.compact()
            try scene.resume()
        }
        #expect(try scene.pieces("commits").count == 1)
        try scene.expectEachCommit(1...41)
    }

    @Test func aFewPiecesAreNotMerged() throws {
        let scene = try ArchiveScene()
        try scene.ship(7, in: 1)
        #expect(try scene.backup.compact().replaced == 0)
    }

    /// A list of a folder in the network may lack what is there.
    @Test func aSnapshotWhoseEndAListLacksIsNotRemoved() throws {
        let (target, scene) = try TroubledTarget.scene()
        let whole = try #require(scene.pieces("snapshot").first)
        try scene.ship(3)
        try scene.addSnapshot()
        let second = whole.replacingOccurrences(
            of: "/snapshot-0000000000000001-", with: "/snapshot-0000000000000002-")
        let first = String(second.dropLast("-end".count))
        let end = first.dropLast(8) + "00000001-end"
        for name in [first, String(end)] { try target.put(Data("part".utf8), named: name) }
        var lists = 0
        target.fails = { verb, _ in
            if verb == .list { lists += 1 }
            return nil
        }
        target.hides = { lists == 1 && $0 == end }
        #expect(try scene.backup.compact().replaced == 0)
        #expect(try scene.pieces("snapshot").count == 4)
    }

    /// The process that was storing it has ended. One that may still be growing stays.
    @Test func aSnapshotThatWasNeverFinishedIsRemoved() throws {
        let scene = try ArchiveScene()
        let whole = try #require(scene.pieces("snapshot").first)
        try scene.ship(3)
        try scene.addSnapshot()
        let unfinished = [2, 9].map { number in
            let other = whole.replacingOccurrences(
                of: "/snapshot-0000000000000001-", with: "/snapshot-000000000000000\(number)-")
            return String(other.dropLast("-end".count))
        }
        for name in unfinished { try scene.target.put(Data("part".utf8), named: name) }
        #expect(try scene.pieces("snapshot").count == 4)
        #expect(try scene.backup.compact().replaced == 1)
        #expect(try scene.pieces("snapshot").count == 3)
        #expect(try scene.pieces("snapshot").contains(unfinished[1]))
        try scene.expectEachCommit(1...4)
    }

    @Test func aCompactionThatFailsLosesNothing() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(20, in: 1)
        var calls = 0
        for limit in 0... {
            calls = 0
            target.fails = { verb, _ in
                guard verb == .put || verb == .remove else { return nil }
                calls += 1
                return calls > limit ? Regret() : nil
            }
            let error = thrown { try scene.backup.compact() }
            target.fails = { _, _ in nil }
            #expect(try scene.backup.verify().isWhole)
            try scene.expectEachCommit(18...21)
            guard error != nil else { break }
            try #require(limit < 100)
        }
        #expect(try scene.pieces("commits").count == 1)
        try scene.expectEachCommit(1...21)
    }

    @Test func aDamagedPieceIsNotMerged() throws {
        let scene = try ArchiveScene()
        try scene.ship(40, in: 1)
        let damaged = try scene.pieces("commits")[20]
        try scene.damage(damaged) { $0[120] ^= 1 }
        #expect(try scene.backup.compact().merged == 2)
        #expect(try scene.pieces("commits").count == 3 && scene.pieces("commits").contains(damaged))
        #expect(try scene.backup.verify().damaged.map(\.name) == [damaged])
        try scene.expectEachCommit(1...21)
    }

    @Test func theMergedPieceIsNotTrustedBlindly() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(20, in: 1)
        target.fails = { verb, _ in verb == .remove ? Regret() : nil }
        #expect(throws: FMError.self) { try scene.backup.compact() }
        target.fails = { _, _ in nil }
        let merged = try #require(
            try scene.target.list().max { $0.name.contains("commits") && $0.size < $1.size }?.name)
        let all = try scene.pieces("commits")
        #expect(all.count == 21)
        let longest = try #require(all.first { $0.contains("commits-0000000000000002-0000000000000015") })
        try scene.damage(longest) { $0[120] ^= 1 }
        #expect(merged.isEmpty == false)
        // What it was made of is still there, and is used.
        try scene.expectEachCommit(1...21)
        try scene.backup.compact()
        try scene.expectEachCommit(1...21)
    }

    @Test func aRestoreGoesOnWhilePiecesAreMerged() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(20, in: 1)
        var isMerged = false
        target.fails = { verb, name in
            guard verb == .get, name.contains("commits"), !isMerged else { return nil }
            isMerged = true
            return thrown { try scene.backup.compact() }
        }
        #expect(try scene.restores(.latest, as: 21))
        #expect(try isMerged && scene.pieces("commits").count == 1)
    }

    // MARK: Retention

    @Test func aVerificationGoesOnWhilePiecesAreMerged() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(40, in: 1)
        var merged = 0
        target.fails = { verb, name in
            guard verb == .get, name.contains("commits"), merged == 0 else { return nil }
            merged = 1
            merged = (try? FMBackup(scene.target).compact().merged) ?? 0
            return nil
        }
        let verification = try FMBackup(target).verify()
        #expect(verification.isWhole && merged == 1, "\(verification)")
        #expect(verification.last?.number == 41)
    }

    /// Each time that they are listed, another piece is removed, as if it was merged.
    @Test func commitsThatAreNeverReadAreUnchecked() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(20, in: 1)
        var isListed = false
        target.fails = { verb, name in
            if verb == .list { isListed = true }
            guard verb == .get, name.contains("commits"), isListed else { return nil }
            isListed = false
            return thrown { try scene.target.remove(name) }
        }
        let verification = try FMBackup(target).verify()
        #expect(verification.damaged.isEmpty && !verification.unchecked.isEmpty && !verification.isWhole)
    }

    @Test func whatTheTimeNeedsStays() throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 3)
        try scene.addSnapshot()
        try scene.ship(10, in: 3)
        try scene.beginGeneration()
        try scene.ship(10, in: 3)
        try scene.addSnapshot()
        try scene.ship(5, in: 3)
        // The moments of 25 to 37 are kept; the newest snapshot before them is that of 22.
        let kept = try #require(scene.dates[25])
        #expect(
            try scene.backup.removeOld(keeping: .seconds(scene.clock.timeIntervalSince(kept)), at: scene.clock).pieces
                > 0)
        let timeline = try scene.backup.timeline()
        #expect(timeline.first?.number == 22 && timeline.gaps.isEmpty && timeline.generations.count == 1)
        try scene.expectEachCommit(22...37)
        #expect(thrown { try scene.restores(.commit(21), as: 21) }?.resultCode == .notFound)
        #expect(try scene.backup.removeOld(keeping: .zero, at: scene.clock).pieces > 0)
        #expect(try scene.backup.timeline().first?.number == 32)
        try scene.expectEachCommit(32...37)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.archive).count == 1)
    }

    @Test func aDamagedSnapshotDoesNotReplaceThoseBeforeIt() throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 3)
        try scene.addSnapshot()
        try scene.ship(10, in: 3)
        try scene.addSnapshot()
        try scene.ship(3, in: 3)
        try scene.damage(scene.pieces("snapshot")[2]) { $0[$0.count / 2] ^= 1 }
        try scene.backup.removeOld(keeping: .zero, at: scene.clock)
        #expect(try scene.backup.timeline().first?.number == 11)
        try scene.expectEachCommit(20...24)
        // What cannot be read may be whole.
        let (target, other) = try TroubledTarget.scene()
        try other.ship(10, in: 3)
        try other.addSnapshot()
        target.fails = { verb, _ in verb == .get ? FMError(.ioError, "no") : nil }
        #expect(thrown { try other.backup.removeOld(keeping: .zero, at: other.clock) }?.resultCode == .ioError)
        #expect(try other.pieces("snapshot").count == 2)
    }

    @Test func withoutAnOlderSnapshotNothingIsRemoved() throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 3)
        let start = try #require(scene.dates[1])
        let time = Duration.seconds(scene.clock.timeIntervalSince(start) + 1)
        #expect(try scene.backup.removeOld(keeping: time, at: scene.clock).pieces == 0)
        // One that is not whole is no base.
        try scene.beginGeneration(finishes: false)
        #expect(try scene.backup.removeOld(keeping: .zero, at: scene.clock).pieces == 0)
        try scene.expectEachCommit(1...11)
    }

    @Test func aRemovalThatFailsLeavesAWholeBackup() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(10, in: 3)
        try scene.addSnapshot()
        try scene.ship(10, in: 3)
        for _ in 0..<100 {
            var calls = 0
            target.fails = { verb, _ in
                guard verb == .remove else { return nil }
                calls += 1
                return calls > 1 ? Regret() : nil
            }
            let error = thrown { try scene.backup.removeOld(keeping: .seconds(3), at: scene.clock) }
            #expect(try scene.backup.timeline().gaps.isEmpty && scene.backup.timeline().last?.number == 21)
            try scene.expectEachCommit(20...21)
            guard error != nil else { break }
        }
        #expect(try scene.backup.timeline().first?.number == 11)
        #expect(try scene.pieces("commits").count == 4)
    }
}
