#if Checked
    /// What is wrong with the texts of a source file.
    package struct Rules {
        private let schema: CheckedSchema
        private let types: [RowType]

        /// - Parameters:
        ///   - schema: the tables.
        ///   - types: the row types of all files.
        package init(schema: CheckedSchema, types: [RowType]) {
            self.schema = schema
            self.types = types
        }

        /// The findings of a source file, in the order of their places.
        package func findings(for facts: SourceFacts) -> [FMFinding] {
            []
        }
    }
#endif
