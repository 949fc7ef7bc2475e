import FMDB

/// The differences between two results of a request. See `differences(of:externalChanges:)`.
///
/// Positions are counted from 0. To update a list, first remove, then move and insert.
public struct FMDifference<Model: FMModel & Sendable>: Sendable {
    /// A result that has another place among those of both lists.
    public struct Move: Sendable, Hashable {
        /// The position in the former list.
        public let from: Int
        /// The position in ``FMDifference/models``.
        public let to: Int
    }

    /// All results as they are now.
    public let models: [Model]
    /// The positions of missing results in the former list, in ascending order.
    public let removed: [Int]
    /// The positions of new results in ``models``, in ascending order.
    public let inserted: [Int]
    /// The moved results: as few as explain the new order.
    public let moved: [Move]
    /// The positions in ``models`` of former results with other values, in ascending order.
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

    /// The results outside of the longest ascending sequence of former positions.
    private static func moves(among kept: [Move]) -> [Move] {
        // `ends` has the last element of the best sequence of each length, `before` the predecessor of each element.
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

/// A result with its key, and with its values for comparison.
struct KeyedModel<Model: FMModel & Sendable>: Sendable {
    let model: Model
    let key: [ExactValue]
    /// As they are stored.
    let values: [ExactValue]

    init(_ model: Model, _ table: FMTable<Model>) throws {
        self.model = model
        values = try FMModelValues.collect(model, table).map { ExactValue($0) }
        key = table.sql.key.map { [values] in values[$0] }
    }
}
