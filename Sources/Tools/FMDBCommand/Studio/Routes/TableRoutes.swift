#if Tool
    import FMDB
    import Foundation

    /// A request for the number of rows of a table, or of those that match the filters.
    struct CountRequest: Decodable {
        let page: PageRequest
        /// Whether the page needs the exact number, which requires a scan of all rows.
        let isExact: Bool
    }

    struct CountAnswer: Encodable {
        var count: Int?
        /// An upper bound, computed from the first and last rowid.
        var estimate: Int?
    }

    extension Studio {
        private static let shortTime: Duration = .milliseconds(150)

        func page(_ request: PageRequest) async throws -> Page {
            try await running.run(request.id) { try await read { try TableReader($0, request).read() } }
        }

        func count(_ request: CountRequest) async throws -> CountAnswer {
            try await running.run(request.page.id) { try await counted(request) }
        }

        private func counted(_ request: CountRequest) async throws -> CountAnswer {
            do {
                let count = try await pool.read(timeout: request.isExact ? deadline : Studio.shortTime) {
                    try TableReader($0, request.page).count()
                }
                return CountAnswer(count: count)
            } catch let error as FMError where error.extendedCode == .deadlineExceeded && !request.isExact {
                guard request.page.filters.isEmpty else { return CountAnswer() }
                let estimate = try await read { db -> Int? in
                    guard let table = try db.tableSchema(request.page.table), let key = RowKey(table), key.isRowID,
                        !table.isVirtual
                    else { return nil }
                    let number: FMSQL = "\(identifier: key.columns[0])"
                    let name: FMSQL = "\(identifier: table.name)"
                    // SQLite answers each of these two queries by reading one row, but would scan the table for a query with both.
                    let last = try db.value("SELECT max(\(number)) FROM \(name)", as: Double?.self) ?? 0
                    let first = try db.value("SELECT min(\(number)) FROM \(name)", as: Double?.self) ?? 0
                    return Int(exactly: (last - first + 1).rounded())
                }
                return CountAnswer(estimate: estimate)
            }
        }
    }

    /// A request for a part of a value, if the table view shows only its beginning.
    struct CellRequest: Decodable {
        let table: String
        let column: String
        let key: [ExactValue]
        var offset: Int?
    }

    struct CellAnswer: Encodable {
        /// The requested part of the text, if the value is not a blob.
        var text: String?
        /// The requested part of a blob as base64.
        var bytes: String?
        var count = 0
        var isWhole = true

        private static let partSize = 65_536

        init(_ request: CellRequest, _ db: FMDatabase) throws {
            guard let table = try db.tableSchema(request.table), table.column(request.column) != nil,
                let key = RowKey(table)
            else { throw StudioError(.notFound, "the table or the column is gone") }
            let reader = CellReader(db: db, table: request.table, key: key, row: request.key)
            let offset = max(0, request.offset ?? 0)
            switch try reader.shown(request.column) {
            case .null: break
            case .integer(let integer): text = String(integer)
            case .real(let real): text = String(real)
            case .text(let whole): (text, count) = (whole, whole.utf8.count)
            case .longText:
                let (data, all) = try part(reader, request.column, offset)
                (text, count, isWhole) = (String(decoding: data, as: UTF8.self), all, offset == 0 && data.count == all)
            case .blob:
                let (data, all) = try part(reader, request.column, offset)
                (bytes, count, isWhole) = (data.base64EncodedString(), all, offset == 0 && data.count == all)
            }
        }

        private func part(_ reader: CellReader, _ column: String, _ offset: Int) throws -> (Data, Int) {
            guard reader.key?.isRowID != true else {
                return try reader.part(of: column, at: offset, count: CellAnswer.partSize)
            }
            let data = try reader.whole(column)
            return (data.dropFirst(offset).prefix(CellAnswer.partSize), data.count)
        }
    }
#endif
