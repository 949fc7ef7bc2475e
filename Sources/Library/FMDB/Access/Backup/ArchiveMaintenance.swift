/// Removes old pieces of an archive and merges small ones, on another thread so that commits do not wait. Only the
/// backup thread uses it.
final class ArchiveMaintenance {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    private let choices: Choices
    private let report: BackupReport
    private var last = ContinuousClock.now
    /// 1 while maintenance runs.
    private let running = AtomicWord(0)

    init(_ choices: Choices, _ report: BackupReport) { (self.choices, self.report) = (choices, report) }

    var isRunning: Bool { running.value != 0 }

    var isDue: Bool { last + .seconds(3600) < .now }

    func startAgain() {
        if last + .seconds(10) < .now { start() }
    }

    /// Starts maintenance, unless it is running.
    func start() {
        last = .now
        guard running.exchange(expected: 0, for: 1) == 0 else { return }
        let (backup, retention, report, running) = (FMBackup(choices.target), choices.retention, report, running)
        WorkerThreads.shared.run(.current) {
            defer { running.value = 0 }
            do {
                if let retention { try backup.removeOld(keeping: retention) }
                try backup.compact()
                report.count { $0.maintenanceError = nil }
            } catch {
                let error =
                    error as? FMError
                    ?? FMError(.ioError, "old pieces of the backup could not be removed or merged", cause: error)
                report.emit(.maintenanceFailed(error)) { $0.maintenanceError = error }
            }
        }
    }
}
