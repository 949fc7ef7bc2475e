/// Random numbers that depend only on a seed, so that a failure can be reproduced. The algorithm is SplitMix64.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(state: UInt64) {
        self.state = state
    }

    /// Creates a generator with a seed. Each step of SplitMix64 adds the same number to the state. So the seed is mixed first;
    /// otherwise neighbouring seeds would produce nearly the same numbers.
    package init(_ seed: Int) {
        state = SeededNumbers.mix(SeededNumbers.mix(UInt64(truncatingIfNeeded: seed)) ^ 0x1234_5678)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SeededNumbers.mix(state)
    }

    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns true with a probability in percent.
    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
