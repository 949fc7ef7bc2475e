#if Checked
    /// What a Swift file says about FMDB: what it calls, inherits and names.
    package struct MoveFacts: Sendable, Hashable {
        /// The modules that are imported, with the bytes of the imports.
        package var imports: [String: [Range<Int>]] = [:]
        package var calls: [MoveCall] = []
        package var subclasses: [MoveSubclass] = []
        /// FMDB's types, SQLite's constants and words of Objective-C, where the file names them.
        package var names: [MoveName] = []
    }

    package struct MoveCall: Sendable, Hashable {
        /// "executeQuery"; the name of the type for an initialiser.
        package let name: String
        /// The labels of the arguments in parentheses, "_" for none; nil for a property.
        package let labels: [String]?
        package let trailingClosures: Int
        /// The type of what it is called on, as far as the file says that: "FMDatabase". nil if it is not known.
        package let receiver: String?
        package let ending: Ending
        package let isTried: Bool
        /// The first word of each argument in parentheses.
        package let arguments: [String]
        package let isAssigned: Bool
        package let place: FMSourcePlace
        /// How its object is unwrapped, if that is what FMDB gives to a block: it is not optional.
        package let unwrapping: Ending

        package enum Ending: Sendable, Hashable {
            case other
            /// `?`, or a binding by `if let` or `guard let`.
            case unwrapped
            /// `!`
            case forced
        }

        /// The spelling with labels: "executeQuery(_:values:)".
        package var spelling: String {
            guard let labels else { return name }
            return "\(name)(\(labels.map { "\($0):" }.joined()))"
        }
    }

    package struct MoveSubclass: Sendable, Hashable {
        /// A member that overrides one, or an initialiser.
        package struct Member: Sendable, Hashable {
            /// "init(path:)", "databaseClass()"
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

    /// What the files of a project declare, by which types of receivers are known in all of them.
    package struct MoveDeclarations: Sendable, Hashable {
        package static let classes = Set(words: "FMDatabase FMResultSet FMStatement FMDatabaseQueue FMDatabasePool")

        /// FMDB's types of properties and of functions' results, by their names.
        package var types: [String: String] = [:]
        /// Names that have other types.
        package var others: Set<String> = []
        /// The types of closures' parameters, by the names of the functions that take the closures.
        package var closures: [String: [String?]] = [:]
        /// The same of functions that extensions of FMDB's classes declare.
        package var memberClosures: [String: [String?]] = [:]
        /// Names of functions and properties that types, protocols and extensions declare, by the names of those.
        package var members: [String: Set<String>] = [:]
        /// Protocols to which extensions have FMDB's classes conform.
        package var conformances: Set<String> = []
        /// The project's subclasses, with FMDB's class that each inherits from.
        package var subclasses: [String: String] = [:]
        /// Types outside of others that other files see.
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

        /// Whether the project gives FMDB's classes a function or property of a name: by an extension, a subclass or a protocol.
        package func isOwn(_ name: String) -> Bool {
            Self.classes.union(subclasses.keys).union(conformances).contains { members[$0]?.contains(name) ?? false }
        }

        package func declares(_ name: String) -> Bool { members.values.contains { $0.contains(name) } }

        /// FMDB's class of a property, or of what a function returns; nil if that is not known, or if it has other types elsewhere.
        package func type(of name: String) -> String? { others.contains(name) ? nil : types[name] }

        /// FMDB's class that a class is or inherits from.
        package func fmdbClass(_ name: String) -> String? { Self.classes.contains(name) ? name : subclasses[name] }
    }
#endif
