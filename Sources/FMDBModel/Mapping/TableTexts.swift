import FMDB

/// The SQL of a table, put together once.
struct TableTexts: Sendable {
    /// The names as they stand in SQL.
    let table: String
    let columns: [String]
    /// `SELECT … FROM …` of all columns.
    let select: String
    let insertion: ModelStatement
    /// nil without a key, or where there is nothing besides it.
    let update: ModelStatement?
    let deletion: ModelStatement?
    /// nil without a key. See [UPSERT](https://sqlite.org/lang_upsert.html).
    let upsert: ModelStatement?
    /// The columns of the key.
    let key: [Int]
    /// The columns that hold times.
    let stamps: ModelStatement.Stamps
    /// The name of the hidden number of a row that no column has taken.
    let rowID: String
    /// Why the table cannot be used.
    let problem: FMError?
    private let indexes: [String: Int]

    init(_ name: String, _ shapes: [FMColumnShape], _ options: FMTableOptions) {
        let indexes = Dictionary(
            shapes.enumerated().map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        self.indexes = indexes
        problem = TableProblem.find(in: name, shapes, options)
        table = FMSQL.quoted(identifier: name)
        // In double quotes SQLite takes the name of a missing column for a text.
        columns = shapes.map { FMSQL.column($0.name).text }
        select = "SELECT \(columns.joined(separator: ", ")) FROM \(table)"
        key = (options.key?.columns ?? []).compactMap { indexes[$0.lowercased()] }
        rowID = ["rowid", "_rowid_", "oid"].first { indexes[$0] == nil } ?? "rowid"
        let all = Array(columns.indices)
        let place = { (name: String?) in name.flatMap { indexes[$0.lowercased()] } }
        stamps = ModelStatement.Stamps(
            created: place(options.created), updated: place(options.updated), dates: options.dates)
        insertion = .insertion(into: table, columns, all, stamps)
        update = .update(of: table, columns, all, key: key, stamps)
        deletion = key.isEmpty ? nil : .deletion(from: table, columns, key: key, stamps)
        upsert = .upsert(into: table, columns, key: key, stamps)
    }

    func index(of name: String) -> Int? { indexes[name.lowercased()] }
}

/// A statement that writes one model, and which of its values it takes.
struct ModelStatement: Sendable {
    let sql: FMSQL
    let plan: ValuePlan

    /// The columns that hold times.
    struct Stamps: Sendable {
        let created: Int?
        let updated: Int?
        let dates: FMDateStorage
    }

    static func insertion(into table: String, _ columns: [String], _ taken: [Int], _ stamps: Stamps) -> ModelStatement {
        let names = taken.map { columns[$0] }.joined(separator: ", ")
        let marks = taken.map { _ in "?" }.joined(separator: ", ")
        let text =
            taken.isEmpty ? "INSERT INTO \(table) DEFAULT VALUES" : "INSERT INTO \(table) (\(names)) VALUES (\(marks))"
        let stamped = [stamps.created, stamps.updated].compactMap { $0 }
        return ModelStatement(
            sql: FMSQL(raw: text), plan: ValuePlan(taken, of: columns.count, stamped: stamped, dates: stamps.dates))
    }

    /// - Parameter taken: the columns that may be set; those of the key and the time of creation are not.
    static func update(
        of table: String, _ columns: [String], _ taken: [Int], key: [Int], _ stamps: Stamps
    ) -> ModelStatement? {
        let set = taken.filter { !key.contains($0) && $0 != stamps.created }
        guard !key.isEmpty, !set.isEmpty else { return nil }
        let bound = (set + key).sorted()
        let number = { (column: Int) in "?\((bound.firstIndex(of: column) ?? 0) + 1)" }
        let changes = set.map { "\(columns[$0]) = \(number($0))" }.joined(separator: ", ")
        let condition = key.map { "\(columns[$0]) IS \(number($0))" }.joined(separator: " AND ")
        let plan = ValuePlan(
            bound, of: columns.count, stamped: [stamps.updated].compactMap { $0 }, dates: stamps.dates)
        return ModelStatement(sql: FMSQL(raw: "UPDATE \(table) SET \(changes) WHERE \(condition)"), plan: plan)
    }

    static func deletion(from table: String, _ columns: [String], key: [Int], _ stamps: Stamps) -> ModelStatement {
        let bound = key.sorted()
        let condition = bound.map { "\(columns[$0]) IS ?" }.joined(separator: " AND ")
        return ModelStatement(
            sql: FMSQL(raw: "DELETE FROM \(table) WHERE \(condition)"),
            plan: ValuePlan(bound, of: columns.count, stamped: [], dates: stamps.dates))
    }

    static func upsert(into table: String, _ columns: [String], key: [Int], _ stamps: Stamps) -> ModelStatement? {
        guard !key.isEmpty else { return nil }
        let insertion = insertion(into: table, columns, Array(columns.indices), stamps)
        let set = columns.indices.filter { !key.contains($0) && $0 != stamps.created }
        let target = key.map { columns[$0] }.joined(separator: ", ")
        let changes = set.map { "\(columns[$0]) = excluded.\(columns[$0])" }.joined(separator: ", ")
        let action = set.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(changes)"
        return ModelStatement(
            sql: FMSQL(raw: "\(insertion.sql.text) ON CONFLICT (\(target)) \(action)"), plan: insertion.plan)
    }
}
