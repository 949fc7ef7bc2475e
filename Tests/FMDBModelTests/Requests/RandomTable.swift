import FMDBModel
import FMDBTestHelpers

/// A table of a model's columns, whose form is left to chance: their order, types of the same affinity, further columns, the
/// place of its rows, and its indexes.
struct RandomTable {
    private let name: String
    /// The column of the key; nil for a table without one.
    private let key: String?
    private let texts: [String]
    private let numbers: [String]

    static let all = [
        RandomTable(name: "Author", key: "id", texts: ["name"], numbers: ["id", "mentor"]),
        RandomTable(name: "Volume", key: "isbn", texts: ["isbn", "title"], numbers: ["year", "author"]),
        RandomTable(name: "Label", key: "id", texts: ["text"], numbers: ["id"]),
        RandomTable(name: "Labelling", key: nil, texts: ["volume"], numbers: ["label"]),
    ]

    /// Makes it, with its indexes.
    func make(_ db: FMDatabase) throws {
        let isAutomatic = key.map { numbers.contains($0) } ?? false
        var columns = texts.map { "\($0) \(["TEXT", "VARCHAR(9)", "CLOB COLLATE BINARY"].randomElement() ?? "TEXT")" }
        columns += numbers.map {
            "\($0) \($0 == key ? "INTEGER PRIMARY KEY" : ["INTEGER", "BIGINT"].randomElement() ?? "INT")"
        }
        if Bool.random() { columns.append("extra") }
        if Bool.random() { columns.append("\"rowid\" DEFAULT 7") }
        if Bool.random(), SQLiteVersion.linked >= SQLiteVersion(3, 31) { columns.append("sum AS (\(numbers[0]) + 1)") }
        columns.shuffle()
        let hasTextKey = !isAutomatic && key != nil
        if hasTextKey, let key { columns.append("PRIMARY KEY (\(key))") }
        let place = hasTextKey && Bool.random() ? " WITHOUT ROWID" : ""
        try db.execute("CREATE TABLE \(raw: name) (\(raw: columns.joined(separator: ", ")))\(raw: place)")
        for number in 0..<Int.random(in: 0...3) {
            let parts = (texts + numbers).shuffled().prefix(Int.random(in: 1...2)).map {
                $0 + (Bool.random() ? " DESC" : "")
            }
            let rows = Bool.random() ? " WHERE \(numbers[0]) IS NOT NULL" : ""
            try db.execute(
                "CREATE INDEX \(raw: name)\(raw: "\(number)") ON \(raw: name) (\(raw: parts.joined(separator: ", ")))\(raw: rows)"
            )
        }
    }
}
