import FMDB

/// A database that keeps its error messages out of the test log, for queues and pools to make.
final class SilentDatabase: FMDatabase {
    required init(path: String?) {
        super.init(path: path)
        logsErrors = false
    }
}
