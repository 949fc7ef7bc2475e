/// Where the throwing calls meet FMDB's spellings.
extension FMDatabase {
    /// Passes an error on in FMDB's manner: logged, and fatal if ``crashOnErrors`` asks for it.
    final func attempt<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        do {
            return try body()
        } catch {
            logFailure(error)
            if crashOnErrors, error.stage.isFatalIfAsked {
                fatalError("FMDB: crashOnErrors is set, and: \(error)")
            }
            throw inFMDBTerms(error)
        }
    }

    /// Turns an error into `false`, the answer of FMDB's spellings.
    final func report(_ body: () throws(FMError) -> Void) -> Bool {
        do {
            try attempt(body)
            return true
        } catch {
            return false
        }
    }

    /// FMDB reports SQLite's answer for no connection, "out of memory"; the throwing calls say what is the matter.
    final func inFMDBTerms(_ error: FMError) -> FMError {
        guard error.stage == .notOpen else { return error }
        let state = errorState
        return FMError(state.extended, state.message, sql: error.sql, stage: .notOpen)
    }

    /// The state of the connection at this moment. Without one: why the last open failed, else what SQLite answers for
    /// a missing connection.
    final var errorState: (code: FMResultCode, extended: FMResultCode, message: String) {
        if let error = refusal ?? (connection == nil ? openFailure : nil) {
            return (error.resultCode, error.extendedCode, error.message)
        }
        guard let state = connection?.errorState else {
            return (.noMemory, .noMemory, Library.message(FMResultCode.noMemory.rawValue))
        }
        return (FMResultCode(rawValue: state.code), FMResultCode(rawValue: state.extended), state.message)
    }

    /// The state with what was found out about a refused lock.
    final var stateAsError: FMError {
        let state = errorState
        let found = connection?.lastContention
        let contention = refusal?.contention ?? (found?.code == state.extended ? found?.contention : nil)
        return FMError(state.extended, state.message, sql: nil, stage: .other, contention: contention)
    }
}

extension FMError.Stage {
    /// FMDB stops for these, not for errors of steps and of values.
    fileprivate var isFatalIfAsked: Bool {
        switch self {
        case .prepare, .notOpen, .checkpoint: true
        default: false
        }
    }
}
