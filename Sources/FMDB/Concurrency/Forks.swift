/// The forks of this process.
enum Forks {
    /// How often this process has become the child of another one since its program began.
    static let count = AtomicWord(0)
}

extension FMError {
    /// A use in a child process.
    static func forked(_ sql: String?) -> FMError {
        FMError(
            .misuse, "the connection was opened before fork(); a child process must open its own", sql: sql,
            stage: .other)
    }
}
