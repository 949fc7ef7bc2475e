import FMDB

/// The rows of a table behind one of them.
struct RecordPage {
    /// A column that the order goes by.
    private struct Step {
        let column: String
        /// The column as it is compared.
        let name: FMSQL
        let isDescending: Bool
    }

    private let table: String
    private let steps: [Step]

    /// - Parameter key: columns that decide between rows that are equal in the order.
    /// - Throws: `FMError` with the code `.misuse` for an order that is no column.
    init(_ table: String, _ order: [FMOrder<FMRecord>], key: [String]) throws(FMError) {
        self.table = table
        var steps: [Step] = []
        for term in order {
            guard case .column(let column) = term.target, term.nulls == nil else {
                throw FMError(.misuse, "pages of records follow columns, with NULL where SQLite has it")
            }
            let collation: FMSQL = term.collation.map { " COLLATE \(identifier: $0.name)" } ?? ""
            steps.append(
                Step(
                    column: column, name: "\(FMSQL.column(column))\(collation)", isDescending: term.isDescending))
        }
        // A key that is compared by a collation does not tell all rows from each other.
        let names = Set(steps.map { ColumnName($0.name.text) })
        for column in key where !names.contains(ColumnName(FMSQL.column(column).text)) {
            steps.append(Step(column: column, name: .column(column), isDescending: false))
        }
        self.steps = steps
    }

    /// - Throws: `FMError` with the code `.misuse` if the record lacks a column of the order.
    func sql(after last: FMRecord?, where condition: FMSQL?, limit: Int) throws(FMError) -> FMSQL {
        guard limit >= 0 else { throw FMError(.misuse, "a limit is not negative") }
        var parts: [FMSQL] = []
        if let condition { parts.append("(\(condition.enclosable))") }
        if let last { parts.append("(\(try behind(last)))") }
        let terms = steps.map { "\($0.name)\(raw: $0.isDescending ? " DESC" : "")" as FMSQL }
        let rows: FMSQL = "SELECT * FROM \(identifier: table) WHERE \(parts.isEmpty ? "1" : parts.joined(" AND "))"
        return "\(rows) ORDER BY \(terms.joined(", ")) LIMIT \(limit)"
    }

    /// The condition that a row comes behind a record: NULL is before all values.
    private func behind(_ record: FMRecord) throws(FMError) -> FMSQL {
        try record.expectWritable()
        var alternatives: [FMSQL] = []
        var equal: [FMSQL] = []
        for step in steps {
            guard let value = record[step.column] else {
                throw FMError(.misuse, "the record lacks the column \(step.column), by which the pages are sorted")
            }
            alternatives.append((equal + [behind(step, value)]).joined(" AND "))
            equal.append("\(step.name) IS \(value)")
        }
        return alternatives.joined(" OR ")
    }

    private func behind(_ step: Step, _ value: FMValue) -> FMSQL {
        switch (step.isDescending, value.isNull) {
        case (false, true): "\(step.name) IS NOT NULL"
        case (false, false): "\(step.name) > \(value)"
        case (true, true): "0"
        case (true, false): "(\(step.name) < \(value) OR \(step.name) IS NULL)"
        }
    }
}
