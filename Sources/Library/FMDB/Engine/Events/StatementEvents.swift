/// One run of a statement, from its first step to its end.
struct StatementRun {
    /// The number of the run among those of its connection.
    let id: Int
    let sql: String
    /// The time spent in SQLite.
    var duration = Duration.zero
    var rowCount = 0
    /// What was read as a whole; set at the end.
    var scans = ScanCounters()
    /// What the last step answered.
    var code = FMResultCode.ok
}

/// How many steps were made in what is read as a whole.
struct ScanCounters {
    var fullScanSteps: UInt32 = 0
    var automaticIndexRows: UInt32 = 0

    var sum: Int { Int(fullScanSteps) + Int(automaticIndexRows) }
}

/// Brings what happens on one connection to the one who listens.
///
/// Events are recorded where they happen, and emitted when the library has finished what it was doing. So neither SQLite, nor
/// a loop over statements, nor the listener itself ever calls the listener.
final class StatementEvents {
    /// nil while nobody listens.
    var listener: ((FMEvent) -> Void)? {
        didSet { if listener == nil { pending = [] } }
    }
    /// How long a statement takes that is called slow.
    var slowThreshold: Duration?
    /// How many rows a statement must read in full scans to be reported.
    var scanThreshold: Int?
    /// Whether the listener is being called.
    private(set) var isEmitting = false
    private var pending: [FMEvent] = []
    private var holds = 0
    private var afterwards: (() -> Void)?
    private var executions = 0

    func record(_ event: FMEvent) {
        guard listener != nil else { return }
        pending.append(event)
    }

    /// Tells what has been noted.
    func emit() {
        guard holds == 0, !isEmitting else { return }
        isEmitting = true
        defer {
            isEmitting = false
            afterwards?()
            afterwards = nil
        }
        var index = 0
        // The listener may end its service, which empties the list.
        while index < pending.count, let listener {
            let event = pending[index]
            index += 1
            listener(event)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Has something done when the listener has returned, if it is being called.
    func afterEmitting(_ body: @escaping () -> Void) {
        if isEmitting { afterwards = body }
    }

    /// Nothing is told during the body, but everything after it.
    func holding<Value>(_ body: () -> Value) -> Value {
        holds += 1
        let value = body()
        holds -= 1
        emit()
        return value
    }

    func newExecution(_ sql: String) -> StatementRun {
        executions += 1
        return StatementRun(id: executions, sql: sql)
    }
}
