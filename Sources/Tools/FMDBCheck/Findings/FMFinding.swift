#if Checked
    /// A place in a source file that fails when the program runs, or may be a mistake.
    public struct FMFinding: Sendable, Hashable, Codable {
        /// The severity of a finding.
        public enum Severity: String, Sendable, Codable {
            /// The code fails, or returns a wrong value.
            case error
            /// The code may fail, or may return a wrong value.
            case warning
            /// The finding is for information only.
            case note
        }

        /// The kind of mistake. The raw value is the rule's name in reports.
        public enum Rule: String, Sendable, Codable, CaseIterable {
            case syntax
            case unknownTable = "unknown-table"
            case unknownColumn = "unknown-column"
            case unknownFunction = "unknown-function"
            /// SQLite refuses the SQL for another reason.
            case refused
            /// SQL that was not checked, because SQLite refuses the statements that create or change its tables.
            case notChecked = "not-checked"
            case valueCount = "value-count"
            case valueName = "value-name"
            /// The code reads a column that the result does not have.
            case missingColumn = "missing-column"
            /// The result's columns do not match a property, a tuple or a model.
            case rowType = "row-type"
            /// A column that may be NULL is read as a type that cannot hold NULL.
            case nullable
            /// Text is compared with a number, a column with a value that its CHECK does not allow, or anything with NULL.
            case comparison
            /// A column that is NOT NULL is set to NULL, or gets no value.
            case notNull = "not-null"
            /// A value does not match the type of its column or its parameter.
            case valueType = "value-type"
            /// An accessor cannot convert a column's values to anything useful.
            case columnType = "column-type"
            /// Assignments are separated by AND in place of a comma.
            case assignment
            /// A name in double quotes is not a column, so SQLite reads it as a string literal.
            case quotedName = "quoted-name"
            /// A value is interpolated inside quotes, so a quote in the value ends the string literal.
            case interpolatedText = "interpolated-text"
            /// The code reads rows of a statement that returns none, or ignores the rows of a statement that returns some.
            case verb
            /// The schema, a source file, or a comment or file of the check itself is invalid.
            case input
        }

        /// The severity.
        public let severity: Severity
        /// The rule that reports the finding.
        public let rule: Rule
        /// The place of the mistake.
        public let place: FMSourcePlace
        /// One or two sentences: what is wrong, where, and what to do.
        public let message: String

        package init(_ severity: Severity, _ rule: Rule, at place: FMSourcePlace, _ message: String) {
            self.severity = severity
            self.rule = rule
            self.place = place
            self.message = message
        }

        /// Whether the finding is a note that SQL was not checked.
        var isOfUnchecked: Bool { severity == .note && message.hasPrefix(FMFinding.unchecked) }

        /// The prefix of the message of a note that SQL was not checked.
        static let unchecked = "not checked: "

        /// Creates a finding about a whole file or folder.
        init(_ severity: Severity = .error, in file: String, _ message: String) {
            self.init(severity, .input, at: FMSourcePlace(file, line: 1, column: 1), message)
        }
    }

    extension FMFinding.Rule {
        /// A description of the rule in one sentence.
        public var explanation: String {
            switch self {
            case .syntax: "The string is not SQL."
            case .unknownTable: "The SQL names a table that the schema does not have."
            case .unknownColumn: "The SQL names a column that its tables do not have."
            case .unknownFunction:
                "The SQL calls a function that SQLite does not have, or with a wrong number of arguments."
            case .refused: "SQLite refuses the SQL for another reason."
            case .notChecked:
                "SQLite refuses a statement that creates or changes the tables, so the SQL was not checked."
            case .valueCount: "The number of values differs from the number of parameters."
            case .valueName: "A named value has no parameter of that name, or a parameter has no value."
            case .missingColumn: "The code reads a column that the result does not have."
            case .rowType: "The columns do not match the type that rows are decoded as."
            case .nullable: "A column that may be NULL is read as a type that cannot hold NULL."
            case .comparison: "The compared values are never equal."
            case .notNull: "A NOT NULL column gets NULL, or gets no value and has no default."
            case .valueType: "A value does not match the type of its column or parameter."
            case .columnType: "A column is read as a type that its values do not have."
            case .assignment: "Two assignments are separated by AND in place of a comma."
            case .quotedName: "A name in double quotes is not a column, so SQLite reads it as a string literal."
            case .interpolatedText:
                "A value is interpolated inside quotes, so a quote in it ends the string literal."
            case .verb:
                "The call reads rows but the statement returns none, or the statement returns rows that the call does not read."
            case .input: "The schema, a source file, a comment or a file of the check itself is invalid."
            }
        }
    }
#endif
