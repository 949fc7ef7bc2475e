#if Tool
    import FMDB
    import Foundation

    struct ImportReport: Encodable {
        let table: String
        let rows: Int
        /// The number of records whose rows existed and stayed unchanged.
        let ignored: Int
        let setAside: Int
        let setAsideFile: String?
        let seconds: Double
        let columns: [String: String]
        let problems: [RejectedRecords.Problem]
    }

    /// Reads records, and writes them into a table, in one transaction.
    final class Importer {
        enum Conflicts {
            /// The record is set aside.
            case reject
            /// The existing row is kept.
            case ignore
            /// The existing row gets the new values.
            case update
        }

        struct Options {
            var table: String
            /// The declared types, by case-folded column name.
            var types: [ExactText: ColumnType] = [:]
            var isAllText = false
            var key: [String] = []
            var indexes: [[String]] = []
            var conflicts = Conflicts.reject
            var isStrict = false
            var addsColumns = false
            var null: [UInt8]?
            var keepsText = false
        }

        private let db: FMDatabase
        let reader: any RecordReader
        let options: Options
        private let rejected: RejectedRecords
        private let progress: Progress
        private var types: [ColumnType] = []
        private var (rows, ignored) = (0, 0)
        private var detectors: [TypeDetector] = []
        private var shapes: [[Int]: Shape] = [:]
        private var binder: RowBinder?
        /// The key columns. Each record needs a value for each of them.
        private(set) var keys: [String] = []
        /// The table as it is when rows are inserted.
        private(set) var table: FMSchema.Table?
        /// The number of rows whose rowid SQLite generated.
        private var invented = 0
        /// The table before the import, or nil if the import creates it.
        private var existing: FMSchema.Table?
        private var isNew: Bool { existing == nil }
        /// Whether the types were detected only in the start of the file.
        private var isTentative = false
        private var wereAllRead = false
        /// The number of bytes at the start of the input from which the types are detected. They are kept in memory, because a pipe cannot
        /// be read again.
        private static let sample = 4 << 20

        init(
            _ db: FMDatabase, _ reader: any RecordReader, _ options: Options, _ rejected: RejectedRecords,
            _ progress: Progress
        ) {
            (self.db, self.reader, self.options) = (db, reader, options)
            (self.rejected, self.progress) = (rejected, progress)
        }

        func run() throws -> ImportReport {
            existing = try db.tableSchema(options.table)
            if isNew || reader is DelimitedReader { try detectTypes(readsAll: false) }
            do {
                try write()
            } catch is TypeContradiction {
                rejected.reset()
                (rows, ignored, invented) = (0, 0, 0)
                try reader.goBack()
                if isNew { try detectTypes(readsAll: true) }
                try write()
            }
            let names = zip(reader.columns, types).map { ($0, $1.rawValue) }
            return ImportReport(
                table: options.table, rows: rows, ignored: ignored, setAside: rejected.count,
                setAsideFile: rejected.writtenPath,
                seconds: progress.duration / .seconds(1), columns: Dictionary(names, uniquingKeysWith: { $1 }),
                problems: rejected.problems)
        }

        private func write() throws {
            // JSON is not checked here, because later records may add columns.
            if reader is DelimitedReader {
                try expectColumns(options.types.keys.map(\.text).sorted(), "--type")
            }
            try db.withTransaction(.immediate) {
                if let existing { try match(existing) } else { try createTable() }
                try findKeys()
                try insertAll()
                try createIndexes()
                guard rows + ignored > 0 || rejected.count == 0 else {
                    throw ToolError(.badData, (["no line could be imported:"] + rejected.lines).joined(separator: "\n"))
                }
                // The rejected records are written to disk before the commit. A crash after the commit then loses none of them.
                try rejected.write()
            }
        }

        // MARK: Columns

        private func type(_ name: String, detected: ColumnType) -> ColumnType {
            options.types[name.nameKey] ?? (options.isAllText ? .text : detected)
        }

        /// - Parameter readsAll: whether to read all of the input, because a later value did not fit the types of the first 4 MB.
        private func detectTypes(readsAll: Bool) throws {
            detectors = []
            let buffer = reader.buffer
            if !readsAll { try buffer.keepStart(Importer.sample) }
            isTentative = !readsAll && buffer.source.size != nil && !buffer.isAtEnd
            var count = 0
            reading: while true {
                // Stops before more input would be read, because a pipe cannot be read again beyond what is in memory.
                if !readsAll, !buffer.isAtEnd, buffer.end - buffer.position < Importer.sample / 4 { break }
                switch try reader.next() {
                case .end: break reading
                case .bad: continue
                case .record: look(at: reader.record)
                }
                count += 1
                if count & 0xFFF == 0 {
                    try Interrupts.shared.check()
                    if readsAll { progress.update(buffer.fraction.map { $0 / 4 }) }
                }
            }
            try reader.goBack()
            types = reader.columns.enumerated().map { index, name in
                type(name, detected: index < detectors.count ? detectors[index].type(marksTell: marksTell) : .text)
            }
            wereAllRead = readsAll
        }

        /// Whether quoted fields are text, even if they look like numbers.
        private var marksTell: Bool { (reader as? DelimitedReader).map { !$0.hasNeedlessMarks } ?? true }

        private func look(at record: Record) {
            (reader as? DelimitedReader)?.noteMarks()
            while detectors.count < max(reader.columns.count, record.fields.count) { detectors.append(TypeDetector()) }
            for (index, field) in record.fields.enumerated() {
                if field.kind == .text, options.keepsText {
                    detectors[index].addText()
                    continue
                }
                record.withBytes(of: field) { bytes in
                    if let null = options.null, field.kind == .plain, bytes.elementsEqual(null) { return }
                    if record.count == 1, bytes.isEmpty { return }
                    let isMarkedNull = options.null.map(bytes.elementsEqual) ?? false
                    detectors[index].add(isMarkedNull ? .plain : field.kind, bytes)
                }
            }
        }

        private func match(_ table: FMSchema.Table) throws {
            let key = Set(options.key.map(\.nameKey))
            guard options.conflicts != .reject || key.isEmpty || key == Set(table.key.map(\.nameKey)) else {
                let words = table.key.isEmpty ? "no key" : "the key \(table.key.joined(separator: ", "))"
                throw ToolError.usage(
                    "--key: the table \(table.name) exists already, with \(words). --key declares the key of a new table, or the key that --upsert compares."
                )
            }
            let missing = reader.columns.filter { table.column($0) == nil }
            guard missing.isEmpty || options.addsColumns else { throw lacking(missing, "the table \(table.name)") }
            types = try reader.columns.map(typeInTable)
        }

        private func lacking(_ columns: [String], _ table: String) -> ToolError {
            let names = columns.joined(separator: ", ")
            return ToolError(
                .badData,
                "\(table) has no column \(names). Add the missing columns with --alter, or name the columns with --columns."
            )
        }

        /// Returns the type of a column of the table. Adds the column if it is missing.
        private func typeInTable(_ name: String) throws -> ColumnType {
            guard let existing, let column = existing.column(name) else { return try addColumn(name) }
            return ColumnType(column, isStrict: existing.isStrict)
        }

        private func addColumn(_ name: String) throws -> ColumnType {
            let type = type(name, detected: .any)
            let word = type.word(isStrict: existing?.isStrict ?? options.isStrict)
            try db.execute("ALTER TABLE \(identifier: options.table) ADD COLUMN \(identifier: name) \(raw: word)")
            return type
        }

        private func createTable() throws {
            guard !reader.columns.isEmpty else {
                throw ToolError(.badData, "\(reader.buffer.source.name) has no records")
            }
            guard reader.columns.count <= JSONReader.maximumColumns else {
                let (count, most) = (reader.columns.count, JSONReader.maximumColumns)
                throw ToolError(
                    .badData, "\(reader.buffer.source.name) has \(count) columns; a table has at most \(most)")
            }
            try expectColumns(options.key, "--key")
            try options.indexes.forEach { try expectColumns($0, "--index") }
            let isSingle = options.key.count == 1
            var parts = zip(reader.columns, types).map { name, type in
                let isKey = isSingle && name.nameKey == options.key[0].nameKey
                return [
                    FMSQL.quoted(identifier: name), type.word(isStrict: options.isStrict),
                    isKey ? (type == .integer ? "PRIMARY KEY" : "NOT NULL PRIMARY KEY") : "",
                ].filter { !$0.isEmpty }.joined(separator: " ")
            }
            if options.key.count > 1 { parts.append("PRIMARY KEY (\(options.key.columnList.text))") }
            let (columns, end) = (parts.joined(separator: ", "), options.isStrict ? " STRICT" : "")
            try db.execute("CREATE TABLE \(identifier: options.table) (\(raw: columns))\(raw: end)")
        }

        private func expectColumns(_ names: [String], _ option: String) throws {
            for name in names where !reader.columns.contains(where: { $0.nameKey == name.nameKey }) {
                throw ToolError.usage(
                    "\(option): there is no column \(name); there are \(reader.columns.joined(separator: ", "))")
            }
        }

        private func createIndexes() throws {
            for columns in options.indexes {
                let name = "\(options.table)_\(columns.joined(separator: "_"))"
                let target: FMSQL = "\(identifier: options.table) (\(columns.columnList))"
                try db.execute("CREATE INDEX IF NOT EXISTS \(identifier: name) ON \(target)")
            }
        }

        // MARK: Rows

        private func findKeys() throws {
            table = try db.tableSchema(options.table)
            (shapes, binder) = ([:], nil)
            guard options.conflicts != .reject else {
                keys = table?.rowIDAlias.map { [$0] } ?? []
                return
            }
            guard FMSQLiteFeature.upsert.isAvailable else {
                throw ToolError(.unavailable, FMSQLiteFeature.upsert.requirement)
            }
            keys = options.key.isEmpty ? table?.key ?? [] : options.key
            guard options.conflicts == .update else { return }
            guard !keys.isEmpty else { throw ToolError.usage("--upsert needs --key, or a table with a primary key") }
            // Compiling this statement checks that the columns are a unique key: SQLite refuses ON CONFLICT for other columns.
            let nothing = keys.map { _ in "NULL" }.joined(separator: ", ")
            let insertion: FMSQL = "INSERT INTO \(identifier: options.table) (\(keys.columnList))"
            _ = try db.queryPlan(
                of: "\(insertion) VALUES (\(raw: nothing)) ON CONFLICT (\(keys.columnList)) DO NOTHING")
        }

        /// Whether each record needs key values to identify its row, even if the source has no key column.
        var needsKey: Bool { options.conflicts == .update || options.conflicts == .ignore && !options.key.isEmpty }

        /// Returns the statements for the columns of a record. Other columns keep their value or get the default.
        private func shape(of record: Record) -> Shape {
            var places = Array(reader.columns.indices)
            if existing != nil || options.conflicts != .reject {
                places.removeAll { $0 >= record.count || record.fields[$0].kind == .absent }
            }
            if let shape = shapes[places] { return shape }
            let shape = shape(places)
            // Each record may have different columns, so the cache is limited.
            if shapes.count > 500 { shapes = [:] }
            shapes[places] = shape
            return shape
        }

        private func insertAll() throws {
            var read = 0
            while true {
                switch try reader.next() {
                case .end: return
                case .bad(let reason): try rejected.add(reader.record, reason)
                case .record:
                    if reader.columns.count > types.count {
                        try addNewColumns()
                        (shapes, binder) = ([:], nil)
                    }
                    try insert()
                }
                read += 1
                if read & 0x3FF == 0 {
                    try Interrupts.shared.check()
                    progress.update(reader.buffer.fraction.map { wereAllRead ? 0.25 + $0 * 0.75 : $0 }, count: rows)
                }
            }
        }

        private func makeBinder() -> RowBinder {
            let columns = zip(reader.columns, types).map { name, type in
                let declared = options.types[name.nameKey]
                return ImportColumn(
                    name: name, type: type, isFound: isNew && declared == nil,
                    isDeclaredText: (declared ?? (options.isAllText ? .text : nil)) == .text,
                    isNotNull: table?.column(name)?.isNotNull ?? false, isKey: isKey(name))
            }
            let isJSON = options.keepsText
            return RowBinder(
                columns,
                FieldRules(
                    null: options.null, isJSON: isJSON, keepsText: isJSON || marksTell,
                    isSingle: !isJSON && columns.count == 1, isTentative: isNew && isTentative), detectors)
        }

        private func addNewColumns() throws {
            let added = reader.columns[types.count...]
            let missing = added.filter { existing?.column($0) == nil }
            guard isNew || options.addsColumns || missing.isEmpty else {
                throw lacking(missing, "line \(reader.record.line): the table \(options.table)")
            }
            for name in added { types.append(try typeInTable(name)) }
        }

        @inline(__always)
        private func insert() throws {
            let record = reader.record
            let binder = binder ?? makeBinder()
            self.binder = binder
            do {
                let shape = shape(of: record)
                if let key = shape.missingKey { throw RowBinder.noKey(key) }
                try expectOneSource(of: shape)
                var changed = 0
                if let update = shape.update {
                    changed = try db.execute(update) { values in try binder.bind(record, shape.places, to: &values) }
                }
                if changed == 0 {
                    changed = try db.execute(shape.insertion) { try binder.bind(record, shape.places, to: &$0) }
                }
                if changed > 0 { rows += 1 } else { ignored += 1 }
            } catch let problem as RowProblem {
                try rejected.add(record, problem.reason)
            } catch let error as FMError {
                switch error.resultCode.primary {
                case .constraint, .mismatch, .tooBig: try rejected.add(record, error.message)
                default: throw error
                }
            }
        }

        /// Throws if only some records have rowids. SQLite generates rowids for the others, and a later record may contain the same one.
        private func expectOneSource(of shape: Shape) throws {
            guard !needsKey, let key = table?.rowIDAlias else { return }
            guard missingKey(shape.places.map { reader.columns[$0] }) == nil else { return invented += 1 }
            guard invented > 0 else { return }
            // A file is read a second time. Then the column of the rowid is known from the start, and records without a rowid are rejected.
            guard reader.buffer.source.size == nil else { throw TypeContradiction() }
            throw ToolError(
                .badData,
                "line \(reader.record.line) has the key \(key), which is missing in \(counted(invented, "record")) before it: SQLite generated keys for them, which later rows may use. Import records with and without the key from two files."
            )
        }
    }
#endif
