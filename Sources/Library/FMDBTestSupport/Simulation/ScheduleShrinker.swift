#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// Looks for a shorter schedule that fails as well, by leaving out parts: first halves, then ever smaller ones.
    struct ScheduleShrinker {
        typealias Recording = [(decision: Int, choice: SimulationSchedule.Choice)]

        private(set) var shortest: Recording
        private var size: Int
        private var start = 0

        init(_ recording: Recording) {
            shortest = recording
            // The schedule without any choice is tried first.
            size = recording.count
        }

        /// Returns the next schedule to try, or nil if no choice can be left out.
        mutating func next() -> Recording? {
            if start >= shortest.count {
                guard size > 1 else { return nil }
                size = (size + 1) / 2
                start = 0
            }
            guard !shortest.isEmpty else { return nil }
            defer { start += size }
            return Array(shortest[..<start] + shortest[min(start + size, shortest.count)...])
        }

        /// Goes on with a schedule that has failed, which must be no longer than the one that was tried.
        mutating func keep(_ recording: Recording) {
            guard recording.count < shortest.count else { return }
            shortest = recording
            start = max(0, start - size)
            size = min(size, max(1, recording.count))
        }
    }
#endif
