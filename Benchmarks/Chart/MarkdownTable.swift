import Foundation

/// The results as Markdown: the workloads beside raw C in one table, and each trial in one of its own.
struct MarkdownTable {
    let results: Results

    var text: String {
        ([workloads] + results.workloads.filter { $0.reference == nil }.map(table) + results.trials.map(table) + [
            footing
        ])
        .joined(separator: "\n\n")
    }

    private var workloads: String {
        let shown = results.workloads.filter { $0.reference != nil && !$0.shown.isEmpty }
        let used = Series.allCases.filter { series in shown.contains { series.contender(in: $0) != nil } }
        let lines = shown.flatMap { workload in
            let time = workload.reference?.nanosecondsPerRow.asTime ?? ""
            let plain = used.map { $0.contender(in: workload) }
            // Other spellings that have a goal of their own get a line, too.
            let others = workload.contenders.filter { one in
                one.goal != nil && !plain.contains { $0?.name == one.name }
            }
            return [[workload.title, time] + plain.map(cell)]
                + others.map { one in
                    ["\(workload.title) (\(one.name))", time] + used.map { cell($0.includes(one) ? one : nil) }
                }
        }
        return table(["", "raw C"] + used.map(\.title), lines)
    }

    /// A workload that is measured by another one than raw C, its first contender.
    private func table(of workload: Results.Workload) -> String {
        table(
            [workload.title, "time", "ratio"],
            workload.contenders.map { [$0.name, $0.nanosecondsPerRow.asTime, cell($0)] })
    }

    private func table(of trial: Results.Trial) -> String {
        let lines = trial.contenders.map { one in
            [one.name]
                + trial.columns.indices.map { column in
                    guard one.values.indices.contains(column) else { return "–" }
                    let amount = one.values[column].asAmount
                    guard one.ratios.indices.contains(column), one.ratios[column].isFinite else { return amount }
                    // A goal is for the first column.
                    let ratio = one.ratios[column].asRatio
                    return amount + " (" + (column == 0 ? cell(ratio, one.goal, one.isMet) : ratio) + ")"
                }
        }
        return table([trial.title.prefix(1).uppercased() + trial.title.dropFirst()] + trial.columns, lines)
    }

    private var footing: String {
        let verdicts =
            results.workloads.flatMap { $0.contenders.map(\.isMet) }
            + results.trials.flatMap { $0.contenders.map(\.isMet) }
        let met = verdicts.filter { $0 == true }.count
        let missed = verdicts.filter { $0 == false }.count
        return """
            In the first table, the times are those of raw C for one row, call or transaction; the other columns are \
            multiples of them. ✓ meets its goal; ✗ misses it and shows the goal: \(met) met, \(missed) missed. \
            \(results.circumstances). Command: `\(results.invocation)`.
            """
    }

    private func cell(_ contender: Results.Contender?) -> String {
        contender.map { cell($0.ratio.asRatio, $0.goal, $0.isMet) } ?? "–"
    }

    private func cell(_ ratio: String, _ goal: Double?, _ isMet: Bool?) -> String {
        guard let goal, let isMet else { return ratio }
        return ratio + (isMet ? " ✓" : " ✗ " + goal.asRatio)
    }

    private func table(_ heading: [String], _ lines: [[String]]) -> String {
        let rule = heading.indices.map { $0 == 0 ? "---" : "---:" }
        return ([heading, rule] + lines).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
