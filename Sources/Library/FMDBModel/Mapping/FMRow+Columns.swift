import FMDB

/// Reading the columns of a row as properties of a model, for `init(fmRow:)`.
extension FMRow {
    /// Returns the value of a column. A date is read in the given format.
    ///
    /// - Parameters:
    ///   - name: the name of the column, case-insensitive.
    ///   - dates: the format of dates, which other values ignore.
    /// - Throws: `FMError`: `.range` if there is no such column, `.mismatch` if the value does not fit.
    @inlinable
    public func column<Value: FMValueConvertible>(
        _ name: String, dates: FMDateStorage = .secondsSince1970
    ) throws(FMError) -> Value {
        if case .secondsSince1970 = dates { return try value(name, as: Value.self) }
        return try column(name, in: dates)
    }

    @usableFromInline
    @inline(never)
    func column<Value: FMValueConvertible>(_ name: String, in dates: FMDateStorage) throws(FMError) -> Value {
        guard Value.self == Date.self || Value.self == Date?.self else { return try value(name, as: Value.self) }
        let stored = try value(name, as: FMValue.self)
        if Value.self == Date?.self, stored.isNull { return try value(name, as: Value.self) }
        guard let date = dates.date(of: stored), let value = date as? Value else {
            throw FMError(.mismatch, "column \(name): \(stored.reasonNotToBe(Date.self))")
        }
        return value
    }

    /// Returns a value that is stored as its raw value or as JSON text. See `FMValue.decode(_:dates:)`.
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
