import FMDB
import FMDBTestHelpers
import Testing

/// The ways in which FMDB's spellings take a value. A fact about binding holds for each of them.
enum BindingForm: CaseIterable, Sendable {
    case updateValues, updateArguments, updateDictionary, updateVariadic
    case queryValues, queryArguments, queryDictionary, queryVariadic
    case preparedArray, preparedDictionary

    /// Hands a value over in this form; the returned rows show it, or expressions of it, under the name `v`.
    func rows(
        of value: Any, selecting columns: String = "v", in database: FMDatabase = .memory()
    ) throws -> FMResultSet {
        switch self {
        case .updateValues, .updateArguments, .updateDictionary, .updateVariadic:
            try insert(value, into: database)
            return try database.executeQuery("SELECT \(columns) FROM bound", values: nil)
        default:
            return try query(value, "SELECT \(columns) FROM (SELECT \(placeholder) AS v)", in: database)
        }
    }

    /// The value as the database has it: `5`, `2.5`, `'text'`, `X'00FF'` or `NULL`.
    func literal(of value: Any, in database: FMDatabase = .memory()) throws -> String {
        let heading = "v\n"
        return String(drawn(try rows(of: value, in: database)).dropFirst(heading.count))
    }

    private var placeholder: String {
        switch self {
        case .updateDictionary, .queryDictionary, .preparedDictionary: ":v"
        default: "?"
        }
    }

    /// The column has no affinity, so that the value keeps the storage class it was bound with.
    private func insert(_ value: Any, into database: FMDatabase) throws {
        try database.executeUpdate("CREATE TABLE bound (v)", values: nil)
        let sql = "INSERT INTO bound (v) VALUES (\(placeholder))"
        switch self {
        case .updateValues: try database.executeUpdate(sql, values: [value])
        case .updateArguments: try #require(database.executeUpdate(sql, withArgumentsIn: [value]))
        case .updateDictionary: try #require(database.executeUpdate(sql, withParameterDictionary: ["v": value]))
        default: try database.executeUpdate(sql, value)
        }
    }

    private func query(_ value: Any, _ sql: String, in database: FMDatabase) throws -> FMResultSet {
        switch self {
        case .queryValues: return try database.executeQuery(sql, values: [value])
        case .queryArguments: return try #require(database.executeQuery(sql, withArgumentsIn: [value]))
        case .queryDictionary:
            return try #require(database.executeQuery(sql, withParameterDictionary: ["v": value]))
        case .preparedArray, .preparedDictionary:
            let rows = database.prepare(sql)
            try #require(self == .preparedArray ? rows.bind(with: [value]) : rows.bind(with: ["v": value]))
            return rows
        default: return try database.executeQuery(sql, value)
        }
    }
}

/// A value to bind and the literal that the database must show for it.
struct BindingSample: Sendable, CustomTestStringConvertible {
    let value: any Sendable
    let literal: String

    init(_ value: any Sendable, _ literal: String) {
        self.value = value
        self.literal = literal
    }

    var testDescription: String { "\(type(of: value)) as \(literal)" }
}
