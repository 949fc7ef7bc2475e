import FMDB

/// The tables of records: the columns of each call are those of its records.
struct RecordTables<Model>: Sendable {
    /// Gives the table of each record of a call.
    ///
    /// It is called once for a call, and throws errors that do not concern one record alone.
    let ofValues:
        @Sendable (FMDatabase, _ table: String, KeyUse) throws(FMError) -> (Model) throws(FMError) -> FMTable<Model>

    /// The table of a call that needs other columns and the key: the given one, or else the primary key.
    let ofColumns: @Sendable (FMDatabase, _ table: String, FMKey?, [String]) throws(FMError) -> FMTable<Model>
}

/// How a call uses the key of a table.
enum KeyUse {
    /// Nothing: rows are added.
    case none
    /// The rows are read after they have been added: by their key, where it is among the values.
    case ifThere
    /// The rows are found by the columns that the call names, or else by the table's own key.
    case needed(FMKey?)
}
