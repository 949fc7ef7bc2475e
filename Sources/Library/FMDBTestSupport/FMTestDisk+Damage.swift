extension FMTestDisk {
    /// What a power cut does to writes, new files and deletions that were not synced.
    ///
    /// SQLite relies on a disk that writes the bytes it is told to and no others; what of that was not synced may be there
    /// in part. See [Atomic Commit In SQLite](https://sqlite.org/atomiccommit.html#_hardware_assumptions).
    public enum Damage: Hashable, Sendable {
        /// None of them is on the disk.
        case losesUnsynced
        /// All of them are.
        case keepsUnsynced
        /// Of each sector of 512 bytes, of each length and each name of a file, one of its versions since the last sync.
        ///
        /// - Parameter seed: chooses which; the same seed chooses the same ones.
        case mixesSectors(seed: UInt64)
        /// As `mixesSectors`, and some sectors have the beginning of their next version.
        case tearsSectors(seed: UInt64)

        /// One of each.
        public static func all(seed: UInt64) -> [Damage] {
            [.losesUnsynced, .keepsUnsynced, .mixesSectors(seed: seed), .tearsSectors(seed: seed)]
        }
    }
}

/// Which unsynced changes a disk has kept.
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

    /// Which version is kept of something that has changed so many times.
    mutating func version(of changes: Int) -> Int {
        switch damage {
        case .losesUnsynced: 0
        case .keepsUnsynced: changes
        case .mixesSectors, .tearsSectors: Int.random(in: 0...changes, using: &random)
        }
    }

    /// How many bytes of a sector's next version are kept.
    mutating func tornBytes(of size: Int) -> Int {
        guard case .tearsSectors = damage, Int.random(in: 0..<4, using: &random) == 0 else { return 0 }
        return Int.random(in: 1..<size, using: &random)
    }

    mutating func isKept() -> Bool { version(of: 1) == 1 }
}
