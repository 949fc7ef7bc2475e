#if Tool
    import FMDB

    extension String {
        /// The bytes of the name, folded as SQLite folds names: ASCII letters only. A letter that is composed in two ways stays two.
        var columnKey: [UInt8] { Array(foldedAsName.utf8) }
    }

    extension [String] {
        /// The names as a list of columns in SQL.
        var columnList: FMSQL { FMSQL(raw: FMSQL.list(self)) }
    }

    extension FMSchema.Table {
        /// A column by its name, in any case of ASCII letters.
        func column(like name: String) -> FMSchema.Column? { columns.first { $0.name.columnKey == name.columnKey } }
    }

    /// The names, with a number behind each that occurs again.
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
