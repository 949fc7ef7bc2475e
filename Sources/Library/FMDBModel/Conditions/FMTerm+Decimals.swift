import FMDB

/// Where the value of a term comes from.
enum TermSource: Sendable {
    /// From a column.
    ///
    /// - Parameter sortsDecimals: whether its table compares it as decimal numbers.
    case column(sortsDecimals: Bool)
    /// From a place within JSON text.
    ///
    /// - Parameter written: the place as it stands there. See [the operator ->](https://sqlite.org/json1.html#jptr), of SQLite 3.38.
    case place(written: FMSQL)
    /// SQLite computes it.
    case computed

    /// The source of a term whose SQL is made from that of another one.
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

// In columns Decimals are texts, which SQLite would compare from the first digit on. Within JSON text they are numbers, of which it
// reads 15 digits.
extension FMTerm {
    var isDecimal: Bool { ColumnShape.unwrapped(Value.self).0 == Decimal.self }

    var termSource: TermSource {
        if let field = self as? FMField<Model, Value> { return field.source }
        return (self as? FMExpression<Model, Value>)?.source ?? .computed
    }

    /// The value as a result, with all digits of a number and the whole text.
    var exact: FMSQL {
        guard isDecimal, FMSQLiteFeature.jsonOperators.isAvailable, case .place(let written) = termSource else {
            return wholeText
        }
        return written.orNull
    }

    /// The expression to sort by; for Decimals with their collation.
    var sized: FMSQL { isDecimal ? decimal : wholeText }

    /// The SQL texts by which a group may name the term.
    var spellings: [String] {
        guard case .place(let written) = termSource else { return [exact.text] }
        return [exact.text, fmSQL.text, written.text]
    }

    /// The expression to compare for equality. Equal Decimals in a column are equal texts, for which any index serves.
    var equated: FMSQL {
        guard isDecimal else { return fmSQL }
        if case .column(sortsDecimals: false) = termSource { return fmSQL }
        return decimal
    }

    /// A Decimal with its collation.
    var decimal: FMSQL {
        switch termSource {
        // Unchanged, so that an index of the table serves.
        case .column(sortsDecimals: true): self is FMField<Model, Value> ? fmSQL : "\(fmSQL) COLLATE decimal"
        case .place(let written) where FMSQLiteFeature.jsonOperators.isAvailable: "\(written.orNull) COLLATE decimal"
        default: "CAST(\(fmSQL) AS TEXT) COLLATE decimal"
        }
    }

    /// Whether it is a column of which equal Decimals are equal texts.
    var hasEqualTexts: Bool {
        if case .column(sortsDecimals: false) = termSource { true } else { false }
    }
}

extension FMSQL {
    /// A place within JSON text as it is written there, NULL for its null.
    var orNull: FMSQL { "nullif(\(self), 'null')" }
}
