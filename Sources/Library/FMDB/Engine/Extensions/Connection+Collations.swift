import FMDBSQLiteC

/// Compares two UTF-8 strings. Returns a negative number, 0 or a positive number.
typealias CollationBody = (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

extension Connection {
    /// Registers the collating sequence `decimal` when a statement first needs it, unless the connection already has one of this name.
    ///
    /// See [`sqlite3_collation_needed`](https://sqlite.org/c3ref/collation_needed.html).
    func offerCollations() {
        sqlite3_collation_needed(handle, nil) { _, handle, _, name in
            guard let name, sqlite3_stricmp(name, "decimal") == 0 else { return }
            sqlite3_create_collation_v2(
                handle, name, SQLITE_UTF8, nil,
                { _, leftCount, left, rightCount, right in
                    DecimalText.compare(
                        UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
                        UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
                }, nil)
        }
    }

    /// Registers a collating sequence.
    ///
    /// See [`sqlite3_create_collation_v2`](https://sqlite.org/c3ref/create_collation.html).
    func registerCollation(_ name: String, body: @escaping CollationBody) throws(FMError) {
        try checkCollation(name)
        let box = Unmanaged.passRetained(CollationBox(body))
        let code = sqlite3_create_collation_v2(
            handle, name, SQLITE_UTF8, box.toOpaque(),
            { box, leftCount, left, rightCount, right in
                guard let box else { return 0 }
                let order = Unmanaged<CollationBox>.fromOpaque(box).takeUnretainedValue().body(
                    UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
                    UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
                return Int32(order.signum())
            },
            { box in
                if let box { Unmanaged<CollationBox>.fromOpaque(box).release() }
            })
        guard code != SQLITE_OK else { return }
        // Unlike `sqlite3_create_function_v2`, this call does not release the box if the registration fails.
        box.release()
        throw error(code, sql: nil, stage: .other)
    }

    func removeCollation(_ name: String) throws(FMError) {
        try checkCollation(name)
        let code = sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
    }

    /// Throws for names that SQLite would misuse.
    ///
    /// SQLite reads a name up to its first NUL character. It also allows its built-in sequences to be replaced, which would corrupt the
    /// indexes that use them.
    private func checkCollation(_ name: String) throws(FMError) {
        guard !name.isEmpty else { throw .misuse("the name of the collation is empty") }
        guard !name.utf8.contains(0) else { throw .misuse("the name of the collation contains a NUL character") }
        guard !["BINARY", "NOCASE", "RTRIM"].contains(where: { (own: String) in sqlite3_stricmp(own, name) == 0 })
        else {
            throw .misuse("the collation \(name) is SQLite's own")
        }
    }
}

private final class CollationBox {
    let body: CollationBody

    init(_ body: @escaping CollationBody) {
        self.body = body
    }
}
