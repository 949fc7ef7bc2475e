import FMDB

/// A database that keeps its error messages out of the test log, for queues and pools to make.
public final class SilentDatabase: FMDatabase {
    /// A database that is not open yet.
    public required init(path: String?) {
        super.init(path: path)
        logsErrors = false
    }
}
