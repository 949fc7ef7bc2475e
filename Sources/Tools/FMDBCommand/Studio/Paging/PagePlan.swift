#if Tool
    import FMDB

    /// The statements that read a page. Each reads a range of an index if there is one, so each page costs the same, wherever it begins.
    /// The rows that have the cursor's value in the sorted column and a later key come first, then the rows with later values. NULLs come
    /// where SQLite sorts them.
    struct PagePlan {
        /// A statement's condition and order. Segments are read in sequence until there are enough rows.
        struct Segment {
            let condition: FMSQL?
            let order: FMSQL
        }

        let segments: [Segment]
        let isReversed: Bool

        fileprivate struct Order {
            let key: [String]
            let sort: String?
            let isDescending: Bool
        }

        init(_ request: PageRequest, key: RowKey, affinity: FMSchema.Affinity?) throws {
            // If the page is sorted by the key itself, the key is the only sort column.
            let isByKey = request.sort.map { key.columns == [$0.column] } ?? true
            let sort = isByKey ? nil : request.sort?.column
            let wanted = request.sort?.isDescending ?? false
            switch request.start {
            case .first, .after, .at: isReversed = false
            case .last, .before: isReversed = true
            }
            let order = Order(key: key.columns, sort: sort, isDescending: wanted != isReversed)
            switch request.start {
            case .first, .last: segments = [Segment(condition: nil, order: order.order)]
            case .after(let cursor), .before(let cursor):
                guard cursor.key.count == key.columns.count, (cursor.value == nil) == (sort == nil) else {
                    throw StudioError(.badRequest, "the page's cursor does not match its sort order")
                }
                segments = order.beyond(cursor.value?.value, cursor.key.map(\.value))
            case .at(let text):
                segments = order.from(PagePlan.value(of: text, affinity))
            }
        }

        /// Returns the value of typed text as SQLite would compare it with the column.
        static func value(of text: String, _ affinity: FMSchema.Affinity?) -> FMValue {
            switch affinity {
            case .text, .blob: return .text(text)
            default:
                if let integer = Int64(text) { return .integer(integer) }
                // SQLite treats "inf" and "0x1p3" as text.
                let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
                if isNumber, let real = Double(text) { return .real(real) }
                return .text(text)
            }
        }
    }

    extension PagePlan.Order {
        private typealias Segment = PagePlan.Segment

        private var direction: FMSQL { isDescending ? " DESC" : "" }
        private var later: FMSQL { isDescending ? "<" : ">" }
        private var column: FMSQL { "\(identifier: sort ?? key[0])" }
        private var keyOrder: FMSQL { key.map { "\(identifier: $0)\(direction)" as FMSQL }.joined(separator: ", ") }
        var order: FMSQL { sort == nil ? keyOrder : "\(column)\(direction), \(keyOrder)" }

        private func keyBeyond(_ values: [FMValue]) -> FMSQL {
            let bound = values.map { "\($0)" as FMSQL }.joined(separator: ", ")
            return key.count == 1
                ? "\(key.columnList) \(later) \(bound)" : "(\(key.columnList)) \(later) (\(bound))"
        }

        func beyond(_ value: FMValue?, _ keys: [FMValue]) -> [PagePlan.Segment] {
            guard sort != nil, let value else { return [Segment(condition: keyBeyond(keys), order: keyOrder)] }
            guard value != .null else {
                let rest = Segment(condition: "\(column) IS NULL AND \(keyBeyond(keys))", order: keyOrder)
                // NULLs come first in ascending order, and last in descending order.
                return isDescending ? [rest] : [rest, Segment(condition: "\(column) IS NOT NULL", order: order)]
            }
            let same = Segment(condition: "\(column) = \(value) AND \(keyBeyond(keys))", order: keyOrder)
            return [same, Segment(condition: "\(column) \(later) \(value)", order: order)] + nulls
        }

        func from(_ value: FMValue) -> [PagePlan.Segment] {
            [Segment(condition: "\(column) \(later)= \(value)", order: order)] + nulls
        }

        /// The segment for NULLs in descending order, in which they come last.
        private var nulls: [PagePlan.Segment] {
            sort != nil && isDescending ? [Segment(condition: "\(column) IS NULL", order: keyOrder)] : []
        }
    }
#endif
