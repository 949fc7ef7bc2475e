#if Tool
    import FMDB

    /// Runs a statement and passes its rows to a writer.
    struct QueryRun {
        let db: FMDatabase
        let isWritable: Bool
        var progress: Progress?

        /// - Returns: the number of rows.
        @discardableResult
        func run(_ sql: FMSQL, to writer: any RowWriter) throws -> Int {
            var writer = writer
            do {
                let cursor = try db.query(sql)
                defer { cursor.close() }
                // The column names are read before the first step, because the result set has none after its last row.
                var columns = QueryRun.columns(of: cursor)
                var next = try cursor.nextRow()
                // If the schema has changed, SQLite recompiles a cached statement at its first step, and its columns may differ.
                if next != nil { columns = QueryRun.columns(of: cursor) }
                guard !columns.isEmpty else {
                    while next != nil { next = try cursor.nextRow() }
                    return 0
                }
                try writer.begin(columns)
                var rows = 0
                while let row = next {
                    try writer.add(row)
                    rows += 1
                    if rows & 0xFF == 0 { try Interrupts.shared.check() }
                    if rows & 0x3FF == 0 { progress?.update(nil, count: rows) }
                    next = try cursor.nextRow()
                }
                try writer.end()
                return rows
            } catch let error as FMError {
                throw explained(error)
            }
        }

        /// Returns the number of changed rows in words, or nil if the statement is not an INSERT, REPLACE, UPDATE or DELETE.
        func changes(_ sql: String) -> String? {
            let words = SQLToken.split(sql).lazy.filter { $0.kind == .word }.map(\.keyword)
            let verbs = ["INSERT", "UPDATE", "DELETE"]
            guard let first = words.first,
                first == "REPLACE" || verbs.contains(first) || first == "WITH" && words.contains(where: verbs.contains)
            else { return nil }
            return "\(counted(Int(db.changes), "row")) changed"
        }

        /// - Throws: ``ToolError`` if a transaction is still open. Closing the database rolls it back.
        func expectEnd() throws {
            guard db.isTransactionOpen else { return }
            throw ToolError(.failed, "a transaction was not committed, and is rolled back. End it with COMMIT;")
        }

        private static func columns(of cursor: FMResultSet) -> [String] {
            (0..<cursor.columnCount).map { cursor.columnName(for: $0) ?? "" }
        }

        private func explained(_ error: FMError) -> any Error {
            if error.resultCode.primary == .readOnly, !isWritable {
                return ToolError(.failed, "\(error.message). Give --write to change the database.")
            }
            if error.message.contains("more than one statement") {
                return ToolError(.failed, "this is more than one statement. Run them with `fmdb shell FILE <SCRIPT`.")
            }
            if let word = error.sql?.split(whereSeparator: \.isWhitespace).first, word.first == "." {
                return ToolError(
                    .failed, "\(word) is not SQL; `fmdb shell` has commands that begin with a dot, see .help there")
            }
            guard let sql = error.sql, let offset = error.offset, offset >= 0, error.resultCode.primary == .error else {
                return error
            }
            return ToolError(.failed, "\(error.message)\n\(Self.place(offset, in: sql))")
        }

        /// Returns the line with the error, and a caret below the offset.
        private static func place(_ offset: Int, in sql: String) -> String {
            let bytes = Array(sql.utf8)
            let offset = min(offset, bytes.count)
            let start = bytes[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0
            let end = bytes[offset...].firstIndex(of: 10) ?? bytes.count
            let before = DisplayWidth.printable(String(decoding: bytes[start..<offset].suffix(60), as: UTF8.self))
            let after = DisplayWidth.printable(String(decoding: bytes[offset..<end].prefix(60), as: UTF8.self))
            return "  \(before)\(after)\n  \(String(repeating: " ", count: DisplayWidth.of(before)))^"
        }
    }
#endif
