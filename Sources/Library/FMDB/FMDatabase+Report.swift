/// The connection's error state, as FMDB reports it.
extension FMDatabase: ErrorReporter {
    /// Converts an error for FMDB's calls. If the database is not open, FMDB reports SQLite's "out of memory", whereas the modern calls
    /// report the actual reason.
    final func inFMDBTerms(_ error: FMError) -> FMError {
        guard error.stage == .notOpen else { return error }
        let state = stateAsError.again(error.sql, at: .notOpen)
        guard connection == nil, ownFailure == nil, let reason = error.reason else { return state }
        return state.advising("\(error.message): \(reason)")
    }

    /// Records the error of a call that was refused before it reached SQLite, because of its arguments or because the access is cancelled.
    final func record(_ error: FMError) {
        failures &+= 1
        guard let connection else { return }
        let isRefusal = error.isWithoutCode ? connection.errorState.code == 0 : connection.refuses(with: error)
        guard isRefusal else { return }
        connection.guards.refusedCall = error
        connection.activity.isRefused = true
    }

    private final var recordedRefusal: FMError? {
        guard let connection, connection.activity.isRefused, let refusedCall = connection.guards.refusedCall else {
            return nil
        }
        return refusedCall.isWithoutCode || connection.refuses(with: refusedCall) ? refusedCall : nil
    }

    /// The current error state of the connection. If the database is not open: the error of the last failed opening, else SQLite's error
    /// for a null connection.
    final var errorState: (code: FMResultCode, extended: FMResultCode, message: String) {
        if let error = ownFailure { return (error.resultCode, error.extendedCode, error.message) }
        guard let state = connection?.errorState else {
            return (.noMemory, .noMemory, Library.message(FMResultCode.noMemory.rawValue))
        }
        if let error = recordedRefusal {
            if !error.isWithoutCode { return (error.resultCode, error.extendedCode, error.message) }
            if state.code == 0 { return (.ok, .ok, error.message) }
        }
        return (FMResultCode(rawValue: state.code), FMResultCode(rawValue: state.extended), state.message)
    }

    /// The library's own reason why the database cannot be used, or nil.
    private final var ownFailure: FMError? {
        if let refusal { return refusal }
        guard let connection else { return openFailure }
        if connection.isAbandoned { return .forked(nil) }
        return connection.refusal ?? connection.suspendedRefusal
    }

    /// The error state as an `FMError`, with the contention and the reason that the library found for this error.
    final var stateAsError: FMError {
        let state = errorState
        let found = ownFailure ?? recordedRefusal ?? connection?.locks.lastExplained
        let isSame = found?.extendedCode == state.extended || found?.isWithoutCode == true
        let explained = isSame && found?.message == state.message ? found : nil
        return FMError(
            state.extended, state.message, sql: nil, stage: .other, contention: explained?.contention,
            reason: explained?.reason, isSQLites: explained?.isSQLites ?? true)
    }
}

extension FMError {
    /// Whether FMDB reports the error with code 0: wrong arguments, or a row that an update returns.
    fileprivate var isWithoutCode: Bool { stage == .bind || extendedCode == .row }
}
