#if Checked
    /// A query whose types are known, ready to be written.
    struct TypedQuery {
        struct Parameter: Hashable {
            /// As it stands in the SQL text, with its first character.
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
            /// One column, without a name of its own.
            case value(SwiftType)
            case row([Column])
        }

        /// A part of the SQL text of the generated code.
        enum SQLPart {
            case text(String)
            /// A text or a name in quotes, whose line feeds belong to it.
            case quoted(String)
            /// A parameter, and the expression in Swift that gives its value.
            case parameter(String, value: String)
        }

        let query: NamedQuery
        let file: String
        let parameters: [Parameter]
        let result: Result
        /// The table whose columns are those of the result, all of them.
        let table: String?
        let parts: [SQLPart]
        /// The text of the pages behind the first one.
        let nextPage: [SQLPart]
        let writes: Bool
        /// Whether it runs outside of transactions.
        let isOutside: Bool
        /// Whether an insertion may do nothing.
        let maySkip: Bool

        var name: String { query.name }
        var nameOfValues: String { SwiftName.capitalized(name) + "Values" }
        var kind: QueryKind { query.kind }
        /// Values stand in the text of a query with a list.
        var isInterpolated: Bool { parameters.contains { $0.isList } }
    }

    struct RowStruct {
        let name: String
        let columns: [TypedQuery.Column]
        var queries: [String]
        /// The table whose columns it has, all of them.
        let table: String?
    }

    /// Gives the types of rows their names. Queries with the same columns share one.
    struct RowNames {
        private(set) var structs: [RowStruct] = []
        private(set) var problems: [FMFinding] = []
        /// The name of the type of each query that has one, by the query's name.
        private(set) var names: [String: String] = [:]

        init(_ queries: [TypedQuery]) {
            // Names that are written come first, so that others can share them.
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
                    row.place, "the rows \(row.name) of the query \(other) have other columns: choose another name")
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
                    "the name \(own) of the rows of this query is taken: write -- row: Name below its name")
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
