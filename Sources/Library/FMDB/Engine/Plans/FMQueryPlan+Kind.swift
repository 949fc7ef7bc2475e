extension FMQueryPlan {
    /// The operation of a step. Later versions may add cases, so a `switch` needs a `default`.
    ///
    /// A table with an alias has the alias as its name. If a name contains keywords, its line is ambiguous and may be
    /// parsed wrongly.
    public enum Kind: Hashable, Sendable {
        /// All rows of a table are read, in the order of an index if one is used: `SCAN book`.
        case scan(String, index: Index?)
        /// Some rows of a table are looked up: `SEARCH book USING INDEX book_author (author=?)`.
        case search(String, index: Index?)
        /// All rows of a subquery, of a common table expression or of a view are read.
        case scanSubquery(String)
        /// A virtual table selects rows by an index number and an index string of its own: `SCAN f VIRTUAL TABLE INDEX
        /// 3:`.
        case virtualTable(String, index: String)
        /// Constant rows that the SQL itself contains, with their count: `SCAN 3 CONSTANT ROWS`, since 3.46 also
        /// `SCAN 3-ROW VALUES CLAUSE`.
        case constantRows(Int)
        /// Each term of an OR is looked up separately, in a child step: `MULTI-INDEX OR`.
        case multiIndexOr
        /// One term of an OR, numbered from 1: `INDEX 2`.
        case termOfOr(Int)
        /// A Bloom filter rejects rows before they are looked up: `BLOOM FILTER ON author (id=?)`.
        case bloomFilter(String, terms: [String])
        /// A temporary B-tree sorts rows, or finds duplicates: `USE TEMP B-TREE FOR ORDER BY`.
        case temporaryTree(String)
        /// The operator IN searches an index: `USING INDEX book_author FOR IN-OPERATOR`.
        case indexForIn(String)
        /// The operator IN searches a table by rowid: `USING ROWID SEARCH ON TABLE author FOR IN-OPERATOR`.
        case rowNumbersForIn(String)
        /// A subquery that computes each row when it is needed: `CO-ROUTINE c`.
        case coroutine(String)
        /// A subquery that is computed once and stored: `MATERIALIZE c`.
        case materialize(String)
        /// A subquery with one value, with its number: `SCALAR SUBQUERY 1`.
        case scalarSubquery(Int, isCorrelated: Bool)
        /// A subquery with a list of values, with its number: `LIST SUBQUERY 1`.
        case listSubquery(Int, isCorrelated: Bool)
        /// A second use of a subquery that is already in the plan, with its number: `REUSE SUBQUERY 1`.
        case reusedSubquery(Int)
        /// A compound query, such as UNION, with its queries as child steps: `COMPOUND QUERY`.
        case compound
        /// The first query of a compound query: `LEFT-MOST SUBQUERY`.
        case firstOfCompound
        /// A further query of a compound query: `UNION USING TEMP B-TREE`. Before SQLite 3.24, one step stands for this
        /// query and the one before it.
        case setOperation(SetOperation, usesTemporaryTree: Bool)
        /// Two sorted queries are merged: `MERGE (UNION)`.
        case merge(SetOperation)
        /// The first of two queries that are merged: `LEFT`.
        case leftOfMerge
        /// The second of two queries that are merged: `RIGHT`.
        case rightOfMerge
        /// The first rows of a recursive query: `SETUP`.
        case recursiveSetup
        /// The further rows of a recursive query: `RECURSIVE STEP`.
        case recursiveStep
        /// The rows of a RIGHT or FULL JOIN that have no match: `RIGHT-JOIN author`.
        case rightJoin(String)
        /// A line that this version of the library does not recognize.
        case other
    }

    /// The index that a step uses, and the terms that it looks up.
    public struct Index: Hashable, Sendable {
        /// The kind of the index.
        public enum Form: Hashable, Sendable {
            /// An index of the schema.
            case named
            /// An index that SQLite creates for this statement: `AUTOMATIC COVERING INDEX`.
            case automatic
            /// The primary key of a table WITHOUT ROWID: `PRIMARY KEY`.
            case primaryKey
            /// The rowid: `INTEGER PRIMARY KEY`.
            case rowNumber
        }

        /// The kind of the index.
        public let form: Form
        /// The name of an index of the schema; nil for other kinds. SQLite names the indexes of UNIQUE constraints
        /// `sqlite_autoindex_…`.
        public let name: String?
        /// Whether the index has all columns that are needed, so that the table is not read.
        public let isCovering: Bool
        /// Whether an automatic index has only some rows.
        public let isPartial: Bool
        /// The comparisons, such as `author=?` and `year>?`; empty if the index only gives the order.
        public let terms: [String]

        /// Creates an index that can be compared with an index in a plan.
        ///
        /// - Parameters:
        ///   - form: the kind of the index.
        ///   - name: the name of an index of the schema. Default: nil.
        ///   - isCovering: whether the table is not read. Default: false.
        ///   - isPartial: whether an automatic index has only some rows. Default: false.
        ///   - terms: the comparisons. Default: none.
        public init(
            form: Form, name: String? = nil, isCovering: Bool = false, isPartial: Bool = false, terms: [String] = []
        ) {
            self.form = form
            self.name = name
            self.isCovering = isCovering
            self.isPartial = isPartial
            self.terms = terms
        }
    }

    /// The operator of a compound query.
    public enum SetOperation: String, Hashable, Sendable {
        /// All rows of both queries.
        case unionAll = "UNION ALL"
        /// All rows of both queries, without duplicates.
        case union = "UNION"
        /// The rows that both queries return.
        case intersect = "INTERSECT"
        /// The rows that only the first query returns.
        case except = "EXCEPT"
    }
}

extension FMQueryPlan.Kind {
    var indexName: String? {
        switch self {
        case .scan(_, let index), .search(_, let index): index?.name
        case .indexForIn(let name): name
        default: nil
        }
    }

    /// The name of a subquery, common table expression or view that is computed separately; nil for other kinds.
    var subqueryName: String? {
        switch self {
        case .coroutine(let name), .materialize(let name): name
        default: nil
        }
    }
}
