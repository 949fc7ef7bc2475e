/// An object that logs its errors, and whose FMDB calls return `false` instead of throwing.
protocol ErrorReporter: AnyObject {
    var logsErrors: Bool { get }
    /// Whether the process stops at a programmer's error.
    var crashOnErrors: Bool { get }
    /// The path of the database concerned; nil for one in memory.
    var databasePath: String? { get }

    /// Records an error in the state of the object.
    func record(_ error: FMError)
    /// Converts an error to the one that FMDB's calls throw.
    func inFMDBTerms(_ error: FMError) -> FMError
}

extension ErrorReporter {
    /// Runs a body and returns `false` for an error, as FMDB's calls do.
    @inline(__always)
    func report(_ body: () throws(FMError) -> Void) -> Bool {
        do throws(FMError) {
            try body()
            return true
        } catch {
            _ = reported(error)
            return false
        }
    }

    /// Runs a body and logs its error. If ``crashOnErrors`` is set, some errors stop the process.
    @inline(__always)
    func attempt<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        do throws(FMError) {
            return try body()
        } catch {
            throw reported(error)
        }
    }

    @inline(never)
    private func reported(_ error: FMError) -> FMError {
        record(error)
        logFailure(error)
        if crashOnErrors, error.stage.isFatalIfAsked { fatalError("FMDB: stopped because of crashOnErrors: \(error)") }
        return inFMDBTerms(error)
    }

    func logFailure(_ error: FMError) {
        guard logsErrors else { return }
        let text = error.reason.map { "\(error.message) - \($0)" } ?? error.message
        log(.error, text, sql: error.sql, error: error)
    }

    func logWarning(_ text: String, sql: String? = nil) {
        guard logsErrors else { return }
        log(.warning, text, sql: sql)
    }

    /// Logs a message. Keys are removed from its path and its SQL.
    func log(_ level: FMLogMessage.Level, _ text: String, sql: String?, error: FMError? = nil) {
        MessageLog.shared.handler(
            FMLogMessage(
                level: level, text: text, path: databasePath?.withoutKeyParameters, sql: sql?.withoutKeys, error: error)
        )
    }
}

extension FMError.Stage {
    /// Whether `crashOnErrors` stops the process for an error at this stage, as in FMDB. Errors of steps and values do
    /// not stop it.
    fileprivate var isFatalIfAsked: Bool { [.prepare, .notOpen, .checkpoint].contains(self) }
}
