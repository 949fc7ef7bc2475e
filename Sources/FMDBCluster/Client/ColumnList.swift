#if Cluster
    /// The columns of a query.
    final class ColumnList: Sendable {
        let names: [String]
        /// By name in lower case. Of equal names the last counts, as in FMDB.
        private let places: [String: Int]
        let doubled: Set<String>

        init(_ names: [String]) {
            self.names = names
            var places: [String: Int] = [:]
            var doubled: Set<String> = []
            for (index, name) in names.enumerated() where places.updateValue(index, forKey: name.foldedAsName) != nil {
                doubled.insert(name.foldedAsName)
            }
            (self.places, self.doubled) = (places, doubled)
        }

        subscript(name: String) -> Int? { places[name.foldedAsName] }
    }
#endif
