#if Checked
    /// What a file declares that the texts of other files may be made of.
    package struct SharedNames: Sendable, Hashable, Codable {
        package enum Value: Sendable, Hashable, Codable {
            case text(String)
            case number(Int)
            case list([String])
        }

        /// A variable, constant or raw value that is not private.
        package struct Member: Sendable, Hashable, Codable {
            /// With the types around it: "Tables.person", "State.done.rawValue".
            package let name: String
            /// nil for what is not constant, or not known.
            package let value: Value?
            /// Whether other modules see it.
            package let isPublic: Bool
            /// Whether it has its value only where nothing changes it.
            package let isVariable: Bool
        }

        /// A type, as one file shows it.
        package struct SharedType: Sendable, Hashable, Codable {
            package var inherited: [String] = []
            package var isProtocol = false
        }

        /// A function that passes one of its parameters on as an SQL text.
        package struct PassingFunction: Sendable, Hashable, Codable {
            package let name: String
            /// The labels of all parameters; nil for one without.
            package let labels: [String?]
            package let position: Int
            /// Which parameter is the list of its values; nil where that is not certain.
            package let values: Int?
            /// Which parameter is a closure that is called with the result set; nil for none.
            package let reader: Int?
            package let verb: SQLUse.Verb
            package let isSQL: Bool
            package let isPublic: Bool
        }

        package var members: [Member] = []
        /// By the name with the types around it.
        package var types: [String: SharedType] = [:]
        package var functions: [PassingFunction] = []
        /// The names of the variables that the file changes, its own and those of others.
        package var changes: [String] = []
    }

    /// What a file asks of the others: it is read again only if another answer is given.
    package struct SharedQuestions: Sendable, Hashable, Codable {
        package struct Name: Sendable, Hashable, Codable {
            /// `["Tables", "person"]`
            package let path: [String]
            /// The type around the use, with those around it.
            package let scope: String
        }

        package var names: [Name] = []
        /// The names of variables that other files may change.
        package var variables: [String] = []
        package var calls: [String] = []
    }
#endif
