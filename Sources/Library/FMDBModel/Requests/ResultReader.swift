import FMDB

/// Reads the values of one result column.
struct ResultReader<Value> {
    let index: Int
    let name: String

    /// Returns the closure that reads the column with a date format. It is created once per statement.
    func reading(_ dates: FMDateStorage) -> (FMRow) throws -> Value {
        if ColumnShape.unwrapped(Value.self).0 == Date.self, dates != .secondsSince1970 { return stored(dates) }
        if let type = Value.self as? any FMValueConvertible.Type { return converted(type) }
        if let type = Value.self as? any Decodable.Type { return decoded(type, dates) }
        return { _ in throw unlike(FMValue.self) }
    }

    private func converted<Stored: FMValueConvertible>(_ type: Stored.Type) -> (FMRow) throws -> Value {
        let read: (FMRow) throws -> Stored = { [index] row in try row.value(at: index, as: type) }
        // Both types are the same, which the compiler cannot prove. Casting the closure once is faster than casting each
        // value.
        if let read = read as? (FMRow) throws -> Value { return read }
        return { _ in throw unlike(type) }
    }

    private func stored(_ dates: FMDateStorage) -> (FMRow) throws -> Value {
        { [index] row in
            let stored = try row.value(at: index, as: FMValue.self)
            let date = stored.isNull ? nil : dates.date(of: stored)
            guard date != nil || stored.isNull, let value = date as? Value else {
                throw FMError(.mismatch, "column \(name): \(stored.reasonNotToBe(Value.self))")
            }
            return value
        }
    }

    /// Returns the closure that decodes a value stored as its raw value or as JSON text.
    private func decoded<Stored: Decodable>(
        _ type: Stored.Type, _ dates: FMDateStorage
    ) -> (FMRow) throws -> Value {
        { [index] row in
            let stored = try row.value(at: index, as: FMValue.self)
            do throws(FMError) {
                guard let value = try stored.decode(type, dates: dates) as? Value else { throw unlike(type) }
                return value
            } catch {
                throw FMError(.mismatch, "column \(name): \(error.message)")
            }
        }
    }

    private func unlike(_ type: any Any.Type) -> FMError {
        FMError(.mismatch, "column \(name): cannot create \(Value.self) from \(type)")
    }
}
