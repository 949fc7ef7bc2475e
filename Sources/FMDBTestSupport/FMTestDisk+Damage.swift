extension FMTestDisk {
    /// What a power cut does to writes, new files and deletions that were not synced.
    ///
    /// SQLite relies on a disk that writes the bytes it is told to and no others; within that, any part of what was not
    /// synced may be there. See [Atomic Commit In SQLite](https://sqlite.org/atomiccommit.html#_hardware_assumptions).
    public enum Damage: Hashable, Sendable {
        /// None of them is on the disk.
        case losesUnsynced
        /// All of them are.
        case keepsUnsynced
        /// Some sectors of 512 bytes are, and some names of files.
        ///
        /// - Parameter seed: chooses which; the same seed chooses the same ones.
        case mixesSectors(seed: UInt64)
        /// As `mixesSectors`, and some sectors are new up to a byte within.
        case tearsSectors(seed: UInt64)

        /// One of each.
        public static func all(seed: UInt64) -> [Damage] {
            [.losesUnsynced, .keepsUnsynced, .mixesSectors(seed: seed), .tearsSectors(seed: seed)]
        }
    }
}

/// Which unsynced changes a disk has kept.
struct DamageChoice {
    /// How much of a change is there.
    enum Share { case none, all, part }

    private let damage: FMTestDisk.Damage
    private var random: SplitMix

    init(_ damage: FMTestDisk.Damage) {
        self.damage = damage
        switch damage {
        case .losesUnsynced, .keepsUnsynced: random = SplitMix(state: 0)
        case .mixesSectors(let seed), .tearsSectors(let seed): random = SplitMix(state: seed)
        }
    }

    mutating func sector() -> Share {
        switch damage {
        case .losesUnsynced: .none
        case .keepsUnsynced: .all
        case .mixesSectors: Bool.random(using: &random) ? .all : .none
        case .tearsSectors:
            Int.random(in: 0..<8, using: &random) == 0 ? .part : Bool.random(using: &random) ? .all : .none
        }
    }

    /// Whether a new file, a deletion or a new length is there.
    mutating func isKept() -> Bool {
        switch damage {
        case .losesUnsynced: false
        case .keepsUnsynced: true
        case .mixesSectors, .tearsSectors: Bool.random(using: &random)
        }
    }

    mutating func number(in range: Range<Int>) -> Int {
        Int.random(in: range, using: &random)
    }
}

/// A generator of random numbers with a seed: SplitMix64.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
