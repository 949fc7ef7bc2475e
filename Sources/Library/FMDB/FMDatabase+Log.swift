/// Logging.
extension FMDatabase {
    /// Receives every message of the library. Set it to log elsewhere, or not at all:
    ///
    ///     FMDatabase.logHandler = { message in logger.warning("\(message.text)") }
    ///
    /// By default messages go to the standard error. The handler is shared by all databases and is called on the thread
    /// that uses the database; it must not use that database. Any thread may set it.
    public static var logHandler: @Sendable (FMLogMessage) -> Void {
        get { MessageLog.shared.handler }
        set { MessageLog.shared.handler = newValue }
    }

    /// Logs a warning for a library that is built on this one.
    package final func warn(_ text: String) { logWarning(text) }

    /// Logs a statement and its values before it runs, if ``traceExecution`` is set.
    @inline(__always)
    final func trace(_ statement: FMStatement, _ arguments: Arguments) {
        if traceExecution || arguments.areNamed { traceAlways(statement, arguments) }
    }

    @inline(never)
    private func traceAlways(_ statement: FMStatement, _ arguments: Arguments) {
        switch arguments {
        case .dictionary(let values) where values.count > statement.parameterCount:
            warn(of: values.keys.map { String(describing: $0.base) }, statement)
        case .strings(let values) where values.count > statement.parameterCount: warn(of: Array(values.keys), statement)
        default: break
        }
        guard traceExecution else { return }
        let values = statement.sql.namesKey ? "hidden values" : FMDatabase.shown(arguments)
        log(.trace, "executing with \(values)", sql: statement.sql)
    }

    private static func shown(_ arguments: Arguments) -> String {
        switch arguments {
        case .none: "no arguments"
        case .array(let values): "\(values)"
        case .dictionary(let values): "\(values)"
        case .strings(let values): "\(values)"
        case .typed(let values):
            "\(values.positional) \(Dictionary(values.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))"
        }
    }

    private func warn(of names: [String], _ statement: FMStatement) {
        let names = statement.unknownNames(among: names).joined(separator: ", ")
        logWarning("the statement has no parameter for: \(names)", sql: statement.sql)
    }
}
