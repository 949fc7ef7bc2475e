/// Reports the events of a backup, and keeps its statistics.
final class BackupReport: Sendable {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    private let observer: (@Sendable (Choices.Event) -> Void)?
    /// The counts, and whether a failure was reported without a success since.
    private let state = Locked((counts: Choices.Statistics(), isFailing: false))

    init(_ choices: Choices) { observer = choices.observer }

    var statistics: Choices.Statistics { state.value.counts }

    func emit(_ event: Choices.Event, _ change: (inout Choices.Statistics) -> Void = { _ in }) {
        count(change)
        observer?(event)
    }

    /// Counts a failed attempt, and reports the first one as an event.
    ///
    /// - Parameter pause: the time until the next attempt.
    func failed(_ error: FMError, nextTry pause: Duration) {
        let isFirst = state.withLock { state in
            state.counts.failures += 1
            state.counts.lastError = error
            defer { state.isFailing = true }
            return !state.isFailing
        }
        if isFirst { observer?(.failing(error, nextTry: pause)) }
    }

    /// Records a successful attempt, and reports it as an event if earlier attempts have failed.
    func succeeded() {
        let isFirst = state.withLock {
            guard $0.isFailing else { return false }
            ($0.isFailing, $0.counts.lastError) = (false, nil)
            return true
        }
        if isFirst { observer?(.recovered) }
    }

    func count(_ change: (inout Choices.Statistics) -> Void) {
        state.withLock { change(&$0.counts) }
    }
}
