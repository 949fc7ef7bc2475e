/// One run of a statement, from its first step to its end.
struct StatementRun {
    /// The sequence number of the run on its connection.
    let id: Int
    let sql: String
    /// The time spent in SQLite.
    var duration = Duration.zero
    var rowCount = 0
    /// The counters for full scans. Set at the end of the run.
    var scans = ScanCounters()
    /// The result code of the last step.
    var code = FMResultCode.ok
}

/// The numbers of full scan steps and of rows inserted into automatic indexes.
struct ScanCounters {
    var fullScanSteps: UInt32 = 0
    var automaticIndexRows: UInt32 = 0

    var sum: Int { Int(fullScanSteps) + Int(automaticIndexRows) }
}

/// Passes the events of one connection to its listener.
///
/// Events are recorded where they occur, and emitted when the library has finished its current operation. So the listener is never called
/// from inside an SQLite call, a loop over statements or the listener itself.
final class StatementEvents {
    /// The listener, or nil if there is none.
    var listener: ((FMEvent) -> Void)? {
        didSet { if listener == nil { pending = [] } }
    }
    /// The minimum duration of a slow statement, or nil if slow statements are not reported.
    var slowThreshold: Duration?
    /// The minimum number of rows read in full scans for a statement to be reported, or nil if scans are not reported.
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

    /// Passes the recorded events to the listener.
    func emit() {
        guard holds == 0, !isEmitting else { return }
        isEmitting = true
        defer {
            isEmitting = false
            afterwards?()
            afterwards = nil
        }
        var index = 0
        // The listener may be removed during a call, which empties the list.
        while index < pending.count, let listener {
            let event = pending[index]
            index += 1
            listener(event)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Runs a body after the listener has returned. Does nothing if the listener is not being called.
    func afterEmitting(_ body: @escaping () -> Void) {
        if isEmitting { afterwards = body }
    }

    /// Runs a body and emits its events only after it.
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
