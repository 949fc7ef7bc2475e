#if Tool
    import FMDB

    extension String {
        /// The bytes of the name in the form in which equal names of SQLite are equal: it folds ASCII letters alone, and takes
        /// letters that are composed in two ways for two.
        var columnKey: [UInt8] { Array(foldedAsName.utf8) }
    }

    extension [String] {
        /// The names as a list of columns in SQL.
        var columnList: FMSQL { map { "\(identifier: $0)" as FMSQL }.joined(separator: ", ") }
    }

    extension FMSchema.Table {
        /// A column by its name as SQLite tells names apart.
        func column(like name: String) -> FMSchema.Column? { columns.first { $0.name.columnKey == name.columnKey } }
    }

    /// Names of which no two are equal: what comes again gets a number.
    func distinct(_ names: [String]) -> [String] {
        var taken = Set<[UInt8]>()
        return names.map { name in
            var (candidate, number) = (name, 1)
            while !taken.insert(candidate.columnKey).inserted {
                number += 1
                candidate = "\(name)_\(number)"
            }
            return candidate
        }
    }
#endif
