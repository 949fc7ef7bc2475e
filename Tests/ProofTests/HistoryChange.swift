import FMDB
import FMDBTestHelpers

/// The content of a database: of each table the numbers by their rowids.
struct HistoryContent: Equatable, Sendable, CustomStringConvertible {
    static let names = ["t", "u", "aux.a"]

    var tables: [String: [Int: Int]] = ["t": [:]]
    var version = 0

    var description: String {
        tables.sorted { $0.key < $1.key }
            .map { name, rows in
                let list = rows.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
                return "\(name) [\(list.joined(separator: ", "))]"
            }
            .joined(separator: " ") + " version \(version)"
    }

    /// Without the attached database.
    var inFile: HistoryContent {
        var content = self
        content.tables["aux.a"] = nil
        return content
    }

    /// What a connection sees.
    static func read(_ db: FMDatabase, _ names: [String] = names) throws -> HistoryContent {
        var content = HistoryContent(tables: [:])
        for name in names where try exists(name, db) {
            let rows = try db.rows("SELECT id, x FROM \(raw: name)", as: (Int, Int).self)
            content.tables[name] = Dictionary(rows, uniquingKeysWith: { first, _ in first })
        }
        content.version = try db.value("PRAGMA user_version")
        return content
    }

    private static func exists(_ name: String, _ db: FMDatabase) throws -> Bool {
        guard name.hasPrefix("aux.") else {
            return try db.value("SELECT count(*) FROM sqlite_master WHERE name = \(name)", as: Int.self) > 0
        }
        return try db.rows("PRAGMA database_list", as: FMValueList.self).contains { $0.name == "aux" }
    }

    private struct FMValueList: Decodable {
        var name: String
    }
}

/// A statement that changes rows or tables.
enum HistoryChange: Sendable, Equatable {
    /// The clause is empty, or `OR ROLLBACK` for example.
    case insert(String, clause: String, [Int])
    case update(String, clause: String, from: Int, to: Int)
    case delete(String, upTo: Int)
    case create(String), drop(String)
    case setVersion(Int)

    static let clauses = ["", "OR ABORT", "OR FAIL", "OR IGNORE", "OR REPLACE", "OR ROLLBACK"]

    var sql: String {
        switch self {
        case .insert(let table, let clause, let numbers):
            "INSERT \(clause.isEmpty ? "" : clause + " ")INTO \(table) (x) VALUES "
                + numbers.map { "(\($0))" }.joined(separator: ", ")
        case .update(let table, let clause, let from, let to):
            "UPDATE \(clause.isEmpty ? "" : clause + " ")\(table) SET x = \(to) WHERE x = \(from)"
        case .delete(let table, let number): "DELETE FROM \(table) WHERE x <= \(number)"
        case .create(let table): "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, x UNIQUE)"
        case .drop(let table): "DROP TABLE \(table)"
        case .setVersion(let number): "PRAGMA user_version = \(number)"
        }
    }

    /// What a statement leads to.
    struct Effect {
        var code: Int32 = 0
        /// `changes` afterwards; nil where it stays as it is.
        var changes: Int?
        /// `lastInsertRowId` afterwards; nil where it stays as it is.
        var lastID: Int?
        /// Whether the whole transaction is rolled back.
        var rollsBack = false

        static let noSuchTable = Effect(code: 1)
    }

    /// Makes the change.
    ///
    /// - Parameter isReading: whether rows are being read.
    func apply(to content: inout HistoryContent, isReading: Bool) -> Effect {
        switch self {
        case .insert(let table, let clause, let numbers): return insert(numbers, table, clause, &content)
        case .update(let table, let clause, let from, let to): return update(from, to, table, clause, &content)
        case .delete(let table, let number):
            guard let rows = content.tables[table] else { return .noSuchTable }
            content.tables[table] = rows.filter { $0.value > number }
            return Effect(changes: rows.count - (content.tables[table]?.count ?? 0))
        case .create(let table):
            guard content.tables[table] == nil else { return Effect(code: 1) }
            content.tables[table] = [:]
            return Effect()
        case .drop(let table):
            guard content.tables[table] != nil else { return .noSuchTable }
            guard !isReading else { return Effect(code: 6) }
            content.tables[table] = nil
            return Effect()
        case .setVersion(let number):
            content.version = number
            return Effect()
        }
    }

    private func insert(
        _ numbers: [Int], _ table: String, _ clause: String, _ content: inout HistoryContent
    ) -> Effect {
        guard let before = content.tables[table] else { return .noSuchTable }
        var rows = before
        var effect = Effect(changes: 0)
        for number in numbers {
            let id = (rows.keys.max() ?? 0) + 1
            if let old = rows.first(where: { $0.value == number })?.key {
                if clause == "OR IGNORE" { continue }
                guard clause == "OR REPLACE" else {
                    content.tables[table] = clause == "OR FAIL" ? rows : before
                    return violation(clause, effect)
                }
                rows[old] = nil
            }
            rows[id] = number
            effect.changes = (effect.changes ?? 0) + 1
            effect.lastID = id
        }
        content.tables[table] = rows
        return effect
    }

    private func update(
        _ from: Int, _ to: Int, _ table: String, _ clause: String, _ content: inout HistoryContent
    ) -> Effect {
        guard var rows = content.tables[table] else { return .noSuchTable }
        guard let id = rows.first(where: { $0.value == from })?.key else { return Effect(changes: 0) }
        if from != to, let other = rows.first(where: { $0.value == to })?.key {
            if clause == "OR IGNORE" { return Effect(changes: 0) }
            guard clause == "OR REPLACE" else { return violation(clause, Effect(changes: 0)) }
            rows[other] = nil
        }
        rows[id] = to
        content.tables[table] = rows
        return Effect(changes: 1)
    }

    private func violation(_ clause: String, _ effect: Effect) -> Effect {
        Effect(
            code: 19, changes: clause == "OR FAIL" ? effect.changes : 0, lastID: effect.lastID,
            rollsBack: clause == "OR ROLLBACK")
    }
}
