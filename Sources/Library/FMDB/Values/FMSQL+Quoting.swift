extension FMSQL {
    /// An SQL name in double quotes, with quotes inside doubled, so any name is safe.
    ///
    /// - Parameter identifier: the name of a table, column, index …
    /// - Returns: the quoted name.
    public static func quoted(identifier: String) -> String { quoted(identifier, in: "\"") }

    /// SQL names in double quotes, with commas between them.
    package static func list(_ identifiers: some Sequence<String>) -> String {
        identifiers.map { quoted(identifier: $0) }.joined(separator: ", ")
    }

    /// An SQL string in single quotes, with quotes inside doubled.
    package static func quoted(text: String) -> String { quoted(text, in: "'") }

    /// A text in quotes, with quotes inside doubled.
    ///
    /// - Parameter quote: an ASCII character.
    package static func quoted(_ text: String, in quote: Unicode.Scalar) -> String {
        let mark = String(quote)
        return mark + text.replacingASCII(quote, with: mark + mark) + mark
    }

    /// The schema table of a database, for an SQL text. SQLite before 3.33 knows neither another name, nor that of temporary objects by
    /// the name of their database. See [The Schema Table](https://sqlite.org/schematab.html).
    ///
    /// - Parameter schema: "main", "temp" or the name of an attached database.
    package static func schemaTable(of schema: String) -> String {
        schema.foldedAsName == "temp" ? "sqlite_temp_master" : quoted(identifier: schema) + ".sqlite_master"
    }
}

extension String {
    /// The text with another one in the place of an ASCII character. SQLite and shells read bytes: what carries a combining mark is
    /// another `Character`, but the same byte.
    package func replacingASCII(_ character: Unicode.Scalar, with replacement: String) -> String {
        let byte = UInt8(ascii: character)
        guard utf8.contains(byte) else { return self }
        return String(decoding: utf8.flatMap { $0 == byte ? Array(replacement.utf8) : [$0] }, as: UTF8.self)
    }

    /// A pattern of LIKE that matches the text alone, with `\` as its escape character. See [LIKE](https://sqlite.org/lang_expr.html#like).
    package var escapedForLike: String {
        unicodeScalars.reduce(into: "") { $0 += (["%", "_", "\\"].contains($1) ? "\\" : "") + String($1) }
    }
}
