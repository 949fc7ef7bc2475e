import Foundation
import FMDBSQLiteC

extension Connection {
    /// SQLite's error codes and message after the most recent call. The library's own errors do not change them.
    var errorState: (code: Int32, extended: Int32, message: String) {
        (sqlite3_errcode(handle), sqlite3_extended_errcode(handle), String(cString: sqlite3_errmsg(handle)))
    }

    /// Returns the error of a call that has just failed.
    ///
    /// - Parameter code: the result of the call. It takes precedence over the code that the connection reports, because
    ///   SQLite does not record a misuse, for example.
    func error(_ code: Int32, sql: String?, stage: FMError.Stage, of statement: FMStatement? = nil) -> FMError {
        CallbackFailure.explain(plainError(code, sql: sql, stage: stage, of: statement))
    }

    private func plainError(_ code: Int32, sql: String?, stage: FMError.Stage, of statement: FMStatement?) -> FMError {
        if code == SQLITE_MISUSE, InheritedFiles.popRefusal() { return .openAtFork(sql) }
        let remembered = sqlite3_extended_errcode(handle)
        guard remembered & 0xFF == code & 0xFF else {
            return .sqlites(code, sql: sql, stage: stage)
        }
        // SQLite's message may quote a part of the SQL.
        let hasKey = sql?.namesKey ?? false
        let message = hasKey ? Library.message(code) : String(cString: sqlite3_errmsg(handle))
        let extended = FMResultCode(rawValue: remembered)
        let error = FMError(
            extended, message, sql: sql, offset: sql == nil || hasKey ? nil : errorOffset, stage: stage,
            contention: contention(extended, message, sql: sql, stage: stage, of: statement),
            reason: reason(of: extended, message, sql) ?? hooks.advise?(self, extended, message, sql, statement),
            isSQLites: true)
        if extended.primary == .corrupt || extended.primary == .notADatabase {
            emit(.corrupted(error, path: activity.path.withoutKeyParameters))
        }
        // The statement may have been compiled before the first tokenizer was registered. After this call, the next
        // attempt succeeds.
        if message.hasSuffix("tokenizer: fmdb") { installWantedTokenizers() }
        if error.contention != nil || error.reason != nil { locks.lastExplained = error }
        guard extended == .busy, let deadlock = busyWait?.popDeadlock() else { return error }
        return deadlock.replacing(error)
    }

    /// Returns the error of a failed call that has no statement.
    ///
    /// - Parameter text: the text that errors show in place of SQL.
    func failure(_ code: Int32, of text: String) -> FMError {
        if code & 0xFF == SQLITE_INTERRUPT, let token, token.isStopped { token.strike() }
        let error = denial(code, sql: text) ?? error(code, sql: text, stage: .step)
        noticeFailure(error)
        if isStopped(code) { loseSuspendedTransaction() }
        return error
    }

    private var errorOffset: Int? {
        let offset = fmdb_error_offset(handle)
        return offset < 0 ? nil : Int(offset)
    }
}

extension FMError {
    /// Returns the error of a deadlock, in place of the error of a refused lock.
    fileprivate func replacing(_ refused: FMError) -> FMError {
        FMError(
            extendedCode, message, sql: refused.sql, offset: refused.offset, stage: refused.stage,
            contention: refused.contention)
    }
}

// MARK: - Reasons

extension Connection {
    static func openFailure(
        _ handle: OpaquePointer?, _ code: Int32, _ path: String, _ flags: Int32, vfs: String?
    ) -> FMError {
        let systemError = systemError(handle)
        let error = closeFailure(handle, code)
        let place = DatabasePath(path, flags)
        var reason = error.resultCode == .cantOpen ? place.reasonNotToOpen(flags, systemError) : nil
        // Another VFS may have no folders, or different ones.
        if let vfs, reason != nil, !place.hasFolder { reason = "\(place) in the file system \(vfs)" }
        return FMError(
            error.extendedCode, error.message, sql: nil, stage: .open, reason: reason, isSQLites: true)
    }

    static func closeFailure(_ handle: OpaquePointer?, _ code: Int32) -> FMError {
        let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? Library.message(code)
        let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
        return .sqlites(extended, message, stage: .open)
    }

    /// Returns the OS error of the last file that could not be opened.
    private static func systemError(_ handle: OpaquePointer?) -> Int32 {
        #if SQLCipher && !canImport(Darwin)
            // Debian's SQLCipher may lack `sqlite3_system_errno`.
            return errno
        #else
            return handle.map { sqlite3_system_errno($0) } ?? 0
        #endif
    }

    /// Returns the cause of a failure that SQLite's message does not explain, or nil.
    private func reason(of code: FMResultCode, _ message: String, _ sql: String?) -> String? {
        switch code.primary {
        case .error where message.hasSuffix("tokenizer: fmdb"):
            "call FMDatabase.registerTokenizer(_:) when the program starts"
        case .error where message.hasPrefix("unsafe use of virtual table"):
            "PRAGMA trusted_schema is off, so this version of SQLite does not let triggers write to full-text tables"
        case .readOnly: reasonNotToWrite(code)
        case .notADatabase, .corrupt: reasonNotToRead(code, message, sql)
        case .cantOpen: DatabasePath(activity.path).reasonNotToMakeFiles(Connection.systemError(handle))
        default: nil
        }
    }

    private var mayHaveAttached: Bool {
        // SQLite before 3.39 has no `sqlite3_db_name`.
        fmdb_has_db_name() == 0 || fmdb_db_name(handle, 2) != nil
    }

    /// Returns what an unreadable file may be, or what to do about it.
    private func reasonNotToRead(_ code: FMResultCode, _ message: String, _ sql: String?) -> String? {
        let place = DatabasePath(activity.path)
        let isAnother = mayHaveAttached || sql.map(StatementVerb.init(of:)) == .attach
        guard guards.sandbox == nil, !activity.path.isEmpty, !isAnother else { return nil }
        guard code.primary == .corrupt else {
            let need = Connection.hasCodec ? "" : " and the trait SQLCipher"
            return
                "\(place): it is not a database, or it is encrypted and needs setKey(_:) with the right key\(need)"
        }
        // A malformed schema and a corrupt virtual table have other remedies.
        guard message == Library.message(SQLITE_CORRUPT), code != .corruptVirtualTable else { return nil }
        return "\(place): keep a copy of it; integrity() says what is damaged, and FMRepair rescues the rows"
    }

    private func reasonNotToWrite(_ code: FMResultCode) -> String? {
        let place = DatabasePath(activity.path)
        if code == .readOnlyMoved { return "\(place): it has been moved or deleted since it was opened" }
        if code == .readOnlyDirectory { return place.reasonNotToMakeFiles(0) }
        guard isReadOnly else {
            return "PRAGMA query_only is on" + (mayHaveAttached ? ", or the attached database is read-only" : "")
        }
        if activity.owner?().isPoolReader == true {
            return "`read` uses a read-only connection; use `write`"
        }
        if activity.openFlags & SQLITE_OPEN_READONLY != 0 { return "\(place): it was opened read-only" }
        return place.reasonNotToMakeFiles(0) ?? "\(place): the file cannot be written"
    }
}
