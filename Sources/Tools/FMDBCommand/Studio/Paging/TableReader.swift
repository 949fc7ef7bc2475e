#if Tool
    import FMDB
    import Foundation

    struct Page: Encodable {
        struct Row: Encodable {
            /// The key that identifies the row for edits, or nil if the table has none.
            let key: [ExactValue]?
            /// The value of the sorted column, for the next or previous page.
            let value: ExactValue?
            var cells: [ShownCell]
        }

        var columns: [String] = []
        var rows: [Row] = []
        /// Whether there are more rows after the page, or before it if it was read backwards.
        var hasMore = false
        /// Whether pages begin at a key. Otherwise they begin at an offset.
        var hasKey = false
    }

    /// Reads pages. Values over the connection's length limit are not loaded: for a blob, only the length and the first bytes are read.
    struct TableReader {
        let db: FMDatabase
        let request: PageRequest
        private let columns: [FMSchema.Column]
        private let key: RowKey?

        init(_ db: FMDatabase, _ request: PageRequest) throws {
            self.db = db
            self.request = request
            if let table = try db.tableSchema(request.table) {
                guard table.problem == nil else { throw StudioError(.unprocessableContent, table.problem ?? "") }
                columns = table.columns.filter { !$0.isHidden }
                key = RowKey(table).flatMap { Self.works($0, table, db) ? $0 : nil }
            } else if let view = try db.schema().view(request.table) {
                guard view.problem == nil else { throw StudioError(.unprocessableContent, view.problem ?? "") }
                (columns, key) = (view.columns, nil)
            } else {
                throw StudioError(.notFound, "there is no table \"\(request.table)\" any more")
            }
            for name in request.filters.map(\.column) + (request.sort.map { [$0.column] } ?? []) {
                guard columns.contains(where: { $0.name == name }) || key?.columns == [name] else {
                    throw StudioError(.notFound, "there is no column \"\(name)\"")
                }
            }
        }

        /// Whether SQL can use the key, which is tested for virtual tables because some have no rowid.
        private static func works(_ key: RowKey, _ table: FMSchema.Table, _ db: FMDatabase) -> Bool {
            guard table.isVirtual else { return true }
            let sql: FMSQL = "SELECT \(identifier: key.columns[0]) FROM \(identifier: table.name) LIMIT 0"
            return (try? db.queryPlan(of: sql)) != nil
        }

        private func affinity(of column: String) -> FMSchema.Affinity? {
            columns.first { $0.name == column }?.affinity
        }

        // MARK: Reading

        func read() throws -> Page {
            var page = Page(columns: columns.map(\.name), hasKey: key != nil)
            let filter = try request.filters.map { try $0.condition(affinity(of: $0.column)) }
            let wanted = request.limit + 1
            let plan = try key.map {
                try PagePlan(request, key: $0, affinity: affinity(of: request.sort?.column ?? $0.columns[0]))
            }
            if let plan {
                for segment in plan.segments where page.rows.count < wanted {
                    let conditions = (segment.condition.map { [$0] } ?? []) + filter
                    try add(&page, conditions, segment.order, wanted - page.rows.count)
                }
            } else {
                let order = request.sort.map { sort -> FMSQL in
                    "\(identifier: sort.column)\(raw: sort.isDescending ? " DESC" : "")"
                }
                try add(&page, filter, order, wanted, offset: request.offset)
            }
            page.hasMore = page.rows.count > request.limit
            if page.hasMore { page.rows.removeLast() }
            if plan?.isReversed ?? false { page.rows.reverse() }
            return page
        }

        func count() throws -> Int {
            let filter = try request.filters.map { try $0.condition(affinity(of: $0.column)) }
            return try db.value("SELECT count(*) FROM \(identifier: request.table)\(condition(filter))", as: Int.self)
        }

        private func condition(_ conditions: [FMSQL]) -> FMSQL {
            conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0))" as FMSQL }.joined(separator: " AND ")
        }

        /// The name of the sorted column, unless it is the key.
        private var sorted: String? { request.sort.flatMap { key?.columns == [$0.column] ? nil : $0.column } }

        private func add(
            _ page: inout Page, _ conditions: [FMSQL], _ order: FMSQL?, _ count: Int, offset: Int = 0
        ) throws {
            let order = order.map { " ORDER BY " + $0 } ?? ""
            let end: FMSQL = "\(condition(conditions))\(order) LIMIT \(count) OFFSET \(offset)"
            do {
                let cells = columns.map { CellReader.expressions($0.name) } + places
                let sql: FMSQL =
                    "SELECT \(cells.joined(separator: ", ")) FROM \(identifier: request.table)\(end)"
                var rows: [Page.Row] = []
                try db.forEachRow(sql) { row in rows.append(try self.row(row, columns.count * CellReader.width)) }
                page.rows += try rows.map(completed)
            } catch let error as FMError where error.resultCode.primary == .tooBig && key != nil {
                try addOneByOne(&page, end)
            }
        }

        /// The key columns and the sorted column.
        private var places: [FMSQL] {
            ((key?.columns ?? []) + (key == nil ? [] : sorted.map { [$0] } ?? [])).map { "\(identifier: $0)" }
        }

        private func row(_ row: FMRow, _ start: Int) throws -> Page.Row {
            let cells = try (0..<start / CellReader.width).map { try CellReader.cell(row, at: $0 * CellReader.width) }
            let (key, value) = try place(row, start)
            return Page.Row(key: key, value: value, cells: cells)
        }

        private func place(_ row: FMRow, _ start: Int) throws -> ([ExactValue]?, ExactValue?) {
            guard let key else { return (nil, nil) }
            let values = try (0..<key.columns.count).map { try row.value(at: start + $0, as: FMValue.self) }
            let exact = values.map { ExactValue($0) }
            guard sorted != nil else { return (exact, nil) }
            return (exact, ExactValue(try row.value(at: start + key.columns.count, as: FMValue.self)))
        }

        // MARK: Values that are too large

        /// Reads each cell with its own statement. This is used if a value of the page is too large to load.
        private func addOneByOne(_ page: inout Page, _ end: FMSQL) throws {
            var rows: [Page.Row] = []
            try db.forEachRow("SELECT \(places.joined(separator: ", ")) FROM \(identifier: request.table)\(end)") {
                let (key, value) = try place($0, 0)
                rows.append(Page.Row(key: key, value: value, cells: []))
            }
            for row in rows {
                let reader = CellReader(db: db, table: request.table, key: key, row: row.key ?? [])
                var row = row
                row.cells = try columns.map { try reader.shown($0.name) }
                page.rows.append(row)
            }
        }

        /// Adds the first bytes of blobs that the statement did not load.
        private func completed(_ row: Page.Row) throws -> Page.Row {
            guard key?.isRowID == true, let values = row.key else { return row }
            var row = row
            let reader = CellReader(db: db, table: request.table, key: key, row: values)
            for (index, cell) in row.cells.enumerated() {
                guard case .blob("", let count) = cell, count > 0 else { continue }
                row.cells[index] = (try? reader.firstBytes(columns[index].name)) ?? cell
            }
            return row
        }
    }
#endif
