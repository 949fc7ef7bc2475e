/// The table for rows that cannot be restored to their tables. It is created for the first such row, and gets further
/// columns for rows with more values.
final class LostAndFound {
    /// The name of the table; nil until there is such a row.
    private(set) var name: String?
    private(set) var count = 0
    private var columnCount = 0
    private let database: FMDatabase
    private let encoding: DatabaseHeader.Encoding
    /// The names of the tables of the old database, in lower case.
    private let names: Set<String>

    /// The maximum number of values in a row of the table. Together with the four columns before them, every SQLite can
    /// bind this many parameters.
    private static let mostColumns = 990

    init(_ database: FMDatabase, _ encoding: DatabaseHeader.Encoding, besides names: Set<String>) {
        (self.database, self.encoding, self.names) = (database, encoding, names)
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - root: the highest known page of its tree.
    ///   - rowID: nil for a row without one.
    func add(_ record: StoredRecord, rowID: Int64?, page: UInt32, root: UInt32) throws {
        let values = record.values.prefix(LostAndFound.mostColumns)
        let table = try table(width: values.count)
        let marks = [String](repeating: "?", count: 4 + values.count).joined(separator: ", ")
        let columns = (["rootpgno", "pgno", "nfield", "id"] + values.indices.map { "c\($0)" }).joined(separator: ", ")
        try database.execute(FMSQL(raw: "INSERT INTO \(table) (\(columns)) VALUES (\(marks))")) { row in
            try row.add(Int64(root))
            try row.add(Int64(page))
            try row.add(record.values.count)
            try row.add(rowID)
            for value in values {
                try row.add(BoundRecordValue(record.isWhole ? value : value.cut(encoding), encoding))
            }
        }
        count += 1
    }

    /// Returns the quoted name of the table. First creates the table if it is missing, and adds columns if it has fewer
    /// than `width`.
    private func table(width: Int) throws -> String {
        let name = name ?? unusedName
        let table = FMSQL.quoted(identifier: name)
        if self.name == nil {
            try database.execute(FMSQL(raw: "CREATE TABLE \(table) (rootpgno, pgno, nfield, id)"))
            self.name = name
        }
        while columnCount < width {
            try database.execute(FMSQL(raw: "ALTER TABLE \(table) ADD COLUMN c\(columnCount)"))
            columnCount += 1
        }
        return table
    }

    private var unusedName: String {
        let first = "lost_and_found"
        guard names.contains(first) else { return first }
        return (0...names.count).map { "\(first)_\($0)" }.first { !names.contains($0) } ?? first
    }
}

extension StoredValue {
    /// Returns the value without an incomplete character at its end.
    fileprivate func cut(_ encoding: DatabaseHeader.Encoding) -> StoredValue {
        guard case .text(var bytes) = self else { return self }
        if encoding == .utf8 {
            let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
            let ones = bytes.isEmpty ? 0 : (~bytes[start]).leadingZeroBitCount
            if bytes.count - start < ones { bytes.removeLast(bytes.count - start) }
        } else {
            if bytes.count % 2 == 1 { bytes.removeLast() }
            let high = encoding == .utf16BigEndian ? bytes.dropLast().last : bytes.last
            if let high, high & 0xFC == 0xD8 { bytes.removeLast(2) }
        }
        return .text(bytes)
    }
}
