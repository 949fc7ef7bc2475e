/// What a statement reads and writes, while changes are recorded.
struct RecordedExecution {
    var tables: StatementTables?
    /// The current execution of the statement.
    var run: WriteRun?
}

/// One execution of a statement that may write, until it ends.
final class WriteRun {
    var tables: [TableKey: TableChanges] = [:]
    /// The number of rows that the update hook has reported.
    var told = 0
    /// The number of rows that SQLite has counted.
    var counted: Int32 = 0
    /// The number of changes that were logged before the execution.
    var firstRow = 0
    /// Whether a trigger may make the statement fail and keep a part of its changes.
    var triggersMayFail = true
    /// The recorder's epoch at the start. Each rollback begins a new epoch.
    var epoch: Int
    /// The versions of the schemas before the execution; nil if they were not read.
    var versions: [String: Int32]?

    init(epoch: Int) { self.epoch = epoch }
}
