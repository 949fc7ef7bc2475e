/// A row of `sqlite_schema`. See [The Schema Table](https://sqlite.org/schematab.html).
struct SchemaRow: Equatable {
    enum Kind: String {
        case table, index, view, trigger
    }

    let kind: Kind
    let name: String
    let table: String
    /// The root page; 0 for an object without pages.
    let root: UInt32
    /// The statement; nil for an index that SQLite creates itself.
    let sql: String?

    /// - Returns: nil unless the record is a row of the schema.
    init?(_ record: StoredRecord, _ encoding: DatabaseHeader.Encoding) {
        let values = record.values
        guard record.isWhole, values.count == 5, let kind = values[0].text(encoding).flatMap({ Kind(rawValue: $0) }),
            let name = values[1].text(encoding), let table = values[2].text(encoding)
        else { return nil }
        switch values[3] {
        case .integer(let root): self.root = UInt32(exactly: root) ?? 0
        case .null: root = 0
        default: return nil
        }
        sql = values[4].text(encoding)
        guard sql.map({ SchemaRow.begins($0, "CREATE") }) ?? (kind == .index) else { return nil }
        (self.kind, self.name, self.table) = (kind, name, table)
    }

    /// Returns the text encoding with which a record is a row of the schema, or nil.
    static func encoding(of record: StoredRecord) -> DatabaseHeader.Encoding? {
        [DatabaseHeader.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian].first { SchemaRow(record, $0) != nil }
    }

    var isVirtual: Bool { kind == .table && hasPrefix("CREATE VIRTUAL TABLE") }

    /// Whether the statement creates what the row describes, and nothing else. SQLite stores no other statements.
    var isHarmless: Bool {
        switch kind {
        case .table: hasPrefix("CREATE TABLE") && hasColumns || isVirtual
        case .index: hasPrefix("CREATE INDEX") || hasPrefix("CREATE UNIQUE INDEX")
        case .view: hasPrefix("CREATE VIEW")
        case .trigger: hasPrefix("CREATE TRIGGER")
        }
    }

    private func hasPrefix(_ words: String) -> Bool { sql.map { SchemaRow.begins($0, words) } ?? false }

    private static func begins(_ sql: String, _ words: String) -> Bool {
        String(sql.prefix(words.count + 1)).asKeyword == words + " "
    }

    /// Whether the statement creates a virtual table with the row's name.
    var makesVirtualTable: Bool {
        guard isVirtual, let sql else { return false }
        let tokens = SQLToken.flat(sql, first: 5)
        return tokens.count == 5 && tokens[3].name.foldedAsName == name.foldedAsName && tokens[4].keyword == "USING"
    }

    /// Whether the name of the table is followed by its columns, not by a query.
    private var hasColumns: Bool {
        guard let sql else { return false }
        let tokens = SQLToken.flat(sql, first: 4)
        return tokens.count == 4 && tokens[2].mayBeName && tokens[3].isSign("(")
    }
}

extension StoredValue {
    /// Returns the text, or nil for a value of another kind.
    func text(_ encoding: DatabaseHeader.Encoding) -> String? {
        guard case .text(let bytes) = self else { return nil }
        switch encoding {
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .utf16LittleEndian, .utf16BigEndian:
            guard bytes.count % 2 == 0 else { return nil }
            let units = stride(from: 0, to: bytes.count, by: 2).map { place -> UInt16 in
                let unit = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
                return encoding == .utf16BigEndian ? unit : unit.byteSwapped
            }
            return String(decoding: units, as: UTF16.self)
        }
    }
}

extension DatabaseHeader.Encoding {
    /// Guesses the encoding of bytes; nil if it is not clear. In most UTF-16 strings some letters have a zero byte.
    init?(likelyOf text: [UInt8]) {
        guard text.count >= 2 else { return nil }
        let zeros = text.indices.filter { text[$0] == 0 }
        let atOdd = zeros.filter { $0 % 2 == 1 }.count
        if zeros.isEmpty {
            guard Array(String(decoding: text, as: UTF8.self).utf8) == text else { return nil }
            self = .utf8
        } else {
            guard text.count % 2 == 0, atOdd == 0 || atOdd == zeros.count else { return nil }
            self = atOdd == 0 ? .utf16BigEndian : .utf16LittleEndian
        }
    }
}
