import FMDB
import FMDBTestHelpers
import Testing

/// Archives of which pieces are missing or damaged.
@Suite struct ArchiveDamageTests {
    /// An archive with commits in pieces of five, of which the third one has 12 to 16.
    private func scene() throws -> (scene: ArchiveScene, third: String) {
        let scene = try ArchiveScene()
        try scene.ship(30, in: 5)
        return (scene, try scene.pieces("commits")[2])
    }

    private func harm(_ scene: ArchiveScene, _ name: String, isMissing: Bool) throws {
        if isMissing { return try scene.target.remove(name) }
        try scene.damage(name) { $0[$0.count / 2] ^= 4 }
    }

    @Test(arguments: [true, false]) func whatCannotBeRestoredIsNamed(_ isMissing: Bool) throws {
        let (scene, third) = try scene()
        try harm(scene, third, isMissing: isMissing)
        let verification = try scene.backup.verify()
        let gap = try #require(verification.gaps.first)
        #expect(verification.gaps.count == 1 && !verification.isWhole && verification.last?.number == 11)
        #expect(gap.commits == 12...31 && gap.after == scene.dates[11] && gap.before == nil)
        #expect(gap.damaged.map(\.name) == (isMissing ? [] : [third]) && gap.damaged == verification.damaged)
        for moment in [FMBackup.Moment.latest, .commit(12), .commit(31), .date(scene.clock)] {
            let error = thrown { try scene.backup.restore(to: scene.copy, at: moment) }
            #expect(error?.resultCode == .corrupt)
            #expect(error?.message.contains("commits 12 to 31") == true)
            #expect(isMissing || error?.message.contains("\(third): its checksum is wrong") == true)
            #expect(try scene.leftovers() == [])
        }
        try scene.expectEachCommit(1...11)
    }

    @Test(arguments: [true, false]) func lessIsRestoredIfThatIsAccepted(_ isMissing: Bool) throws {
        let (scene, third) = try scene()
        try harm(scene, third, isMissing: isMissing)
        for moment in [FMBackup.Moment.latest, .commit(20), .date(scene.clock)] {
            #expect(try scene.restores(moment, as: 11, accepts: true))
        }
        var options = FMBackup.RestoreOptions()
        (options.overwrites, options.acceptsLess) = (true, true)
        let problem = try scene.backup.restore(to: scene.copy, options).problem
        #expect(problem?.commits == 12...31 && problem?.damaged.count == (isMissing ? 0 : 1))
        #expect(try scene.backup.restore(to: scene.copy, at: .commit(7), options).problem == nil)
    }

    @Test func aDamagedLastPieceIsNotPassedOver() throws {
        let (scene, _) = try scene()
        let name = try #require(try scene.pieces("commits").last)
        try harm(scene, name, isMissing: false)
        for moment in [FMBackup.Moment.latest, .commit(27), .commit(31), .date(scene.clock)] {
            #expect(thrown { try scene.backup.restore(to: scene.copy, at: moment) }?.resultCode == .corrupt)
        }
        #expect(try scene.backup.verify().gaps.map(\.commits) == [27...31])
        try scene.expectEachCommit(25...26, delay: 0.9)
    }

    @Test(arguments: [true, false]) func aLaterSnapshotEndsTheGap(_ isMissing: Bool) throws {
        let (scene, third) = try scene()
        try scene.addSnapshot()
        try scene.ship(5, in: 2)
        try harm(scene, third, isMissing: isMissing)
        #expect(try scene.backup.verify().gaps.map(\.commits) == [12...30])
        try scene.expectEachCommit(1...11)
        try scene.expectEachCommit(31...36)
        #expect(thrown { try scene.restores(.commit(30), as: 30) }?.resultCode == .corrupt)
        let date = try #require(scene.dates[20])
        #expect(thrown { try scene.restores(.date(date), as: 20) }?.resultCode == .corrupt)
        #expect(try scene.restores(.date(date), as: 11, accepts: true))
    }

    @Test func theCommitsSinceAnEarlierSnapshotReplaceADamagedOne() throws {
        let (scene, _) = try scene()
        try scene.addSnapshot()
        try scene.ship(5, in: 2)
        try harm(scene, try scene.pieces("snapshot")[1], isMissing: false)
        try scene.expectEachCommit(28...36)
        let verification = try scene.backup.verify()
        #expect(verification.gaps.isEmpty && verification.damaged.count == 1 && !verification.isWhole)
    }

    @Test func aDamagedFirstSnapshotIsNamed() throws {
        let (scene, _) = try scene()
        let snapshot = try scene.pieces("snapshot")[0]
        try harm(scene, snapshot, isMissing: false)
        let error = thrown { try scene.restores(.latest, as: 31) }
        #expect(error?.resultCode == .corrupt && error?.message.contains(snapshot) == true)
    }

    @Test func aGenerationWithoutAWholeSnapshotIsTold() throws {
        let (scene, _) = try scene()
        try scene.beginGeneration(finishes: false)
        // The folder is made for a snapshot alone.
        #expect(thrown { try scene.ship(3) }?.resultCode == .cantOpen)
        let folder = "\(scene.archive)/\(scene.writer.generation)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try scene.ship()
        #expect(try scene.backup.timeline().gaps.map(\.commits) == [32...35])
        #expect(try scene.backup.timeline().generations.last?.snapshots.map(\.isWhole) == [])
        #expect(thrown { try scene.restores(.latest, as: 31) }?.resultCode == .corrupt)
        #expect(try scene.restores(.latest, as: 31, accepts: true))
        try scene.expectEachCommit(25...31)
        try scene.beginGeneration()
        #expect(try scene.backup.timeline().gaps.map(\.commits) == [32...35])
        #expect(try scene.restores(.latest, as: 36))
    }

    @Test func eachChangedByteIsNoticed() throws {
        let scene = try ArchiveScene()
        try scene.ship(2)
        for name in try scene.target.list().map(\.name) {
            let whole = try scene.target.get(name)
            for place in stride(from: 0, to: whole.count, by: 7) {
                try scene.damage(name) { $0[place] ^= UInt8(1 << (place % 8)) }
                #expect(try scene.backup.verify().damaged.map(\.name) == [name], "byte \(place)")
                try scene.target.put(whole, named: name)
            }
            for count in [0, 1, 99, 107, whole.count - 1] {
                try scene.target.put(whole.prefix(count), named: name)
                #expect(try scene.backup.verify().damaged.map(\.name) == [name], "\(count) bytes")
            }
            try scene.target.put(whole, named: name)
        }
        #expect(try scene.backup.verify().isWhole)
    }

    @Test func aPieceUnderAnotherNameIsNoticed() throws {
        let (scene, third) = try scene()
        let second = try scene.pieces("commits")[1]
        try scene.target.put(scene.target.get(second), named: third)
        #expect(
            try scene.backup.verify().damaged.map(\.reason) == ["its header does not match its name"])
    }

    @Test func whatIsNoPieceIsLeftAlone() throws {
        let (scene, third) = try scene()
        let folder = URL(fileURLWithPath: scene.archive)
        for name in ["notes.txt", third + "-end", third.replacingOccurrences(of: "commits", with: "commit")] {
            try Data("mine".utf8).write(to: folder.appendingPathComponent(name))
        }
        #expect(try scene.backup.verify().isWhole)
        #expect(try scene.backup.timeline().pieces == 7)
        try scene.expectEachCommit(30...31)
    }

    @Test func aRestoreTellsTheErrorOfTheTarget() throws {
        let (target, scene) = try TroubledTarget.scene()
        try scene.ship(20, in: 5)
        target.fails = { verb, name in verb == .get && name.contains("commits") ? Regret() : nil }
        let error = thrown { try scene.restores(.latest, as: 21) }
        #expect(error?.resultCode == .ioError && error?.userInfo[NSUnderlyingErrorKey] is Regret)
        #expect(try scene.restores(.latest, as: 1, accepts: true))
        #expect(try scene.backup.verify().damaged.count == 4)
        target.fails = { verb, _ in verb == .list ? FMError(.authorization, "no") : nil }
        #expect(thrown { try scene.restores(.latest, as: 21, accepts: true) }?.resultCode == .authorization)
    }
}
