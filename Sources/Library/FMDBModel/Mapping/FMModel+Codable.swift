import FMDB

/// Default implementations for `Codable` types.
extension FMModel where Self: Codable {
    /// The table with the columns that the type's `init(from:)` decodes. They are determined once.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the columns cannot be determined; the message names the property. Then call
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

    /// Decodes a row.
    public init(fmRow row: FMRow) throws {
        self = try row.decode(Self.self, dates: Self.tableOptions.dates)
    }

    /// Encodes the values of the model.
    ///
    /// - Throws: `FMError`: `.misuse` if ``fmTable`` names a date format that differs from that of ``tableOptions``, which is used to
    ///   decode dates. `.mismatch` if a value cannot be encoded, or if `encode(to:)` throws an error other than `FMError`.
    public func fmBind(to values: inout FMModelValues) throws {
        try values.encode(self)
    }

    /// Determines the table from this value, if the type alone does not suffice.
    ///
    /// - Returns: whether the table is determined now.
    func learnsTable() throws(FMError) -> Bool {
        try FMTable<Self>.learn(from: self)
        return (try? Self.fmTable) != nil
    }
}

/// The compiler's messages for a model that is not `Codable` and does not implement these members.
extension FMModel {
    /// Not available: the type is not `Codable`.
    @available(*, unavailable, message: "make the type Codable, or write `fmTable`, `init(fmRow:)` and `fmBind(to:)`")
    public static var fmTable: FMTable<Self> { FMTable(tableName, []) }

    /// Not available: the type is not `Codable`.
    @available(*, unavailable, message: "make the type Codable, or write `fmTable`, `init(fmRow:)` and `fmBind(to:)`")
    public init(fmRow row: FMRow) throws { fatalError("not available") }

    /// Not available: the type is not `Codable`.
    @available(*, unavailable, message: "make the type Codable, or write `fmTable`, `init(fmRow:)` and `fmBind(to:)`")
    public func fmBind(to values: inout FMModelValues) throws {}
}

extension FMTable where Model: FMModel & Codable {
    /// Determines the table from a value, if the type alone does not suffice. All later calls use this table.
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

/// The tables of `Codable` types that were determined before.
private let knownTables = Cache<ObjectIdentifier, AnyObject>()
