import FMDB

// Calls that fit no verb, for which the compiler's own message would be misleading. The messages say what to write.

extension FMDatabaseAccess {
    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by a closure or `where:`; `where: .all` is all of them")
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set assignments: [FMAssignment<Model>], in table: String? = nil
    ) throws -> Int { 0 }

    /// Not available: an update says which rows it changes.
    @available(*, unavailable, message: "say which rows by `where:`; `\"1\"` is all of them")
    @discardableResult
    public func update(_ type: FMRecord.Type, set values: FMRecord, in table: String) throws -> Int { 0 }

    /// Not available: a deletion says which rows it removes.
    @available(*, unavailable, message: "say which rows by a closure or `where:`; `where: .all` is all of them")
    @discardableResult
    public func delete<Model: FMModel>(_ type: Model.Type, from table: String? = nil) throws -> Int { 0 }

    /// Not available: a dictionary has no type of its values.
    @available(
        *, unavailable, message: "write set: [FMAssignment(\"title\", \"x\")], or by fields [fields.title <- \"x\"]"
    )
    @discardableResult
    public func update<Model: FMModel>(
        _ type: Model.Type, set values: [String: any FMValueConvertible], where condition: FMWhere<Model>
    ) throws -> Int { 0 }

    /// Not available: the key path names the model.
    @available(*, unavailable, message: "write sum(Note.self, \"pages\", as: Int.self), or sum(\\Note.pages)")
    public func sum<Model: FMModel, Value>(_ type: Model.Type, _ property: KeyPath<Model, Value>) throws -> Value? {
        nil
    }

    /// Not available: the key path names the model.
    @available(*, unavailable, message: "write average(Note.self, \"pages\", as: Int.self), or average(\\Note.pages)")
    public func average<Model: FMModel, Value>(
        _ type: Model.Type, _ property: KeyPath<Model, Value>
    ) throws -> Value? { nil }

    /// Not available: the key path names the model.
    @available(*, unavailable, message: "write min(Note.self, \"pages\", as: Int.self), or min(\\Note.pages)")
    public func min<Model: FMModel, Value>(_ type: Model.Type, _ property: KeyPath<Model, Value>) throws -> Value? {
        nil
    }

    /// Not available: the key path names the model.
    @available(*, unavailable, message: "write max(Note.self, \"pages\", as: Int.self), or max(\\Note.pages)")
    public func max<Model: FMModel, Value>(_ type: Model.Type, _ property: KeyPath<Model, Value>) throws -> Value? {
        nil
    }
}
