final class Salvage {
    let pages: DatabasePages
    let database: FMDatabase
    private let configure: (FMDatabase) throws -> Void
    var encoding = DatabaseHeader.Encoding.utf8
    var report = FMRepair.Report()
    /// The pages whose owner is known.
    var taken: Set<UInt32> = []
    /// The pages that are missing or damaged, with the root of the tree that leads to them.
    var lost: [UInt32: UInt32] = [:]
    private(set) var schema: [SchemaRow] = []
    /// The kinds and names of the rows in `schema`.
    private var schemaNames: Set<String> = []
    /// The overflow pages that cells of the schema have led to, and those that cells of orphans have led to. See
    /// ``DatabasePages/payload(of:on:following:)``.
    private var followedOfSchema: Set<UInt32> = []
    var followedOfOrphans: Set<UInt32> = []
    var tables: [RescuedTable] = []
    /// The roots of indexes, and whether each is whole.
    var indexes: [UInt32: Bool] = [:]
    private(set) lazy var lostAndFound = LostAndFound(database, encoding, besides: Set(schema.map(\.name.foldedAsName)))

    init(_ pages: DatabasePages, path: String, _ configure: @escaping (FMDatabase) throws -> Void) {
        (self.pages, self.configure) = (pages, configure)
        database = FMDatabase(path: path)
        database.logsErrors = false
    }

    func run() throws -> FMRepair.Report {
        defer { database.close() }
        readSchema()
        try open()
        try makeFile()
        try configure(database)
        try database.execute("BEGIN")
        try makeTables()
        try fillTables()
        try raiseSequences()
        passIndexes()
        try placeOrphans()
        try database.execute("COMMIT")
        reportInconsistencies()
        report.tables = tables.map(\.counts)
        report.lostAndFound = lostAndFound.count
        report.lostAndFoundTable = lostAndFound.name
        report.lostPages = lost.keys.sorted().map { Int(clamping: $0) }
        try makeRest()
        return report
    }

    /// Runs a step that may fail, and records why it failed as a problem. Rethrows errors after which the repair cannot continue.
    @discardableResult
    func attempt(_ what: String, _ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as FMError where ![.full, .ioError, .noMemory, .interrupt].contains(error.resultCode) {
            report.problems.append("\(what): \(error.message)")
            return false
        }
    }

    private func open() throws {
        guard database.open() else {
            throw database.openFailure ?? FMError(.cantOpen, "the new database cannot be opened")
        }
    }
}

// MARK: - The new file

extension Salvage {
    /// The settings of the new database. Its file gets the final name only when it is complete, so it needs neither a journal nor syncs
    /// until then.
    private static let setup = """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
        PRAGMA ignore_check_constraints = ON; PRAGMA trusted_schema = OFF; PRAGMA locking_mode = NORMAL;
        """

    private func makeFile() throws {
        let names: [DatabaseHeader.Encoding: String] = [.utf16LittleEndian: "UTF-16le", .utf16BigEndian: "UTF-16be"]
        let vacuum = pages.header.hasPointerMaps ? pages.header.isIncremental ? 2 : 1 : 0
        let own = """
            PRAGMA page_size = \(pages.header.pageSize); PRAGMA auto_vacuum = \(vacuum);
            PRAGMA encoding = '\(names[encoding] ?? "UTF-8")';
            PRAGMA application_id = \(Int32(bitPattern: pages.header.applicationID));
            PRAGMA user_version = \(Int32(bitPattern: pages.header.userVersion));
            """
        try database.runScript(own + Salvage.setup, nil)
    }

    private func makeTables() throws {
        for row in schema where row.kind == .table && row.root > 0 && !row.name.hasPrefix("sqlite_") {
            let sql = row.isHarmless ? row.sql : nil
            try attempt("table \(row.name)") {
                try database.execute(FMSQL(raw: sql ?? ""))
                tables.append(try RescuedTable(row.name, root: row.root, in: database))
            }
        }
        guard schema.contains(where: { $0.name.hasPrefix("sqlite_stat") }) else { return }
        _ = try? database.execute("ANALYZE sqlite_master")
        for row in schema where row.name.hasPrefix("sqlite_stat") && row.root > 0 {
            if let table = try? RescuedTable(row.name, root: row.root, in: database), table.isKnown {
                tables.append(table)
            }
        }
    }

    /// Creates indexes, virtual tables, views and triggers after the rows are inserted. Indexes are then built faster, and an index that
    /// cannot be built does not prevent rows from being inserted.
    private func makeRest() throws {
        try make(.index)
        let virtual = schema.filter(\.isVirtual)
        if !virtual.isEmpty { try makeVirtual(virtual) }
        try make(.view)
        try make(.trigger)
    }

    private func make(_ kind: SchemaRow.Kind) throws {
        for row in schema where row.kind == kind {
            guard let sql = row.sql else { continue }
            try attempt("\(kind) \(row.name)") {
                guard row.isHarmless else {
                    throw FMError(.corrupt, "its statement in the schema creates something else")
                }
                try database.execute(FMSQL(raw: sql))
            }
        }
    }

    /// Writes the rows of virtual tables into the schema table. `CREATE VIRTUAL TABLE` is not run, because it would create the shadow
    /// tables, which exist already.
    ///
    /// Rows that SQLite cannot compile, or whose name another table has, are left out. With such a row, SQLite would refuse the whole
    /// database.
    private func makeVirtual(_ found: [SchemaRow]) throws {
        let rows = try found.filter { row in
            try attempt("virtual table \(row.name)") {
                guard row.makesVirtualTable else {
                    throw FMError(.corrupt, "its statement in the schema creates something else")
                }
                try database.prepared(row.sql ?? "").close()
            }
        }
        try database.runScript("PRAGMA writable_schema = ON", nil)
        for row in rows {
            try database.execute("INSERT INTO sqlite_master VALUES ('table', ?, ?, 0, ?)", row.name, row.table, row.sql)
        }
        database.close()
        try open()
        try database.runScript(Salvage.setup, nil)
        try configure(database)
        for row in rows {
            let table = FMSQL.quoted(identifier: row.name)
            try attempt("virtual table \(row.name)") {
                _ = try database.dictionaries("SELECT * FROM \(table) LIMIT 0")
                guard !report.isWhole, ShadowTables.areOfFullText(row.sql ?? "") else { return }
                // The index is rebuilt, so that it does not find words of lost rows.
                try database.execute(FMSQL(raw: "INSERT INTO \(table) (\(table)) VALUES ('rebuild')"))
            }
        }
    }
}

// MARK: - What the old file leads to

extension Salvage {
    private func readSchema() {
        // The rows of the schema are a better source for the encoding than the header, which may be damaged.
        var isKnown = false
        encoding = pages.header.encoding ?? .utf8
        walk(from: 1, isTable: true) { page, bytes, _ in
            readSchema(page, bytes, &isKnown)
        } hole: { _ in
            report.isSchemaWhole = false
        }
        if !report.isSchemaWhole { findSchemaApart(&isKnown) }
        if !isKnown, pages.header.encoding == nil { encoding = guessedEncoding() }
    }

    /// Guesses the encoding from the text values, for a file without a readable header or schema.
    private func guessedEncoding() -> DatabaseHeader.Encoding {
        var votes: [DatabaseHeader.Encoding: Int] = [:]
        var followed: Set<UInt32> = []
        for number in pages.numbers where votes.values.reduce(0, +) < 1000 {
            guard let (page, bytes) = pages.treeAndBytes(number), page.kind.isLeaf, page.soundness == .exact
            else { continue }
            let records = page.cells.compactMap {
                StoredRecord(pages.payload(of: $0, on: bytes, following: &followed))
            }
            for value in records.flatMap(\.values) {
                if case .text(let text) = value, let vote = DatabaseHeader.Encoding(likelyOf: text) {
                    votes[vote, default: 0] += 1
                }
            }
        }
        return votes.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .utf8
    }

    private func readSchema(_ page: BTreePage, _ bytes: [UInt8], _ isEncodingKnown: inout Bool) {
        guard page.kind.isLeaf else { return }
        for cell in page.cells {
            let payload = pages.payload(of: cell, on: bytes, following: &followedOfSchema)
            let record = StoredRecord(payload)
            if !isEncodingKnown, let found = record.flatMap({ SchemaRow.encoding(of: $0) }) {
                encoding = found
                isEncodingKnown = true
            }
            guard let row = record.flatMap({ SchemaRow($0, encoding) }) else {
                report.isSchemaWhole = false
                continue
            }
            taken.formUnion(payload.pages)
            if schemaNames.insert("\(row.kind.rawValue) \(row.name.foldedAsName)").inserted { schema.append(row) }
        }
    }

    /// Looks for rows of the schema on all other pages. A page counts if all of its rows are schema rows with plausible roots.
    private func findSchemaApart(_ isEncodingKnown: inout Bool) {
        var followed: Set<UInt32> = []
        for number in pages.numbers where !taken.contains(number) {
            guard let (page, bytes) = pages.treeAndBytes(number), page.kind == .tableLeaf, page.soundness == .exact,
                !page.cells.isEmpty
            else { continue }
            let records = page.cells.compactMap {
                StoredRecord(pages.payload(of: $0, on: bytes, following: &followed))
            }
            let found = records.first.flatMap { SchemaRow.encoding(of: $0) }
            guard records.count == page.cells.count, let found, !isEncodingKnown || found == encoding,
                records.allSatisfy({ SchemaRow($0, found).map(hasRoot) ?? false })
            else { continue }
            taken.insert(number)
            readSchema(page, bytes, &isEncodingKnown)
        }
    }

    private func hasRoot(_ row: SchemaRow) -> Bool {
        guard row.root > 0 else { return row.kind != .index && (row.kind != .table || row.isVirtual) }
        return row.kind == .table || row.kind == .index
    }

    private func fillTables() throws {
        for table in tables { try fill(from: table.root, table) }
        // The rows of tables that could not be created.
        let known = Set(tables.map(\.root))
        for row in schema where row.kind == .table && row.root > 0 && !known.contains(row.root) {
            guard !row.name.hasPrefix("sqlite_") else { continue }
            try fill(from: row.root, nil)
        }
    }

    /// - Parameter table: nil if the table could not be created.
    private func fill(from root: UInt32, _ table: RescuedTable?) throws {
        let isTable = table.map { !$0.isWithoutRowID } ?? (pages.tree(root)?.kind.isTable ?? true)
        try walk(from: root, isTable: isTable) { page, bytes, range in
            try add(page, bytes, range, to: table, root: root)
        } hole: { range in
            table?.holes.append(range)
            table?.counts.lostPages += 1
        }
    }

    /// Adds the rows of a page to a table. Rows that the table refuses go into `lost_and_found`.
    func add(
        _ page: BTreePage, _ bytes: [UInt8], _ range: RowIDRange, to table: RescuedTable?, root: UInt32,
        isApart: Bool = false
    ) throws {
        guard page.kind != .tableInterior else { return }
        for cell in page.cells {
            let payload = pages.payload(of: cell, on: bytes) { taken.contains($0) }
            let rowID = page.kind.isTable ? cell.rowID : nil
            let record = StoredRecord(payload) ?? .empty
            taken.formUnion(payload.pages)
            let isCertain = record.isWhole && !record.hasDoubtfulZeros && rowID.map(range.contains) ?? true
            if isCertain, let table, try table.insert(record, rowID: cell.rowID, into: database, encoding) {
                table.counts.rows += 1
                if isApart { table.counts.rowsFoundApart += 1 }
                continue
            }
            if record.isWhole { table?.counts.rowsSetAside += 1 } else { table?.counts.rowsInPart += 1 }
            guard record.isWhole || rowID != nil || record.values.contains(where: { $0 != .null }) else { continue }
            try lostAndFound.add(record, rowID: rowID, page: page.number, root: root)
        }
    }

    /// Marks the pages of indexes as taken, so that none of them counts as an orphan. The indexes are rebuilt later.
    private func passIndexes() {
        for row in schema where row.kind == .index && row.root > 0 {
            indexes[row.root] = true
            walk(from: row.root, isTable: false) { page, bytes, _ in
                for cell in page.cells where cell.overflow != 0 {
                    _ = pages.payload(of: cell, on: bytes, following: &taken)
                }
            } hole: { _ in
                indexes[row.root] = false
            }
        }
    }

    /// Restores the highest rowids that `AUTOINCREMENT` has used.
    private func raiseSequences() throws {
        guard let row = schema.first(where: { $0.name == "sqlite_sequence" && $0.root > 0 }) else { return }
        var followed: Set<UInt32> = []
        try walk(from: row.root, isTable: true) { page, bytes, _ in
            for cell in page.cells where page.kind.isLeaf {
                let payload = pages.payload(of: cell, on: bytes, following: &followed)
                guard let values = StoredRecord(payload)?.values, values.count == 2,
                    let name = values[0].text(encoding), case .integer(let number) = values[1]
                else {
                    report.problems.append(
                        "AUTOINCREMENT: a row of sqlite_sequence is damaged, so a rowid may be reused")
                    continue
                }
                try attempt("AUTOINCREMENT of \(name)") { try raiseSequence(of: name, to: number) }
            }
        }
    }

    private func raiseSequence(of name: String, to number: Int64) throws {
        let changed = try database.execute("UPDATE sqlite_sequence SET seq = max(seq, \(number)) WHERE name = \(name)")
        if changed == 0 { try database.execute("INSERT INTO sqlite_sequence VALUES (\(name), \(number))") }
    }
}
