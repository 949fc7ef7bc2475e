import SQLiteC

extension Connection {
    /// Has the collating sequence `decimal` made as soon as a statement needs it, unless the connection has one of this name.
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
}
