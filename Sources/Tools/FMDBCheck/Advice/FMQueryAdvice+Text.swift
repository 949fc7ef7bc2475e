#if Checked
    import Foundation

    extension FMQueryAdvice: CustomStringConvertible {
        /// The advice as text: the counts, the indexes, the statements with their plans, and the unused indexes.
        public var description: String {
            ([counts] + indexParts + statementParts + unusedParts + notes.map { "note: \($0)" }).joined(
                separator: "\n\n") + "\n"
        }

        /// The advice as JSON.
        public var json: String { prettyJSON }

        private var counts: String {
            var lines = [
                "Statements explained: \(explained). Growing with a large table: \(statements.count). Indexes that would help: \(indexes.count)"
            ]
            if !refusals.isEmpty {
                lines.append("Statements that SQLite refuses on this database: \(refusals.count)")
                lines += refusals.map { "    \(FMQueryAdvice.list([$0.place])): \($0.reason)" }
            }
            if unfollowed > 0 { lines.append("Calls whose SQL could not be followed: \(unfollowed)") }
            lines.append(
                hasStatistics
                    ? "Plans use the database's results of ANALYZE; for a new index SQLite uses its default assumptions"
                    : "The database has no results of ANALYZE: plans use SQLite's default assumptions")
            return lines.joined(separator: "\n")
        }

        private var indexParts: [String] {
            indexes.map { index in
                var text = "\(index.sql);\n    -- \(index.table) has \(index.rows) rows"
                if let count = index.rowsPerValue {
                    text += ", on average \(FMQueryAdvice.rounded(count)) for each value"
                }
                return text + "; for " + FMQueryAdvice.list(index.places)
            }
        }

        private var statementParts: [String] {
            statements.map { statement in
                var lines = statement.problems.map { "\(FMQueryAdvice.list(statement.places)): \($0.sentence)" }
                lines.append("    " + statement.sql.split(whereSeparator: \.isNewline).joined(separator: "\n    "))
                lines.append("  before: " + FMQueryAdvice.indented(statement.plan))
                let after = statement.planAfter.map { "  after:  " + FMQueryAdvice.indented($0) }
                lines.append(after ?? "  no index helps")
                if let measurement = statement.measurement { lines.append("  " + measurement.sentence) }
                return lines.joined(separator: "\n")
            }
        }

        private var unusedParts: [String] {
            guard !unusedIndexes.isEmpty else { return [] }
            let others =
                unfollowed > 0
                ? "the \(unfollowed) calls that could not be followed, and other programs" : "other programs"
            let names = unusedIndexes.map { "    \($0.name) on \($0.table)" }
            return [
                "note: no statement of these sources uses these indexes; \(others) may:\n"
                    + names.joined(separator: "\n")
            ]
        }

        private static func list(_ places: [FMSourcePlace]) -> String {
            let first = places.prefix(3).map { "\($0.file):\($0.line):\($0.column)" }.joined(separator: ", ")
            return places.count > 3 ? "\(first) and \(places.count - 3) more" : first
        }

        private static func indented(_ plan: String) -> String {
            plan.split(separator: "\n").dropFirst().joined(separator: "\n          ")
        }

        static func rounded(_ number: Double) -> String { String(format: number < 10 ? "%.1f" : "%.0f", number) }
    }

    extension FMQueryAdvice.Problem {
        var sentence: String {
            switch kind {
            case .scan: "reads all \(rows) rows of \(table) to find some"
            case .reading: "reads all \(rows) rows of \(table), as the statement requests"
            case .sort: "sorts up to \(rows) rows of \(table) for \(purpose)"
            case .automaticIndex: "builds an index of the \(rows) rows of \(table) each time"
            }
        }
    }

    extension FMQueryAdvice.Measurement {
        fileprivate var sentence: String {
            guard let before, let after else { return "not measured: \(reason ?? "")" }
            let times = String(format: "%.3f ms before, %.3f ms after", before, after)
            return "measured on a copy: \(times)"
                + (after > before * 0.9 ? "; the index does not help on this file" : "")
        }
    }
#endif
