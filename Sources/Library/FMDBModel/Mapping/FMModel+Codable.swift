import FMDB

/// What `Codable` types need not write.
extension FMModel where Self: Codable {
    /// The table with the columns that the type's `init(from:)` decodes. They are found out once.
    ///
    /// - Throws: `FMError` with the code `.mismatch` where the columns cannot be found out, naming the property. Then call
    ///   `FMTable.learn(from:)`, conform the property's type to `CaseIterable` or ``FMSampled``, or write ``fmTable`` by hand.
    public static var fmTable: FMTable<Self> {
        get throws(FMError) {
            let (name, options) = (tableName, tableOptions)
            if let known = knownTables[ObjectIdentifier(Self.self)] as? FMTable<Self> {
                return known.following(name, options)
            }
            let table = FMTable<Self>(name, try TypeProbe.columns(of: Self.self).map { FMColumn($0) }, options: options)
            knownTables[ObjectIdentifier(Self.self)] = table
            return table
        }
    }

    /// Decodes the row.
    public init(fmRow row: FMRow) throws {
        self = try row.decode(Self.self, dates: Self.tableOptions.dates)
    }

    /// Encodes the values.
    ///
    /// - Throws: `FMError`: `.misuse` where ``fmTable`` keeps dates in another form than ``tableOptions`` says, by which they
    ///   are decoded; `.mismatch` for a value that cannot be encoded; or what `encode(to:)` throws.
    public func fmBind(to values: inout FMModelValues) throws {
        try values.encode(self)
    }

    /// Takes the table from this value, if the type alone does not show it.
    ///
    /// - Returns: whether that has helped.
    func learnsTable() throws(FMError) -> Bool {
        try FMTable<Self>.learn(from: self)
        return (try? Self.fmTable) != nil
    }
}

/// The compiler's messages for a model that is not `Codable` and does not write these itself.
extension FMModel {
    /// Not available.
    @available(*, unavailable, message: "make the type Codable, or write fmTable, init(fmRow:) and fmBind(to:)")
    public static var fmTable: FMTable<Self> { FMTable(tableName, []) }

    /// Not available.
    @available(*, unavailable, message: "make the type Codable, or write fmTable, init(fmRow:) and fmBind(to:)")
    public init(fmRow row: FMRow) throws { fatalError("not available") }

    /// Not available.
    @available(*, unavailable, message: "make the type Codable, or write fmTable, init(fmRow:) and fmBind(to:)")
    public func fmBind(to values: inout FMModelValues) throws {}
}

extension FMTable where Model: FMModel & Codable {
    /// Takes the table from a value, where the type alone does not show it. All later calls know it then.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the value cannot be encoded.
    @discardableResult
    public static func learn(from value: Model) throws(FMError) -> FMTable {
        let table = FMTable(
            Model.tableName, try ValueProbe.columns(of: value).map { FMColumn($0) }, options: Model.tableOptions)
        knownTables[ObjectIdentifier(Model.self)] = table
        return table
    }
}

/// The tables of the `Codable` types that have been asked for.
private let knownTables = Cache<ObjectIdentifier, AnyObject>()
