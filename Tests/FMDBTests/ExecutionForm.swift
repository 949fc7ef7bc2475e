import FMDB
import FMDBTestHelpers
import Testing

/// One way to run a statement, with its failure as an error, so that all ways can be held to the same code.
struct ExecutionForm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Runs the statement to its end.
    let run: @Sendable (FMDatabase, String) throws -> Void

    private init(_ name: String, _ run: @escaping @Sendable (FMDatabase, String) throws -> Void) {
        testDescription = name
        self.run = run
    }

    static let all = fmdbs + throwing

    /// FMDB's spellings. Where they do not throw, the connection knows the code.
    static let fmdbs = [
        ExecutionForm("executeUpdate(_:withArgumentsIn:)") {
            if !$0.executeUpdate($1, withArgumentsIn: []) { throw $0.lastError() }
        },
        ExecutionForm("executeUpdate(_:values:)") { try $0.executeUpdate($1, values: nil) },
        ExecutionForm("executeUpdate(_:withParameterDictionary:)") {
            if !$0.executeUpdate($1, withParameterDictionary: [:]) { throw $0.lastError() }
        },
        ExecutionForm("executeUpdate(withFormat:)") {
            if !$0.executeUpdate(withFormat: $1) { throw $0.lastError() }
        },
        ExecutionForm("executeStatements(_:)") { if !$0.executeStatements($1) { throw $0.lastError() } },
        ExecutionForm("executeStatements(_:withResultBlock:)") {
            if !$0.executeStatements($1, withResultBlock: { _ in 0 }) { throw $0.lastError() }
        },
        ExecutionForm("executeQuery(_:withArgumentsIn:)") {
            try drain($0, $0.executeQuery($1, withArgumentsIn: []))
        },
        ExecutionForm("executeQuery(_:values:)") { database, sql in
            let rows = try database.executeQuery(sql, values: nil)
            while true {
                do {
                    try rows.nextWithError()
                } catch let error as NSError where error.code == FMResultCode.done.rawValue {
                    return
                }
            }
        },
        ExecutionForm("executeQuery(_:withParameterDictionary:)") {
            try drain($0, $0.executeQuery($1, withParameterDictionary: nil))
        },
        ExecutionForm("executeQuery(withFormat:)") { try drain($0, $0.executeQuery(withFormat: $1)) },
        ExecutionForm("prepare(_:) and step()") { database, sql in
            let statement = database.prepare(sql)
            // A statement that was never made is done with nothing, so that the connection is asked.
            while statement.bind(with: []), !statement.step(), !database.hadError() {}
            if database.hadError() { throw database.lastError() }
        },
        ExecutionForm("prepare(_:) and stepWithError()") { database, sql in
            let statement = database.prepare(sql)
            guard statement.bind(with: []) else { throw database.lastError() }
            repeat { try statement.stepWithError() } while statement.hasAnotherRow()
        },
        ExecutionForm("stringForQuery(_:)") {
            if $0.stringForQuery($1) == nil, $0.hadError() { throw $0.lastError() }
        },
    ]

    static let throwing = [
        ExecutionForm("execute(_:)") { try $0.execute(FMSQL(raw: $1)) },
        ExecutionForm("query(_:)") {
            let cursor = try $0.query(FMSQL(raw: $1))
            while try cursor.nextRow() != nil {}
        },
        ExecutionForm("value(_:as:)") { _ = try $0.value(FMSQL(raw: $1), as: FMValue.self) },
        ExecutionForm("rows(_:as:)") { _ = try $0.rows(FMSQL(raw: $1), as: FMValue.self) },
        ExecutionForm("forEachRow(_:_:)") { try $0.forEachRow(FMSQL(raw: $1)) { _ in } },
        ExecutionForm("withTransaction(_:_:)") { database, sql in
            try database.withTransaction(.deferred) { _ = try database.execute(FMSQL(raw: sql)) }
        },
    ]

    private static func drain(_ database: FMDatabase, _ rows: FMResultSet?) throws {
        while rows?.next() == true {}
        if database.hadError() { throw database.lastError() }
    }
}
