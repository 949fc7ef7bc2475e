/// The rules for untrusted SQL: the tables and columns that it may read, and limits on its time, its memory and its result.
///
///     let sandbox = FMSandbox(tables: ["book": .all, "author": ["id", "name"]])
///     let answer = try pool.readUntrusted(FMSQL(raw: text), in: sandbox)
///     print(answer.columns, answer.rows)
///
/// Only a single statement that begins with SELECT, VALUES or WITH is allowed: no EXPLAIN, PRAGMA or ATTACH, no writes, no transactions.
/// The statement can call SQLite's functions without side effects, and custom functions that are ``FMFunctionOptions/innocuous``. See
/// <doc:Sandbox> for the meaning of each rule, and for what cannot be limited.
public struct FMSandbox: Sendable, Hashable {
    /// The columns of a table that may be read.
    public enum Columns: Sendable, Hashable, ExpressibleByArrayLiteral {
        /// All columns and the rowid.
        case all
        /// The named columns only.
        ///
        /// Name the rowid by `rowid`, or by the key's column if the table has an INTEGER PRIMARY KEY.
        ///
        /// For a virtual table, such as a full-text table, allow all columns or none, because functions like `snippet` can return text from
        /// any column. A statement that names a virtual table of which only some columns are allowed is refused. Allow a view of it
        /// instead.
        case only(Set<String>)

        /// Allows the columns in an array literal.
        public init(arrayLiteral elements: String...) {
            self = .only(Set(elements))
        }
    }

    /// Limits on a statement's time, memory and result.
    public struct Limits: Sendable, Hashable {
        /// The maximum time that the statement may spend in SQLite. After it, the statement fails with ``FMResultCode/deadlineExceeded``.
        /// Default: 2 seconds.
        public var time: Duration = .seconds(2)
        /// The maximum number of rows in the result, 0 or more. Default: 1,000.
        public var rowCount = 1_000
        /// The maximum total size of the result in bytes, where each value counts as at least 8 bytes. Default: 10,000,000.
        public var byteCount = 10_000_000
        /// The maximum size of a string, a blob or a row in bytes, from 1,000 to 1,000,000,000. It also applies to intermediate values.
        /// Larger values make the statement fail with ``FMResultCode/tooBig``. The longest function call takes time in proportion to the
        /// square of this limit. Default: 100,000.
        public var valueLength = 100_000
        /// The maximum number of bytes that SQLite may allocate while the statement runs. If it allocates more, the statement fails with
        /// ``FMResultCode/tooBig``. SQLite counts the memory of the whole process, so leave room for other connections. Default: 256 MiB.
        public var memory = 256 * 1024 * 1024
        /// Whether a result over the limit for rows or bytes is truncated, with ``FMSandbox/Answer/isTruncated`` set, instead of failing
        /// with ``FMResultCode/tooBig``. Default: false.
        public var truncates = false

        /// The default limits.
        public init() {}
    }

    /// The result of a statement.
    public struct Answer: Sendable, Hashable {
        /// The names of the columns, which may contain duplicates.
        public internal(set) var columns: [String]
        /// The rows, each with a value for every column.
        public internal(set) var rows: [[FMValue]] = []
        /// Whether rows were left out. See ``Limits/truncates``.
        public internal(set) var isTruncated = false

        /// The values of a column.
        ///
        /// - Parameter column: the name of the column, case-sensitive. If several columns have the name, the first is used.
        /// - Returns: a value for each row, or nil if there is no such column.
        public subscript(column: String) -> [FMValue]? {
            columns.firstIndex(of: column).map { index in rows.map { $0[index] } }
        }
    }

    /// The tables, views and virtual tables that may be read, each with its allowed columns. Names ignore the case of A to Z.
    ///
    /// A view may read every column that it selects, even from tables that are not allowed. `json_each` and `json_tree` are always allowed,
    /// `sqlite_schema` only if it is named here, and tables whose names begin with `pragma_` never.
    public var tables: [String: Columns]
    /// The database that contains the tables: "main" or the name of an attached database. Default: "main".
    public var schema = "main"
    /// The names of custom functions that may be called in addition to the innocuous ones. `regexp`, `load_extension` and others in
    /// ``refusedFunctions`` are refused even if they are named here.
    public var functions: Set<String>
    /// The limits on time, memory and result.
    public var limits: Limits

    /// Creates a sandbox that allows the given tables and no others.
    ///
    /// - Parameters:
    ///   - tables: the tables and views, each with its columns.
    ///   - functions: the names of custom functions that may be called. Default: none.
    ///   - limits: the limits on time, memory and result.
    public init(tables: [String: Columns], functions: Set<String> = [], limits: Limits = Limits()) {
        self.tables = tables
        self.functions = functions
        self.limits = limits
    }

    /// Functions that no sandbox allows, because they load code, read or write files, or cannot be interrupted.
    public static let refusedFunctions: Set<String> = [
        "edit", "eval", "fts3_tokenizer", "fts5", "load_extension", "optimize", "readfile", "regexp", "rtreecheck",
        "sqlite_log", "writefile",
    ]

    /// Functions of SQLite and of the library without side effects. Functions that report on earlier statements, such as `changes`, are not
    /// included.
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
