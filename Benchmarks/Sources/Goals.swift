/// How a contender is to stand to the first one of its workload.
struct Goal {
    enum Bound { case atMost, atLeast }

    let bound: Bound
    let ratio: Double

    static func atMost(_ ratio: Double) -> Goal { Goal(bound: .atMost, ratio: ratio) }
    static func atLeast(_ ratio: Double) -> Goal { Goal(bound: .atLeast, ratio: ratio) }

    /// Whether a ratio reaches the goal, to the two digits that are printed.
    func isMet(by measured: Double) -> Bool {
        let rounded = (measured * 100).rounded() / 100
        return bound == .atMost ? rounded <= ratio : rounded >= ratio
    }
}

/// The goals of all workloads and trials, by contender. Those of a trial are for its first column.
///
/// They are for processor time and for counted instructions alike.
enum Goals {
    static func goal(_ workload: String, _ contender: String) -> Goal? {
        all[workload]?[contender]
    }

    private static let all: [String: [String: Goal]] = [
        "insert": ["FMDB": .atMost(1.35), "modern": .atMost(1.10)],
        "insert-uncached": ["FMDB": .atMost(0.35), "modern": .atMost(0.35)],
        "insert-many": ["modern": .atMost(1.10)],
        "ints-by-index": both(.atMost(1.03)),
        "ints-by-name": both(.atMost(1.08)),
        "mixed-by-index": both(.atMost(1.00)),
        "mixed-by-name": both(.atMost(1.03)),
        "structs": both(.atMost(1.00)),
        "one-column": both(.atMost(1.03)),
        "dictionaries": ["FMDB": .atMost(1.85), "modern": .atMost(0.95)],
        "point": both(.atMost(1.15)),
        "point-autocommit": both(.atMost(1.03)),
        "point-uncached": ["FMDB": .atMost(0.35), "modern": .atMost(0.35)],
        "value": both(.atMost(1.15)),
        "value-autocommit": both(.atMost(1.03)),
        "small-transactions": both(.atMost(1.05)),
        "named-update": [
            "FMDB": .atMost(1.80), "FMDB, AnyHashable": .atMost(1.95), "modern": .atMost(1.15),
            "modern, by name": .atMost(1.80),
        ],
        "open-close": both(.atMost(1.03)),
        "full-text": both(.atMost(1.03)),
        "trip": both(.atMost(1.05)),
        "model-fetch": ["model by hand": .atMost(1.10), "model, Codable": .atMost(2.00)],
        "model-insert": ["model by hand": .atMost(1.10), "model, Codable": .atMost(1.30)],
        "readers": ["pool, read and write": .atLeast(0.95)],
    ]

    /// The same for FMDB's spellings and for those that throw.
    private static func both(_ goal: Goal) -> [String: Goal] { ["FMDB": goal, "modern": goal] }
}
