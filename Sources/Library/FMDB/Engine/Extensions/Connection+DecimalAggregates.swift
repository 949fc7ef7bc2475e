import Foundation
import FMDBSQLiteC

extension Connection {
    /// Registers the aggregate functions `fm_decimal_sum` and `fm_decimal_avg`. A statement that calls them fails with their errors.
    ///
    /// See [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html).
    func offerDecimalAggregates() {
        sqlite3_create_function_v2(
            handle, "fm_decimal_sum", 1, FMFunctionOptions.harmless, nil, nil,
            DecimalAggregate.step,
            { context in
                if let context { DecimalAggregate.end(context) { sum, _ in sum } }
            }, nil)
        sqlite3_create_function_v2(
            handle, "fm_decimal_avg", 1, FMFunctionOptions.harmless, nil, nil,
            DecimalAggregate.step,
            { context in
                if let context { DecimalAggregate.end(context) { sum, count in sum / Decimal(count) } }
            }, nil)
    }
}

private final class DecimalAggregate {
    private var sum = DecimalSum()

    static let step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context, _, arguments in
        guard let context, let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL else { return }
        guard let aggregate = AggregateContext.of(context, orNew: DecimalAggregate.init) else {
            return FunctionResult.failNoMemory(context)
        }
        guard aggregate.add(value) else {
            FunctionResult.fail("the column has a value that a Decimal cannot hold", context)
            return FunctionResult.fail(code: SQLITE_MISMATCH, context)
        }
    }

    private func add(_ value: OpaquePointer) -> Bool {
        guard sqlite3_value_type(value) != SQLITE_BLOB, let text = sqlite3_value_text(value) else { return false }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
        return DecimalText(bytes).map { sum.add($0) } ?? false
    }

    /// Sets the result and releases the sum. The result is NULL if the group has no numbers.
    static func end(_ context: OpaquePointer, _ result: (Decimal, Int) -> Decimal) {
        guard let sum = AggregateContext<DecimalAggregate>.take(context)?.sum else { return }
        guard let text = sum.text, let total = Decimal.fromFMValue(.text(text)) else {
            return FunctionResult.fail("the sum is too large for a Decimal", context)
        }
        let number = result(total, sum.count)
        // Foundation's division returns NaN if the quotient is too small for a Decimal.
        FunctionResult.set((number.isNaN ? 0 : number).fmValue, context)
    }
}
