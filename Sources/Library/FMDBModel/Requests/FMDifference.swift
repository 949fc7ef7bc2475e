import FMDB

/// The differences between two results of a request. See `differences(of:externalChanges:)`.
///
/// Positions are counted from 0. To update a list, first apply the removals, then the moves and insertions.
public struct FMDifference<Model: FMModel & Sendable>: Sendable {
    /// A result that both lists contain, and whose place among all such results has changed.
    public struct Move: Sendable, Hashable {
        /// The position in the previous list.
        public let from: Int
        /// The position in ``FMDifference/models``.
        public let to: Int
    }

    /// The current results.
    public let models: [Model]
    /// The positions in the previous list of results that are no longer there, in ascending order.
    public let removed: [Int]
    /// The positions of new results in ``models``, in ascending order.
    public let inserted: [Int]
    /// The moved results: the fewest moves that produce the new order.
    public let moved: [Move]
    /// The positions in ``models`` of results whose stored values have changed, in ascending order.
    public let changed: [Int]

    /// Whether both lists are equal.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

    init(from former: [KeyedModel<Model>], to results: [KeyedModel<Model>]) {
        models = results.map(\.model)
        let places = Dictionary(former.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        var left = Set(former.indices)
        var (inserted, changed): ([Int], [Int]) = ([], [])
        var kept: [Move] = []
        for (index, result) in results.enumerated() {
            guard let place = places[result.key], left.remove(place) != nil else {
                inserted.append(index)
                continue
            }
            kept.append(Move(from: place, to: index))
            if former[place].values != result.values { changed.append(index) }
        }
        removed = left.sorted()
        moved = FMDifference.moves(among: kept)
        (self.inserted, self.changed) = (inserted, changed)
    }

    /// Returns the results that are not in the longest increasing subsequence of previous positions.
    private static func moves(among kept: [Move]) -> [Move] {
        // `ends` holds the last element of the best subsequence of each length. `before` holds the predecessor of each element.
        var (ends, before): ([Int], [Int?]) = ([], [])
        for (index, move) in kept.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if kept[ends[middle]].from < move.from { low = middle + 1 } else { high = middle }
            }
            before.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var staying: Set<Int> = []
        var next = ends.last
        while let index = next {
            staying.insert(index)
            next = before[index]
        }
        return kept.indices.filter { !staying.contains($0) }.map { kept[$0] }
    }
}

/// A result with its key and its stored values, which are compared.
struct KeyedModel<Model: FMModel & Sendable>: Sendable {
    let model: Model
    let key: [ExactValue]
    /// The values as they are stored in the database.
    let values: [ExactValue]

    init(_ model: Model, _ table: FMTable<Model>) throws {
        self.model = model
        values = try FMModelValues.collect(model, table).map { ExactValue($0) }
        key = table.sql.key.map { [values] in values[$0] }
    }
}
