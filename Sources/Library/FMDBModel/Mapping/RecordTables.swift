import FMDB

/// Creates the tables of records. A table has the columns of the records that a call passes.
struct RecordTables<Model>: Sendable {
    /// Returns a function that returns the table for each record of a call.
    ///
    /// The outer function is called once per call, and throws errors that do not concern one record alone.
    let ofValues:
        @Sendable (FMDatabase, _ table: String, KeyUse) throws(FMError) -> (Model) throws(FMError) -> FMTable<Model>

    /// Returns a table with the given columns. Its key is the given key, or else the table's primary key.
    let ofColumns: @Sendable (FMDatabase, _ table: String, FMKey?, [String]) throws(FMError) -> FMTable<Model>
}

/// How a call uses the key of a table.
enum KeyUse {
    /// The key is not used: the call inserts rows.
    case none
    /// The key is used to read the inserted rows, if their values include it.
    case ifThere
    /// The key is used to find the rows: the given key, or else the table's primary key.
    case needed(FMKey?)
}
