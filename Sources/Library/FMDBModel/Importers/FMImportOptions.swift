import FMDB

/// Options of an import from another library's table.
public struct FMImportOptions: Sendable {
    let place: String
    let target: String?
    let renamed: [String: String]
    let keepsKeys: Bool
    let oldTableName: String?
    let unreadable: Unreadable

    /// The treatment of a value that does not fit the model.
    public enum Unreadable: Sendable {
        /// The import fails and nothing is imported. The error names the row and the property.
        case refuse
        /// The row is skipped and reported.
        case skipRow
        /// The value becomes nil and is reported. If the property is not optional, the row is skipped.
        case makeNil
    }

    /// Creates the options.
    ///
    /// - Parameters:
    ///   - place: the schema of the old table: "main", or the name under which its file was
    ///     [attached](https://sqlite.org/lang_attach.html).
    ///   - target: the name of the table to write, or nil for the model's own.
    ///   - renamed: the new names of columns, keyed by their old names without `BG_`.
    ///   - keepsKeys: whether `pkid` or `bg_id` becomes the automatic key of the model, if it has one.
    ///   - oldTableName: the new name of the old table, if it has the name of the model's table.
    ///   - unreadable: the treatment of values that do not fit the model.
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
    /// The number of copied rows.
    public internal(set) var rows = 0
    /// The rowids of the skipped rows.
    public internal(set) var skippedRows: [Int64] = []
    /// The values that could not be read.
    public internal(set) var unreadable: [UnreadableValue] = []
    /// The columns of the old table without a property in the model.
    public internal(set) var unusedColumns: [String] = []

    /// A value that could not be read.
    public struct UnreadableValue: Sendable, Hashable {
        /// The rowid of the row, which is `pkid` or `bg_id`.
        public let row: Int64
        /// The column of the model, or nil if the model rejected the whole row.
        public let column: String?
        /// The reason. It does not contain the value.
        public let reason: String
    }
}
