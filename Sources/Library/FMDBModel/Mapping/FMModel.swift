import FMDB

/// A type whose values are rows of a table.
///
/// A `Codable` type needs only the conformance:
///
///     struct Person: Codable, FMModel {
///         var id: Int64?
///         var name: String
///         var age: Int?
///     }
///
///     try db.createTable(Person.self)
///     var ann = Person(name: "ann", age: 7)
///     try db.insert(&ann)
///     let people = try db.find(Person.self, where: "age > \(3)")
///
/// Each stored property in `CodingKeys` is a column of the same name. Values other than numbers, strings, dates and bytes are stored as
/// JSON text. The property `id`, if there is one, is the key. ``tableName`` and ``tableOptions`` change these defaults.
///
/// A class must be `final`, because the properties of a subclass would not be stored. The compiler's error mentions a "non-final
/// class".
///
/// A type that implements ``fmTable``, `init(fmRow:)` and `fmBind(to:)`, by hand or with the macro `@FMModel`, is faster. If it also
/// declares ``Columns``, as the macro does, conditions can name its properties: `db.find(Person.self) { $0.age > 3 }`.
public protocol FMModel: FMNonisolated {
    /// The fields of the model for conditions. Default: ``FMNoColumns``.
    associatedtype Columns: FMColumns = FMNoColumns

    /// The name of the table. Default: the name of the type. Each call reads it, so it may be computed.
    static var tableName: String { get }

    /// The key, the unique columns, and other properties of the table that the type does not show. Each call reads them, so they may be
    /// computed.
    static var tableOptions: FMTableOptions { get }

    /// The table. If you implement it, it takes precedence over ``tableName`` and ``tableOptions``. ``FMTable/following(_:_:)`` applies
    /// a computed ``tableName``.
    static var fmTable: FMTable<Self> { get throws(FMError) }

    /// Creates a model from a row of the table.
    ///
    /// - Parameter row: a row with at least the columns of the table, in any order.
    /// - Throws: `FMError` with the code `.mismatch` if the row does not fit.
    init(fmRow row: FMRow) throws

    /// Adds the values of all columns, in the order of the table's columns.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store.
    func fmBind(to values: inout FMModelValues) throws

    /// The callbacks before and after a model is written; nil unless the model conforms to ``FMModelCallbacks``.
    static var fmCallbacks: FMCallbacks<Self>? { get }
}

extension FMModel {
    /// The name of the type.
    public static var tableName: String {
        // `_typeName` returns the same name as `String(describing:)`, in a hundredth of the time.
        _typeName(Self.self, qualified: false)
    }

    /// Default options: the property `id`, if there is one, is the key.
    public static var tableOptions: FMTableOptions { FMTableOptions() }

    /// Nil: the model has no callbacks.
    public static var fmCallbacks: FMCallbacks<Self>? { nil }
}

/// The fields of a model for conditions, with a property for each property of the model.
///
///     struct Columns: FMColumns {
///         let name = FMField<Person, String>("name")
///         let age = FMField<Person, Int?>("age")
///     }
///
/// The macro `@FMModel` generates this type.
public protocol FMColumns: Sendable {
    /// Creates all fields.
    init()
}

/// The fields of a model that declares none.
@dynamicMemberLookup
public struct FMNoColumns: FMColumns {
    /// Creates an instance without fields.
    public init() {}
}
