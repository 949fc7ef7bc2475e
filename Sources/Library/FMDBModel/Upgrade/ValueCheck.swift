import FMDB

/// Looks for values that the properties of a model cannot read, or would read as other values.
///
/// The declared type does not reveal them: an INTEGER column may have been written as `Int` and now be read as `Bool`.
struct ValueCheck {
    let db: FMDatabase
    let facts: FMSchema.Table
    let creation: CreateTable
    /// Returns whether the model's own initializer can read a row.
    let reads: (FMRow) -> Bool
    /// The pending changes of the table, or nil if there are none.
    let pending: UpgradePlan?
    let report: FMUpgradeReport

    /// The maximum numbers of rows and, roughly, of bytes that are examined from each end of a table that is not rebuilt.
    static let rowLimit = 5_000
    static let byteLimit = 32_000_000

    /// - Returns: the number of examined rows, and whether these were all rows.
    func run() throws(FMError) -> (rows: Int, isAll: Bool) {
        let all = report.isRebuilt
        var (tallies, last) = (tallies, Int64?.none)
        guard !tallies.isEmpty else {
            return (0, try !db.value("SELECT EXISTS (SELECT 1 FROM main.\(identifier: facts.name))", as: Bool.self))
        }
        var (rows, isAll) = try look(at: &tallies, from: "ASC", all: all, &last)
        if !isAll {
            let (others, areAll) = try look(at: &tallies, from: "DESC", all: false, &last)
            (rows, isAll) = (rows + others, areAll && facts.rowID != nil)
        }
        for tally in tallies {
            if let problem = tally.problem(in: facts.name) { throw FMError(.mismatch, problem) }
        }
        return (rows, isAll)
    }

    /// The tallies for the columns that the upgrade neither adds nor converts.
    private var tallies: [ValueTally] {
        let isOther = { (name: String) in
            pending?.added.contains { $0.name == name } ?? false
                || pending?.changes.contains { $0.name.foldedAsName == name.foldedAsName && $0.kind != nil } ?? false
        }
        return creation.shapes.filter { !isOther($0.name) }.compactMap {
            ValueTally(
                $0, column($0), creation.options.dates,
                refusesUnread: report.isRebuilt || report.renamed[$0.name] != nil)
        }
    }

    /// Returns the SQL expression of a column in the current table. For a new column, this is its default value.
    private func column(_ shape: ColumnShape) -> String {
        let added = pending?.added.first { $0.name == shape.name }
        if let added { return "\(added.usefulDefault ?? .null)" }
        return FMSQL.column(pending?.renames.first { $0.new == shape.name }?.old ?? shape.name).text
    }

    private func look(
        at tallies: inout [ValueTally], from end: String, all: Bool, _ last: inout Int64?
    ) throws(FMError) -> (rows: Int, isAll: Bool) {
        let order = facts.rowID.map { [$0] } ?? facts.key.map { FMSQL.column($0).text } + ["NULL"]
        let columns = tallies.map(\.column) + [facts.rowID ?? "NULL"]
        // Rows that were examined from the other end are not examined again.
        let behind = facts.rowID.flatMap { name in last.map { " WHERE \(name) > \($0)" } } ?? ""
        let terms = order.map { "\($0) \(end)" }.joined(separator: ", ")
        let source = "FROM main.\(FMSQL.quoted(identifier: facts.name))\(behind) ORDER BY \(terms) LIMIT -1"
        let cursor = try db.query(FMSQL(raw: "SELECT \(columns.joined(separator: ", ")) \(source)"))
        defer { cursor.close() }
        var (count, bytes) = (0, 0)
        while let row = try cursor.nextRow() {
            if !all, count == ValueCheck.rowLimit || bytes > ValueCheck.byteLimit { return (count, false) }
            last = try row.value(at: tallies.count, as: Int64?.self)
            for index in tallies.indices {
                bytes += try tallies[index].take(row, index, last) { isReadByModel(source, count) }
            }
            count += 1
        }
        return (count, true)
    }

    /// Returns whether the model reads a row that its properties' types cannot read. A model with its own decoding may do so.
    private func isReadByModel(_ source: String, _ place: Int) -> Bool {
        let columns = creation.shapes.map { "\(column($0)) AS \(FMSQL.column($0.name).text)" }.joined(separator: ", ")
        guard let cursor = try? db.query(FMSQL(raw: "SELECT \(columns) \(source) OFFSET \(place)")) else {
            return false
        }
        defer { cursor.close() }
        return (try? cursor.nextRow()).flatMap { $0 }.map(reads) ?? false
    }
}

/// The findings in a column.
private struct ValueTally {
    private let shape: ColumnShape
    private let type: Any.Type
    private let dates: FMDateStorage
    private let convertible: (any FMValueConvertible.Type)?
    /// Whether the type writes each value back as it was read. The notation of a number may differ.
    private let isExact: Bool
    /// The storage class whose values the type can always read, or nil if there is none.
    private let sureKind: FMColumnKind?
    /// Whether each value must be readable. If not, one readable value is enough.
    private let refusesUnread: Bool
    /// The selected expression. Values of the storage class `sureKind` are replaced with an empty value of that class, which avoids reading
    /// them.
    let column: String
    private var values = 0
    private var faults = Faults()
    /// The values that the type can read, but would write back as other values.
    private var changes = Faults()
    /// The number of dates that are stored as numbers, and how many of them look like another date format.
    private var (numbers, strange) = (0, 0)
    private var firstNumber: Int64?
    private var isReadByModel = false

    /// - Returns: nil if the type of the property is not known.
    init?(_ shape: ColumnShape, _ column: String, _ dates: FMDateStorage, refusesUnread: Bool) {
        guard let type = shape.type else { return nil }
        (self.shape, self.type, self.dates, self.refusesUnread) = (shape, type, dates, refusesUnread || shape.isDate)
        convertible = type as? any FMValueConvertible.Type
        switch type {
        case is Bool.Type, is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Decimal.Type, is URL.Type:
            isExact = true
        default: isExact = false
        }
        sureKind = ValueTally.sureKind(of: type)
        self.column =
            sureKind.map { kind in
                let (name, least) = (kind.rawValue, "CAST('' AS \(kind.rawValue))")
                return "CASE typeof(\(column)) WHEN lower('\(name)') THEN \(least) ELSE \(column) END"
            } ?? column
    }

    private static func sureKind(of type: Any.Type) -> FMColumnKind? {
        switch type {
        case is Int.Type, is Int64.Type: .integer
        case is Double.Type: .real
        case is String.Type: .text
        case is Data.Type, is [UInt8].Type: .blob
        default: nil
        }
    }

    /// - Parameter isRead: returns whether the model itself reads the row. It is called at most once per column.
    /// - Returns: the size of the value in bytes.
    mutating func take(_ row: FMRow, _ index: Int, _ number: Int64?, isRead: () -> Bool) throws(FMError) -> Int {
        guard !isReadByModel else { return 0 }
        let value = try row.value(at: index, as: FMValue.self)
        if value.isNull { return 0 }
        values += 1
        if FMColumnKind(of: value) == sureKind { return 0 }
        if shape.isDate { countDate(value, number) }
        if let reason = shape.reasonNotToRead(value, dates) {
            if faults.count == 0, isRead() { isReadByModel = true } else { faults.note(number, value, reason) }
        } else if isExact, let convertible, !ValueTally.keeps(value, convertible) {
            let reason = "the \(value.typeName) would be stored as another value"
            faults.note(number, value, reason)
            changes.note(number, value, reason)
        }
        switch value {
        case .text(let text): return text.utf8.count
        case .blob(let data): return data.count
        default: return 0
        }
    }

    private struct Faults {
        private(set) var count = 0
        private(set) var first: (row: Int64?, value: FMValue, reason: String)?

        mutating func note(_ row: Int64?, _ value: FMValue, _ reason: String) {
            first = first ?? (row, value, reason)
            count += 1
        }
    }

    /// Returns whether a type writes a value back as it was read.
    private static func keeps<Value: FMValueConvertible>(_ value: FMValue, _: Value.Type) -> Bool {
        guard let again = try? Value.fromFMValue(value)?.fmValue else { return false }
        switch (value, again) {
        case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
            return Int64(exactly: real) == integer
        case (.integer, .integer): return value == again
        // SQLite stores a `Float` as a 64-bit REAL, so a value that SQLite computed may have more digits.
        case (.real(let old), .real(let new)):
            return old == new || (Value.self is any BinaryFloatingPoint.Type && new.isFinite)
        case (.text(let old), .text(let new)):
            return Value.self == Decimal.self ? digits(old) == digits(new) : old == new
        default: return true
        }
    }

    /// Returns the significant digits of a number.
    private static func digits(_ text: String) -> Substring {
        let digits = text.prefix { !"eE".contains($0) }.filter(\.isNumber).drop { $0 == "0" }
        return digits.prefix(upTo: digits.lastIndex { $0 != "0" }.map(digits.index(after:)) ?? digits.startIndex)
    }

    /// Counts dates that look like another format. If all numbers, read as milliseconds, are in the first months of 1970, they
    /// are probably seconds between 1973 and 2286. If all numbers, read as seconds, are after the year 11000, they are probably
    /// milliseconds.
    private mutating func countDate(_ value: FMValue, _ row: Int64?) {
        guard let number = Double.fromFMValue(value), number != 0 else { return }
        numbers += 1
        guard dates == .millisecondsSince1970 ? (1e8...1e10).contains(abs(number)) : abs(number) >= 3e11 else { return }
        strange += 1
        firstNumber = firstNumber ?? row
    }
}

// MARK: - What is said

extension ValueTally {
    /// Returns the message about the column's faults, or nil if there are none.
    func problem(in table: String) -> String? {
        let update =
            "UPDATE \(FMSQL.quoted(identifier: table)) SET \(FMSQL.quoted(identifier: shape.name)) = \(FMSQL.quoted(identifier: shape.name))"
        let rows = { (count: Int, first: Int64?) in
            "\(count.of("row")) of \(table)\(first.map { ", the first with the rowid \($0)" } ?? "")"
        }
        let refused = refusesUnread || faults.count - changes.count == values ? faults : changes
        if let first = refused.first {
            return """
                the column \(shape.name) is read as \(type), which cannot represent the value in \(rows(refused.count, first.row)): \
                \(first.reason); \(advice(first.value, update))
                """
        }
        guard numbers > 0, strange == numbers else { return nil }
        let isSmall = dates == .millisecondsSince1970
        return """
            the column \(shape.name) is read as dates in \(isSmall ? "milliseconds" : "seconds"), but its values look like \
            \(isSmall ? "seconds" : "milliseconds") in \(rows(strange, firstNumber)); convert them first: \
            \(update) \(isSmall ? "* 1000" : "/ 1000.0")
            """
    }

    private func advice(_ value: FMValue, _ update: String) -> String {
        if type == Bool.self, case .integer = value { return "convert them first: \(update) <> 0" }
        if shape.isDate, let form = dates.other(reading: value) { return "FMTableOptions(dates: .\(form)) reads them" }
        return "change these rows first, or give the property a type that can read them"
    }
}
