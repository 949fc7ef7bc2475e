import Foundation

extension FMSimulation {
    /// The error of a simulation that has failed. Its description has the line that repeats the run.
    public struct Failure: Error, LocalizedError, CustomStringConvertible {
        /// What has failed.
        public enum Kind: String, Sendable {
            /// The body has thrown an error.
            case thrown = "the body has thrown an error"
            /// A check of ``FMSimulation/Run/check(_:_:)`` has thrown an error.
            case check = "a check has failed"
            /// All threads wait for each other.
            case deadlock = "deadlock"
            /// The run has not ended after ``FMSimulation/Settings/longestRun`` steps.
            case livelock = "no end"
            /// A thread waits for something that the simulation does not know, for example a lock of the app or a Dispatch queue.
            case stuck = "a wait outside the simulation"
            /// The program does what the simulation cannot repeat.
            case refused = "refused"
        }

        /// What has failed.
        public let kind: Kind
        /// What has failed, in words.
        public let message: String
        /// The number of the step at which the simulation failed.
        public let step: Int
        /// The last steps, oldest first.
        public let trace: [String]
        /// The seed of the run.
        public internal(set) var seed: UInt64 = 0
        /// The shortest schedule that was found to repeat the failure, or nil if none was looked for.
        public internal(set) var schedule: String?
        /// The error of the body or the check.
        public internal(set) var underlying: (any Error)?

        init(_ kind: Kind, _ message: String, step: Int = 0, trace: [String] = [], underlying: (any Error)? = nil) {
            (self.kind, self.message, self.step, self.trace, self.underlying) = (kind, message, step, trace, underlying)
        }

        /// What has failed, and the line that repeats it.
        public var description: String {
            guard step > 0 else { return "\(kind.rawValue): \(message)" }
            let repetition =
                schedule.map { "FMSimulation(seed: \(seed), schedule: \"\($0)\")" } ?? "FMSimulation(seed: \(seed))"
            return "\(kind.rawValue): \(message)\n\(repetition) repeats it with the same settings, at step \(step)"
        }

        /// The description.
        public var errorDescription: String? { description }
    }

    /// The error of a call into a process that has been killed.
    public struct Killed: Error {
        /// The name of the process.
        public let name: String
    }
}
