import FMDB
import FMDBTestHelpers
import Testing

/// Files that were damaged, by chance or on purpose: every call comes back with an answer or an error, and what was
/// opened can be closed. `make hostile` makes 10,000 of them, under AddressSanitizer.
@Suite struct HostileFileTests {
    /// So many files. Without the variable each is used in three of the ways only.
    private static let wanted = ProcessInfo.processInfo.environment["FMDB_HOSTILE"].flatMap { Int($0) }
    private static let firstSeed = ProcessInfo.processInfo.environment["FMDB_HOSTILE_SEED"].flatMap { Int($0) } ?? 1

    /// Parts of the work, which run side by side.
    private static let parts = 4

    @Test(arguments: 0..<parts) func everyCallComesBack(_ part: Int) async throws {
        let samples = try DatabaseFiles.Kind.allCases.map { try DatabaseFiles.valid($0) }
        let seeds = Self.firstSeed..<Self.firstSeed + (Self.wanted ?? 100)
        for seed in seeds where seed % Self.parts == part {
            var numbers = SeededNumbers(seed)
            var files = numbers.pick(samples)
            for _ in 0..<Int.random(in: 1...2, using: &numbers) {
                try files.damage(numbers.pick(DatabaseFiles.Damage.allCases), &numbers)
            }
            var visits = HostileVisit.allCases.shuffled(using: &numbers)
            if Self.wanted == nil { visits.removeLast(visits.count - 3) }
            for visit in visits { try await make(visit, files, seed) }
        }
    }

    private func make(_ visit: HostileVisit, _ files: DatabaseFiles, _ seed: Int) async throws {
        let folder = TemporaryFolder()
        try files.write(to: folder.file())
        let path = folder.file()
        do {
            try await inBackground { visit.make(path) }
        } catch {
            Issue.record("seed \(seed), \(visit): \(error)")
        }
    }

    @Test(arguments: DatabaseFiles.Kind.allCases) func theFilesAreWholeBefore(_ kind: DatabaseFiles.Kind) throws {
        let folder = TemporaryFolder()
        try DatabaseFiles.valid(kind).write(to: folder.file())
        let database = FMDatabase.file(folder.file())
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        let expected = kind == .vacuumed || kind == .plain ? 40 : 60
        #expect(try database.value("SELECT count(*) FROM person WHERE name <> 'other'", as: Int.self) == expected)
    }
}
