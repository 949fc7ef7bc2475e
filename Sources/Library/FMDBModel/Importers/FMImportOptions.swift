import FMDB

/// Options of an import from another library's table.
public struct FMImportOptions: Sendable {
    let place: String
    let target: String?
    let renamed: [String: String]
    let keepsKeys: Bool
    let oldTableName: String?
    let unreadable: Unreadable

    /// What happens to a value that does not fit the model.
    public enum Unreadable: Sendable {
        /// Nothing is imported; the error names the row and the property.
        case refuse
        /// Its row is left out, and reported.
        case skipRow
        /// It becomes nil, and is reported; its row is left out if the property is not optional.
        case makeNil
    }

    /// The options.
    ///
    /// - Parameters:
    ///   - place: the schema of the old table: "main", or the name under which its file was
    ///     [attached](https://sqlite.org/lang_attach.html).
    ///   - target: the name of the table to write; nil for the model's own.
    ///   - renamed: the new names of columns by their old ones (without `BG_`).
    ///   - keepsKeys: whether `pkid` or `bg_id` becomes the automatic key of the model, if it has one.
    ///   - oldTableName: the new name of the old table, if it has the name of the model's table.
    ///   - unreadable: what happens to values that do not fit the model.
    public init(
        place: String = "main", target: String? = nil, renamed: [String: String] = [:], keepsKeys: Bool = true,
        oldTableName: String? = nil, unreadable: Unreadable = .refuse
    ) {
        self.place = place
        self.target = target
        self.renamed = renamed
        self.keepsKeys = keepsKeys
        self.oldTableName = oldTableName
        self.unreadable = unreadable
    }
}

/// The result of an import.
public struct FMImportReport: Sendable, Hashable {
    /// How many rows were copied.
    public internal(set) var rows = 0
    /// The `rowid`s of the rows that were left out.
    public internal(set) var skippedRows: [Int64] = []
    /// The values that could not be read.
    public internal(set) var unreadable: [UnreadableValue] = []
    /// The columns of the old table for which the model has no property.
    public internal(set) var unusedColumns: [String] = []

    /// A value that could not be read.
    public struct UnreadableValue: Sendable, Hashable {
        /// The `rowid`, which is `pkid` or `bg_id`.
        public let row: Int64
        /// The column of the model; nil where the model refused the row as a whole.
        public let column: String?
        /// Why; the value itself does not appear.
        public let reason: String
    }
}
