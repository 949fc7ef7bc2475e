#if Checked
    import FMDB

    /// A database in memory with the tables that the texts are about, and no rows.
    package final class CheckedSchema {
        /// Runs a script, statement by statement.
        ///
        /// - Parameters:
        ///   - script: the statements that make the tables.
        ///   - file: the file of the script, for places.
        /// - Throws: `FMError` of the first statement that fails.
        package init(script: String, file: String) throws {
        }
    }
#endif
