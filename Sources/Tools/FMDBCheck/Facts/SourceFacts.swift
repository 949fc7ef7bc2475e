#if Checked
    /// The facts about SQL in a source file: everything that the rules need, so that the file is read once.
    package struct SourceFacts: Sendable, Hashable, Codable {
        package var uses: [SQLUse] = []
        package var unfollowed: [UnfollowedCall] = []
        package var types: [RowType] = []
        package var additions: [AddedName] = []
        /// SQL literals that create tables or add columns, and that are not passed to a known function.
        package var creations: [String] = []
        /// The comments `// fmdb:ignore reason`. Each silences the findings of its line, and, if it is alone on the line, of the next one.
        package var ignores: [IgnoreComment] = []
        /// The places where the file is not Swift, or where a comment for the check has no reason.
        package var errors: [SourceError] = []
        package var otherLibraries: [String] = []
        package var setsDateFormat = false
        /// The functions and variables whose calls create or alter tables.
        package var parts: [MigratingPart] = []
    }

    extension SourceFacts {
        /// The SQL on which the check of other SQL depends: it creates or renames tables, attaches databases, or turns foreign keys on.
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

    /// A function or a variable that creates or alters tables.
    package struct MigratingPart: Sendable, Hashable, Codable {
        /// The name, or an empty string for an initializer.
        package let name: String
        package let lines: ClosedRange<Int>
        /// Whether the part or an enclosing type is named like a migration, and the name does not suggest that it reverts one.
        package let isStep: Bool
        /// The names of the functions that the part calls and the variables that it reads, in alphabetical order.
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
            /// A part of a statement: the condition of a request for models. The check compiles it inside a query of the table.
            case condition
        }

        package let verb: Verb
        /// The name of the function that was called, as written: "executeQuery".
        package let function: String
        package let place: FMSourcePlace
        package let text: SQLText
        package let values: GivenValues
        /// The values that are interpolated into a String inside quotes, and may contain such a quote.
        package var quotedValues: [GivenValue] = []
        package var reads: [ColumnRead] = []
        /// The type as which the rows are read.
        package var result: RowShape = .unknown
        /// The table or model of a condition.
        package var model: String?
        /// Whether the called function is one of the program's own that forwards its SQL.
        package var isOwn = false
        /// Whether the call is in a function or variable that creates or alters tables. Its SQL may be written for an earlier schema.
        package var isOfMigration = false
    }

    package enum GivenValues: Sendable, Hashable, Codable {
        /// Values by position, including interpolated ones.
        case listed([GivenValue])
        /// Values by name, without the prefix of the parameter.
        case named([NamedValue])
        /// The values are bound later, or the source does not show them.
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
            /// `real` may be a whole number, `fraction` is not one.
            case real, fraction
            /// `text` may be a number, `words` is not one.
            case text, words
            case data, date, list
            /// Strings joined with commas.
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
        /// The place of the column's name or index.
        package let place: FMSourcePlace
        /// The type that the column is read as, and whether it accepts NULL, or nil if the source does not show it.
        package let type: SwiftType?
        /// The accessor of `FMResultSet` that converts the value, such as "int". Nil for other reads, which throw if the value has another
        /// type.
        package var accessor: String?
    }

    package struct SwiftType: Sendable, Hashable, Codable {
        /// The name without `?`.
        package let name: String
        package let isOptional: Bool

        /// Integers and Bool.
        static let integers = Set(words: "Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Bool")
        static let numbers = integers.union(["Double", "Float"])
        /// Types of single values that cannot hold NULL, in this library and in FMDB's accessors.
        static let withoutNull = numbers.union([
            "String", "Substring", "Data", "Date", "UUID", "URL", "Decimal", "NSString", "NSData", "NSDate", "NSNumber",
            "[UInt8]",
        ])
    }

    package enum RowShape: Sendable, Hashable, Codable {
        case unknown
        /// One column: `value`, `rows(…, as: Int.self)`, `intForQuery`.
        case value(SwiftType)
        /// Several columns, by position.
        case tuple([SwiftType])
        /// A type that decodes a row, by name.
        case decoded(String)
    }

    /// A type that rows are decoded as, or a model.
    package struct RowType: Sendable, Hashable, Codable {
        package struct Property: Sendable, Hashable, Codable {
            package let name: String
            /// The column's name: the coding key if there is one, else the property's name.
            package let column: String
            package let type: SwiftType
            /// Whether the column may be missing.
            package let isOptional: Bool
            package let place: FMSourcePlace
        }

        package let name: String
        package let place: FMSourcePlace
        package let properties: [Property]
        /// Whether the type has its own `init(from:)`, or the source does not show how it is decoded. Its properties are then not compared
        /// with columns.
        package let decodesItself: Bool
        /// The table of a model, else nil.
        package let table: String?
    }

    /// A function, collation or database that the program adds to SQLite, or a table that may be missing.
    package struct AddedName: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Codable {
            case function, aggregate, collation, tokenizer, database, searchTable
            /// A table that the program checks for before it uses it.
            case table
            /// Tables that the program creates under unknown names.
            case unknownTables
        }

        package let kind: Kind
        package let name: String
        /// The number of a function's arguments, or nil for any.
        package var argumentCount: Int?
        /// The columns of a search table, or an empty array if the source does not show them.
        package var columns: [String] = []
    }

    package struct UnfollowedCall: Sendable, Hashable, Codable {
        package let function: String
        package let place: FMSourcePlace
        package let reason: Reason

        package enum Reason: String, Sendable, Codable, CaseIterable {
            case interpolatedString = "a value is interpolated into a String"
            /// The SQL is a parameter of the function, a variable, or a property of another file.
            case variable = "the SQL is a variable that the check cannot follow"
            case call = "the SQL is the result of a call"
            case format = "the SQL is a format string"
            case other = "the expression is not followed"
        }
    }

    package struct IgnoreComment: Sendable, Hashable, Codable {
        package let line: Int
        /// Whether the comment is alone on its line.
        package let standsAlone: Bool
        package let reason: String
    }

    package struct SourceError: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Codable {
            /// The code is not Swift, so that calls near it may be missed.
            case syntax
            /// A comment `fmdb:ignore` without a reason, which silences nothing.
            case comment
        }

        package let place: FMSourcePlace
        package let message: String
        package var kind = Kind.syntax
    }

    /// SQL as it is passed to SQLite, with the place of each part in the source.
    package struct SQLText: Sendable, Hashable, Codable {
        /// A run of the SQL's bytes that are also contiguous in the source.
        package struct Run: Sendable, Hashable, Codable {
            /// The offset in the SQL, in bytes of UTF-8.
            package let offset: Int
            package let place: FMSourcePlace
            /// Whether the run is the value of a constant from another file. The source has only the constant's name at this place.
            package let isNamed: Bool
        }

        /// The SQL: the text of literals and of constants whose value is known, with `?` for each interpolated value.
        package let sql: String
        /// The runs, in order. Each escape sequence, line of a multi-line literal and interpolation begins a run.
        package let runs: [Run]
        /// The number of interpolated values. If the SQL itself contains parameters, the interpolated values may not be the first ones.
        package let interpolatedValues: Int

        /// Returns the place of a byte of the SQL.
        package func place(at offset: Int) -> FMSourcePlace? {
            guard let run = runs.last(where: { $0.offset <= offset }) ?? runs.first else { return nil }
            let place = run.place
            if run.isNamed { return place }
            return FMSourcePlace(place.file, line: place.line, column: place.column + max(0, offset - run.offset))
        }
    }
#endif
