import FMDBSQLiteC

extension Connection {
    /// Compiles the first statement of an SQL string.
    ///
    /// For a ``CheckpointPragma``, this compiles a query that returns the result of ``carryOut(_:)``, in the columns of
    /// SQLite's own pragma.
    ///
    /// - Parameter rest: set to the number of bytes after the statement.
    func compileFirst(
        _ text: UnsafeBufferPointer<UInt8>, _ raw: inout OpaquePointer?, _ rest: inout Int,
        _ pragma: inout CheckpointPragma?
    ) -> Int32 {
        installWantedTokenizers()
        let code = CheckpointPragma.read(text, schemas: schemas, &pragma)
        guard code == SQLITE_OK else { return code }
        if let pragma {
            rest = text.count - pragma.length
            return compileAnswer(to: pragma, &raw)
        }
        return StatementSource.compile(text, on: handle, &raw, &rest)
    }

    private func compileAnswer(to pragma: CheckpointPragma, _ raw: inout OpaquePointer?) -> Int32 {
        let code = writeAhead.checkpointAnswer == nil ? registerAnswer() : SQLITE_OK
        guard code == SQLITE_OK else { return code }
        return sqlite3_prepare_v2(handle, CheckpointAnswer.query(for: pragma.action), -1, &raw, nil)
    }

    private func registerAnswer() -> Int32 {
        let answer = CheckpointAnswer()
        let code = sqlite3_create_function_v2(
            handle, CheckpointAnswer.function, 1, SQLITE_UTF8, Unmanaged.passUnretained(answer).toOpaque(),
            { context, _, arguments in
                guard let context, let box = sqlite3_user_data(context), let argument = arguments?.pointee else {
                    return
                }
                let answer = Unmanaged<CheckpointAnswer>.fromOpaque(box).takeUnretainedValue()
                sqlite3_result_int(context, answer.value(Int(sqlite3_value_int(argument))))
            }, nil, nil, nil)
        if code == SQLITE_OK { writeAhead.checkpointAnswer = answer }
        return code
    }

    /// - Returns: a result code. A refused lock is not an error: the row reports it, as in SQLite.
    fileprivate func carryOut(_ pragma: CheckpointPragma) -> Int32 {
        switch pragma.action {
        case .limit(let limit):
            if let limit { writeAhead.commitWatch?.limit = max(0, limit) }
            writeAhead.checkpointAnswer?.limit = writeAhead.commitWatch?.limit ?? 0
            return SQLITE_OK
        case .checkpoint(let mode):
            var counts = CheckpointCounts()
            let code = checkpointReported(mode, pragma.schema, &counts)
            guard code == SQLITE_OK || code == SQLITE_BUSY else { return code }
            writeAhead.checkpointAnswer?.counts = counts
            writeAhead.checkpointAnswer?.isBusy = code == SQLITE_BUSY
            return SQLITE_OK
        }
    }
}

extension FMStatement {
    /// Carries out the pragma before the statement's first row.
    ///
    /// - Returns: an error code, or nil if SQLite may step the statement.
    func carryOut(_ pragma: CheckpointPragma, _ raw: OpaquePointer, _ connection: Connection) -> Int32? {
        guard sqlite3_stmt_busy(raw) == 0 else { return nil }
        state.pointee.flags.insert(.stepping)
        defer { state.pointee.flags.remove(.stepping) }
        let code = connection.carryOut(pragma)
        return code == SQLITE_OK ? nil : code
    }
}
