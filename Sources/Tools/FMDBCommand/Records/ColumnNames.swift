#if Tool
    import FMDB

    extension [String] {
        var columnList: FMSQL { FMSQL(raw: FMSQL.list(self)) }
    }

    /// Returns the names, and appends a number to each repeated name.
    func distinct(_ names: [String]) -> [String] {
        var taken: Set<ExactText> = []
        return names.map { name in
            var (candidate, number) = (name, 1)
            while !taken.insert(candidate.nameKey).inserted {
                number += 1
                candidate = "\(name)_\(number)"
            }
            return candidate
        }
    }
#endif
