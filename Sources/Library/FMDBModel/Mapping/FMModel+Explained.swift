import FMDB

extension FMModel {
    /// Returns the error, with advice if the table in the database does not match the model.
    static func explained(_ error: FMError) -> FMError {
        guard let table = try? fmTable, !table.isOfRecords else { return error }
        let name = error.message.components(separatedBy: " ").last ?? ""
        let parts = name.split(separator: ".").map(String.init)
        switch (error.extendedCode, error.message) {
        case (.error, "no such column: \(name)"), (.error, "table \(table.name) has no column named \(name)"):
            // Only the columns of the model's own table are known, not those of other tables or aliases.
            let isOwn = parts.count < 2 || parts[parts.count - 2].foldedAsName == table.name.foldedAsName
            if isOwn, let column = parts.last, table.index(of: column) != nil, error.sql?.isOfTable(table.name) == true
            {
                return error.advising(
                    "\(Self.self) has \(column), but its table does not: call createTable(\(Self.self).self) at the start"
                )
            }
            guard parts.count == 2, table.index(of: parts[0]) != nil else { return error }
            return error.advising(
                "the column \(parts[0]) holds JSON text: write json_extract(\(parts[0]), '$.\(parts[1])')")
        case (.error, let message) where message.hasPrefix("ON CONFLICT clause does not match"):
            let column = error.sql?.components(separatedBy: "ON CONFLICT (`").last?.components(separatedBy: "`) ").first
            let name = column.flatMap { table.index(of: $0) == nil ? nil : $0 } ?? "name"
            return error.advising("these columns are not unique: declare FMTableOptions(unique: [\"\(name)\"])")
        case (.constraintNotNull, "NOT NULL constraint failed: \(table.name).\(parts.last ?? "")")
        where table.index(of: parts.last ?? "") == nil:
            return error.advising(
                "\(Self.self) has no such property: createTable(\(Self.self).self) makes the column nullable")
        default: return error
        }
    }

    static func explaining<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        do throws(FMError) {
            return try body()
        } catch {
            throw explained(error)
        }
    }
}

extension String {
    /// Whether the SQL names a table, other than as an alias or before a column.
    fileprivate func isOfTable(_ name: String) -> Bool {
        let tokens = SQLToken.flat(self)
        return tokens.indices.contains { index in
            guard tokens[index].mentions(name, [.word, .quoted]) else { return false }
            let isAlias = index > 0 && tokens[index - 1].keyword == "AS"
            return !isAlias && !(index + 1 < tokens.count && tokens[index + 1].isSign("."))
        }
    }
}
