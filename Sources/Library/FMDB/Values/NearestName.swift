/// The known name that is closest to a misspelt one.
package struct NearestName {
    /// The name, or nil if none is close.
    package let name: String?

    package init(to wanted: String, in names: [String]) {
        let sought = Array(wanted.foldedAsName.unicodeScalars)
        let most = sought.count < 3 ? 0 : sought.count < 6 ? 1 : sought.count < 10 ? 2 : 3
        var best: (name: String, distance: Int)?
        for name in names where sought.count <= 100 {
            let distance = Self.distance(sought, Array(name.foldedAsName.unicodeScalars), most)
            if distance <= most, distance < best?.distance ?? .max { best = (name, distance) }
        }
        self.name = best?.name
    }

    /// Finds the name that differs from the word by one letter or one swap. If several do, the result is nil.
    init(misspelling word: String, of names: [String]) {
        let letters = Array(word.foldedAsName.unicodeScalars)
        let near = names.filter {
            Self.distance(letters, Array($0.foldedAsName.unicodeScalars), 1) <= 1
        }
        name = near.count == 1 && near[0].foldedAsName != word.foldedAsName ? near[0] : nil
    }

    /// Returns the number of letters that were added, left out, changed or swapped with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], _ most: Int) -> Int {
        guard abs(left.count - right.count) <= most, !left.isEmpty, !right.isEmpty else { return .max }
        var before: [Int] = []
        var above = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var line = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = Swift.min(above[column + 1] + 1, line[column] + 1, above[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = Swift.min(cost, before[column - 1] + 1)
                }
                line.append(cost)
            }
            (before, above) = (above, line)
        }
        return above[right.count]
    }
}

extension [String] {
    /// The elements as a list in prose: "id, name and age".
    package var listed: String {
        let shown = count > 12 ? Array(prefix(11)) + ["\(count - 11) others"] : self
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " and " + last
    }
}
