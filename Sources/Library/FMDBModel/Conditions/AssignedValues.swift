import FMDB

// An assignment by the name of a column may have a value of any type.

extension ColumnShape {
    /// Returns the value as a column of this kind stores it. See [Type Affinity](https://sqlite.org/datatype3.html#type_affinity).
    fileprivate func kept(_ value: FMValue) -> FMValue {
        switch (kind, value) {
        case (.integer, .real(let real)): Int64(exactly: real).map { .integer($0) } ?? value
        case (.integer, .text(let text)): FMValue(number: text) ?? value
        case (.real, .integer(let integer)): .real(Double(integer))
        case (.real, .text(let text)): FMValue(number: text).flatMap(Double.fromFMValue).map { .real($0) } ?? value
        case (.text, .integer(let integer)): .text("\(integer)")
        case (.text, .real(let real)): .text("\(real)")
        default: value
        }
    }
}

extension FMValue {
    /// Creates the number that a numeric column stores for a string; nil if the column stores it as TEXT. Swift would also convert "nan"
    /// and "0x10", which SQLite stores as TEXT.
    fileprivate init?(number text: String) {
        guard text.utf8.allSatisfy({ "+-.0123456789Ee \t\r\n\u{0B}\u{0C}".utf8.contains($0) }) else { return nil }
        let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let real = Double(digits) else { return nil }
        self = (Int64(digits) ?? Int64(exactly: real)).map { .integer($0) } ?? .real(real)
    }
}

extension FMDatabase {
    /// Throws if a value that is assigned by the name of its column could not be read again.
    ///
    /// - Parameter condition: the condition on the rows that get the value.
    /// - Throws: `FMError` with the code `.mismatch`.
    func expectReadable<Model: FMModel>(
        _ assignments: [FMAssignment<Model>], of table: FMTable<Model>, where condition: FMSQL
    ) throws(FMError) {
        let dates = table.options.dates
        for assignment in assignments where assignment.isUntyped {
            guard let index = table.index(of: try assignment.columnName(in: table)),
                let value = assignment.value.arguments.positional.first
            else { continue }
            let shape = table.columns[index].shape
            // The column's type in the database may differ from the model's, so both the given and the converted value are checked.
            guard let reason = shape.reasonNotToRead(value, dates), case let kept = shape.kept(value),
                shape.reasonNotToRead(kept, dates) != nil, !isReadByModel(kept, index, of: table, where: condition)
            else { continue }
            throw FMError(
                .mismatch,
                """
                column \(shape.name) of the table \(table.name): \(reason), so find could not read the row; \
                FMAssignment(_:sql:) sets any value
                """)
        }
    }

    /// Whether the model can read all matching rows with the value, as a model with its own decoding may. True if no row matches.
    private func isReadByModel<Model: FMModel>(
        _ value: FMValue, _ column: Int, of table: FMTable<Model>, where condition: FMSQL
    ) -> Bool {
        let columns: [FMSQL] = table.sql.columns.enumerated().map { index, name in
            index == column ? "\(value) AS \(raw: name)" : "\(raw: name)"
        }
        let sql: FMSQL = "SELECT \(columns.joined(", ")) FROM \(table.source([condition])) WHERE \(condition)"
        guard let cursor = try? query(sql) else { return true }
        defer { cursor.close() }
        // If SQLite fails here, the update reports the error.
        while let row = try? cursor.nextRow() {
            guard (try? Model(fmRow: row)) != nil else { return false }
        }
        return true
    }
}
