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

        /// Other libraries that take SQL.
        private static let others: Set<String> = [
            "FluentSQL", "GRDB", "Lighter", "MySQLKit", "MySQLNIO", "PostgresKit", "PostgresNIO", "SQLKit", "SQLite",
            "SQLiteKit",
            "SQLiteNIO", "StructuredQueries", "WCDBSwift",
        ]

        /// Those that a report names: SQLite's own functions, too.
        static let named = others.union(["CSQLite", "RealmSwift", "SQLCipher", "SQLite3"])

        /// Whether a call is one of the library's.
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
            switch receiver {
            case .library, .likely: true
            case .unknown: usesLibrary
            case .other: false
            }
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
#endif
