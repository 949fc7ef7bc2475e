import FMDB
import Foundation

/// A model that can be made without arguments, because each property has a value to begin with.
///
///     struct Person: Codable, FMModel, FMDefaulted {
///         var id: Int64?
///         var name = ""
///         var level = 7
///     }
///
/// When the property `level` is new, an upgrade of the table gives its value, 7, to the existing rows. A library cannot see the
/// initial value of a property unless it can make a value; the macro `@FMModel` reads it in the code.
///
/// `FMTableOptions(defaults:)` takes precedence, and NULL in an existing column stays.
public protocol FMDefaulted: FMNonisolated {
    /// A value with the initial values of its properties. Swift writes it for a structure.
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

    /// nil for a column whose initial value differs each time, the time for example.
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

    /// Waits until the present time is stored as another value, usually a millisecond. Otherwise two initial values could be the
    /// same time by chance.
    ///
    /// - Returns: false if the clock stands still, as under a tool that fixes the time. Then nothing shows whether a date is the
    ///   present one.
    private func waitForAnotherTime() -> Bool {
        guard let start = try? options.dates.value(of: Date()) else { return false }
        for _ in 0..<100 {
            if let now = try? options.dates.value(of: Date()), now != start { return true }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
        return false
    }
}
