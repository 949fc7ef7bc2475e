#if Checked
    /// What a source file says about SQL: everything that the rules need, so that the file itself is read once.
    package struct SourceFacts: Sendable, Hashable, Codable {
        package var uses: [SQLUse] = []
        package var unfollowed: [UnfollowedCall] = []
        package var types: [RowType] = []
        package var additions: [AddedName] = []
        /// Statements that make or change tables, in any call.
        package var creations: [String] = []
        /// Places of comments `// fmdb:ignore reason`: each silences the findings of its line, and of the next one if it stands alone.
        package var ignores: [IgnoreComment] = []
        /// Where the file is not Swift, or a comment for the check has no reason.
        package var errors: [SourceError] = []
        package var otherLibraries: [String] = []
        package var setsDateFormat = false
        /// The functions and variables with calls that make or change tables.
        package var parts: [MigratingPart] = []
    }

    extension SourceFacts {
        /// The texts that may change what other texts find: those that make or rename tables, attach databases, and turn foreign keys on.
        package var schemaTexts: [String] {
            let settings = uses.map(\.text.sql).filter { $0.contains("foreign_keys") }
            return schemaUses.map(\.text.sql) + creations
                + settings.filter { SQLStatement.split($0).contains(where: \.enforcesKeys) }
        }

        var schemaUses: [SQLUse] {
            uses.filter { $0.verb == .run || $0.verb == .script }.filter { use in
                SQLStatement.split(use.text.sql).contains { $0.changesSchema || $0.verb == "ATTACH" }
            }
        }
    }

    /// A function or a variable that makes or changes tables.
    package struct MigratingPart: Sendable, Hashable, Codable {
        /// Empty for an initializer.
        package let name: String
        package let lines: ClosedRange<Int>
        /// Whether it is called a migration, or belongs to a type that is, and is not called a way back.
        package let isStep: Bool
        /// What it calls and reads, in the order of names.
        package let names: [String]
    }

    package struct SQLUse: Sendable, Hashable, Codable {
        package enum Verb: String, Sendable, Codable {
            /// One statement whose rows are read: `executeQuery`, `query`, `value`, `rows`, `forEachRow`, `intForQuery` …
            case query
            /// One statement that is run: `executeUpdate`, `execute`, `executeMany`.
            case run
            /// One or more statements: `executeStatements`.
            case script
            /// One statement that is only compiled: `prepare`, `validateSQL`, an `FMSQL` value whose use was not found.
            case compile
            /// A part of a statement: a condition of models. It is checked within the rest.
            case condition
        }

        package let verb: Verb
        /// The name of the function that was called, as written: "executeQuery".
        package let function: String
        package let place: FMSourcePlace
        package let text: SQLText
        package let values: GivenValues
        /// The values that are interpolated into a String between quotes, and may have such a quote.
        package var quotedValues: [GivenValue] = []
        package var reads: [ColumnRead] = []
        /// What the rows become.
        package var result: RowShape = .unknown
        /// The table or model of a condition.
        package var model: String?
        /// Whether the call is one of a function of the program's own, which passes its text on.
        package var isOwn = false
        /// Whether it stands in a part of the file that makes or changes tables, so that it may be about an earlier schema.
        package var isOfMigration = false
    }

    package enum GivenValues: Sendable, Hashable, Codable {
        /// By position. Interpolated ones count.
        case listed([GivenValue])
        /// By name, without the first character of the parameter.
        case named([NamedValue])
        /// Later, or by something that could not be followed.
        case unknown
    }

    package struct NamedValue: Sendable, Hashable, Codable {
        package let name: String
        package let place: FMSourcePlace
        package let value: GivenValue
    }

    package struct GivenValue: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Codable {
            case unknown, null, integer
            /// A number that may be whole, and one that is not.
            case real, fraction
            /// A text that may be a number, and one that is none.
            case text, words
            case data, date, list
            /// Texts with commas between them.
            case joined
        }

        package let kind: Kind
        package let source: String
        package let place: FMSourcePlace
    }

    package struct ColumnRead: Sendable, Hashable, Codable {
        package enum Column: Sendable, Hashable, Codable {
            case name(String)
            case index(Int)
        }

        package let column: Column
        /// Where its name or number stands.
        package let place: FMSourcePlace
        /// The type that it is read as, and whether NULL has a place there; nil where that is not said.
        package let type: SwiftType?
        /// The function of `FMResultSet` that converts what it reads: "int". Nil for others, which refuse another type.
        package var accessor: String?
    }

    package struct SwiftType: Sendable, Hashable, Codable {
        /// Without `?`.
        package let name: String
        package let isOptional: Bool

        /// Whole numbers, and true and false.
        static let integers = Set(words: "Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Bool")
        static let numbers = integers.union(["Double", "Float"])
        /// Types of one column of the library and of FMDB's accessors that refuse NULL.
        static let withoutNull = numbers.union([
            "String", "Substring", "Data", "Date", "UUID", "URL", "Decimal", "NSString", "NSData", "NSDate", "NSNumber",
            "[UInt8]",
        ])
    }

    package enum RowShape: Sendable, Hashable, Codable {
        case unknown
        /// One column: `value`, `rows(…, as: Int.self)`, `intForQuery`.
        case value(SwiftType)
        /// So many columns, by position.
        case tuple([SwiftType])
        /// A type that decodes a row, by its name; the optional place is that of the type's name in the call.
        case decoded(String)
    }

    /// A type that rows are decoded into, or a model.
    package struct RowType: Sendable, Hashable, Codable {
        package struct Property: Sendable, Hashable, Codable {
            package let name: String
            /// The column's name: that of the coding key, else the property's.
            package let column: String
            package let type: SwiftType
            /// Whether the column may be missing.
            package let isOptional: Bool
            package let place: FMSourcePlace
        }

        package let name: String
        package let place: FMSourcePlace
        package let properties: [Property]
        /// Whether it decodes itself by `init(from:)`, so that its properties say nothing.
        package let decodesItself: Bool
        /// The table of a model, else nil.
        package let table: String?
    }

    /// A function, a collation or a database that the program gives to SQLite, or a table that may be missing.
    package struct AddedName: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Codable {
            case function, aggregate, collation, tokenizer, database, searchTable
            /// A table that the program looks for before it uses it.
            case table
            /// Tables that the program makes under names that are not known.
            case unknownTables
        }

        package let kind: Kind
        package let name: String
        /// The number of a function's arguments; nil for any.
        package var argumentCount: Int?
        /// The columns of a search table; none where the source does not say them.
        package var columns: [String] = []
    }

    package struct UnfollowedCall: Sendable, Hashable, Codable {
        package let function: String
        package let place: FMSourcePlace
        package let reason: Reason

        package enum Reason: String, Sendable, Codable, CaseIterable {
            case interpolatedString = "a value is interpolated into a String"
            /// A parameter of the function, a variable, a property of another file.
            case variable = "the text is a variable that the check cannot follow"
            case call = "the text is the result of a call"
            case format = "the text is a format"
            case other = "the expression is not followed"
        }
    }

    package struct IgnoreComment: Sendable, Hashable, Codable {
        package let line: Int
        /// Whether nothing else stands on the line.
        package let standsAlone: Bool
        package let reason: String
    }

    package struct SourceError: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Codable {
            /// The file is not Swift there, so that something may be missed.
            case syntax
            /// A comment `fmdb:ignore` without a reason, which silences nothing.
            case comment
        }

        package let place: FMSourcePlace
        package let message: String
        package var kind = Kind.syntax
    }

    /// An SQL text as SQLite is asked about it, and where each part of it stands.
    package struct SQLText: Sendable, Hashable, Codable {
        /// A run of bytes that stand one behind the other in the source, too.
        package struct Run: Sendable, Hashable, Codable {
            /// Where it begins in the SQL text, in bytes of UTF-8.
            package let offset: Int
            package let place: FMSourcePlace
            /// Whether only a name stands there, whose text is that of a constant of another file.
            package let isNamed: Bool
        }

        /// The text: the parts of literals and of followed constants, and `?` for each interpolated value.
        package let sql: String
        /// The runs in order. Each escape sequence, line of a literal over several lines, and interpolation begins one.
        package let runs: [Run]
        /// How many interpolated values there are. They are the first parameters only if the text itself has none.
        package let interpolatedValues: Int

        /// The place of a byte of the text; of the start for one beyond it.
        package func place(at offset: Int) -> FMSourcePlace? {
            guard let run = runs.last(where: { $0.offset <= offset }) ?? runs.first else { return nil }
            let place = run.place
            if run.isNamed { return place }
            return FMSourcePlace(place.file, line: place.line, column: place.column + max(0, offset - run.offset))
        }
    }
#endif
