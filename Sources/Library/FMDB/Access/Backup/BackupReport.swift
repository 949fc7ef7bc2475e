import Foundation

// SAFETY: the statistics are read and written under the lock alone.
/// What a backup tells others.
final class BackupReport: @unchecked Sendable {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    private let observer: (@Sendable (Choices.Event) -> Void)?
    private let lock = NSLock()
    private var counts = Choices.Statistics()
    /// Whether a failure was told, and no success since.
    private var isFailing = false

    init(_ choices: Choices) { observer = choices.observer }

    var statistics: Choices.Statistics { lock.withLock { counts } }

    func emit(_ event: Choices.Event, _ change: (inout Choices.Statistics) -> Void = { _ in }) {
        lock.withLock { change(&counts) }
        observer?(event)
    }

    /// Reports that an attempt has failed: as an event the first time.
    ///
    /// - Parameter pause: the time until the next attempt.
    func failed(_ error: FMError, nextTry pause: Duration) {
        let isFirst = lock.withLock {
            counts.failures += 1
            counts.lastError = error
            defer { isFailing = true }
            return !isFailing
        }
        if isFirst { observer?(.failing(error, nextTry: pause)) }
    }

    /// Reports that an attempt has succeeded: as an event if others have failed before.
    func succeeded() {
        let isFirst = lock.withLock {
            guard isFailing else { return false }
            (isFailing, counts.lastError) = (false, nil)
            return true
        }
        if isFirst { observer?(.recovered) }
    }

    func count(_ change: (inout Choices.Statistics) -> Void) {
        lock.withLock { change(&counts) }
    }
}
