extension FMTestDisk {
    /// The effect of a power cut on writes, new files and deletions that were not synced.
    ///
    /// SQLite assumes that a disk changes only the bytes that are written. Unsynced writes may be on the disk in part. See
    /// [Atomic Commit In SQLite](https://sqlite.org/atomiccommit.html#_hardware_assumptions).
    public enum Damage: Hashable, Sendable {
        /// No unsynced change is on the disk.
        case losesUnsynced
        /// All unsynced changes are on the disk.
        case keepsUnsynced
        /// Each 512-byte sector, each file length and each file name has one of its versions since the last sync.
        ///
        /// - Parameter seed: the seed that chooses the versions. The same seed chooses the same versions.
        case mixesSectors(seed: UInt64)
        /// Like `mixesSectors`, but some sectors also contain the beginning of their next version.
        case tearsSectors(seed: UInt64)

        /// Returns one damage of each kind.
        public static func all(seed: UInt64) -> [Damage] {
            [.losesUnsynced, .keepsUnsynced, .mixesSectors(seed: seed), .tearsSectors(seed: seed)]
        }
    }
}

/// Chooses the unsynced changes that the disk has kept.
struct DamageChoice {
    private let damage: FMTestDisk.Damage
    private var random: SeededNumbers

    init(_ damage: FMTestDisk.Damage) {
        self.damage = damage
        switch damage {
        case .losesUnsynced, .keepsUnsynced: random = SeededNumbers(state: 0)
        case .mixesSectors(let seed), .tearsSectors(let seed): random = SeededNumbers(state: seed)
        }
    }

    /// Returns the version that the disk has kept of a sector, length or name with the given number of unsynced changes. Version 0 is the
    /// synced one.
    mutating func version(of changes: Int) -> Int {
        switch damage {
        case .losesUnsynced: 0
        case .keepsUnsynced: changes
        case .mixesSectors, .tearsSectors: Int.random(in: 0...changes, using: &random)
        }
    }

    /// Returns how many bytes of a sector's next version the disk has kept.
    mutating func tornBytes(of size: Int) -> Int {
        guard case .tearsSectors = damage, Int.random(in: 0..<4, using: &random) == 0 else { return 0 }
        return Int.random(in: 1..<size, using: &random)
    }

    mutating func isKept() -> Bool { version(of: 1) == 1 }
}
