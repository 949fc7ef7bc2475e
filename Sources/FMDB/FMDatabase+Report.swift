/// The state of the connection in FMDB's terms.
extension FMDatabase: ErrorReporter {
    /// FMDB reports SQLite's answer for no connection, "out of memory"; the throwing calls say what is the matter.
    final func inFMDBTerms(_ error: FMError) -> FMError {
        guard error.stage == .notOpen else { return error }
        let state = stateAsError
        return state.again(error.sql, at: .notOpen)
    }

    /// Keeps why a call was refused for its arguments: SQLite does not know of it, so its state tells of a success.
    final func record(_ error: FMError) {
        guard error.stage == .bind, let connection, connection.errorState.code == 0 else { return }
        refusedArguments = error.message
        connection.activity.isRefused = true
    }

    /// The state of the connection at this moment. Without one: why the last open failed, else what SQLite answers for
    /// a missing connection.
    final var errorState: (code: FMResultCode, extended: FMResultCode, message: String) {
        if let error = ownFailure { return (error.resultCode, error.extendedCode, error.message) }
        guard let state = connection?.errorState else {
            return (.noMemory, .noMemory, Library.message(FMResultCode.noMemory.rawValue))
        }
        if state.code == 0, connection?.activity.isRefused == true, let refusedArguments {
            return (.ok, .ok, refusedArguments)
        }
        return (FMResultCode(rawValue: state.code), FMResultCode(rawValue: state.extended), state.message)
    }

    /// Why nothing can be done on the database, apart from SQLite.
    private final var ownFailure: FMError? {
        if let refusal { return refusal }
        guard let connection else { return openFailure }
        if connection.isAbandoned { return .forked(nil) }
        return connection.refusal ?? connection.suspendedRefusal
    }

    /// The state with what was found out about its reason.
    final var stateAsError: FMError {
        let state = errorState
        let found = ownFailure ?? connection?.locks.lastExplained
        let explained = found?.extendedCode == state.extended ? found : nil
        return FMError(
            state.extended, state.message, sql: nil, stage: .other, contention: explained?.contention,
            reason: explained?.reason, isSQLites: explained?.isSQLites ?? true)
    }
}
