/// The state of the connection in FMDB's terms.
extension FMDatabase: ErrorReporter {
    /// FMDB reports SQLite's answer for no connection, "out of memory"; the throwing calls say what is the matter.
    final func inFMDBTerms(_ error: FMError) -> FMError {
        guard error.stage == .notOpen else { return error }
        let state = stateAsError.again(error.sql, at: .notOpen)
        guard connection == nil, ownFailure == nil, let reason = error.reason else { return state }
        return state.advising("\(error.message): \(reason)")
    }

    /// Keeps why a call was refused, for its arguments or because the access is to end: SQLite does not know of it.
    final func record(_ error: FMError) {
        failures &+= 1
        guard let connection else { return }
        let isRefusal = error.isWithoutCode ? connection.errorState.code == 0 : connection.refuses(with: error)
        guard isRefusal else { return }
        refusedCall = error
        connection.activity.isRefused = true
    }

    private final var recordedRefusal: FMError? {
        guard let connection, connection.activity.isRefused, let refusedCall else { return nil }
        return refusedCall.isWithoutCode || connection.refuses(with: refusedCall) ? refusedCall : nil
    }

    /// The state of the connection at this moment. Without one: why the last open failed, else what SQLite answers for
    /// a missing connection.
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
        let found = ownFailure ?? recordedRefusal ?? connection?.locks.lastExplained
        let isSame = found?.extendedCode == state.extended || found?.isWithoutCode == true
        let explained = isSame && found?.message == state.message ? found : nil
        return FMError(
            state.extended, state.message, sql: nil, stage: .other, contention: explained?.contention,
            reason: explained?.reason, isSQLites: explained?.isSQLites ?? true)
    }
}

extension FMError {
    /// FMDB reports wrong arguments, and a row that an update returns, without a code.
    fileprivate var isWithoutCode: Bool { stage == .bind || extendedCode == .row }
}
