import Foundation

extension FMActivity {
    /// What each process does with a database file that publishes it, this one too. It blocks the thread until all have answered, the
    /// timeout at most.
    ///
    /// Processes of the same user answer, in an instant also while their databases are locked. One that hangs, or sends something else,
    /// has a ``problem``. Call it from any thread; from a task only if it may block.
    ///
    /// - Parameters:
    ///   - path: the path of the database file, whichever of its paths it is.
    ///   - timeout: how long to wait for all of them together.
    /// - Returns: one value for each process, by the process id; none if nobody publishes the file.
    /// - Throws: `FMError`: `.cantOpen` if there is no such file, `.permission` if the folder of the sockets may be another user's.
    public static func all(of path: String, timeout: Duration = .milliseconds(300)) throws(FMError) -> [FMActivity] {
        try all(of: path, timeout: timeout, in: nil)
    }

    /// - Parameter folder: where the processes listen; nil for where they do so by default.
    package static func all(
        of path: String, timeout: Duration, in folder: String?
    ) throws(FMError) -> [FMActivity] {
        let deadline = ContinuousClock.now + min(timeout, .seconds(1_000_000_000))
        guard let file = FileIdentity(path: path) else {
            throw FMError(.cantOpen, "\(path): the file does not exist", sql: nil, stage: .other)
        }
        let main = folder.map { ActivityFolder(path: $0) } ?? .own
        var folders = try main.isThere() ? [main] : []
        // A folder of another user that is not sound does not keep the others from being asked.
        if folder == nil { folders += ActivityFolder.all.filter { $0 != main && (try? $0.isThere()) == true } }
        let sockets = folders.flatMap { $0.sockets(for: file) }.filter { $0.processID != getpid() }
        let own = PublishedFiles.shared.activity(on: file).map { [$0] } ?? []
        let others = ActivityQuestion.ask(sockets, until: deadline).map { activity in
            var activity = activity
            activity.processName = activity.processName ?? FileLocks.command(of: activity.processID)
            return activity
        }
        return (own + others).sorted { $0.processID < $1.processID }
    }
}
