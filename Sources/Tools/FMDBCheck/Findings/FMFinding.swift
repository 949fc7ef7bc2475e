#if Checked
    /// Something in a source file that fails when the program runs, or may be a mistake.
    public struct FMFinding: Sendable, Hashable, Codable {
        /// How bad it is.
        public enum Severity: String, Sendable, Codable {
            /// It fails, or gives a wrong value.
            case error
            /// It may.
            case warning
            /// It is for information only.
            case note
        }

        /// What kind of mistake it is. The raw value is its name in reports.
        public enum Rule: String, Sendable, Codable, CaseIterable {
            case syntax
            case unknownTable = "unknown-table"
            case unknownColumn = "unknown-column"
            case unknownFunction = "unknown-function"
            /// SQLite refuses the text for another reason.
            case refused
            /// A text that was not checked, because SQLite refuses what makes or changes its tables.
            case notChecked = "not-checked"
            case valueCount = "value-count"
            case valueName = "value-name"
            /// A column is read that the result does not have.
            case missingColumn = "missing-column"
            /// A property, a tuple or a model that the columns do not feed.
            case rowType = "row-type"
            /// A column that may be NULL is read as one that may not.
            case nullable
            /// A text is compared with a number, a column with a value that its CHECK does not allow, or anything with NULL.
            case comparison
            /// NULL, or no value, for a column that is NOT NULL.
            case notNull = "not-null"
            /// A value that does not suit its column or its parameter.
            case valueType = "value-type"
            /// A column that an accessor would convert to nothing useful.
            case columnType = "column-type"
            /// AND in place of a comma between assignments.
            case assignment
            /// A name in double quotes that is no column, which SQLite takes for a text.
            case quotedName = "quoted-name"
            /// A value that is interpolated between quotes, so that one with a quote breaks the text.
            case interpolatedText = "interpolated-text"
            /// A statement without rows is read, or one with rows is not.
            case verb
            /// The schema, a source file or the check's own comments and files.
            case input
        }

        /// How bad it is.
        public let severity: Severity
        /// What kind of mistake it is.
        public let rule: Rule
        /// Where it is.
        public let place: FMSourcePlace
        /// One or two sentences: what is wrong, on what, and what to do.
        public let message: String

        package init(_ severity: Severity, _ rule: Rule, at place: FMSourcePlace, _ message: String) {
            self.severity = severity
            self.rule = rule
            self.place = place
            self.message = message
        }

        /// Whether it says that a text was not checked, for whatever reason.
        var isOfUnchecked: Bool { severity == .note && message.hasPrefix(FMFinding.unchecked) }

        /// How the message of such a note begins.
        static let unchecked = "not checked: "

        /// About a whole file or folder.
        init(_ severity: Severity = .error, in file: String, _ message: String) {
            self.init(severity, .input, at: FMSourcePlace(file, line: 1, column: 1), message)
        }
    }

    extension FMFinding.Rule {
        /// What the rule is about, in one sentence.
        public var explanation: String {
            switch self {
            case .syntax: "The text is not SQL."
            case .unknownTable: "The text names a table that the schema does not have."
            case .unknownColumn: "The text names a column that its tables do not have."
            case .unknownFunction: "The text calls a function that SQLite does not have, or not with so many arguments."
            case .refused: "SQLite refuses the text for another reason."
            case .notChecked: "SQLite refuses what makes or changes the tables, so the text was not checked."
            case .valueCount: "The number of values is not that of the parameters."
            case .valueName: "A name of the values is not one of the parameters, or the other way round."
            case .missingColumn: "A column is read that the result does not have."
            case .rowType: "The columns do not feed the type that rows become."
            case .nullable: "A column that may be NULL is read as a type that has no place for NULL."
            case .comparison: "Values are compared that are never equal."
            case .notNull: "A column that is NOT NULL gets NULL, or no value and has no default."
            case .valueType: "A value does not suit its column or its parameter."
            case .columnType: "A column is read as a type that its values do not have."
            case .assignment: "AND stands between two assignments in place of a comma."
            case .quotedName: "A name in double quotes is no column, so SQLite takes it for a text."
            case .interpolatedText:
                "A value is interpolated between quotes, so one with a quote breaks the text."
            case .verb:
                "The call does not suit the statement: one reads rows, the other has none, or the other way round."
            case .input: "The schema, a source file, a comment or a file of the check itself is not as it should be."
            }
        }
    }
#endif
