import FMDB

/// The columns of a row as the properties of a model. For `init(fmRow:)`.
extension FMRow {
    /// The value of a column.
    ///
    /// - Parameters:
    ///   - name: in any case of letters.
    ///   - dates: only for dates.
    /// - Throws: `FMError`: `.range` without such a column, `.mismatch` for a value that does not fit.
    @inlinable
    public func column<Value: FMValueConvertible>(
        _ name: String, dates: FMDateStorage = .secondsSince1970
    ) throws(FMError) -> Value {
        try value(name, as: Value.self)
    }

    /// A date in the form in which it is stored.
    ///
    /// - Parameters:
    ///   - name: in any case of letters.
    ///   - dates: the form.
    /// - Throws: `FMError`: `.range` without such a column, `.mismatch` for a value that does not fit.
    public func column(_ name: String, dates: FMDateStorage = .secondsSince1970) throws(FMError) -> Date {
        if dates == .secondsSince1970 { return try value(name, as: Date.self) }
        let stored = try value(name, as: FMValue.self)
        guard let date = dates.date(of: stored) else {
            throw FMError(.mismatch, "column \(name): \(stored.reasonNotToBe(Date.self))")
        }
        return date
    }

    /// A date in the form in which it is stored, nil for NULL.
    public func column(_ name: String, dates: FMDateStorage = .secondsSince1970) throws(FMError) -> Date? {
        if try value(name, as: FMValue.self).isNull { return nil }
        return try column(name, dates: dates) as Date
    }

    /// A value that is stored as its raw value or as JSON text. See `FMValue.decode(_:dates:)`.
    @_disfavoredOverload
    public func column<Value: Decodable>(
        _ name: String, dates: FMDateStorage = .secondsSince1970
    ) throws(FMError) -> Value {
        let stored = try value(name, as: FMValue.self)
        do throws(FMError) {
            return try stored.decode(Value.self, dates: dates)
        } catch {
            throw FMError(.mismatch, "column \(name): \(error.message)")
        }
    }
}
