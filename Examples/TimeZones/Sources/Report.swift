import Foundation

/// A table as text: a title, aligned columns, and a line below the headings.
struct Report {
    enum Alignment {
        case left
        case right
    }

    let title: String
    let columns: [(head: String, alignment: Alignment)]
    var rows: [[String]] = []

    func print() {
        Swift.print(text)
    }

    var text: String {
        let widths = columns.indices.map { column in
            ([columns[column].head] + rows.map { $0[column] }).map(\.count).max() ?? 0
        }
        let rule = widths.map { String(repeating: "─", count: $0) }
        let lines = [columns.map(\.head), rule] + rows
        return (["", title, ""] + lines.map { line($0, widths) }).joined(separator: "\n")
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.indices.map { column in
            let space = String(repeating: " ", count: widths[column] - cells[column].count)
            return columns[column].alignment == .left ? cells[column] + space : space + cells[column]
        }
        let line = "  " + padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
