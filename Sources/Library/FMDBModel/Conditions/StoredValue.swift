import FMDB

/// A value that is bound and never read.
protocol BoundValue: FMValueConvertible {}

extension BoundValue {
    static func fromFMValue(_ value: FMValue) -> Self? { nil }
}

/// A date in the format of the model's table. If it cannot be stored, the statement throws an error when it runs.
struct StoredDate<Model>: BoundValue {
    let date: Date

    var fmValue: FMValue {
        get throws(FMError) { try StoredDate.form.value(of: date) }
    }

    static var form: FMDateStorage { (Model.self as? any FMModel.Type)?.fmDates ?? .secondsSince1970 }
}

extension FMModel {
    /// The format of dates in the model's table. A table that is written by hand may have another format than `tableOptions`. If `fmTable`
    /// throws, the call that uses the condition also throws.
    static var fmDates: FMDateStorage { (try? fmTable)?.options.dates ?? tableOptions.dates }
}

/// A value in the form in which a model's column stores it.
struct StoredValue<Model, Value>: BoundValue {
    let value: Value

    var fmValue: FMValue {
        get throws(FMError) {
            if Value.self == Date.self || Value.self == Date?.self, let date = value as? Date {
                return try StoredDate<Model>(date: date).fmValue
            }
            if let convertible = value as? any FMValueConvertible { return try convertible.fmKeptValue }
            guard let encodable = value as? any Encodable else { return .null }
            return try FMValue(encoding: encodable, dates: StoredDate<Model>.form)
        }
    }
}

/// A value as JSON text, to be stored or compared within the JSON text of a column. In it, dates are seconds since 1970 and bytes are
/// Base64.
struct JSONValue<Value>: BoundValue {
    let value: Value
    /// Whether the value is wrapped in an object as the member `v`. SQLite does not accept a number or a string alone as JSON text.
    let isWrapped: Bool

    var fmValue: FMValue {
        get throws(FMError) {
            guard let encodable = value as? any Encodable, case .text(let object) = try JSONValue.object(encodable)
            else { throw FMError(.mismatch, "\(Value.self) cannot be a part of JSON text") }
            return .text(isWrapped ? object : String(object.dropFirst(5).dropLast()))
        }
    }

    /// The value as a string within JSON; nil if it is not a string there.
    var text: String? {
        if let text = value as? String { return text }
        guard case .text(let object)? = try? JSONValue(value: value, isWrapped: true).fmValue else { return nil }
        return try? JSONDecoder().decode([String: String].self, from: Data(object.utf8))["v"]
    }

    /// Returns `{"v":…}`.
    private static func object<Member: Encodable>(_ member: Member) throws(FMError) -> FMValue {
        try FMValue(encoding: ["v": member])
    }
}

/// An error from code that cannot throw. The statement throws it when it binds this value.
struct Refused: BoundValue {
    let error: FMError

    var fmValue: FMValue {
        get throws(FMError) { throw error }
    }
}

extension FMSQL {
    /// Returns the SQL that the body returns. If the body throws, returns a parameter whose binding throws the error.
    static func trying(_ body: () throws(FMError) -> FMSQL) -> FMSQL {
        do throws(FMError) {
            return try body()
        } catch {
            return "\(Refused(error: error))"
        }
    }

    /// Returns the SQL if it can be placed between parentheses. Otherwise returns a parameter whose binding throws the error.
    func enclosable(in place: SQLFragment.Place) -> FMSQL {
        let fragment = SQLFragment(text)
        if let error = fragment.error(in: place) { return "\(Refused(error: error))" }
        return fragment.endsInComment ? FMSQL(raw: text + "\n", arguments: arguments) : self
    }
}
