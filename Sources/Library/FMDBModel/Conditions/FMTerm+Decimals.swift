import FMDB

/// The source of a term's value.
enum TermSource: Sendable {
    /// A column.
    ///
    /// - Parameter sortsDecimals: whether the table compares the column as decimal numbers.
    case column(sortsDecimals: Bool)
    /// A value at a path within JSON text.
    ///
    /// - Parameter written: the SQL that reads the value as JSON. See
    ///   [the operator ->](https://sqlite.org/json1.html#jptr), which needs SQLite 3.38.
    case place(written: FMSQL)
    /// An expression that SQLite computes.
    case computed

    /// Returns the source of a term whose SQL is derived from another term's SQL.
    func mapped(_ transform: (FMSQL) throws(FMError) -> FMSQL) throws(FMError) -> TermSource {
        guard case .place(let written) = self else { return self }
        return .place(written: try transform(written))
    }
}

extension FMField {
    var source: TermSource {
        if path.isEmpty { return .column(sortsDecimals: sortsDecimals) }
        return .place(written: "(\(FMSQL.column(fmName)) -> \(JSONPath.literal(path)))")
    }

    private var sortsDecimals: Bool {
        guard ColumnShape.unwrapped(Value.self).0 == Decimal.self, let model = Model.self as? any FMModel.Type else {
            return false
        }
        return model.sortsDecimals(in: fmName)
    }
}

extension FMModel {
    fileprivate static func sortsDecimals(in column: String) -> Bool {
        (try? fmTable.sortsDecimals(in: column)) ?? false
    }
}

extension FMTable {
    func sortsDecimals(in column: String) -> Bool {
        options.collations.contains { $0.key.foldedAsName == column.foldedAsName && $0.value == .decimal }
    }
}

// MARK: - Digits

// In columns, Decimals are TEXT values, which SQLite would compare digit by digit. Within JSON text they are numbers, and
// SQLite reads 15 digits of each.
extension FMTerm {
    var isDecimal: Bool { ColumnShape.unwrapped(Value.self).0 == Decimal.self }

    var termSource: TermSource {
        if let field = self as? FMField<Model, Value> { return field.source }
        return (self as? FMExpression<Model, Value>)?.source ?? .computed
    }

    /// The SQL of the term as a result column. It reads all digits of a number, and a string with NULs in full.
    var exact: FMSQL {
        guard isDecimal, FMSQLiteFeature.jsonOperators.isAvailable, case .place(let written) = termSource else {
            return wholeText
        }
        return written.orNull
    }

    /// The expression to sort by; for Decimals with their collation.
    var sized: FMSQL { isDecimal ? decimal : wholeText }

    /// The forms of the term's SQL that `GROUP BY` may contain.
    var spellings: [String] {
        guard case .place(let written) = termSource else { return [exact.text] }
        return [exact.text, fmSQL.text, written.text]
    }

    /// The expression to compare for equality. Equal Decimals in a column are equal strings, so SQLite can use any index.
    var equated: FMSQL {
        guard isDecimal else { return fmSQL }
        if case .column(sortsDecimals: false) = termSource { return fmSQL }
        return decimal
    }

    /// The SQL of a Decimal with its collation.
    var decimal: FMSQL {
        switch termSource {
        // The column already has the collation, so its SQL is unchanged and SQLite can use an index.
        case .column(sortsDecimals: true): self is FMField<Model, Value> ? fmSQL : "\(fmSQL) COLLATE decimal"
        case .place(let written) where FMSQLiteFeature.jsonOperators.isAvailable: "\(written.orNull) COLLATE decimal"
        default: "CAST(\(fmSQL) AS TEXT) COLLATE decimal"
        }
    }

    /// Whether the term is a column in which equal Decimals are equal strings.
    var hasEqualTexts: Bool {
        if case .column(sortsDecimals: false) = termSource { true } else { false }
    }
}

extension FMSQL {
    /// SQL for a value that is read as JSON, with NULL in place of a JSON null.
    var orNull: FMSQL { "nullif(\(self), 'null')" }
}
