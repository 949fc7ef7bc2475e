import FMDB
import Foundation

/// A model that can be created without arguments, because each property has an initial value.
///
///     struct Person: Codable, FMModel, FMDefaulted {
///         var id: Int64?
///         var name = ""
///         var level = 7
///     }
///
/// If the property `level` is new, an upgrade of the table sets it to its initial value, 7, in existing rows. The library reads the
/// initial values of properties from a new model; the macro `@FMModel` reads them from the source code.
///
/// `FMTableOptions(defaults:)` takes precedence. NULL in an existing column is kept.
public protocol FMDefaulted: FMNonisolated {
    /// Creates a model with the initial values of its properties. Swift synthesises this initializer for a structure.
    init()
}

extension FMTable {
    var shapesWithInitialValues: [ColumnShape] {
        let shapes = columns.map(\.shape)
        guard let type = Model.self as? any (FMModel & FMDefaulted).Type, let values = initialValues(of: type) else {
            return shapes
        }
        return zip(shapes, values).map { shape, value in
            var shape = shape
            shape.initialValue = shape.initialValue ?? value
            return shape
        }
    }

    /// Returns the initial value of each column. The value is nil if it differs in each new model, as the current time does.
    private func initialValues<Defaulted: FMModel & FMDefaulted>(of type: Defaulted.Type) -> [FMValue?]? {
        guard let table = self as? FMTable<Defaulted>, let one = try? FMModelValues.collect(type.init(), table) else {
            return nil
        }
        let timePasses = !columns.contains(where: \.shape.isDate) || waitForAnotherTime()
        guard let other = try? FMModelValues.collect(type.init(), table) else { return nil }
        return zip(columns, zip(one, other)).map { column, values in
            values.0 == values.1 && (timePasses || !column.shape.isDate) ? values.0 : nil
        }
    }

    /// Waits until the current time has another stored value, which usually takes a millisecond. Without the wait, two models created at
    /// the same time would have equal dates, which would look like a constant initial value.
    ///
    /// - Returns: false if the clock does not advance, as under a tool that fixes the time. In that case it is unknown whether an initial
    ///   date is the current time.
    private func waitForAnotherTime() -> Bool {
        guard let start = try? options.dates.value(of: Date()) else { return false }
        for _ in 0..<100 {
            if let now = try? options.dates.value(of: Date()), now != start { return true }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
        return false
    }
}
