import FMDB
import FMDBTestHelpers

/// What is done to a database file.
enum RepairDamage: String, CaseIterable, Sendable {
    case noise, truncation, header, firstPage, pointers, many

    /// Damages the file of a sample.
    ///
    /// - Returns: the pages that are no longer as they were.
    func damage(_ sample: inout RepairSample, _ numbers: inout SeededNumbers) -> Set<Int> {
        let (size, count) = (sample.pageSize, sample.pageCount)
        switch self {
        case .noise:
            return noise(max(1, count / 100), &sample, &numbers)
        case .many:
            let zeros = Set((0..<count / 40).map { _ in Int.random(in: 2...max(2, count), using: &numbers) })
            for page in zeros {
                sample.bytes.replaceSubrange((page - 1) * size..<page * size, with: repeatElement(0, count: size))
            }
            return noise(max(1, count / 40), &sample, &numbers).union(zeros)
        case .truncation:
            let length = sample.bytes.count - Int.random(in: 1...max(1, sample.bytes.count / 5), using: &numbers)
            sample.bytes.removeLast(sample.bytes.count - length)
            return Set(length / size + 1...count)
        case .header:
            sample.bytes.replaceSubrange(0..<100, with: repeatElement(0, count: 100))
            return []
        case .firstPage:
            sample.bytes.replaceSubrange(0..<size, with: repeatElement(0, count: size))
            return [1]
        case .pointers:
            guard let page = sample.interiorPages.filter({ $0 <= count }).randomElement(using: &numbers) else {
                return []
            }
            sample.bytes.replaceSubrange((page - 1) * size..<page * size, with: repeatElement(0, count: size))
            return [page]
        }
    }

    /// Overwrites so many pages, but not the first one.
    private func noise(_ count: Int, _ sample: inout RepairSample, _ numbers: inout SeededNumbers) -> Set<Int> {
        let pages = (0..<count).map { _ in Int.random(in: 2...max(2, sample.pageCount), using: &numbers) }
        for page in pages {
            for place in (page - 1) * sample.pageSize..<min(page * sample.pageSize, sample.bytes.count) {
                sample.bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            }
        }
        return Set(pages)
    }
}

/// What has become of the rows of a sample whose pages are as they were.
struct RepairOutcome {
    var intact = 0
    var inTable = 0
    /// In `lost_and_found`.
    var apart = 0
    /// Rows in a table that it never had.
    var invented = 0
    var missing: Int { intact - inTable - apart }

    static func + (one: RepairOutcome, other: RepairOutcome) -> RepairOutcome {
        RepairOutcome(
            intact: one.intact + other.intact, inTable: one.inTable + other.inTable, apart: one.apart + other.apart,
            invented: one.invented + other.invented)
    }

    var inWords: String {
        let share = intact == 0 ? 100 : Double(inTable + apart) / Double(intact) * 100
        return
            "\(intact) rows on whole pages: \(inTable) in their table, \(apart) in lost_and_found, \(missing) missing "
            + "(\(String(format: "%.3f", share)) % recovered); \(invented) invented"
    }
}

extension RepairOutcome {
    /// Compares a new database with a sample.
    init(_ path: String, _ sample: RepairSample, damaged: Set<Int>) throws {
        self.init()
        let database = FMDatabase.file(path)
        defer { database.close() }
        var lost = try RepairOutcome.lostAndFound(database)
        for table in sample.tables {
            let found = try RepairOutcome.rows(of: table, database)
            let original = Set(table.rows.map(\.row))
            invented += found.subtracting(original).count
            for (row, pages) in table.rows where damaged.isDisjoint(with: pages) {
                intact += 1
                if found.contains(row) {
                    inTable += 1
                } else if let count = lost[row], count > 0 {
                    lost[row] = count - 1
                    apart += 1
                }
            }
        }
    }

    private static func rows(of table: RepairSample.Table, _ database: FMDatabase) throws -> Set<RepairSample.Row> {
        guard try database.value("SELECT count(*) FROM sqlite_master WHERE name = \(table.name)", as: Int.self) > 0
        else {
            return []
        }
        let columns = table.isWithoutRowID ? "NULL, b, a, c" : "rowid, " + table.columns.joined(separator: ", ")
        var rows: Set<RepairSample.Row> = []
        try database.forEachRow(FMSQL(raw: "SELECT \(columns) FROM \(table.name)")) { row in
            // What others save may be no text at all.
            let values = (try? row.values()) ?? [.null, .text("unreadable")]
            rows.insert(values.count == 2 ? RepairSample.Row(rowID: nil, values: values) : table.row(values))
        }
        return rows
    }

    /// The rows of `lost_and_found`, and how often each is there.
    private static func lostAndFound(_ database: FMDatabase) throws -> [RepairSample.Row: Int] {
        var rows: [RepairSample.Row: Int] = [:]
        guard try database.value("SELECT count(*) FROM sqlite_master WHERE name = 'lost_and_found'", as: Int.self) > 0
        else {
            return [:]
        }
        let any = RepairSample.Table(name: "lost_and_found", isWithoutRowID: false, columns: [], rowIDColumn: nil)
        try database.forEachRow("SELECT nfield, id, * FROM lost_and_found") { row in
            guard let values = try? row.values(), case .integer(let count) = values[0] else { return }
            rows[any.row([values[1]] + values[6..<6 + Int(count)]), default: 0] += 1
        }
        return rows
    }
}
