#if Tool
    import FMDB
    import Foundation

    struct PageRequest: Decodable {
        struct Sort: Decodable, Equatable {
            let column: String
            var isDescending = false
        }

        struct Filter: Decodable, Equatable {
            enum Comparison: String, Decodable {
                case equal = "="
                case unequal = "!="
                case less = "<"
                case atMost = "<="
                case greater = ">"
                case atLeast = ">="
                case contains, starts
                case isNull = "null"
                case isNotNull = "notnull"
            }

            let column: String
            let comparison: Comparison
            var text: String?
            /// An exact value to compare with, such as a foreign key's, in place of ``text``.
            var value: ExactValue?
        }

        /// The row next to which a page begins: its value in the sorted column, and its key.
        struct Cursor: Codable, Equatable {
            var value: ExactValue?
            let key: [ExactValue]
        }

        enum Start: Equatable {
            case first, last
            case after(Cursor)
            case before(Cursor)
            /// At the first row whose value in the sorted column is not before this one. Without a sorted column, the key is compared.
            case at(String)
        }

        let table: String
        /// The name by which the page cancels a request that it no longer needs.
        var id = UUID().uuidString
        var sort: Sort?
        var filters: [Filter] = []
        var start = Start.first
        var limit = 100
        /// The number of rows to skip if there is no key.
        var offset = 0

        init(table: String, sort: Sort? = nil, filters: [Filter] = [], start: Start = .first, limit: Int = 100) {
            (self.table, self.sort, self.filters, self.start, self.limit) = (table, sort, filters, start, limit)
        }

        private enum CodingKeys: CodingKey { case table, id, sort, filters, start, cursor, text, limit, offset }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            table = try values.decode(String.self, forKey: .table)
            id = try values.decodeIfPresent(String.self, forKey: .id) ?? id
            sort = try values.decodeIfPresent(Sort.self, forKey: .sort)
            filters = try values.decodeIfPresent([Filter].self, forKey: .filters) ?? []
            limit = min(max(1, try values.decodeIfPresent(Int.self, forKey: .limit) ?? 100), 500)
            offset = min(max(0, try values.decodeIfPresent(Int.self, forKey: .offset) ?? 0), 1 << 40)
            guard filters.count <= 20 else { throw StudioError(.badRequest, "there are more than 20 filters") }
            switch try values.decodeIfPresent(String.self, forKey: .start) ?? "first" {
            case "first": start = .first
            case "last": start = .last
            case "after": start = .after(try values.decode(Cursor.self, forKey: .cursor))
            case "before": start = .before(try values.decode(Cursor.self, forKey: .cursor))
            case "at": start = .at(try values.decode(String.self, forKey: .text))
            default: throw StudioError(.badRequest, "the start of the page must be first, last, after, before or at")
            }
        }
    }

    extension PageRequest.Filter {
        /// Returns the condition, with its value bound.
        ///
        /// - Parameter affinity: the affinity of the column, or nil for the rowid.
        func condition(_ affinity: FMSchema.Affinity?) throws -> FMSQL {
            let column: FMSQL = "\(identifier: column)"
            let text = text ?? ""
            let value = self.value?.value ?? PagePlan.value(of: text, affinity)
            switch comparison {
            case .isNull: return "\(column) IS NULL"
            case .isNotNull: return "\(column) IS NOT NULL"
            case .contains: return "\(column) LIKE \("%\(text.escapedForLike)%") ESCAPE '\\'"
            case .starts: return "\(column) LIKE \("\(text.escapedForLike)%") ESCAPE '\\'"
            // IS NOT is used in place of <>, because it also finds rows with NULL.
            case .unequal: return "\(column) IS NOT \(value)"
            case .equal: return "\(column) IS \(value)"
            case .less, .atMost, .greater, .atLeast:
                return "\(column) \(raw: comparison.rawValue) \(value)"
            }
        }
    }
#endif
