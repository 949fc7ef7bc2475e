import FMDB

/// Converts stored dates to the form that the model names.
struct DateConversion: Hashable {
    /// The form by the type of the column; nil for a column of any values.
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

    /// Whether the old values may be whole seconds, which many programs keep in INTEGER columns.
    var mayBeOfSeconds: Bool { old == .millisecondsSince1970 }

    /// - Returns: nil for a value that is no date, or a date that the new form cannot express.
    func converted(_ value: FMValue) -> FMValue? {
        if value.isNull { return value }
        guard let date = date(of: value), let converted = try? new.value(of: date), let read = new.date(of: converted)
        else { return nil }
        // The new form may be coarser, by less than a millisecond.
        return abs(read.timeIntervalSince1970 - date.timeIntervalSince1970) < 0.001 ? converted : nil
    }

    private func date(of value: FMValue) -> Date? {
        switch (value, old) {
        case (.text, _): FMDateStorage.iso8601.date(of: value)
        case (.integer, .millisecondsSince1970): FMDateStorage.millisecondsSince1970.date(of: value)
        // A real number is neither whole milliseconds nor in a column of seconds.
        case (.real, .millisecondsSince1970): nil
        case (_, .iso8601), (.blob, _), (.null, _): nil
        case (.real, _), (.integer, .secondsSince1970): FMDateStorage.secondsSince1970.date(of: value)
        // Where the column has no type, a whole number has the model's form.
        case (.integer, nil): new.date(of: value)
        }
    }
}

// MARK: - In SQL

extension DateConversion {
    /// The expression of a column's value in the new form, after ``register(in:)``.
    func expression(_ value: String) -> String { "\(name)(\(value))" }

    func register(in db: FMDatabase) throws(FMError) {
        try db.addFunction(name, argumentCount: 1, deterministic: true) { arguments in
            arguments.first.flatMap(converted) ?? .null
        }
    }

    /// One name for each pair of forms, so that a function in use never changes.
    private var name: String { "_fm_date_\(old.map { "\($0)" } ?? "any")_\(new)" }
}

// MARK: - Default values

extension DateConversion {
    /// The default value of a column in the new form.
    ///
    /// - Parameter expression: the expression behind `DEFAULT`.
    /// - Returns: nil unless it is a literal and a date.
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
