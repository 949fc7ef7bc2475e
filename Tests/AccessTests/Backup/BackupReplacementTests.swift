#if os(Linux) || os(macOS)
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Random scenes in which the file of a database that is backed up is replaced, overwritten or cut.
    ///
    /// `FMDB_REPLACEMENTS` says how many there are, 6 unless told, `FMDB_REPLACEMENT_SEED` where they begin.
    @Suite struct BackupReplacementTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let count = environment["FMDB_REPLACEMENTS"].flatMap(Int.init) ?? 6
        private static let seed = environment["FMDB_REPLACEMENT_SEED"].flatMap(Int.init) ?? 1

        @Test func noBackupIsAMixture() async throws {
            var tally = ReplacementTally()
            for seed in Self.seed..<Self.seed + Self.count {
                tally.add(try await inBackground { try BackupReplacementScene(seed: seed).play() })
            }
            print(
                "\(tally.scenes) scenes from seed \(Self.seed): \(tally.acknowledged) commits acknowledged, \(tally.lost.count) of them lost;"
                    + " \(tally.states) states restored, \(tally.mixtures.count) mixtures, \(tally.damaged) of damaged files;"
                    + " \(tally.generations) generations, \(tally.unsaid.count) unsaid")
            #expect(tally.mixtures == [])
            #expect(tally.unsaid == [])
            #expect(tally.lost == [])
        }
    }
#endif
