/// Takes down what statements change, or read, and which tables they name.
protocol StatementRecorder: AnyObject {
    /// SQLite compiles a statement.
    func authorize(_ action: Int32, _ first: String?, _ second: String?, _ schema: String?, _ trigger: String?)

    /// Takes down the tables of what is compiled during the body.
    func collecting(for tables: StatementTables, _ body: () -> Int32) -> Int32

    func step(_ statement: FMStatement, _ body: () -> Int32) -> Int32

    /// Puts back or finalises a statement, which may end an execution and commit.
    func ending(_ statement: FMStatement, _ body: () -> Void)
}

struct ChangeState {
    /// The receivers of changes; nil for a connection that is not lent.
    var feed: ChangeFeed?
    /// The main database's file by its one absolute path, as it was when the connection was opened.
    var file: String?
    /// The ``ChangeHub/generation`` at which the hub was last asked for receivers.
    var generation: UInt = 0
    /// Records what is changed, or read.
    var recorder: (any StatementRecorder)?
    /// Whether everything that is changed is recorded.
    var isRecording = false
    /// Whether everything that is read is recorded.
    var isTracking = false
}

extension Connection {
    var recorder: (any StatementRecorder)? { changeState.recorder }

    /// The recorder, if each step is to pass it.
    var recorderAtWork: (any StatementRecorder)? { changeState.isRecording || changeState.isTracking ? recorder : nil }
}
