#if Checked
    /// The uses of FMDB in a Swift file: calls, subclasses and names.
    package struct MoveFacts: Sendable, Hashable {
        /// The imported modules, with the byte ranges of the imports.
        package var imports: [String: [Range<Int>]] = [:]
        package var calls: [MoveCall] = []
        package var subclasses: [MoveSubclass] = []
        /// FMDB's types, SQLite's constants and Objective-C names that the file uses.
        package var names: [MoveName] = []
    }

    package struct MoveCall: Sendable, Hashable {
        /// The name, such as "executeQuery", or the type's name for an initialiser.
        package let name: String
        /// The labels of the arguments in parentheses, "_" for none, or nil for a property.
        package let labels: [String]?
        package let trailingClosures: Int
        /// The type of the receiver, such as "FMDatabase", or nil if it is not known.
        package let receiver: String?
        package let ending: Ending
        package let isTried: Bool
        /// The first token of each argument in parentheses.
        package let arguments: [String]
        package let isAssigned: Bool
        package let place: FMSourcePlace
        /// How the call unwraps its receiver, if that is an argument of a closure that FMDB calls. Such arguments are not optional here.
        package let unwrapping: Ending

        package enum Ending: Sendable, Hashable {
            case other
            /// The value is unwrapped by `?`, or bound by `if let` or `guard let`.
            case unwrapped
            /// The value is force unwrapped by `!`.
            case forced
        }

        /// The spelling with labels: "executeQuery(_:values:)".
        package var spelling: String {
            guard let labels else { return name }
            return "\(name)(\(labels.map { "\($0):" }.joined()))"
        }
    }

    package struct MoveSubclass: Sendable, Hashable {
        /// An overriding member, or an initialiser.
        package struct Member: Sendable, Hashable {
            /// The name with labels: "init(path:)", "databaseClass()".
            package let spelling: String
            package let isOverride: Bool
            package let isRequired: Bool
            package let isConvenience: Bool
            package let place: FMSourcePlace
        }

        package let name: String
        package let inherited: [String]
        package let members: [Member]
        package let place: FMSourcePlace
    }

    package struct MoveName: Sendable, Hashable {
        package let name: String
        package let place: FMSourcePlace
    }

    /// The declarations in a project's files. They give the types of the objects on which calls are made.
    package struct MoveDeclarations: Sendable, Hashable {
        package static let classes = Set(words: "FMDatabase FMResultSet FMStatement FMDatabaseQueue FMDatabasePool")

        /// The FMDB types of properties and function results, by name.
        package var types: [String: String] = [:]
        /// The names in ``types`` that have different types in different places.
        package var others: Set<String> = []
        /// The parameter types of closures, by the name of the function that takes the closure.
        package var closures: [String: [String?]] = [:]
        /// The parameter types of closures, for functions that extensions of FMDB's classes declare.
        package var memberClosures: [String: [String?]] = [:]
        /// The names of functions and properties, by the type, protocol or extension that declares them.
        package var members: [String: Set<String>] = [:]
        /// The protocols to which extensions make FMDB's classes conform.
        package var conformances: Set<String> = []
        /// The project's subclasses, with the FMDB class that each inherits from.
        package var subclasses: [String: String] = [:]
        /// Top-level types that other files can see.
        package var ownTypes: Set<String> = []

        package mutating func merge(_ other: MoveDeclarations) {
            for (name, type) in other.types {
                if let known = types[name], known != type { others.insert(name) } else { types[name] = type }
            }
            others.formUnion(other.others)
            closures.merge(other.closures) { first, _ in first }
            memberClosures.merge(other.memberClosures) { first, _ in first }
            members.merge(other.members) { $0.union($1) }
            conformances.formUnion(other.conformances)
            subclasses.merge(other.subclasses) { first, _ in first }
        }

        /// Whether the project adds a function or property with the given name to FMDB's classes, by an extension, a subclass or a
        /// protocol.
        package func isOwn(_ name: String) -> Bool {
            Self.classes.union(subclasses.keys).union(conformances).contains { members[$0]?.contains(name) ?? false }
        }

        package func declares(_ name: String) -> Bool { members.values.contains { $0.contains(name) } }

        /// Returns the FMDB class that a property has or a function returns. Nil if the type is not known, or differs between declarations
        /// of the name.
        package func type(of name: String) -> String? { others.contains(name) ? nil : types[name] }

        /// Returns the given class if it is FMDB's, else the FMDB class that it inherits from, or nil.
        package func fmdbClass(_ name: String) -> String? { Self.classes.contains(name) ? name : subclasses[name] }
    }
#endif
