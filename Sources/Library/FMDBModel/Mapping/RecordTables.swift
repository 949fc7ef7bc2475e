import FMDB

/// The tables of records. The columns of a table are those of the records in a call.
struct RecordTables<Model>: Sendable {
    /// Returns a function that gives the table of each record of a call.
    ///
    /// It is called once per call, and throws errors that do not concern one record alone.
    let ofValues:
        @Sendable (FMDatabase, _ table: String, KeyUse) throws(FMError) -> (Model) throws(FMError) -> FMTable<Model>

    /// Returns the table of a call that needs the given columns and a key: the given key, or else the primary key.
    let ofColumns: @Sendable (FMDatabase, _ table: String, FMKey?, [String]) throws(FMError) -> FMTable<Model>
}

/// How a call uses the key of a table.
enum KeyUse {
    /// The key is not used: the call inserts rows.
    case none
    /// To read the inserted rows, if the key is among the values.
    case ifThere
    /// To find the rows, by the columns that the call names, or else by the table's own key.
    case needed(FMKey?)
}
