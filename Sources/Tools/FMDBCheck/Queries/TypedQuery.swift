#if Checked
    /// A query whose types are known, ready for code generation.
    struct TypedQuery {
        struct Parameter: Hashable {
            /// The parameter as written in the SQL, with its prefix.
            let sql: String
            let name: String
            let type: SwiftType
            let isList: Bool
        }

        struct Column: Hashable {
            let name: String
            let type: SwiftType
        }

        enum Result {
            case none
            /// A single column, which needs no row type.
            case value(SwiftType)
            case row([Column])
        }

        /// A part of the SQL in the generated code.
        enum SQLPart {
            case text(String)
            /// A string literal or a quoted name, whose line feeds must be kept.
            case quoted(String)
            /// A parameter, and the Swift expression for its value.
            case parameter(String, value: String)
        }

        let query: NamedQuery
        let file: String
        let parameters: [Parameter]
        let result: Result
        /// The table, if the result has exactly the table's columns.
        let table: String?
        let parts: [SQLPart]
        /// The SQL for the pages after the first one.
        let nextPage: [SQLPart]
        let writes: Bool
        /// Whether the statement runs outside of transactions.
        let isOutside: Bool
        /// Whether the insertion may insert no row.
        let maySkip: Bool

        var name: String { query.name }
        var nameOfValues: String { SwiftName.capitalized(name) + "Values" }
        var kind: QueryKind { query.kind }
        /// Whether the generated code interpolates the values into the SQL. A query with a list parameter needs this.
        var isInterpolated: Bool { parameters.contains { $0.isList } }
    }

    struct RowStruct {
        let name: String
        let columns: [TypedQuery.Column]
        var queries: [String]
        /// The table, if the row has exactly the table's columns.
        let table: String?
    }

    /// Names the row types. Queries with the same columns share a type.
    struct RowNames {
        private(set) var structs: [RowStruct] = []
        private(set) var problems: [FMFinding] = []
        /// The name of each query's row type, by the query's name.
        private(set) var names: [String: String] = [:]

        init(_ queries: [TypedQuery]) {
            // Queries with a row name come first, so that others can share their types.
            for query in queries where query.query.row != nil { addNamed(query) }
            for query in queries where query.query.row == nil { addOther(query) }
            let uses = queries.compactMap { names[$0.name] }.enumerated()
            let order = Dictionary(uses.map { ($1, $0) }) { first, _ in first }
            structs.sort { (order[$0.name] ?? 0) < (order[$1.name] ?? 0) }
        }

        private mutating func addNamed(_ query: TypedQuery) {
            guard case .row(let columns) = query.result, let row = query.query.row else { return }
            guard let index = structs.firstIndex(where: { $0.name == row.name }) else {
                return add(row.name, columns, query)
            }
            guard structs[index].columns == columns else {
                let other = structs[index].queries.first ?? ""
                return refuse(
                    row.place,
                    "the row type \(row.name) of the query \(other) has different columns: choose another name")
            }
            share(index, query)
        }

        private mutating func addOther(_ query: TypedQuery) {
            guard case .row(let columns) = query.result else { return }
            if let index = structs.firstIndex(where: { $0.columns == columns }) { return share(index, query) }
            let own = SwiftName.capitalized(query.name) + "Row"
            let names = [query.table.flatMap(SwiftName.type).map { $0 + "Row" }, own].compactMap { $0 }
            guard let name = names.first(where: { name in !structs.contains { $0.name == name } }) else {
                return refuse(
                    query.query.place,
                    "the name \(own) of this query's row type is taken: write -- row: Name below the query's name")
            }
            add(name, columns, query)
        }

        private mutating func add(_ name: String, _ columns: [TypedQuery.Column], _ query: TypedQuery) {
            names[query.name] = name
            structs.append(RowStruct(name: name, columns: columns, queries: [query.name], table: query.table))
        }

        private mutating func share(_ index: Int, _ query: TypedQuery) {
            names[query.name] = structs[index].name
            structs[index].queries.append(query.name)
        }

        private mutating func refuse(_ place: FMSourcePlace, _ message: String) {
            problems.append(FMFinding(.error, .input, at: place, message))
        }
    }
#endif
