import FMDB

/// What the rows of a request have, and what they become.
@usableFromInline
struct RequestOutput<Model: FMModel, Element> {
    /// What is done with each row besides, and which of its columns is the first one that is there for it.
    @usableFromInline
    typealias Visit = (FMRow, Int) throws -> Void

    /// What stands after `SELECT`; nil for the columns of the model.
    let columns: (FMTable<Model>) throws(FMError) -> FMSQL?
    /// Runs a statement, and calls a body for what each row becomes, in the order of the rows. Each row is visited first.
    let forEach: (FMDatabase, RequestRun<Model>, Visit, (Element) throws -> Void) throws -> Void
    /// Runs a statement, and keeps all, where that is faster than one after the other.
    let collect: ((FMDatabase, RequestRun<Model>) throws -> [Element])?
    /// Whether the elements are the rows as they are, not what is made of them in Swift.
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

// SAFETY: nothing of it changes. The closures have captured types, requests' values, which are Sendable, and closures of the
// client's that are Sendable.
extension RequestOutput: @unchecked Sendable where Model: Sendable {}

/// One run of a request.
@usableFromInline
struct RequestRun<Model: FMModel> {
    let selection: Selection<Model>
    let table: FMTable<Model>
    /// What is read besides, for relations and terms.
    private(set) var extra: [FMSQL] = []
    /// What is told of rows that do not fit; nil where one ends the call.
    var onMismatch: ((FMError, FMRecord) throws -> Void)?

    init(_ selection: Selection<Model>, _ table: FMTable<Model>) {
        self.selection = selection
        self.table = table
    }

    /// Whether each row has the columns of the model alone, and has to fit.
    @usableFromInline var isPlain: Bool { extra.isEmpty && onMismatch == nil }

    /// Has terms read besides.
    ///
    /// - Returns: their places, counted from the first one that is read besides.
    mutating func add(_ terms: [FMSQL]) -> Range<Int> {
        extra += terms
        return extra.count - terms.count..<extra.count
    }

    /// - Parameter columns: nil for the columns of the model.
    @usableFromInline
    func sql(_ columns: FMSQL?) throws(FMError) -> FMSQL {
        if extra.isEmpty { return try selection.sql(table, columns) }
        guard selection.grouping == nil, columns == nil || !selection.isDistinct else {
            throw FMError(
                .misuse, "with the results of a request for distinct values or of groups nothing can be included")
        }
        let terms = extra.enumerated().map { "\($1) AS `fm:\(raw: "\($0)")`" as FMSQL }
        return try selection.sql(table, "\(columns ?? FMSQL(raw: table.sql.selected)), \(terms.joined(", "))")
    }
}

extension RequestOutput where Element == Model {
    /// The models. The client's compiler knows their type, and makes loops of their own for them.
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
    /// What is read of each row.
    ///
    /// - Parameter reader: is called once for a statement.
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

    /// What a closure makes of each element.
    func map<Other>(_ transform: @escaping (Element) throws -> Other) -> RequestOutput<Model, Other> {
        let forEach = forEach
        return RequestOutput<Model, Other>(
            columns: columns,
            forEach: { database, run, visit, body in
                try forEach(database, run, visit) { element in try body(transform(element)) }
            }, isPlain: false)
    }
}

extension FMDatabase {
    /// Calls a body for what is read of each row. An error of the reading names the row.
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
