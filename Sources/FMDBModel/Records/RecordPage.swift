import FMDB

/// The rows of a table behind one of them.
struct RecordPage {
    private let table: String
    private let steps: [(column: String, step: PageStep)]

    /// - Parameter key: columns that decide between rows that are equal in the order.
    /// - Throws: `FMError` with the code `.misuse` for an order that is no column.
    init(_ table: String, _ order: [FMOrder<FMRecord>], key: [String]) throws(FMError) {
        self.table = table
        var steps: [(column: String, step: PageStep)] = []
        for term in order {
            guard case .column(let column) = term.target, term.nulls == nil else {
                throw FMError(.misuse, "pages of records follow columns, with NULL where SQLite has it")
            }
            let collation: FMSQL = term.collation.map { " COLLATE \(identifier: $0.name)" } ?? ""
            let step = PageStep(name: "\(FMSQL.column(column))\(collation)", isDescending: term.isDescending)
            steps.append((column, step))
        }
        // A key that is compared by a collation does not tell all rows from each other.
        let names = Set(steps.map { ColumnName($0.step.name.text) })
        for column in key where !names.contains(ColumnName(FMSQL.column(column).text)) {
            steps.append((column, PageStep(name: .column(column), isDescending: false)))
        }
        self.steps = steps
    }

    /// - Throws: `FMError` with the code `.misuse` if the record lacks a column of the order.
    func sql(after last: FMRecord?, where condition: FMSQL?, limit: Int) throws(FMError) -> FMSQL {
        guard limit >= 0 else { throw FMError(.misuse, "a limit is not negative") }
        var parts: [FMSQL] = []
        if let condition { parts.append("(\(condition.enclosable))") }
        if let last { parts.append("(\(try behind(last)))") }
        let terms = steps.map(\.step.term)
        let rows: FMSQL = "SELECT * FROM \(identifier: table) WHERE \(parts.isEmpty ? "1" : parts.joined(" AND "))"
        return "\(rows) ORDER BY \(terms.joined(", ")) LIMIT \(limit)"
    }

    private func behind(_ record: FMRecord) throws(FMError) -> FMSQL {
        try record.expectWritable()
        var values: [FMValue] = []
        for (column, _) in steps {
            guard let value = record[column] else {
                throw FMError(.misuse, "the record lacks the column \(column), by which the pages are sorted")
            }
            values.append(value)
        }
        return PageStep.behind(steps.map(\.step), values)
    }
}
