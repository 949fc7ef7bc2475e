#if Checked
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
                "A value is interpolated between single quotes, so one with a quote breaks the text."
            case .verb:
                "The call does not suit the statement: one reads rows, the other has none, or the other way round."
            case .input: "The schema, a source file, a comment or a file of the check itself is not as it should be."
            }
        }
    }
#endif
