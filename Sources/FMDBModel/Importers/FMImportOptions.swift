import FMDB

/// How the tables of another library are read.
public struct FMImportOptions: Sendable {
    /// Where the old table is: "main", or the name under which its file was
    /// [attached](https://sqlite.org/lang_attach.html).
    public var place: String
    /// The table of the model to write, if it is not the model's own.
    public var target: String?
    /// Columns of the model that had another name, by the old one (without `BG_`).
    public var renamed: [String: String]
    /// Whether `pkid` or `bg_id` become the automatic key of the model, if it has one.
    public var keepsKeys: Bool
    /// What the old table is to be called from now on, where it has the name of the model's.
    public var oldTableName: String?
    /// What becomes of values that the model cannot take.
    public var unreadable: Unreadable

    /// What becomes of a value that the model cannot take.
    public enum Unreadable: Sendable {
        /// Nothing is imported, and the error names it.
        case refuse
        /// Its row is left out, and reported.
        case skipRow
        /// It becomes nil, and is reported; its row is left out if the property is not optional.
        case makeNil
    }

    /// The options, all as they are mostly wanted.
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

/// What was imported.
public struct FMImportReport: Sendable, Hashable {
    /// How many rows the model's table has got.
    public internal(set) var rows = 0
    /// The numbers of the rows that were left out.
    public internal(set) var skippedRows: [Int64] = []
    /// The values that could not be read.
    public internal(set) var unreadable: [UnreadableValue] = []
    /// Columns of the old table that the model has no property for.
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
