extension FMActivity {
    /// How much happens in a second.
    public struct Rates: Codable, Hashable, Sendable {
        /// Queries a second.
        public var readsPerSecond: Double
        /// Transactions a second that were committed and wrote.
        public var commitsPerSecond: Double
    }

    /// How much has happened a second since an earlier look.
    ///
    /// - Parameter earlier: an earlier answer of the same process.
    /// - Returns: nil if the two cannot be compared: one is no answer, they are of two processes, no time lies between them, or the process
    ///   has closed the file meanwhile.
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
