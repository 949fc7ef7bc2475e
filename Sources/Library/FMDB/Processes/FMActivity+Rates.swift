extension FMActivity {
    /// The numbers of reads and commits per second.
    public struct Rates: Codable, Hashable, Sendable {
        /// The number of queries per second.
        public var readsPerSecond: Double
        /// The number of committed write transactions per second.
        public var commitsPerSecond: Double
    }

    /// Returns the reads and commits per second since an earlier activity.
    ///
    /// - Parameter earlier: an earlier activity of the same process.
    /// - Returns: nil if the two cannot be compared: a process did not answer, they are of different processes, no time has passed, or the
    ///   process has closed the file meanwhile.
    public func rates(since earlier: FMActivity) -> Rates? {
        guard isAnswering, earlier.isAnswering, processID == earlier.processID, path == earlier.path,
            elapsed > earlier.elapsed, reads >= earlier.reads, commits >= earlier.commits
        else { return nil }
        let seconds = (elapsed - earlier.elapsed) / .seconds(1)
        return Rates(
            readsPerSecond: Double(reads - earlier.reads) / seconds,
            commitsPerSecond: Double(commits - earlier.commits) / seconds)
    }
}
