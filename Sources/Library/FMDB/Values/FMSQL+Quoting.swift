extension FMSQL {
    /// Returns an SQL identifier in double quotes, with quotes inside doubled. This makes any name safe.
    ///
    /// - Parameter identifier: the name of a table, column, index …
    /// - Returns: the quoted name.
    public static func quoted(identifier: String) -> String { quoted(identifier, in: "\"") }

    /// Returns SQL identifiers in double quotes, separated by commas.
    package static func list(_ identifiers: some Sequence<String>) -> String {
        identifiers.map { quoted(identifier: $0) }.joined(separator: ", ")
    }

    /// Returns an SQL string literal in single quotes, with quotes inside doubled.
    package static func quoted(text: String) -> String { quoted(text, in: "'") }

    /// Returns a string in quotes, with quotes inside doubled.
    ///
    /// - Parameter quote: an ASCII character.
    package static func quoted(_ text: String, in quote: Unicode.Scalar) -> String {
        let mark = String(quote)
        return mark + text.replacingASCII(quote, with: mark + mark) + mark
    }

    /// Returns the schema table of a database, for use in SQL. SQLite before 3.33 lacks the name `sqlite_schema`, and finds the
    /// table of temporary objects only as `sqlite_temp_master`. See [The Schema Table](https://sqlite.org/schematab.html).
    ///
    /// - Parameter schema: "main", "temp" or the name of an attached database.
    package static func schemaTable(of schema: String) -> String {
        schema.foldedAsName == "temp" ? "sqlite_temp_master" : quoted(identifier: schema) + ".sqlite_master"
    }
}

extension String {
    /// Returns the text with an ASCII character replaced. It compares bytes, as SQLite and shells do. If a combining mark follows the
    /// character, its byte is the same, but Swift sees another `Character`.
    package func replacingASCII(_ character: Unicode.Scalar, with replacement: String) -> String {
        let byte = UInt8(ascii: character)
        guard utf8.contains(byte) else { return self }
        return String(decoding: utf8.flatMap { $0 == byte ? Array(replacement.utf8) : [$0] }, as: UTF8.self)
    }

    /// A LIKE pattern that matches exactly this text, with `\` as the escape character. See [LIKE](https://sqlite.org/lang_expr.html#like).
    package var escapedForLike: String {
        unicodeScalars.reduce(into: "") { $0 += (["%", "_", "\\"].contains($1) ? "\\" : "") + String($1) }
    }
}
