#if Cluster
    /// The columns of a query.
    final class ColumnList: Sendable {
        let names: [String]
        /// The index of each column by case-folded name. If names are equal, the last one wins, as in FMDB.
        private let places: [ExactText: Int]
        let doubled: Set<ExactText>

        init(_ names: [String]) {
            self.names = names
            var places: [ExactText: Int] = [:]
            var doubled: Set<ExactText> = []
            for (index, name) in names.enumerated() where places.updateValue(index, forKey: name.nameKey) != nil {
                doubled.insert(name.nameKey)
            }
            (self.places, self.doubled) = (places, doubled)
        }

        subscript(name: String) -> Int? { places[name.nameKey] }
    }
#endif
