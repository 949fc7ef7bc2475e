#if Tool
    import FMDB
    import Foundation

    struct CellReader {
        let db: FMDatabase
        let table: String
        let key: RowKey?
        let row: [ExactValue]

        /// The number of result columns for a cell.
        static let width = 2
        /// The size of the largest blob whose first bytes are read with `substr`, which loads the whole blob.
        private static let largestBlob = 65_536

        /// Returns two SQL expressions: the value, or the first bytes of a blob, and the blob's length. `length` reads only the record's
        /// header. `substr` excludes empty blobs, for which it returns NULL.
        static func expressions(_ column: String) -> FMSQL {
            let column: FMSQL = "\(identifier: column)"
            return """
                CASE typeof(\(column)) WHEN 'blob' THEN
                CASE WHEN length(\(column)) BETWEEN 1 AND \(raw: String(largestBlob)) THEN substr(\(column), 1, \(raw: String(ShownCell.firstBytes))) ELSE x'' END
                ELSE \(column) END,
                CASE typeof(\(column)) WHEN 'blob' THEN length(\(column)) END
                """
        }

        static func cell(_ row: FMRow, at index: Int) throws -> ShownCell {
            let value = try row.value(at: index, as: FMValue.self)
            guard case .blob(let data) = value else { return ShownCell(value) }
            return ShownCell(firstBytes: data, count: try row.value(at: index + 1, as: Int.self))
        }

        private var condition: FMSQL { key?.condition(row) ?? "" }

        /// Returns the cell for display, whatever its size.
        func shown(_ column: String) throws -> ShownCell {
            do {
                var cell: ShownCell?
                let sql: FMSQL =
                    "SELECT \(CellReader.expressions(column)) FROM \(identifier: table) WHERE \(condition)"
                try db.forEachRow(sql) { cell = try CellReader.cell($0, at: 0) }
                guard let cell else { throw StudioError(.notFound, "the row is gone") }
                if case .blob("", let count) = cell, count > 0 { return (try? firstBytes(column)) ?? cell }
                return cell
            } catch let error as FMError where error.resultCode.primary == .tooBig {
                return (try? firstBytes(column)) ?? .longText("(larger than 1 MB)", 0)
            }
        }

        /// Returns the first bytes through incremental I/O, which loads only the bytes that are read. See
        /// [`sqlite3_blob_open`](https://sqlite.org/c3ref/blob_open.html).
        func firstBytes(_ column: String) throws -> ShownCell {
            let (data, count) = try part(of: column, at: 0, count: ShownCell.longestText)
            let type = try db.value(
                "SELECT typeof(\(identifier: column)) FROM \(identifier: table) WHERE \(condition)", as: String.self)
            return type == "text"
                ? ShownCell(text: String(decoding: data, as: UTF8.self), count: count)
                : ShownCell(firstBytes: data, count: count)
        }

        /// Returns a whole TEXT or BLOB value that is within the length limit.
        func whole(_ column: String) throws -> Data {
            try db.value(
                "SELECT CAST(\(identifier: column) AS BLOB) FROM \(identifier: table) WHERE \(condition)", as: Data.self
            )
        }

        /// Returns a part of a TEXT or BLOB value, and the length of the value in bytes.
        func part(of column: String, at offset: Int, count: Int) throws -> (Data, Int) {
            guard key?.isRowID == true, case .integer(let number)? = row.first?.value else {
                throw StudioError(.unprocessableContent, "the values of a WITHOUT ROWID table cannot be read in parts")
            }
            let blob = try db.openBlob(table: table, column: column, row: number)
            let all = blob.count
            let start = min(max(0, offset), all)
            let data = try blob.read(at: start, count: min(max(0, count), all - start))
            try blob.close()
            return (data, all)
        }
    }
#endif
