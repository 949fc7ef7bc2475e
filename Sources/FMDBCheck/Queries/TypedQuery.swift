#if Checked
    /// A query whose types are known, ready to be written.
    struct TypedQuery {
        struct Parameter: Hashable {
            /// As it stands in the SQL text, with its first character.
            let sql: String
            /// In Swift.
            let name: String
            let type: TypeInCode
            let isList: Bool
        }

        struct Column: Hashable {
            let name: String
            let type: TypeInCode
        }

        enum Result {
            case none
            /// One column, without a name of its own.
            case value(TypeInCode)
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
        /// The name of its file.
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
        /// The name of the type of what a batch takes.
        var nameOfValues: String { SwiftName.capitalized(name) + "Values" }
        var kind: QueryKind { query.kind }
        /// Values stand in the text of a query with a list.
        var isInterpolated: Bool { parameters.contains { $0.isList } }
    }

    /// A type of rows in the generated code.
    struct RowStruct {
        let name: String
        let columns: [TypedQuery.Column]
        /// The names of the queries that return it.
        fileprivate(set) var queries: [String]
        /// The table whose columns it has, all of them.
        let table: String?
    }

    extension RowStruct {
        mutating func add(_ query: String) { queries.append(query) }
    }
#endif
