#if Checked
    /// The declarations of a file that the SQL of other files may use.
    package struct SharedNames: Sendable, Hashable, Codable {
        package enum Value: Sendable, Hashable, Codable {
            case text(String)
            case number(Int)
            case list([String])
        }

        /// A variable, constant or raw value that is not private.
        package struct Member: Sendable, Hashable, Codable {
            /// The qualified name: "Tables.person", "State.done.rawValue".
            package let name: String
            /// The value, or nil if it is not constant or not known.
            package let value: Value?
            /// Whether the member is visible in other modules.
            package let isPublic: Bool
            /// Whether the member is a variable. The check uses a variable's value only if no code changes the variable.
            package let isVariable: Bool
        }

        /// A type, as far as one file shows it.
        package struct SharedType: Sendable, Hashable, Codable {
            package var inherited: [String] = []
            package var isProtocol = false
        }

        /// A function that forwards one of its parameters as SQL.
        package struct PassingFunction: Sendable, Hashable, Codable {
            package let name: String
            /// The labels of all parameters, with nil for one without a label.
            package let labels: [String?]
            package let position: Int
            /// The index of the parameter with the list of values, or nil if that is not certain.
            package let values: Int?
            /// The index of the closure parameter that the function calls with the result set, or nil if there is none.
            package let reader: Int?
            package let verb: SQLUse.Verb
            package let isSQL: Bool
            package let isPublic: Bool
        }

        package var members: [Member] = []
        /// The types, by qualified name.
        package var types: [String: SharedType] = [:]
        package var functions: [PassingFunction] = []
        /// The names of the variables that the file changes, whichever file declares them.
        package var changes: [String] = []
    }

    /// What reading one file looked up in other files. The file is read again only if the result of a lookup changes.
    package struct SharedQuestions: Sendable, Hashable, Codable {
        package struct Name: Sendable, Hashable, Codable {
            /// The parts of the name, such as `["Tables", "person"]`.
            package let path: [String]
            /// The qualified name of the type around the use.
            package let scope: String
        }

        package var names: [Name] = []
        /// The names of variables for which the file looks up whether other files change them.
        package var variables: [String] = []
        package var calls: [String] = []
    }
#endif
