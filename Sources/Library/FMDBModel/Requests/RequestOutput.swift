import FMDB

/// The result columns of a request, and how its results are made.
@usableFromInline
struct RequestOutput<Model: FMModel, Element> {
    /// Receives each row and the index of its first extra column.
    @usableFromInline
    typealias Visit = (FMRow, Int) throws -> Void

    /// Returns the result columns as SQL, or nil for the columns of the model.
    let columns: (FMTable<Model>) throws(FMError) -> FMSQL?
    /// Runs a statement. For each row, in order, it calls the visitor and then the body with the row's result.
    let forEach: (FMDatabase, RequestRun<Model>, Visit, (Element) throws -> Void) throws -> Void
    /// Runs a statement and returns all results. The closure is set only if it is faster than `forEach`.
    let collect: ((FMDatabase, RequestRun<Model>) throws -> [Element])?
    /// Whether the elements come directly from SQLite, and not from a closure.
    let isPlain: Bool

    @usableFromInline
    init(
        columns: @escaping (FMTable<Model>) throws(FMError) -> FMSQL?,
        forEach: @escaping (FMDatabase, RequestRun<Model>, Visit, (Element) throws -> Void) throws -> Void,
        collect: ((FMDatabase, RequestRun<Model>) throws -> [Element])? = nil, isPlain: Bool = true
    ) {
        self.columns = columns
        self.forEach = forEach
        self.collect = collect
        self.isPlain = isPlain
    }
}

// SAFETY: it is immutable. Its closures have captured types, Sendable values of requests, and Sendable closures of the client.
extension RequestOutput: @unchecked Sendable where Model: Sendable {}

@usableFromInline
struct RequestRun<Model: FMModel> {
    let selection: Selection<Model>
    let table: FMTable<Model>
    /// The extra columns for relations and terms.
    private(set) var extra: [FMSQL] = []
    /// Receives the rows that do not fit. If it is nil, such a row ends the call.
    var onMismatch: ((FMError, FMRecord) throws -> Void)?

    /// Whether the rows have no extra columns, and each row must fit.
    @usableFromInline var isPlain: Bool { extra.isEmpty && onMismatch == nil }

    /// Adds extra columns.
    ///
    /// - Returns: their indexes, counted from the first extra column.
    mutating func add(_ terms: [FMSQL]) -> Range<Int> {
        extra += terms
        return extra.count - terms.count..<extra.count
    }

    /// Returns the SELECT statement.
    ///
    /// - Parameter columns: the result columns, or nil for the columns of the model.
    @usableFromInline
    func sql(_ columns: FMSQL?) throws(FMError) -> FMSQL {
        if extra.isEmpty { return try selection.sql(table, columns) }
        guard selection.grouping == nil, columns == nil || !selection.isDistinct else {
            throw FMError(
                .misuse, "including is not available with groups, or with select and distinct()")
        }
        let terms = extra.enumerated().map { "\($1) AS `fm:\(raw: "\($0)")`" as FMSQL }
        return try selection.sql(table, "\(columns ?? FMSQL(raw: table.sql.selected)), \(terms.joined(", "))")
    }
}

extension RequestOutput where Element == Model {
    /// The output that returns models. It is inlinable, so the app's compiler specializes the loop for the model's type.
    @inlinable
    static var models: RequestOutput {
        RequestOutput(
            columns: { _ throws(FMError) in nil },
            forEach: { database, run, visit, body in
                let sql = try run.sql(nil)
                if run.isPlain {
                    return try database.forEachModel(Model.self, sql, isOwn: true, body)
                }
                try database.forEachResult(of: run, sql, visit, Model.read, body)
            },
            collect: { database, run in try database.models(Model.self, run.sql(nil)) })
    }
}

extension RequestOutput {
    /// Returns an output that reads each row with a reader.
    ///
    /// - Parameter reader: returns the closure that reads a row. It is called once per statement.
    static func rows(
        _ columns: @escaping (FMTable<Model>) throws(FMError) -> FMSQL,
        _ reader: @escaping (FMDateStorage) -> (FMRow) throws -> Element
    ) -> RequestOutput {
        RequestOutput(
            columns: { table throws(FMError) in try columns(table) },
            forEach: { database, run, visit, body in
                let sql = try run.sql(columns(run.table))
                try database.forEachResult(of: run, sql, visit, reader(run.table.options.dates), body)
            })
    }

    /// Returns an output that transforms each element with a closure.
    func map<Other>(_ transform: @escaping (Element) throws -> Other) -> RequestOutput<Model, Other> {
        let forEach = forEach
        return RequestOutput<Model, Other>(
            columns: columns,
            forEach: { database, run, visit, body in
                try forEach(database, run, visit) { element in try body(transform(element)) }
            }, isPlain: false)
    }

    /// Returns an output whose elements include a value of their rows.
    func including<Term: FMTerm>(_ term: Term) -> RequestOutput<Model, (Element, Term.Value)>
    where Term.Model == Model {
        let (columns, forEach, sql) = (columns, forEach, term.exact)
        return RequestOutput<Model, (Element, Term.Value)>(
            columns: columns,
            forEach: { database, run, visit, body in
                // An extra column would change which rows are distinct, and would become a column of a record.
                if run.table.isOfRecords {
                    throw FMError(.misuse, "including is not available for records: compute the value in SQL")
                }
                if run.selection.isDistinct, run.table.sql.key.isEmpty {
                    throw FMError(.misuse, "including with distinct() needs a table with a key")
                }
                var run = run
                let place = run.add([sql]).lowerBound
                let dates = run.table.options.dates
                var read: ((FMRow) throws -> Term.Value)?
                // `forEach` may deliver the elements only after it has visited all rows.
                var (values, next) = ([Term.Value](), 0)
                try forEach(
                    database, run,
                    { row, start in
                        try visit(row, start)
                        // The closure is stored once, because each assignment would wrap the generic closure again.
                        if read == nil { read = ResultReader(index: start + place, name: sql.text).reading(dates) }
                        if next == values.count { (values, next) = ([], 0) }
                        if let value = try read?(row) { values.append(value) }
                    },
                    { element in
                        next += 1
                        try body((element, values[next - 1]))
                    })
            }, isPlain: false)
    }
}

extension FMDatabase {
    /// Reads each row, and calls a closure with the result. An error of the reader names the row.
    @usableFromInline
    func forEachResult<Model: FMModel, Element>(
        of run: RequestRun<Model>, _ sql: FMSQL, _ visit: RequestOutput<Model, Element>.Visit,
        _ read: (FMRow) throws -> Element, _ body: (Element) throws -> Void
    ) throws {
        if let report = run.onMismatch {
            let visit = { (row: FMRow) in
                if !run.extra.isEmpty { try visit(row, row.columnCount - run.extra.count) }
            }
            return try forEachReadable(sql, without: run.extra.count, read, report, visiting: visit, body)
        }
        let cursor = try query(sql)
        defer { cursor.close() }
        var number = 0
        while let row = try cursor.nextRow() {
            let element: Element
            do {
                if !run.extra.isEmpty { try visit(row, row.columnCount - run.extra.count) }
                element = try read(row)
            } catch let error as FMError {
                throw error.ofRow(number)
            }
            number += 1
            try body(element)
        }
    }
}
