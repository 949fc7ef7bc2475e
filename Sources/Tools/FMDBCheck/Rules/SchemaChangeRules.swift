#if Checked
    import FMDB

    /// Checks schema changes that SQLite accepts, but that fail later or if the table has rows.
    extension UseCheck {
        mutating func checkReferences(_ statement: SQLStatement) {
            let references = schema.references(of: statement) { use.text.place(at: $0) ?? use.place }
            for reference in references {
                guard let (rule, message) = schema.mistake(of: reference) else { continue }
                add(schema.enforcesKeys ? .error : .warning, rule, reference.place, message)
            }
        }

        /// Reports an added column that SQLite refuses if the table has rows. See [ALTER TABLE ADD
        /// COLUMN](https://sqlite.org/lang_altertable.html#altertabaddcol).
        mutating func checkAddedColumn(_ statement: SQLStatement, after earlier: [SQLStatement]) {
            let tokens = statement.tokens
            guard statement.verb == "ALTER", let mark = statement.firstIndex(ofWord: "ADD"), mark > 2,
                let table = schema.shape.table(tokens[mark - 1].name), !made.contains(table.name.foldedAsName),
                !earlier.contains(where: {
                    $0.verb == "DELETE" && $0.firstIndex(ofWord: "WHERE") == nil && $0.names(table.name)
                })
            else { return }
            let addition = statement.sql.bytes(tokens[mark].range.lowerBound..<statement.sql.utf8.count)
            let column = tokens[(mark + 1)...].first { !$0.isWord("COLUMN") }
            guard let column, let message = schema.refusalOfRows(addition) else { return }
            add(
                .warning, .refused, at: statement.offset + column.range.lowerBound,
                "SQLite refuses this as soon as \(table.name) has a row: \(message)")
        }
    }
#endif
