import FMDB

/// A type whose values are rows of a table.
///
/// A `Codable` type needs no more than the conformance:
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
/// Each stored property in its `CodingKeys` is a column of that name. Values other than numbers, texts, dates and bytes are stored
/// as JSON text. The property `id` is the key, if there is one; ``tableName`` and ``tableOptions`` change that.
///
/// A class must be `final`, because the properties of a subclass would be lost. The compiler's error speaks of a "non-final class".
///
/// A type that gives ``fmTable``, `init(fmRow:)` and `fmBind(to:)` itself, by hand or by the macro `@FMModel`, is faster,
/// and conditions can name its properties: `db.find(Person.self) { $0.age > 3 }`.
public protocol FMModel: FMNonisolated {
    /// The names of the properties for conditions, ``FMNoColumns`` where there are none.
    associatedtype Columns: FMColumns = FMNoColumns

    /// The name of the table; that of the type unless it is given. It is asked for by each call, so it may be computed.
    static var tableName: String { get }

    /// The key, the unique columns, and whatever else the properties do not show. Asked for by each call, too.
    static var tableOptions: FMTableOptions { get }

    /// The table. One that is given by hand decides; ``FMTable/following(_:_:)`` lets it follow a computed ``tableName``.
    static var fmTable: FMTable<Self> { get throws(FMError) }

    /// Makes a value of a row of the table.
    ///
    /// - Parameter row: it has at least the columns of the table, in any order.
    /// - Throws: `FMError` with the code `.mismatch` where the row does not fit.
    init(fmRow row: FMRow) throws

    /// Gives the values of all columns, in the order of the table's columns.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold.
    func fmBind(to values: inout FMModelValues) throws

    /// The callbacks before and after a model is written; nil except for ``FMModelCallbacks``.
    static var fmCallbacks: FMCallbacks<Self>? { get }
}

extension FMModel {
    /// The name of the type.
    public static var tableName: String {
        // The same as `String(describing:)` of a type, in a hundredth of the time.
        _typeName(Self.self, qualified: false)
    }

    /// The conventions: the property `id`, if there is one, is the key.
    public static var tableOptions: FMTableOptions { FMTableOptions() }

    /// Nothing.
    public static var fmCallbacks: FMCallbacks<Self>? { nil }
}

/// The fields of a model for conditions: a type with a property for each of the model's properties.
///
///     struct Columns: FMColumns {
///         let name = FMField<Person, String>("name")
///         let age = FMField<Person, Int?>("age")
///     }
///
/// The macro `@FMModel` writes it.
public protocol FMColumns: Sendable {
    /// All fields.
    init()
}

/// The fields of a model that has not declared any.
@dynamicMemberLookup
public struct FMNoColumns: FMColumns {
    /// None.
    public init() {}
}
