/// Records what statements change or read, and which tables they name.
protocol StatementRecorder: AnyObject {
    /// Called by the authorizer while SQLite compiles a statement.
    func authorize(_ action: Int32, _ first: String?, _ second: String?, _ schema: String?, _ trigger: String?)

    /// Records the tables of the statement that the body compiles.
    func collecting(for tables: StatementTables, _ body: () -> Int32) -> Int32

    func step(_ statement: FMStatement, _ body: () -> Int32) -> Int32

    /// Runs a body that resets or finalises a statement, which may end an execution and commit.
    func ending(_ statement: FMStatement, _ body: () -> Void)
}

struct ChangeState {
    /// The receivers of changes; nil if no queue or pool lends the connection.
    var feed: ChangeFeed?
    /// The canonical absolute path of the main database when the connection was opened.
    var file: String?
    /// The ``ChangeHub/generation`` at which the hub was last asked for receivers.
    var generation: UInt = 0
    /// The recorder of changes and reads.
    var recorder: (any StatementRecorder)?
    /// Whether all changes are recorded.
    var isRecording = false
    /// Whether all reads are recorded.
    var isTracking = false
}

extension Connection {
    var recorder: (any StatementRecorder)? { changeState.recorder }

    /// The recorder, if each step must go through it; else nil.
    var recorderAtWork: (any StatementRecorder)? { changeState.isRecording || changeState.isTracking ? recorder : nil }
}
