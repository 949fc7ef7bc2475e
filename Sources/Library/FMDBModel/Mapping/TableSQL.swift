import FMDB

/// The quoted names of a table, and the roles of its columns.
struct TableLayout: Sendable {
    let table: String
    let columns: [String]
    let places: ColumnPlaces
    /// The columns of the key.
    let key: [Int]
    /// The columns with the creation time and the time of the last change.
    var created: Int?
    var updated: Int?
    /// The columns that an update leaves unchanged: those of the key, those of the model's own key, and the creation time.
    let kept: Set<Int>
    let dates: FMDateStorage
    /// The error to throw for a model whose key is not automatic and is nil in every column; nil if that cannot occur. NULL is an ordinary
    /// value of such a key, so all of these models would be one row.
    let keyIsNil: FMError?
    /// Whether the key is a rowid alias, which SQLite generates if it is nil.
    let isNumbered: Bool
    /// The initial value that the key of a new model may have by mistake, as in `var id = 0`; nil if there is none.
    let unchosenKey: FMValue?

    init(
        _ name: String, _ shapes: [ColumnShape], _ options: FMTableOptions, _ subject: String, kept own: [String],
        keyIsNamed: Bool?
    ) {
        let places = ColumnPlaces(shapes.map(\.name))
        self.places = places
        table = FMSQL.quoted(identifier: name)
        // The names are in backticks, because SQLite reads the name of a missing column in double quotes as a string literal.
        columns = places.names.map { FMSQL.column($0).text }
        key = (options.key?.columns ?? []).compactMap(places.index(of:))
        created = options.created.flatMap(places.index(of:))
        updated = options.updated.flatMap(places.index(of:))
        kept = Set(key + own.compactMap(places.index(of:)) + [created].compactMap { $0 })
        dates = options.dates
        let canBeNil = options.key?.isAutomatic != true && !key.isEmpty && key.allSatisfy { shapes[$0].isOptional }
        keyIsNil = canBeNil ? .keyIsNil(key.map { places.names[$0] }, of: subject, table: name) : nil
        isNumbered = key.count == 1 && shapes[key[0]].kind == .integer && options.isWithoutRowID != true
        unchosenKey = key.count == 1 ? shapes[key[0]].unchosenValue(isNamed: keyIsNamed) : nil
    }

    /// - Parameter namesRow: whether the key of the model identifies the row, so that it must not be nil.
    func plan(_ taken: [Int], stamped: [Int?] = [], namesRow: Bool = false) -> ValuePlan {
        ValuePlan(
            taken, of: places, stamped: stamped.compactMap { $0 }, dates: dates,
            key: namesRow ? keyIsNil.map { ($0, key) } : nil)
    }
}

/// The indexes of a table's columns by name.
final class ColumnPlaces: Sendable {
    let names: [String]
    private let indexes: [String: Int]

    init(_ names: [String]) {
        self.names = names
        indexes = Dictionary(
            names.enumerated().map { ($1.foldedAsName, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter name: the name, case-insensitive.
    func index(of name: String) -> Int? { indexes[name.foldedAsName] }
}

/// The SQL of a table, composed once.
struct TableSQL: Sendable {
    let layout: TableLayout
    /// The list of all columns after `SELECT`.
    let selected: String
    /// `SELECT … FROM …` of all columns.
    let select: String
    let insertion: ModelStatement
    /// The statement that updates a row; nil if there is no key, or no column besides it.
    let update: ModelStatement?
    let deletion: ModelStatement?
    /// The statement that inserts or updates a row; nil if there is no key. See [UPSERT](https://sqlite.org/lang_upsert.html).
    let upsert: ModelStatement?
    /// `upsert`, except that it does not update a row whose key has the value `unchosenKey`.
    let saving: ModelStatement?
    let allValues: ValuePlan
    /// A name of the rowid that no column has; nil if columns have all of its names.
    let rowID: String?
    /// Whether a model may have nil in a key that is not automatic. Such a model needs two statements, because in UPSERT NULL never
    /// conflicts with NULL.
    let hasNullableKey: Bool
    /// The error that prevents use of the table, or nil.
    let problem: FMError?

    /// - Parameters:
    ///   - kept: the columns of the model's own key, if the rows are found by another key.
    ///   - rowID: the name of the rowid, if the database has columns that the model does not have.
    ///   - keyIsNamed: whether the options name the key; nil if the call does.
    init(
        _ name: String, _ shapes: [ColumnShape], _ options: FMTableOptions, isOfRecords: Bool = false,
        kept: [String] = [], rowID: String? = nil, keyIsNamed: Bool? = nil
    ) {
        let layout = TableLayout(
            name, shapes, options, isOfRecords ? "the record" : "the model", kept: kept, keyIsNamed: keyIsNamed)
        self.layout = layout
        problem = isOfRecords ? TableProblem.ofRecords(in: name) : TableProblem.find(in: name, shapes, options)
        // A table of records has only the columns that a call uses.
        selected = isOfRecords ? "*" : layout.columns.joined(separator: ", ")
        select = "SELECT \(selected) FROM \(layout.table)"
        let all = Array(shapes.indices)
        allValues = layout.plan(all)
        self.rowID = rowID ?? RowIDName.free(of: shapes.map(\.name) + options.generated.map(\.name))
        hasNullableKey = options.key?.isAutomatic != true && layout.key.contains { shapes[$0].isOptional }
        insertion = .insertion(layout, all)
        update = .update(layout, all)
        deletion = .deletion(layout)
        upsert = .upsert(layout)
        saving = .upsert(layout, exceptUnchosen: true)
    }

    var table: String { layout.table }
    var columns: [String] { layout.columns }
    var key: [Int] { layout.key }

    func index(of name: String) -> Int? { layout.places.index(of: name) }
}

/// A statement that writes one model, and the values of the model that it uses.
struct ModelStatement: Sendable {
    let sql: FMSQL
    let plan: ValuePlan
    /// The advice to add if a row already has the key, and the key may be an unset initial value.
    private let adviceOnKey: String?

    init(_ sql: String, _ plan: ValuePlan, adviceOnKey: String? = nil) {
        self.sql = FMSQL(raw: sql)
        self.plan = plan
        self.adviceOnKey = adviceOnKey
    }

    func explained(_ error: FMError) -> FMError {
        let isOfKey = [.constraintPrimaryKey, .constraintRowID].contains(error.extendedCode)
        return isOfKey ? adviceOnKey.map(error.advising) ?? error : error
    }

    static func insertion(_ layout: TableLayout, _ taken: [Int]) -> ModelStatement {
        let names = taken.map { layout.columns[$0] }.joined(separator: ", ")
        let marks = taken.map { _ in "?" }.joined(separator: ", ")
        let values = taken.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(marks))"
        return ModelStatement(
            "INSERT INTO \(layout.table) \(values)",
            layout.plan(
                taken, stamped: [layout.created, layout.updated],
                namesRow: !layout.isNumbered && layout.key.allSatisfy(taken.contains)),
            adviceOnKey: layout.unchosenKey.map { value in
                "a row already has this key: save(_:) updates it; for a new row "
                    + FMError.adviceOnKey(layout.places.names[layout.key[0]], value)
            })
    }

    /// - Parameter taken: the columns to set. Columns that an update leaves unchanged are ignored.
    static func update(_ layout: TableLayout, _ taken: [Int]) -> ModelStatement? {
        let (columns, key) = (layout.columns, layout.key)
        let set = taken.filter { !layout.kept.contains($0) }
        guard !key.isEmpty, !set.isEmpty else { return nil }
        let bound = (set + key).sorted()
        let number = { (column: Int) in "?\((bound.firstIndex(of: column) ?? 0) + 1)" }
        let changes = set.map { "\(columns[$0]) = \(number($0))" }.joined(separator: ", ")
        let condition = key.map { "\(columns[$0]) IS \(number($0))" }.joined(separator: " AND ")
        return ModelStatement(
            "UPDATE \(layout.table) SET \(changes) WHERE \(condition)",
            layout.plan(bound, stamped: [layout.updated], namesRow: true))
    }

    static func deletion(_ layout: TableLayout) -> ModelStatement? {
        guard !layout.key.isEmpty else { return nil }
        let bound = layout.key.sorted()
        let condition = bound.map { "\(layout.columns[$0]) IS ?" }.joined(separator: " AND ")
        return ModelStatement("DELETE FROM \(layout.table) WHERE \(condition)", layout.plan(bound, namesRow: true))
    }

    static func upsert(_ layout: TableLayout, exceptUnchosen: Bool = false) -> ModelStatement? {
        let (columns, key) = (layout.columns, layout.key)
        guard !key.isEmpty else { return nil }
        let insertion = insertion(layout, Array(columns.indices))
        let set = columns.indices.filter { !layout.kept.contains($0) }
        let target = key.map { columns[$0] }.joined(separator: ", ")
        let changes = set.map { "\(columns[$0]) = excluded.\(columns[$0])" }.joined(separator: ", ")
        let unchosen = exceptUnchosen ? layout.unchosenKey.map { " WHERE \(target) IS NOT \($0)" } : nil
        let action = set.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(changes)\(unchosen ?? "")"
        return ModelStatement("\(insertion.sql.text) ON CONFLICT (\(target)) \(action)", insertion.plan)
    }
}

extension FMError {
    /// - Parameter subject: "the model", or "the record".
    static func keyIsNil(_ columns: [String], of subject: String, table: String) -> FMError {
        let names = columns.joined(separator: ", ")
        return FMError(
            .misuse,
            """
            the key \(names) of the table \(table) is nil, so \(subject) identifies no row: give it a value, or \
            exclude the column from the insertion if the table fills it
            """)
    }

    /// - Parameter value: the value of `layout.unchosenKey`.
    fileprivate static func adviceOnKey(_ column: String, _ value: FMValue) -> String {
        value == 0
            ? "declare `var \(column): Int64?`, so that SQLite generates the keys of new rows"
            : "give each model a key of its own, as `var \(column) = UUID()` does"
    }

    /// - Parameter value: the key, which is `layout.unchosenKey`.
    static func keyIsUnchosen(_ column: String, _ value: FMValue, table: String) -> FMError {
        return FMError(
            .misuse,
            """
            a row of the table \(table) already has the key \(value), the initial value of `var \(column) = \
            \(value == 0 ? "0" : "\"\"")`: \(adviceOnKey(column, value)); if this key is intended, name the key in save(_:key:) or \
            FMTableOptions(key:)
            """)
    }
}

extension ColumnShape {
    /// Returns the initial value that the key may have by mistake; nil if the program has chosen the key.
    ///
    /// - Parameter isNamed: whether the options name the column; nil if the call names it. If the options name it, the program is expected
    ///   to choose the key, unless the property's initial value is the returned value.
    fileprivate func unchosenValue(isNamed: Bool?) -> FMValue? {
        guard let isNamed, let type, !isOptional else { return nil }
        let value: FMValue
        switch type {
        case is any FixedWidthInteger.Type: value = 0
        case is String.Type: value = ""
        default: return nil
        }
        return isNamed && initialValue != value ? nil : value
    }
}
