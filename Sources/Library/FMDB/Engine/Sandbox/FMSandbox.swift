/// What SQL from a stranger may do: read some tables and columns, for so long, and return so much.
///
///     let sandbox = FMSandbox(tables: ["book": .all, "author": ["id", "name"]])
///     let answer = try pool.readUntrusted(FMSQL(raw: text), in: sandbox)
///     print(answer.columns, answer.rows)
///
/// One statement that begins with SELECT, VALUES or WITH is allowed, and nothing else: no EXPLAIN, PRAGMA or ATTACH, no writes, and no
/// transactions. The functions of SQLite that have no effects can be called, and your own that are ``FMFunctionOptions/innocuous``. See
/// <doc:Sandbox> for what each rule means, and for what cannot be limited.
public struct FMSandbox: Sendable, Hashable {
    /// The columns of a table that may be read.
    public enum Columns: Sendable, Hashable, ExpressibleByArrayLiteral {
        /// All of them, and the row number.
        case all
        /// These. The row number of a table without INTEGER PRIMARY KEY is `rowid`; that of another is the key's column. Of a
        /// virtual table, a full-text table for example, allow all columns or none, because its functions show them all. A
        /// statement that names one with some columns is refused. Allow a view in its place.
        case only(Set<String>)

        /// The columns of a list.
        public init(arrayLiteral elements: String...) {
            self = .only(Set(elements))
        }
    }

    /// How much time and memory a statement may take.
    public struct Limits: Sendable, Hashable {
        /// How long the statement may spend in SQLite; it ends with ``FMResultCode/deadlineExceeded`` then. Default: 2 seconds.
        public var time: Duration = .seconds(2)
        /// How many rows the result may have, 0 or more. Default: 1,000.
        public var rowCount = 1_000
        /// How many bytes the texts and blobs of the result may have together, where each value counts for 8 at least.
        /// Default: 10,000,000.
        public var byteCount = 10_000_000
        /// How many bytes a text, a blob or a row may have, 1,000 to 1,000,000,000, also in the course of a calculation; larger ones end the
        /// statement with ``FMResultCode/tooBig``. The longest call of a function grows with its square. Default: 100,000.
        public var valueLength = 100_000
        /// How many bytes SQLite may allocate beyond what it has when the statement begins; more end it with ``FMResultCode/tooBig``. SQLite
        /// counts for the whole process, so leave room for what others do meanwhile. Default: 256 MiB.
        public var memory = 256 * 1024 * 1024
        /// Whether a result that would have more rows or bytes ends there, with ``FMSandbox/Answer/isTruncated``, and does not fail
        /// with ``FMResultCode/tooBig``. Default: false.
        public var truncates = false

        /// The default limits.
        public init() {}
    }

    /// The result of a statement.
    public struct Answer: Sendable, Hashable {
        /// The names of the columns, which may have duplicates.
        public internal(set) var columns: [String]
        /// The rows, each with a value for every column.
        public internal(set) var rows: [[FMValue]] = []
        /// Whether there are more rows, which were left out. See ``Limits/truncates``.
        public internal(set) var isTruncated = false

        /// The values of a column.
        ///
        /// - Parameter column: its name; of several the first is used. Case matters, as in ``columns``.
        /// - Returns: a value for each row; nil if there is no such column.
        public subscript(column: String) -> [FMValue]? {
            columns.firstIndex(of: column).map { index in rows.map { $0[index] } }
        }
    }

    /// The tables, views and virtual tables that may be read, and which columns. Letters A to Z are the same in either case. Of a view
    /// everything can be read that it selects, whatever table that is from. `json_each` and `json_tree` are always allowed;
    /// `sqlite_schema` only if it is named here; what begins with `pragma_` never is.
    public var tables: [String: Columns]
    /// The database that has the tables: "main" or the name of an attached one. Default: "main".
    public var schema = "main"
    /// Functions of your own that may be called, by their names, beside the innocuous ones. `regexp`, `load_extension` and others in
    /// ``refusedFunctions`` are refused even here.
    public var functions: Set<String>
    /// The limits.
    public var limits: Limits

    /// A sandbox with these tables and nothing else.
    ///
    /// - Parameters:
    ///   - tables: the tables and views, each with its columns.
    ///   - functions: functions of your own that may be called. Default: none.
    ///   - limits: how much time and memory a statement may take.
    public init(tables: [String: Columns], functions: Set<String> = [], limits: Limits = Limits()) {
        self.tables = tables
        self.functions = functions
        self.limits = limits
    }

    /// Functions that no sandbox allows: they load code, read and write files, or cannot be interrupted.
    public static let refusedFunctions: Set<String> = [
        "edit", "eval", "fts3_tokenizer", "fts5", "load_extension", "optimize", "readfile", "regexp", "rtreecheck",
        "sqlite_log", "writefile",
    ]

    /// Functions of SQLite, and of the library, without effects. Those that report on earlier statements, such as `changes`, are not among them.
    public static let usualFunctions: Set<String> = Set(
        """
        -> ->> abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist
        current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor fm_decimal_avg
        fm_decimal_sum fm_like format fts5_source_id glob group_concat hex highlight if ifnull iif instr json json_array json_array_length
        json_error_position json_extract json_group_array json_group_object json_insert json_object json_pretty json_quote
        json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object
        jsonb_insert jsonb_object jsonb_remove jsonb_replace jsonb_set julianday lag last_value lead length like likelihood likely
        ln log log10 log2 lower ltrim match matchinfo max median min mod nth_value ntile nullif octet_length offsets percent_rank percentile
        percentile_cont percentile_disc pi pow power printf quote radians random randomblob rank replace round row_number rtrim sign sin
        sinh snippet soundex sqlite_source_id sqlite_version sqrt strftime string_agg substr substring subtype sum tan tanh timediff
        time total trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper zeroblob
        """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init))
}
