#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// Decides which thread of a simulation runs: by random numbers, or as recorded.
    ///
    /// Each decision is an index into the list of the threads that are ready. By default, a thread goes on until it waits, and then the
    /// first in the list runs. Only what differs from that is recorded, so that a recording can be shortened.
    struct SimulationSchedule {
        enum Choice: Equatable {
            case run(Int)
            case kill
            case cutPower
        }

        private enum Strategy {
            /// Another thread runs after each step with the probability of 1 / `rarity`.
            case walk(rarity: Int)
            /// Another thread runs at a few steps only. Most faults need one or two such changes.
            case changes(Set<Int>)
            case recorded([Int: Choice])
        }

        private var random: SeededNumbers
        private let strategy: Strategy
        /// Whether the thread that runs when another waits is chosen at random.
        private let picksAtRandom: Bool
        private let killRarity: Int
        private let powerCutRarity: Int
        private var decisions = 0
        /// What differs from the default, by the number of the decision.
        private(set) var recorded: [(decision: Int, choice: Choice)] = []

        init(seed: UInt64, _ settings: FMSimulation.Settings) {
            var random = SeededNumbers(Int(truncatingIfNeeded: seed &* 3))
            (killRarity, powerCutRarity) = (settings.killRarity, settings.powerCutRarity)
            picksAtRandom = random.chance(75)
            if random.chance(70) {
                strategy = .walk(rarity: random.pick([2, 5, 10, 30, 100, 300]))
            } else {
                let length = random.pick([50, 500, 3_000, 20_000])
                strategy = .changes(
                    Set((0..<random.pick([1, 2, 3, 5])).map { _ in Int.random(in: 1...length, using: &random) }))
            }
            self.random = random
        }

        init(recorded: [(decision: Int, choice: Choice)]) {
            random = SeededNumbers(0)
            (picksAtRandom, killRarity, powerCutRarity) = (false, 0, 0)
            strategy = .recorded(Dictionary(recorded.map { ($0.decision, $0.choice) }) { $1 })
        }

        /// Decides after a step. Returns nil if the current thread goes on.
        mutating func step(among count: Int) -> Choice? {
            decisions += 1
            guard let choice = choice(among: count) else { return nil }
            if case .run(let index) = choice, index >= count { return nil }
            recorded.append((decisions, choice))
            return choice
        }

        private mutating func choice(among count: Int) -> Choice? {
            if happens(killRarity) { return .kill }
            if happens(powerCutRarity) { return .cutPower }
            switch strategy {
            case .recorded(let choices): return choices[decisions]
            case .walk(let rarity) where count > 0 && Int.random(in: 0..<rarity, using: &random) == 0:
                return .run(Int.random(in: 0..<count, using: &random))
            case .changes(let steps) where count > 0 && steps.contains(decisions):
                return .run(Int.random(in: 0..<count, using: &random))
            case .walk, .changes: return nil
            }
        }

        private mutating func happens(_ rarity: Int) -> Bool {
            rarity > 0 && Int.random(in: 0..<rarity, using: &random) == 0
        }

        /// Decides which of the ready threads runs after one has ended or waits. There is at least one.
        mutating func pick(among count: Int) -> Int {
            decisions += 1
            var index = 0
            if case .recorded(let choices) = strategy {
                if case .run(let chosen) = choices[decisions], chosen < count { index = chosen }
            } else if picksAtRandom, count > 1 {
                index = Int.random(in: 0..<count, using: &random)
            }
            if index != 0 { recorded.append((decisions, .run(index))) }
            return index
        }
    }

    extension SimulationSchedule {
        /// A recording as text: each decision's number, and the index of the thread, `k` where a process is killed, or `p` where the power
        /// is cut.
        static func text(_ recorded: [(decision: Int, choice: Choice)]) -> String {
            recorded.map { one in
                switch one.choice {
                case .run(let index): "\(one.decision):\(index)"
                case .kill: "\(one.decision):k"
                case .cutPower: "\(one.decision):p"
                }
            }.joined(separator: " ")
        }

        /// - Returns: nil if the text is no recording.
        static func parse(_ text: String) -> [(decision: Int, choice: Choice)]? {
            var recorded: [(decision: Int, choice: Choice)] = []
            for part in text.split(separator: " ") {
                let sides = part.split(separator: ":")
                guard sides.count == 2, let decision = Int(sides[0]) else { return nil }
                if sides[1] == "k" {
                    recorded.append((decision, .kill))
                } else if sides[1] == "p" {
                    recorded.append((decision, .cutPower))
                } else if let index = Int(sides[1]), index >= 0 {
                    recorded.append((decision, .run(index)))
                } else {
                    return nil
                }
            }
            return recorded
        }
    }
#endif
