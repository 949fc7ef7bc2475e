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
/// `insert`, `insertPossible`, `update`, `save`, `upsert`, `delete` and `replaceAll` call them for each of their models. Calls by a
/// condition, a key or a request know no models and call nothing: `update(_:set:in:_:)`, `delete(_:from:_:)`, `delete(_:id:from:)`.
/// Neither do the deletion within `replaceAll` and ``FMConflictPolicy/replace``, foreign keys, or SQL.
///
/// All of them run within the transaction of the call, which is rolled back if one of them throws; the call throws that error. They
/// run on the thread of the transaction. They may read and write with the database that they get, but not keep it. A queue or pool
/// that retries repeats them with the transaction, and the transaction may be rolled back in the end. So use observers,
/// `observe(_:)` for example, for effects outside of the database.
///
/// A callback that writes models of the same type is called for them in turn. So one that saves its own model recurses without end.
/// Let `willSave` change the model itself, which is written then, and `didSave` change rows by `update(_:set:in:_:)`, by a request
/// or by SQL.
///
/// Declare the conformance in the module of the one to ``FMModel``. Models that do not conform pay nothing.
public protocol FMModelCallbacks: FMModel {
    /// Called before the model is inserted or updated. Its changes are written, also into the model of a call that fills it.
    ///
    /// `update(_:only:in:key:)` writes no other columns than those that the call names, whatever is changed here.
    ///
    /// - Throws: any error, with which the call ends.
    mutating func willSave(in database: FMDatabase) throws

    /// Called before the model is inserted by `insert`, `insertPossible` or `replaceAll`, after `willSave(in:)`.
    ///
    /// Whether `save` and `upsert` insert or update is known afterwards only, so they do not call it.
    ///
    /// - Throws: any error, with which the call ends.
    mutating func willInsert(in database: FMDatabase) throws

    /// Called after the model has been inserted or updated.
    ///
    /// Where the table gives rows a key or times, the model is read from the row: columns that the call has not written have their
    /// stored values. Elsewhere it is the model of the call, as `willSave(in:)` has left it.
    ///
    /// It is not called if nothing has been written: a row that stays by ``FMConflictPolicy/ignore``, or models without a difference.
    ///
    /// - Throws: any error, with which the call ends.
    func didSave(in database: FMDatabase) throws

    /// Called before the row of the model is deleted.
    ///
    /// - Throws: any error, with which the call ends.
    func willDelete(in database: FMDatabase) throws

    /// Called after the row of the model has been deleted; not if there was none.
    ///
    /// - Throws: any error, with which the call ends.
    func didDelete(in database: FMDatabase) throws
}

extension FMModelCallbacks {
    /// Nothing.
    public mutating func willSave(in database: FMDatabase) throws {}
    /// Nothing.
    public mutating func willInsert(in database: FMDatabase) throws {}
    /// Nothing.
    public func didSave(in database: FMDatabase) throws {}
    /// Nothing.
    public func willDelete(in database: FMDatabase) throws {}
    /// Nothing.
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
