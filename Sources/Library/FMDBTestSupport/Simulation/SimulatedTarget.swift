import FMDB
import Foundation

extension FMSimulation {
    /// A backup target on a machine beside those of a simulation: a process that is killed and a power cut leave its pieces as they are.
    ///
    /// ```swift
    /// let target = FMSimulation.Target()
    /// target.faults = .some
    /// try await shop.run { try await openShop("/shop.db", backup: .init(to: target)) }
    /// target.faults = .none
    /// ```
    ///
    /// The random numbers of the simulation decide which calls fail. A call takes its time on the simulated clock.
    public final class Target: FMBackupTarget {
        /// The error of a call that fails.
        public struct Failure: Error {}

        private struct State {
            var pieces: [String: Data] = [:]
            var faults = Faults.none
            /// The sizes of the pieces at each change, oldest first.
            var former: [(time: ContinuousClock.Instant, sizes: [String: Int])] = []
            var repeats: [(time: ContinuousClock.Instant, name: String, piece: Data)] = []
        }

        // A killed thread must not keep the lock.
        private let state = Locked(State(), isQuiet: true)

        /// Creates a target without pieces and faults.
        public init() {}

        /// What calls from now on do wrong.
        public var faults: Faults {
            get { state.value.faults }
            set { state.withLock { $0.faults = newValue } }
        }

        /// The pieces, by their names.
        public var pieces: [String: Data] {
            get { state.value.pieces }
            set { state.withLock { $0.pieces = newValue } }
        }

        /// Stores a piece. A later one of the same name replaces it.
        public func put(_ piece: Data, named name: String) throws {
            try answer { state in
                state.repeats.removeAll { $0.name == name }
                state.pieces[name] = piece
                guard Self.happens(state.faults.repeats) else { return }
                state.repeats.append((.now + Self.pause(state.faults), name, piece))
            }
        }

        /// Returns a piece.
        public func get(_ name: String) throws -> Data {
            try answer { state in
                guard let piece = state.pieces[name] else { throw Failure() }
                return piece
            }
        }

        /// Lists the pieces, sorted by name.
        public func list() throws -> [FMBackupPiece] {
            try answer { state in
                var sizes = state.pieces.mapValues(\.count)
                if Self.happens(state.faults.oldLists) {
                    let time = ContinuousClock.now - Self.pause(state.faults)
                    sizes = state.former.last { $0.time <= time }?.sizes ?? [:]
                }
                return sizes.sorted { $0.key < $1.key }.map { FMBackupPiece(name: $0.key, size: Int64($0.value)) }
            }
        }

        /// Deletes a piece, if it is there.
        public func remove(_ name: String) throws {
            try answer { state in
                state.repeats.removeAll { $0.name == name }
                state.pieces[name] = nil
            }
        }
    }
}

extension FMSimulation.Target {
    private func answer<Value>(_ call: (inout State) throws -> Value) throws -> Value {
        let faults = faults
        if Self.happens(faults.pauses) { Self.sleep(Self.pause(faults)) }
        if Self.happens(faults.refusals) { throw Failure() }
        let value = try state.withLock { state in
            let before = state.pieces
            for index in state.repeats.indices where state.repeats[index].time <= .now {
                state.pieces[state.repeats[index].name] = state.repeats[index].piece
            }
            state.repeats.removeAll { $0.time <= .now }
            defer {
                if faults.oldLists > 0, state.pieces != before {
                    state.former.append((.now, state.pieces.mapValues(\.count)))
                }
            }
            return try call(&state)
        }
        guard Self.happens(faults.lostAnswers) else { return value }
        if Self.random % 2 == 0 { Self.sleep(faults.longestPause) }
        throw Failure()
    }

    private static func sleep(_ time: Duration) { Thread.sleep(forTimeInterval: time / .seconds(1)) }
    private static func pause(_ faults: Faults) -> Duration { faults.longestPause * Double(random % 1_000) / 1_000 }
    private static func happens(_ percent: Int) -> Bool { percent > 0 && random % 100 < UInt64(percent) }

    private static var random: UInt64 {
        #if DEBUG
            if let thread = Simulated.thread { return thread.nextRandom() }
        #endif
        return UInt64.random(in: .min ... .max)
    }
}
