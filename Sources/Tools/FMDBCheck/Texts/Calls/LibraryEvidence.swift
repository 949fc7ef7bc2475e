#if Checked
    import SwiftSyntax

    /// Whether a file uses the library, so that calls with ordinary names may be its own.
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

        /// Those that a report names: SQLite's own functions, too.
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

        /// Whether the object of a call is probably one of the library's.
        func isLikely(_ receiver: Receiver) -> Bool {
            receiver == .library || receiver == .likely || receiver == .unknown && usesLibrary
        }

        /// Whether a call whose text is not known is one of the library's.
        func acceptsUnknown(_ form: CallForm, _ receiver: Receiver) -> Bool {
            if form.text.expression.is(ClosureExprSyntax.self) || form.text.expression.is(KeyPathExprSyntax.self) {
                return false
            }
            // Most conditions are written with fields, and have no text.
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

    /// What is known of the object whose function is called.
    enum Receiver {
        /// One of the library's classes.
        case library
        /// Something that is named as a database is.
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

        /// A type of the program's own may inherit from the library's, or be generic.
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
