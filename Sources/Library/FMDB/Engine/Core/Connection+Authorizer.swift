import FMDBSQLiteC

extension Connection {
    /// Installs the authorizer. It serves both the recorder and the sandbox, because SQLite allows one authorizer for
    /// each connection. SQLite recompiles existing statements before their next execution.
    ///
    /// See [`sqlite3_set_authorizer`](https://sqlite.org/c3ref/set_authorizer.html).
    func authorizeStatements() {
        guards.isAuthorizing = true
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, schema, accessor in
                guard let context else { return SQLITE_OK }
                return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                    .authorize(action, first, second, schema, accessor)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func stopAuthorizing() {
        guards.isAuthorizing = false
        sqlite3_set_authorizer(handle, nil, nil)
    }

    private func authorize(
        _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?,
        _ accessor: UnsafePointer<CChar>?
    ) -> Int32 {
        let (recorder, sandbox) = (recorder, guards.sandbox)
        guard recorder != nil || sandbox != nil else { return SQLITE_OK }
        let text = { (pointer: UnsafePointer<CChar>?) in pointer.map { String(cString: $0) } }
        let (first, second, schema, accessor) = (text(first), text(second), text(schema), text(accessor))
        recorder?.authorize(action, first, second, schema, accessor)
        return sandbox?.verdict(action, first, second, schema, accessor) ?? SQLITE_OK
    }
}
