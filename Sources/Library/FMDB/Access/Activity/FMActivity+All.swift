import Foundation

extension FMActivity {
    /// Asks each process that publishes its use of the given database file what it does with the file. This process is
    /// included. The call blocks the thread until all have answered, or the timeout passes.
    ///
    /// Processes of the same user answer at once, even while their databases are locked. The value of a process that
    /// hangs or sends an invalid answer has a ``problem``. Any thread may call this method; a task may call it only if
    /// the task may block.
    ///
    /// - Parameters:
    ///   - path: the path of the database file; any path to it works.
    ///   - timeout: how long to wait for all processes together.
    /// - Returns: one value for each process, in order of the process ids; empty if no process publishes the file.
    /// - Throws: `FMError`: `.cantOpen` if there is no such file, `.permission` if the folder of the sockets may belong
    ///   to another user.
    public static func all(of path: String, timeout: Duration = .milliseconds(300)) throws(FMError) -> [FMActivity] {
        try all(of: path, timeout: timeout, in: nil)
    }

    /// - Parameter folder: the folder in which the processes listen; nil for the default folders.
    package static func all(
        of path: String, timeout: Duration, in folder: String?
    ) throws(FMError) -> [FMActivity] {
        let deadline = ContinuousClock.now + min(timeout, .seconds(1_000_000_000))
        guard let file = FileIdentity(path: path) else {
            throw FMError(.cantOpen, "\(path): the file does not exist", sql: nil, stage: .other)
        }
        let main = folder.map { ActivityFolder(path: $0) } ?? .own
        var folders = try main.isThere() ? [main] : []
        // Skips a folder that is unsafe because another user may own it; the other folders are still searched.
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
