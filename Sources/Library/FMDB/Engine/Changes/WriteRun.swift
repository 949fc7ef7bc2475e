/// What a statement reads and writes, while changes are recorded.
struct RecordedExecution {
    var tables: StatementTables?
    /// Its present execution.
    var run: WriteRun?
}

/// One execution of a statement that may write, until it ends.
final class WriteRun {
    var tables: [TableKey: TableChanges] = [:]
    /// How many rows the update hook has reported.
    var told = 0
    /// How many rows SQLite has counted.
    var counted: Int32 = 0
    /// How many changes were logged before it.
    var firstRow = 0
    /// Whether a trigger may have it fail and keep a part of what it has done.
    var triggersMayFail = true
    /// What was rolled back since has another number.
    var epoch: Int
    /// The versions of the schemas before it, where that can be asked.
    var versions: [String: Int32]?

    init(epoch: Int) { self.epoch = epoch }
}
