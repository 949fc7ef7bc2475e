import FMDB

/// A model with callbacks before and after it is written.
///
///     struct Article: Codable, FMModelCallbacks {
///         var id: Int64?
///         var title: String
///         var words = 0
///         var text: String
///
///         mutating func willSave(in database: FMDatabase) throws {
///             words = text.split(separator: " ").count
///         }
///     }
///
/// `insert`, `insertPossible`, `update`, `save`, `upsert`, `delete` and `replaceAll` run the callbacks for each of their models. Calls
/// by condition, key or request have no models, so they run no callbacks: `update(_:set:in:_:)`, `delete(_:from:_:)`,
/// `delete(_:id:from:)`. Deletions by `replaceAll`, ``FMConflictPolicy/replace``, foreign keys or SQL do not run them either.
///
/// The callbacks run in the transaction of the call, on its thread. If one throws, the transaction is rolled back and the call throws
/// the error. A callback may read and write with the database that it receives, but must not keep it. If a queue or pool retries the
/// transaction, the callbacks run again, and the transaction may still be rolled back in the end. For effects outside the database use
/// observers, for example `observe(_:)`.
///
/// A callback that writes models of the same type runs the callbacks of those models. So a callback that saves its own model recurses
/// infinitely. In `willSave`, change the model itself, which is then written. In `didSave`, change rows with `update(_:set:in:_:)`, a
/// request or SQL.
///
/// Declare this conformance in the same module as the conformance to ``FMModel``. Models without callbacks have no overhead.
public protocol FMModelCallbacks: FMModel {
    /// Called before the model is inserted or updated. Changes to the model are written, and also returned by calls with an `inout`
    /// model.
    ///
    /// `update(_:only:in:key:)` writes only the columns that the call names, even if this method changes others.
    ///
    /// - Throws: any error, which the call then throws.
    mutating func willSave(in database: FMDatabase) throws

    /// Called before the model is inserted by `insert`, `insertPossible` or `replaceAll`, after `willSave(in:)`.
    ///
    /// `save` and `upsert` do not call it, because only SQLite decides whether they insert or update.
    ///
    /// - Throws: any error, which the call then throws.
    mutating func willInsert(in database: FMDatabase) throws

    /// Called after the model has been inserted or updated.
    ///
    /// If the table generates keys or times, `self` is read from the row, so columns that the call did not write have their stored values.
    /// Otherwise `self` is the model passed to the call, as `willSave(in:)` left it.
    ///
    /// This method is not called if nothing was written: if ``FMConflictPolicy/ignore`` kept the existing row, or if an update found no
    /// difference.
    ///
    /// - Throws: any error, which the call then throws.
    func didSave(in database: FMDatabase) throws

    /// Called before the row of the model is deleted.
    ///
    /// - Throws: any error, which the call then throws.
    func willDelete(in database: FMDatabase) throws

    /// Called after the row of the model was deleted. It is not called if there was no row.
    ///
    /// - Throws: any error, which the call then throws.
    func didDelete(in database: FMDatabase) throws
}

extension FMModelCallbacks {
    /// Does nothing.
    public mutating func willSave(in database: FMDatabase) throws {}
    /// Does nothing.
    public mutating func willInsert(in database: FMDatabase) throws {}
    /// Does nothing.
    public func didSave(in database: FMDatabase) throws {}
    /// Does nothing.
    public func willDelete(in database: FMDatabase) throws {}
    /// Does nothing.
    public func didDelete(in database: FMDatabase) throws {}

    /// The callbacks of the model.
    public static var fmCallbacks: FMCallbacks<Self>? { FMCallbacks(of: Self.self) }
}

/// The callbacks before and after a model is written. See ``FMModelCallbacks``.
public final class FMCallbacks<Model> {
    let willSave: (inout Model, FMDatabase) throws -> Void
    let willInsert: (inout Model, FMDatabase) throws -> Void
    let didSave: (Model, FMDatabase) throws -> Void
    let willDelete: (Model, FMDatabase) throws -> Void
    let didDelete: (Model, FMDatabase) throws -> Void

    fileprivate init(of type: Model.Type) where Model: FMModelCallbacks {
        willSave = { try $0.willSave(in: $1) }
        willInsert = { try $0.willInsert(in: $1) }
        didSave = { try $0.didSave(in: $1) }
        willDelete = { try $0.willDelete(in: $1) }
        didDelete = { try $0.didDelete(in: $1) }
    }
}
