import FMDB

/// A column by which pages of rows are sorted.
struct PageStep {
    /// The SQL of the column in comparisons.
    let name: FMSQL
    let isDescending: Bool

    /// The term for `ORDER BY`.
    var term: FMSQL { "\(name)\(raw: isDescending ? " DESC" : "")" }

    /// Returns the condition that a row follows the row with the given values. There is one value for each step. NULL sorts before all
    /// values.
    static func behind(_ steps: [PageStep], _ values: [FMValue]) -> FMSQL {
        var alternatives: [FMSQL] = []
        var equal: [FMSQL] = []
        for (step, value) in zip(steps, values) {
            alternatives.append((equal + [step.behind(value)]).joined(" AND "))
            equal.append("\(step.name) IS \(value)")
        }
        return alternatives.joined(" OR ")
    }

    private func behind(_ value: FMValue) -> FMSQL {
        switch (isDescending, value.isNull) {
        case (false, true): "\(name) IS NOT NULL"
        case (false, false): "\(name) > \(value)"
        case (true, true): "0"
        case (true, false): "(\(name) < \(value) OR \(name) IS NULL)"
        }
    }
}
