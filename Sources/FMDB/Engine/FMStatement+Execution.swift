import Foundation

#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

/// How an execution without a cursor treats rows.
enum RowPolicy {
    /// FMDB's update: a row is a failure.
    case refuse
    /// Rows are passed over until the statement is done.
    case drain
}

extension FMStatement {
    /// Binds the values and runs the statement to its end.
    func run(_ arguments: Arguments, rows: RowPolicy, dates: DateFormatter?) throws(FMError) {
        guard case .array(let values) = arguments else {
            try bind(arguments, dates: dates)
            return try finish(stepThrough(rows))
        }
        try expect(atLeast: values.count)
        core.pointee.isBinding = true
        let code = values.withUnsafeBufferPointer { values in
            borrow(values, from: 0, to: parameterCount, dates: dates, rows)
        }
        core.pointee.isBinding = false
        // The bytes were borrowed, so no binding may stay behind.
        clearBindings()
        _ = fulfilWish()
        try finish(code)
    }

    /// Binds the values from a position on and steps while the bytes of text and data are borrowed.
    ///
    /// Copying costs SQLite an allocation for each text or blob, 250 ns instead of 45. The recursion keeps all of them
    /// alive at once; past a limit it would cost stack, so the rest is copied.
    private func borrow(
        _ values: UnsafeBufferPointer<Any>, from start: Int, to end: Int, dates: DateFormatter?, _ rows: RowPolicy
    ) -> Int32 {
        let raw = core.pointee.raw
        var index = start
        while index < end {
            let position = Int32(index + 1)
            var code = SQLITE_OK
            switch AnyKind(values[index]) {
            case .integer(let integer): code = sqlite3_bind_int64(raw, position, integer)
            case .real(let real): code = sqlite3_bind_double(raw, position, real)
            case .text(var text) where index < FMStatement.borrowLimit:
                return text.withUTF8 { bytes in
                    let code = bind(bytes, at: position, copied: false)
                    guard code == SQLITE_OK else { return code }
                    return borrow(values, from: index + 1, to: end, dates: dates, rows)
                }
            case .data(let data) where index < FMStatement.borrowLimit:
                return data.withUnsafeBytes { bytes in
                    let code = bind(bytes, at: position, copied: false)
                    guard code == SQLITE_OK else { return code }
                    return borrow(values, from: index + 1, to: end, dates: dates, rows)
                }
            default: code = bind(any: values[index], at: position, dates: dates)
            }
            guard code == SQLITE_OK else { return code }
            index += 1
        }
        core.pointee.isBinding = false
        return core.pointee.wish == .nothing ? stepThrough(rows) : SQLITE_ABORT
    }

    private static let borrowLimit = 64

    /// - Returns: `SQLITE_DONE`, or what stopped the statement: an error, or `SQLITE_ROW` if rows are refused.
    func stepThrough(_ rows: RowPolicy) -> Int32 {
        var code = step()
        while code == SQLITE_ROW, rows == .drain { code = step() }
        return code
    }

    /// Turns the code of a finished execution into its error.
    func finish(_ code: Int32) throws(FMError) {
        switch code {
        case SQLITE_DONE: return
        case SQLITE_ROW:
            throw FMError(.row, "the statement returned a row; use a query for it", sql: sql, stage: .step)
        case SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_MISMATCH: try check(code)
        default: throw stepError(code)
        }
    }
}
