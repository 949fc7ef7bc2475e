extension FMQueryPlan {
    /// What a step does. Later versions may add cases, so a `switch` needs a `default`.
    ///
    /// A table with an alias has that name. Texts that can be read in two ways, because a name contains words of SQLite's, may be
    /// read in the wrong one.
    public enum Kind: Hashable, Sendable {
        /// All rows of a table are read, in the order of an index if there is one: `SCAN book`.
        case scan(String, index: Index?)
        /// Some rows of a table are looked up: `SEARCH book USING INDEX book_author (author=?)`.
        case search(String, index: Index?)
        /// All rows of a subquery, of a common table expression or of a view are read.
        case scanSubquery(String)
        /// A virtual table chooses its rows itself, by a plan whose number and text are its own: `SCAN f VIRTUAL TABLE INDEX 3:`.
        case virtualTable(String, index: String)
        /// A number of rows that the statement itself contains: `SCAN 3 CONSTANT ROWS`, since 3.46 also
        /// `SCAN 3-ROW VALUES CLAUSE`.
        case constantRows(Int)
        /// The terms of an OR are looked up one by one; each is one of its steps: `MULTI-INDEX OR`.
        case multiIndexOr
        /// One term of an OR, from 1: `INDEX 2`.
        case termOfOr(Int)
        /// Rows are tested by a small table of bits before they are looked up: `BLOOM FILTER ON author (id=?)`.
        case bloomFilter(String, terms: [String])
        /// A temporary B-tree sorts, or finds equal rows: `USE TEMP B-TREE FOR ORDER BY`.
        case temporaryTree(String)
        /// The operator IN looks into an index: `USING INDEX book_author FOR IN-OPERATOR`.
        case indexForIn(String)
        /// The operator IN looks into a table by its row numbers: `USING ROWID SEARCH ON TABLE author FOR IN-OPERATOR`.
        case rowNumbersForIn(String)
        /// A subquery of which one row is computed whenever one is needed: `CO-ROUTINE c`.
        case coroutine(String)
        /// A subquery that is computed once, and kept: `MATERIALIZE c`.
        case materialize(String)
        /// A subquery with one value, with its number: `SCALAR SUBQUERY 1`.
        case scalarSubquery(Int, isCorrelated: Bool)
        /// A subquery with a list of values, with its number: `LIST SUBQUERY 1`.
        case listSubquery(Int, isCorrelated: Bool)
        /// A subquery that the plan has already, by its number: `REUSE SUBQUERY 1`.
        case reusedSubquery(Int)
        /// Queries that are joined by UNION and its like, each one of its steps: `COMPOUND QUERY`.
        case compound
        /// The first query of a compound one: `LEFT-MOST SUBQUERY`.
        case firstOfCompound
        /// A further query of a compound one: `UNION USING TEMP B-TREE`. Before SQLite 3.24, it and the one before it.
        case setOperation(SetOperation, usesTemporaryTree: Bool)
        /// Two sorted queries are joined: `MERGE (UNION)`.
        case merge(SetOperation)
        /// The first of two queries that are merged: `LEFT`.
        case leftOfMerge
        /// The second of two queries that are merged: `RIGHT`.
        case rightOfMerge
        /// The first rows of a recursive query: `SETUP`.
        case recursiveSetup
        /// The further rows of a recursive query: `RECURSIVE STEP`.
        case recursiveStep
        /// The rows of a RIGHT or FULL JOIN that have no partner: `RIGHT-JOIN author`.
        case rightJoin(String)
        /// Something that this version of the library does not know.
        case other
    }

    /// Which rows of a table are looked up by what.
    public struct Index: Hashable, Sendable {
        /// What kind of index it is.
        public enum Form: Hashable, Sendable {
            /// An index of the schema.
            case named
            /// One that SQLite makes for this statement: `AUTOMATIC COVERING INDEX`.
            case automatic
            /// The primary key of a table WITHOUT ROWID: `PRIMARY KEY`.
            case primaryKey
            /// The row number: `INTEGER PRIMARY KEY`.
            case rowNumber
        }

        /// What kind of index it is.
        public let form: Form
        /// The name of an index of the schema, else nil. Those that SQLite makes for UNIQUE are called `sqlite_autoindex_…`.
        public let name: String?
        /// Whether the index alone has all columns that are needed, so that the table is not read.
        public let isCovering: Bool
        /// Whether an automatic index has only some rows.
        public let isPartial: Bool
        /// What is compared, such as `author=?` and `year>?`; empty if the index gives only the order.
        public let terms: [String]

        /// An index, to be compared with that of a plan.
        ///
        /// - Parameters:
        ///   - form: what kind of index it is.
        ///   - name: the name of an index of the schema. Default: nil.
        ///   - isCovering: whether the table is not read. Default: false.
        ///   - isPartial: whether an automatic index has only some rows. Default: false.
        ///   - terms: what is compared. Default: nothing.
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

    /// What joins the queries of a compound one.
    public enum SetOperation: String, Hashable, Sendable {
        /// The rows of both.
        case unionAll = "UNION ALL"
        /// The rows of both, each once.
        case union = "UNION"
        /// The rows that are in both.
        case intersect = "INTERSECT"
        /// The rows that are in the first alone.
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

    /// The name of a subquery, common table expression or view that is computed apart.
    var subqueryName: String? {
        switch self {
        case .coroutine(let name), .materialize(let name): name
        default: nil
        }
    }
}
