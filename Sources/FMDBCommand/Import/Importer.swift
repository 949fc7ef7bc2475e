#if Tool
    import FMDB
    import Foundation

    /// What an import has done.
    struct ImportReport: Encodable {
        let table: String
        let rows: Int
        let setAside: Int
        let setAsideFile: String?
        let seconds: Double
        let columns: [String: String]
        let problems: [RejectedRecords.Problem]
    }

    /// Reads records, and writes them into a table, in one transaction.
    final class Importer {
        enum Conflicts {
            /// The row cannot be imported.
            case reject
            /// The row that is there stays.
            case ignore
            /// The row that is there gets the new values.
            case update
        }

        struct Options {
            var table: String
            var types: [String: ColumnType] = [:]
            var isAllText = false
            var key: [String] = []
            var indexes: [[String]] = []
            var conflicts = Conflicts.reject
            var isStrict = false
            /// Whether a table that is there gets the columns that it has not.
            var addsColumns = false
            var null: [UInt8]?
            var keepsText = false
        }

        private let db: FMDatabase
        private let reader: any RecordReader
        private let options: Options
        private let rejected: RejectedRecords
        private let progress: Progress
        private var types: [ColumnType] = []
        private var rows = 0
        /// The table as it was; nil if it is a new one.
        private var existing: FMSchema.Table?
        private var isNew: Bool { existing == nil }
        /// Whether the types are those of the start of a file, which the rest may contradict.
        private var isTentative = false
        /// Whether the input was read once before.
        private var wereAllRead = false
        /// A pipe can be looked at only so far before it is imported.
        private static let sample = 4 << 20

        init(
            _ db: FMDatabase, _ reader: any RecordReader, _ options: Options, _ rejected: RejectedRecords,
            _ progress: Progress
        ) {
            self.db = db
            self.reader = reader
            self.options = options
            self.rejected = rejected
            self.progress = progress
        }

        func run() throws -> ImportReport {
            existing = try db.tableSchema(options.table)
            if isNew { try detectTypes(from: .start) }
            do {
                try write()
            } catch is TypeContradiction {
                rejected.reset()
                rows = 0
                try reader.goBack()
                try detectTypes(from: .whole)
                try write()
            }
            let names = zip(reader.columns, types).map { ($0, $1.rawValue) }
            return ImportReport(
                table: options.table, rows: rows, setAside: rejected.count, setAsideFile: rejected.writtenPath,
                seconds: progress.duration / .seconds(1), columns: Dictionary(names, uniquingKeysWith: { $1 }),
                problems: rejected.problems)
        }

        private func write() throws {
            // Of JSON more may come.
            if reader is DelimitedReader { try expectColumns(options.types.keys.sorted(), "--type") }
            try db.withTransaction(.immediate) {
                if let existing { try match(existing) } else { try createTable() }
                try insertAll()
                try createIndexes()
                guard rows > 0 || rejected.count == 0 else {
                    throw ToolError(.badData, (["no line could be imported:"] + rejected.lines).joined(separator: "\n"))
                }
                // What was set aside is on disk before the rest is: no record is lost.
                try rejected.write()
            }
        }

        // MARK: Columns

        /// What the types of the columns are found out from.
        private enum Extent {
            /// The first 4 MB: most files are read once then. A value that does not fit shows that it was not enough.
            case start
            case whole
        }

        private func type(_ name: String, detected: ColumnType) -> ColumnType {
            options.types[name.lowercased()] ?? (options.isAllText ? .text : detected)
        }

        private func detectTypes(from extent: Extent) throws {
            var detectors: [TypeDetector] = []
            let buffer = reader.buffer
            if extent == .start { try buffer.keepStart(Importer.sample) }
            isTentative = extent == .start && buffer.source.size != nil && !buffer.isAtEnd
            var count = 0
            reading: while true {
                // What is not in memory yet would be lost with a pipe.
                if extent == .start, !buffer.isAtEnd, buffer.end - buffer.position < Importer.sample / 4 { break }
                switch try reader.next() {
                case .end: break reading
                case .bad: continue
                case .record: look(at: reader.record, &detectors)
                }
                count += 1
                if count & 0xFFF == 0 {
                    try Interrupts.shared.check()
                    if extent == .whole { progress.update(buffer.fraction.map { $0 / 4 }) }
                }
            }
            try reader.goBack()
            types = reader.columns.enumerated().map { index, name in
                type(name, detected: index < detectors.count ? detectors[index].type : .text)
            }
            wereAllRead = extent == .whole
        }

        private func look(at record: Record, _ detectors: inout [TypeDetector]) {
            while detectors.count < max(reader.columns.count, record.fields.count) { detectors.append(TypeDetector()) }
            for (index, field) in record.fields.enumerated() {
                if field.kind == .text, options.keepsText {
                    detectors[index].addText()
                    continue
                }
                record.withBytes(of: field) { bytes in
                    if let null = options.null, field.kind == .plain, bytes.elementsEqual(null) { return }
                    detectors[index].add(field.kind, bytes)
                }
            }
        }

        private func match(_ table: FMSchema.Table) throws {
            let key = Set(options.key.map { $0.lowercased() })
            guard options.conflicts != .reject || key.isEmpty || key == Set(table.key.map { $0.lowercased() }) else {
                let words = table.key.isEmpty ? "no key" : "the key \(table.key.joined(separator: ", "))"
                throw ToolError.usage(
                    "--key: the table \(table.name) is there already, with \(words). --key makes the key of a new table, or is that of --upsert."
                )
            }
            let missing = reader.columns.filter { table.column($0) == nil }
            guard missing.isEmpty || options.addsColumns else {
                throw ToolError(
                    .badData,
                    "the table \(table.name) has no column \(missing.joined(separator: ", ")). Add what is missing with --alter, or name the columns with --columns."
                )
            }
            types = try reader.columns.map(typeInTable)
        }

        /// The type of a column that is in the table, or is added to it.
        private func typeInTable(_ name: String) throws -> ColumnType {
            try existing?.column(name).map { ColumnType($0) } ?? addColumn(name)
        }

        private func addColumn(_ name: String) throws -> ColumnType {
            let type = type(name, detected: .any)
            try db.execute(
                "ALTER TABLE \(identifier: options.table) ADD COLUMN \(identifier: name) \(raw: type.rawValue)")
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
                let isKey = isSingle && name.lowercased() == options.key[0].lowercased()
                let word = type == .any && options.isStrict ? "ANY" : type.rawValue
                return [
                    FMSQL.quoted(identifier: name), word,
                    isKey ? (type == .integer ? "PRIMARY KEY" : "NOT NULL PRIMARY KEY") : "",
                ].filter { !$0.isEmpty }.joined(
                    separator: " ")
            }
            if options.key.count > 1 { parts.append("PRIMARY KEY (\(list(options.key)))") }
            let table = FMSQL.quoted(identifier: options.table)
            try db.execute(
                FMSQL(
                    raw: "CREATE TABLE \(table) (\(parts.joined(separator: ", ")))\(options.isStrict ? " STRICT" : "")")
            )
        }

        private func expectColumns(_ names: [String], _ option: String) throws {
            for name in names where !reader.columns.contains(where: { $0.lowercased() == name.lowercased() }) {
                throw ToolError.usage(
                    "\(option): there is no column \(name); there are \(reader.columns.joined(separator: ", "))")
            }
        }

        private func list(_ names: [String]) -> String { names.map(FMSQL.quoted(identifier:)).joined(separator: ", ") }

        private func createIndexes() throws {
            for columns in options.indexes {
                let name = "\(options.table)_\(columns.joined(separator: "_"))"
                try db.execute(
                    FMSQL(
                        raw:
                            "CREATE INDEX IF NOT EXISTS \(FMSQL.quoted(identifier: name)) ON \(FMSQL.quoted(identifier: options.table)) (\(list(columns)))"
                    ))
            }
        }

        // MARK: Rows

        private func insertion() throws -> FMSQL {
            let columns = reader.columns
            // An object without members.
            guard !columns.isEmpty else { return "INSERT INTO \(identifier: options.table) DEFAULT VALUES" }
            var text = "INSERT INTO \(FMSQL.quoted(identifier: options.table)) (\(list(columns))) VALUES ("
            text += columns.map { _ in "?" }.joined(separator: ", ") + ")"
            guard options.conflicts != .reject else { return FMSQL(raw: text) }
            guard FMSQLiteFeature.upsert.isAvailable else {
                throw ToolError(.unavailable, FMSQLiteFeature.upsert.requirement)
            }
            let key = options.key.isEmpty ? try db.tableSchema(options.table)?.key ?? [] : options.key
            let others = columns.filter { name in !key.contains { $0.lowercased() == name.lowercased() } }
            guard options.conflicts == .update, !others.isEmpty else {
                return FMSQL(raw: text + " ON CONFLICT DO NOTHING")
            }
            guard !key.isEmpty else { throw ToolError.usage("--upsert needs --key, or a table with a primary key") }
            let changes = others.map { "\(FMSQL.quoted(identifier: $0)) = excluded.\(FMSQL.quoted(identifier: $0))" }
            return FMSQL(raw: "\(text) ON CONFLICT (\(list(key))) DO UPDATE SET \(changes.joined(separator: ", "))")
        }

        private func insertAll() throws {
            var sql = try insertion()
            var binder = binder()
            var read = 0
            while true {
                switch try reader.next() {
                case .end: return
                case .bad(let reason): try rejected.add(reader.record, reason)
                case .record:
                    if reader.columns.count > types.count {
                        try addNewColumns()
                        (sql, binder) = (try insertion(), self.binder())
                    }
                    try insert(sql, binder)
                }
                read += 1
                if read & 0x3FF == 0 {
                    try Interrupts.shared.check()
                    progress.update(reader.buffer.fraction.map { wereAllRead ? 0.25 + $0 * 0.75 : $0 }, count: rows)
                }
            }
        }

        private func binder() -> RowBinder {
            RowBinder(
                types: types, names: reader.columns,
                areFound: reader.columns.map { isNew && options.types[$0.lowercased()] == nil }, null: options.null,
                keepsText: options.keepsText,
                isTentative: isTentative)
        }

        private func addNewColumns() throws {
            let added = reader.columns[types.count...]
            let missing = added.filter { existing?.column($0) == nil }
            guard isNew || options.addsColumns || missing.isEmpty else {
                let names = missing.joined(separator: ", ")
                throw ToolError(
                    .badData,
                    "line \(reader.record.line): the table \(options.table) has no column \(names). Add what is missing with --alter, or name the columns with --columns."
                )
            }
            for name in added { types.append(try typeInTable(name)) }
        }

        @inline(__always)
        private func insert(_ sql: FMSQL, _ binder: RowBinder) throws {
            let record = reader.record
            do {
                try db.execute(sql) { values in try binder.bind(record, to: &values) }
                rows += 1
            } catch let problem as RowProblem {
                try rejected.add(record, problem.reason)
            } catch let error as FMError {
                switch error.resultCode.primary {
                case .constraint, .mismatch, .tooBig: try rejected.add(record, error.message)
                default: throw error
                }
            }
        }
    }
#endif
