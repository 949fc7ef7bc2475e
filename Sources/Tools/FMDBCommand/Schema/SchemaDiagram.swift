#if Tool
    import FMDB

    /// An SVG entity-relationship diagram. Each table is drawn to the right of the tables that it references.
    struct SchemaDiagram {
        private struct Box {
            let table: FMSchema.Table
            let width: Int
            var x = 0
            var y = 0

            var height: Int { SchemaDiagram.head + table.columns.count * SchemaDiagram.row + 8 }

            /// Returns the vertical centre of a column's line.
            func place(of column: String?) -> Int {
                let index = table.columns.firstIndex { $0.name.nameKey == column?.nameKey } ?? 0
                return y + SchemaDiagram.head + index * SchemaDiagram.row + SchemaDiagram.row / 2 + 2
            }
        }

        private static let (row, head, margin, gap, aisle) = (19, 30, 24, 28, 90)
        /// The approximate width of a character.
        private static let letter = 7.4

        private var boxes: [Box]
        private(set) var width = 0
        private(set) var height = 0

        struct Place: Encodable, Sendable {
            let name: String
            let x: Int
            let y: Int
            let width: Int
            let height: Int
        }

        var places: [Place] {
            boxes.map { Place(name: $0.table.name, x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        }

        init(_ tables: [FMSchema.Table]) {
            boxes = tables.map { table in
                let longest = table.columns.map { DisplayWidth.of($0.name) + DisplayWidth.of($0.type) + 4 }.max() ?? 0
                let letters = max(longest, DisplayWidth.of(table.name) + 3, 12)
                return Box(table: table, width: Int(Double(letters) * SchemaDiagram.letter) + 24)
            }
            arrange()
        }

        private func index(of name: String) -> Int? {
            boxes.firstIndex { $0.table.name.nameKey == name.nameKey }
        }

        // MARK: Places

        private mutating func arrange() {
            let parents = boxes.indices.map { index in
                Set(boxes[index].table.foreignKeys.compactMap { self.index(of: $0.table) }).subtracting([index])
            }
            let related = Set(boxes.indices.filter { !parents[$0].isEmpty }).union(parents.flatMap { $0 })
            var levels = [Int](repeating: 0, count: boxes.count)
            // The number of tables limits the levels, because they would grow forever in a cycle of references.
            for _ in boxes.indices {
                for index in boxes.indices {
                    for parent in parents[index]
                    where levels[index] <= levels[parent] && levels[parent] + 1 < boxes.count {
                        levels[index] = levels[parent] + 1
                    }
                }
            }
            moveRight(&levels, parents)
            var x = SchemaDiagram.margin
            for level in Set(related.map { levels[$0] }).sorted() {
                let members = related.filter { levels[$0] == level }.sorted { left, right in
                    (middle(of: parents[left]), left) < (middle(of: parents[right]), right)
                }
                place(members, x: x, y: SchemaDiagram.margin)
                x += (members.map { boxes[$0].width }.max() ?? 0) + SchemaDiagram.aisle
            }
            placeRest(boxes.indices.filter { !related.contains($0) })
            // The line of a self-reference bends to the right.
            let bend = boxes.contains { box in box.table.foreignKeys.contains { index(of: $0.table) != nil } } ? 50 : 0
            width = (boxes.map { $0.x + $0.width }.max() ?? 100) + SchemaDiagram.margin + bend
            height = (boxes.map { $0.y + $0.height }.max() ?? 40) + SchemaDiagram.margin
        }

        /// Moves each table to the column left of the nearest table that references it. A longer line would cross the tables between them.
        private func moveRight(_ levels: inout [Int], _ parents: [Set<Int>]) {
            for index in boxes.indices.sorted(by: { levels[$0] > levels[$1] }) {
                let children = boxes.indices.filter { parents[$0].contains(index) }
                if let nearest = children.map({ levels[$0] }).min() { levels[index] = max(levels[index], nearest - 1) }
            }
        }

        /// Returns the mean vertical centre of the parents, by which the tables of a column are sorted so that fewer lines cross. Tables
        /// without parents come last.
        private func middle(of parents: Set<Int>) -> Int {
            parents.isEmpty ? .max : parents.map { boxes[$0].y + boxes[$0].height / 2 }.reduce(0, +) / parents.count
        }

        private mutating func place(_ members: [Int], x: Int, y: Int) {
            var y = y
            for index in members {
                (boxes[index].x, boxes[index].y) = (x, y)
                y += boxes[index].height + SchemaDiagram.gap
            }
        }

        /// Places tables without references in rows below the others.
        private mutating func placeRest(_ rest: [Int]) {
            let right = max(1000, boxes.map { $0.x + $0.width }.max() ?? 0)
            var y =
                boxes.indices.filter { !rest.contains($0) }.map { boxes[$0].y + boxes[$0].height + SchemaDiagram.gap }
                .max()
                ?? SchemaDiagram.margin
            var (x, tallest) = (SchemaDiagram.margin, 0)
            for index in rest {
                if x > SchemaDiagram.margin, x + boxes[index].width > right {
                    (x, y, tallest) = (SchemaDiagram.margin, y + tallest + SchemaDiagram.gap, 0)
                }
                (boxes[index].x, boxes[index].y) = (x, y)
                x += boxes[index].width + SchemaDiagram.gap
                tallest = max(tallest, boxes[index].height)
            }
        }

        // MARK: Drawing

        func svg() -> String {
            let lines = [
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
                <style>
                svg { background: #ffffff; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px; }
                .box { fill: #ffffff; stroke: #8a94a6; } .head { fill: #e8edf5; } .name { fill: #1b2430; font-weight: bold; }
                .column { fill: #1b2430; } .key { font-weight: bold; } .type { fill: #687385; } .edge { fill: none; stroke: #3b6fb5; stroke-width: 1.4; }
                @media (prefers-color-scheme: dark) {
                svg { background: #14181f; } .box { fill: #1b212b; stroke: #5b6576; } .head { fill: #273142; }
                .name, .column { fill: #e6eaf0; } .type { fill: #98a3b5; } .edge { stroke: #7fb0f0; } }
                </style>
                """
            ]
            return (lines + boxes.flatMap(edges) + boxes.flatMap(drawing) + ["</svg>"]).joined(separator: "\n")
        }

        private func drawing(of box: Box) -> [String] {
            let (x, y, head) = (box.x, box.y, SchemaDiagram.head)
            var lines = [
                "<rect class=\"box\" x=\"\(x)\" y=\"\(y)\" width=\"\(box.width)\" height=\"\(box.height)\" rx=\"6\"/>",
                "<path class=\"head\" d=\"M\(x + 1) \(y + head) v-\(head - 6) q0 -5 5 -5 h\(box.width - 12) q5 0 5 5 v\(head - 6) z\"/>",
                "<text class=\"name\" x=\"\(x + 12)\" y=\"\(y + 20)\">\(escaped(box.table.name))</text>",
            ]
            for column in box.table.columns {
                let line = box.place(of: column.name) + 4
                let style = column.key > 0 ? "column key" : "column"
                let mark = column.isNotNull || column.key > 0 ? "" : "?"
                lines.append(
                    "<text class=\"\(style)\" x=\"\(x + 12)\" y=\"\(line)\">\(escaped(column.name))\(mark)</text>")
                lines.append(
                    "<text class=\"type\" x=\"\(x + box.width - 12)\" y=\"\(line)\" text-anchor=\"end\">\(escaped(column.type))</text>"
                )
            }
            return lines
        }

        /// Draws a line from each foreign key, where it has a crow's foot, to the referenced key.
        private func edges(of box: Box) -> [String] {
            box.table.foreignKeys.compactMap { key in
                guard let target = index(of: key.table).map({ boxes[$0] }) else { return nil }
                let from = box.place(of: key.columns.first)
                let to = target.place(of: key.targets?.first ?? target.table.key.first)
                // If the table is right of its parent, the line starts at its left side. Otherwise it starts at its right side.
                let isRight = box.x > target.x + target.width
                let start = isRight ? box.x : box.x + box.width
                let end = target.x + target.width
                let side = isRight ? -1 : 1
                let bend = isRight ? (start - end) / 2 : 50
                let foot = "M\(start) \(from - 5) L\(start + side * 9) \(from) L\(start) \(from + 5)"
                let line = "M\(start) \(from) C\(start + side * bend) \(from) \(end + bend) \(to) \(end) \(to)"
                return "<path class=\"edge\" d=\"\(foot) \(line) M\(end + 6) \(to - 5) v10\"/>"
            }
        }

        private func escaped(_ text: String) -> String {
            DisplayWidth.printable(text).replacingASCII("&", with: "&amp;").replacingASCII("<", with: "&lt;")
                .replacingASCII(">", with: "&gt;").replacingASCII("\"", with: "&quot;")
        }
    }
#endif
