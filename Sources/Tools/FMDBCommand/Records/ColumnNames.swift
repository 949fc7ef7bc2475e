#if Tool
    import FMDB

    extension [String] {
        var columnList: FMSQL { FMSQL(raw: FMSQL.list(self)) }
    }

    /// The names, with a number behind each that occurs again.
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
