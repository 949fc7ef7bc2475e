#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB

    /// What a simulation has done, a line a step: the number of the thread, and the point that it has come to. `…` marks a wait.
    struct SimulationTrace {
        private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        private(set) var text = ""
        private let keepsText: Bool
        private var ring: [(UInt, SimulatedPoint, Bool)] = []
        private var next = 0
        private static let ringSize = 100

        init(keepsText: Bool) { self.keepsText = keepsText }

        mutating func add(_ number: UInt, _ point: SimulatedPoint, isParked: Bool = false) {
            hash = (hash ^ UInt64(number)) &* 0x100_0000_01B3
            for byte in point.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ (isParked ? 1 : 2)) &* 0x100_0000_01B3
            if keepsText { text += SimulationTrace.line(number, point, isParked) + "\n" }
            if ring.count < SimulationTrace.ringSize {
                ring.append((number, point, isParked))
            } else {
                ring[next % SimulationTrace.ringSize] = (number, point, isParked)
            }
            next += 1
        }

        private static func line(_ number: UInt, _ point: SimulatedPoint, _ isParked: Bool) -> String {
            "\(number) \(point.rawValue)\(isParked ? "…" : "")"
        }

        /// The last steps, oldest first.
        var last: [String] {
            let start = ring.count < SimulationTrace.ringSize ? 0 : next % SimulationTrace.ringSize
            return (ring[start...] + ring[..<start]).map(SimulationTrace.line)
        }
    }
#endif
