#if Checked
    import SwiftSyntax

    /// Evidence that a file uses the library. It decides whether a call with a common name, such as `query`, is a call of the library.
    struct LibraryEvidence {
        private let usesLibrary: Bool
        private let usesOther: Bool

        init(_ index: SourceIndex) {
            usesLibrary = index.namesLibrary || index.imports.contains { $0.hasPrefix("FMDB") }
            usesOther = !index.imports.isDisjoint(with: LibraryEvidence.others)
        }

        private static let others: Set<String> = [
            "FluentSQL", "GRDB", "Lighter", "MySQLKit", "MySQLNIO", "PostgresKit", "PostgresNIO", "SQLKit", "SQLite",
            "SQLiteKit", "SQLiteNIO", "StructuredQueries", "WCDBSwift",
        ]

        /// The libraries that a report names, including SQLite's C modules.
        static let named = others.union(["CSQLite", "RealmSwift", "SQLCipher", "SQLite3"])

        func accepts(_ form: CallForm, _ receiver: Receiver, _ texts: [FollowedText]) -> Bool {
            if form.isDistinct { return form.kind == .string || usesLibrary || !usesOther }
            if receiver == .library { return true }
            if receiver == .other { return false }
            if form.isOfFMDB, usesLibrary { return true }
            let starts = texts.map { StatementStart($0.builder.bytes) }
            let isLikely = receiver == .likely || form.isOfFMDB
            if isLikely, form.verb != .query, starts.contains(.command) { return usesLibrary || !usesOther }
            if usesLibrary { return starts.contains(.statement) || (isLikely && starts.contains(.doubtful)) }
            return !usesOther && isLikely && starts.contains(.statement)
        }

        /// Whether the object on which a function is called probably has one of the library's types.
        func isLikely(_ receiver: Receiver) -> Bool {
            receiver == .library || receiver == .likely || receiver == .unknown && usesLibrary
        }

        /// Whether a call counts as a call of the library although its SQL is not known.
        func acceptsUnknown(_ form: CallForm, _ receiver: Receiver) -> Bool {
            if form.text.expression.is(ClosureExprSyntax.self) || form.text.expression.is(KeyPathExprSyntax.self) {
                return false
            }
            // Most conditions consist of expressions with fields, not of SQL, so only literals count.
            if form.verb == .condition {
                return usesLibrary && form.text.expression.bare.is(StringLiteralExprSyntax.self)
            }
            if form.isDistinct { return form.kind == .string || usesLibrary }
            if receiver == .library { return true }
            if receiver == .other { return false }
            if usesLibrary { return form.isOfFMDB || receiver == .likely }
            return form.isOfFMDB && receiver == .likely && !usesOther
        }
    }

    /// The kind of object on which a function is called.
    enum Receiver {
        /// An object of one of the library's classes.
        case library
        /// An object whose name or type suggests a database.
        case likely
        case unknown
        case other

        init(_ call: FunctionCallExprSyntax, _ scopes: Scopes, _ index: SourceIndex) {
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            let path = base.map { $0.bare.path ?? [] } ?? ["self"]
            switch path.last {
            case nil: self = .unknown
            case "self", "super": self = scopes.typeAround(call).map { Receiver.named($0, index) } ?? .unknown
            case let name?:
                let found = scopes.declaration(of: path, at: call).map { Receiver.declared($0, index) }
                self = found ?? (Receiver.isLikely(name) ? .likely : .unknown)
            }
        }

        private static func declared(_ declaration: Declaration, _ index: SourceIndex) -> Receiver {
            if case .closureParameter(let closure) = declaration.kind, declaration.annotation == nil {
                if let name = closure.call?.calledName, lendingVerbs.contains(name) { return .library }
                return isLikely(declaration.name) ? .likely : .unknown
            }
            guard let type = declaration.typeName else { return isLikely(declaration.name) ? .likely : .unknown }
            return named(type, index)
        }

        /// Classifies an object by its type's name. An unknown type may inherit from one of the library's classes, or be generic.
        private static func named(_ type: String, _ index: SourceIndex) -> Receiver {
            if SourceIndex.isLibraryType(type) { return .library }
            if foreignTypes.contains(type) { return .other }
            return isLikely(type) ? .likely : .unknown
        }

        private static let foreignTypes = Set(
            words: """
                Connection URLSession HKHealthStore NSManagedObjectContext ModelContext Process PostgresConnection
                PostgresClient MySQLConnection SQLDatabase DatabaseWriter DatabaseReader DatabaseQueue DatabasePool
                OpaquePointer
                """)

        private static let lendingVerbs: Set<String> = [
            "inDatabase", "inTransaction", "inDeferredTransaction", "inExclusiveTransaction", "inImmediateTransaction",
            "inSavePoint", "withDatabase", "withTransaction", "withSavePoint",
        ]

        private static func isLikely(_ name: String) -> Bool {
            let name = name.lowercased()
            return name == "queue" || name == "pool" || ["db", "database", "sqlite"].contains { name.contains($0) }
        }
    }
#endif
