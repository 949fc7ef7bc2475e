import FMDB
import FMDBTestHelpers
import Testing

/// Pieces that an attacker has made up, with the right checksum.
@Suite struct ArchiveHostileTests {
    /// Where numbers stand. See the article "ArchiveFormat".
    private enum Place {
        static let (version, pageSize, pageCount, firstPage, count) = (8, 12, 64, 68, 72)
        static let (content, changed, page, ranges, range) = (108, 120, 124, 128, 130)
    }

    /// What is made of a piece, and what is said of it.
    struct Lie: Sendable, CustomTestStringConvertible {
        let word: String
        let place: Int
        let bytes: [UInt8]
        let reason: String
        var testDescription: String { "\(word) \(place) \(bytes)" }

        init(_ word: String, _ place: Int, _ bytes: [UInt8], _ reason: String) {
            (self.word, self.place, self.bytes, self.reason) = (word, place, bytes, reason)
        }
    }

    static let lies = [
        Lie("commits", 0, [0], "it is not a piece"), Lie("commits", Place.version, [3], "version is too new"),
        Lie("commits", Place.version, [1], "date of a commit"), Lie("commits", 9, [1], "does not match its name"),
        Lie("commits", Place.pageSize, [0, 0, 0, 7], "page size is impossible"),
        Lie("commits", Place.pageSize, [255, 255, 255, 255], "page size is impossible"),
        Lie("commits", Place.pageSize, [0, 0, 2, 0], "another size"),
        Lie("commits", Place.count, [0, 0, 0, 0], "number of commits"),
        Lie("commits", Place.count, [255, 255, 255, 255], "number of commits"),
        Lie("commits", Place.content, [255], "date of a commit"),
        Lie("commits", Place.pageCount, [9], "does not match its header"),
        Lie("commits", Place.content + 8, [0, 0, 0, 0], "page count"),
        Lie("commits", Place.changed, [255, 255, 255, 255], "page count"),
        Lie("commits", Place.changed, [0, 0, 0, 0], "commit"),
        Lie("commits", Place.page, [0, 0, 0, 0], "impossible number"),
        Lie("commits", Place.page, [255, 255, 255, 255], "impossible number"),
        Lie("commits", Place.ranges, [255, 255], "page"), Lie("commits", Place.range, [255, 255], "beyond its page"),
        Lie("commits", Place.range + 2, [255, 255], "page"),
        Lie("snapshot", Place.firstPage, [0, 0, 0, 0], "impossible numbers"),
        Lie("snapshot", Place.firstPage, [255, 255, 255, 255], "impossible numbers"),
        Lie("snapshot", Place.count, [0, 0, 0, 0], "impossible numbers"),
        Lie("snapshot", Place.count, [255, 255, 255, 255], "impossible numbers"),
        Lie("snapshot", Place.pageCount, [255, 255, 255, 255, 0, 0, 0, 1, 255, 255, 0, 0], "too many pages"),
        Lie("snapshot", Place.pageCount, [0, 0, 0, 0], "impossible numbers"),
        Lie("snapshot", Place.content, [255, 255], "page"), Lie("snapshot", Place.content + 2, [255, 255], "beyond"),
        Lie("snapshot", Place.pageSize, [0, 1, 0, 0], "another size"),
    ]

    @Test(arguments: lies) func eachLieIsNoticed(_ lie: Lie) throws {
        let scene = try ArchiveScene()
        try scene.ship(3)
        let name = try scene.pieces(lie.word)[0]
        try scene.damage(name) { $0.lie(lie.bytes, at: lie.place) }
        let error = thrown { try scene.restores(.latest, as: 4) }
        #expect(error?.resultCode == .corrupt)
        #expect(try scene.leftovers() == [])
        // The pages of a snapshot may have any size; then those of the commits are wrong.
        if lie.reason != "another size" {
            #expect(error?.message.contains(lie.reason) == true, "\(error?.message ?? "")")
            #expect(try scene.backup.verify().damaged.map(\.name) == [name])
            #expect(try scene.backup.compact().merged == 0)
        }
    }

    @Test func aPartThatDoesNotFollowIsNoticed() throws {
        let scene = try ArchiveScene()
        let name = try scene.pieces("snapshot")[0]
        try scene.damage(name) { piece in
            // One page more than there are.
            let count = piece[Place.pageCount + 3]
            piece.lie([count + 1], at: Place.pageCount + 3)
        }
        let error = thrown { try scene.restores(.latest, as: 1) }
        #expect(error?.resultCode == .corrupt && error?.message.contains("pages are missing after it") == true)
    }

    /// A commit that says it changes many pages, each with few bytes.
    @Test(arguments: [1, 2] as [UInt32]) func aPieceTakesNoMoreMemoryThanItMay(_ count: UInt32) throws {
        let folder = TemporaryFolder()
        let target = FMFolderTarget(URL(fileURLWithPath: folder.file("archive")))
        let writer = try ArchiveWriter(target, pageSize: 65536, after: nil, date: Date(timeIntervalSince1970: 1))
        let position = LogPosition(firstSalt: 0, secondSalt: 0, frames: 0, firstSum: 0, secondSum: 0)
        let snapshot = try writer.beginSnapshot(pageCount: 1, date: Date(timeIntervalSince1970: 1), position: position)
        try snapshot.add([UInt8](repeating: 0, count: 65536))
        try snapshot.finish()
        let commit = CapturedCommit(
            date: Date(timeIntervalSince1970: 2), pageCount: 20_000, pages: [], position: position)
        try writer.ship(Array(repeating: commit, count: Int(count)))
        let name = try #require(try target.list().map(\.name).first { $0.contains("commits") })
        var piece = try target.get(name)
        var pages = Data()
        for number in 1...20_000 as ClosedRange<UInt32> {
            pages += withUnsafeBytes(of: number.bigEndian) { Data($0) } + [0, 0]
        }
        piece.replaceSubrange(Place.changed..<Place.page, with: [0, 0, 0x4E, 0x20])
        piece.insert(contentsOf: pages, at: Place.page)
        piece.lie([], at: 0)
        try target.put(piece, named: name)
        let report = try FMBackup(target).verify()
        // A single commit may be large, since its pages are not kept.
        #expect(
            report.damaged.map(\.reason) == (count == 1 ? [] : ["it changes too many different pages for one piece"]))
    }

    @Test func whateverIsChangedNothingCrashes() throws {
        let scene = try ArchiveScene()
        try scene.ship(6, in: 3)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = seed
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % UInt64(limit))
        }
        let names = try scene.target.list().map(\.name)
        let whole = try names.map { try scene.target.get($0) }
        var options = FMBackup.RestoreOptions()
        (options.overwrites, options.acceptsLess) = (true, true)
        for _ in 0..<60 {
            let index = next(names.count)
            var piece = whole[index]
            // Beyond the fields that the name repeats.
            for _ in 0...next(3) { piece[64 + next(piece.count - 72)] = [0, 1, 127, 128, 255][next(5)] }
            if next(4) == 0 { piece.removeSubrange(100 + next(piece.count - 108)..<piece.count - 8) }
            piece.lie([], at: 0)
            try scene.target.put(piece, named: names[index])
            _ = thrown { try scene.backup.restore(to: scene.copy, options) }
            #expect(throws: Never.self, "seed \(seed)") { try scene.backup.verify() }
            try scene.target.put(whole[index], named: names[index])
        }
        #expect(throws: Never.self, "seed \(seed)") {
            let isSame = try scene.restores(.latest, as: 7)
            #expect(isSame)
        }
    }
}

extension Data {
    /// Replaces some bytes, and makes the checksum right.
    fileprivate mutating func lie(_ bytes: [UInt8], at place: Int) {
        replaceSubrange(place..<place + bytes.count, with: bytes)
        var sum = UInt64.max
        for byte in dropLast(8) {
            sum ^= UInt64(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
        }
        replaceSubrange(count - 8..<count, with: Swift.withUnsafeBytes(of: (~sum).bigEndian) { Array($0) })
    }
}
