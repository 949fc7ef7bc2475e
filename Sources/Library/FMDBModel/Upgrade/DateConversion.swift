import FMDB

/// Converts stored dates to the model's date format.
struct DateConversion: Hashable {
    /// The old date format, according to the column's affinity, or nil if the column can hold any type.
    private let old: FMDateStorage?
    let new: FMDateStorage

    init(of column: FMSchema.Column, to new: FMDateStorage) {
        old =
            switch column.affinity {
            case .integer: .millisecondsSince1970
            case .real: .secondsSince1970
            case .text: .iso8601
            case .blob, .numeric: nil
            }
        self.new = new
    }

    /// Whether the old values may be whole seconds, which many programs store in INTEGER columns.
    var mayBeOfSeconds: Bool { old == .millisecondsSince1970 }

    /// - Returns: nil if the value is not a date, or if the new format cannot represent the date.
    func converted(_ value: FMValue) -> FMValue? {
        if value.isNull { return value }
        guard let date = date(of: value), let converted = try? new.value(of: date), let read = new.date(of: converted)
        else { return nil }
        // The new format may be less precise, by less than a millisecond.
        return abs(read.timeIntervalSince1970 - date.timeIntervalSince1970) < 0.001 ? converted : nil
    }

    private func date(of value: FMValue) -> Date? {
        switch (value, old) {
        case (.text, _): FMDateStorage.iso8601.date(of: value)
        case (.integer, .millisecondsSince1970): FMDateStorage.millisecondsSince1970.date(of: value)
        // Milliseconds are stored as integers, so a REAL value in such a column is not a date.
        case (.real, .millisecondsSince1970): nil
        case (_, .iso8601), (.blob, _), (.null, _): nil
        case (.real, _), (.integer, .secondsSince1970): FMDateStorage.secondsSince1970.date(of: value)
        // If the column has no type, an integer is in the model's format.
        case (.integer, nil): new.date(of: value)
        }
    }
}

// MARK: - In SQL

extension DateConversion {
    /// Returns the SQL expression that converts a column's value to the new format. Requires ``register(in:)``.
    func expression(_ value: String) -> String { "\(name)(\(value))" }

    func register(in db: FMDatabase) throws(FMError) {
        try db.addFunction(name, argumentCount: 1, deterministic: true) { arguments in
            arguments.first.flatMap(converted) ?? .null
        }
    }

    /// The SQL function's name. Each pair of formats has its own name, so that a function in use is never redefined.
    private var name: String { "_fm_date_\(old.map { "\($0)" } ?? "any")_\(new)" }
}

// MARK: - Default values

extension DateConversion {
    /// Converts the default value of a column to the new format.
    ///
    /// - Parameter expression: the expression that follows `DEFAULT`.
    /// - Returns: nil unless the expression is a literal that represents a date.
    func converted(default expression: String) -> FMValue? {
        DateConversion.value(of: expression).flatMap(converted)
    }

    private static func value(of expression: String) -> FMValue? {
        if expression.uppercased() == "NULL" { return .null }
        if let integer = Int64(expression) { return .integer(integer) }
        if let real = Double(expression) { return .real(real) }
        let tokens = SQLToken.split(expression)
        return tokens.count == 1 && tokens[0].kind == .string ? .text(tokens[0].name) : nil
    }
}
